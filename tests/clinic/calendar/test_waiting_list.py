"""The waiting list as staff see it."""

from datetime import datetime, timedelta

import httpx

from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import NewWaiting
from mia.platform.kernel.ids import encode, new_id
from tests.clinic.calendar.conftest import NUMBER, THURSDAY, Office


async def test_staff_see_who_waits_and_take_them_off(office: Office, desk: httpx.AsyncClient) -> None:
    async with office.database.clinic(office.practice.scope) as session:
        new = NewWaiting("Ana Ruiz", NUMBER, office.practice.botox, wish="Friday morning")
        await schedule.join_waiting_list(session, new)
    (one,) = (await desk.get("waiting-list")).json()["items"]
    assert (one["name"], one["phone"], one["wish"]) == ("Ana Ruiz", NUMBER, "Friday morning")
    assert (await desk.delete(f"waiting-list/{one['id']}")).status_code == 204
    assert (await desk.get("waiting-list")).json()["items"] == []
    assert (await desk.get("calendar")).json()["waiting"] == 0
    assert (await desk.delete(f"waiting-list/{one['id']}")).status_code == 404
    assert (await desk.delete(f"waiting-list/{encode('wtl', new_id())}")).status_code == 404


async def test_who_was_taken_off_can_be_put_back_in_their_place_for_a_day(
    office: Office, desk: httpx.AsyncClient
) -> None:
    service_id = encode("svc", office.practice.botox)
    patients = await office.patient(), await office.patient("Bo Lind", "+13055550143")
    for patient in patients:
        await desk.post("waiting-list", json={"patient_id": patient, "service_id": service_id})
        office.clock.move(timedelta(minutes=1))
    first, second = (await desk.get("waiting-list")).json()["items"]
    await desk.delete(f"waiting-list/{first['id']}")
    assert (await desk.post(f"waiting-list/{first['id']}/rejoin")).status_code == 204
    assert (await desk.get("waiting-list")).json()["items"] == [first, second]

    await desk.delete(f"waiting-list/{first['id']}")
    await desk.post("waiting-list", json={"patient_id": patients[0], "service_id": service_id})
    assert [one["name"] for one in (await desk.get("waiting-list")).json()["items"]] == ["Bo Lind", "Ana Ruiz"]

    await desk.delete(f"waiting-list/{second['id']}")
    office.clock.move(schedule.REGRET + timedelta(minutes=1))
    async with office.database.clinic(office.practice.scope) as session:
        assert await schedule.purge_waiting(session) == 1
    office.clock.move(-schedule.REGRET)
    assert (await desk.post(f"waiting-list/{second['id']}/rejoin")).status_code == 404


async def test_staff_put_a_patient_on_the_list_whom_the_calendar_counts_on_these_days(
    office: Office, desk: httpx.AsyncClient
) -> None:
    wanted = {"patient_id": await office.patient(), "service_id": encode("svc", office.practice.botox)}
    days = {"from_day": "2026-03-26", "until_day": "2026-03-27"}
    assert (await desk.post("waiting-list", json={**wanted, **days, "wish": "after four"})).status_code == 201
    (one,) = (await desk.get("waiting-list")).json()["items"]
    assert (one["name"], one["wish"], one["from_day"]) == ("Ana Ruiz", "after four", "2026-03-26")
    assert one["offered_at"] is None
    counted = [(await desk.get(f"calendar?from=2026-03-{day}")).json()["waiting"] for day in (25, 26, 27, 28)]
    assert counted == [0, 1, 1, 0]
    stranger = {**wanted, "patient_id": encode("pat", new_id())}
    assert (await desk.post("waiting-list", json=stranger)).status_code == 404
    unreachable = {**wanted, "patient_id": await office.patient("Bo Lind", None)}
    assert (await desk.post("waiting-list", json=unreachable)).status_code == 422


async def test_who_waits_is_texted_an_offer_and_the_team_gets_the_answer(
    office: Office, desk: httpx.AsyncClient
) -> None:
    wanted = {"patient_id": await office.patient(), "service_id": encode("svc", office.practice.botox)}
    entry = (await desk.post("waiting-list", json=wanted)).json()["id"]
    text = "Thursday at 2 PM is free. Would you like it?"
    offer = {"text": text, "starts_at": THURSDAY.isoformat(), "idempotency_key": new_id().hex}
    answered = await desk.post(f"waiting-list/{entry}/offer", json=offer)
    assert answered.status_code == 202, answered.text
    await office.work()
    assert office.sms.texts == [offer["text"]]
    assert (await desk.get("waiting-list")).json()["items"][0]["offered_at"] is not None
    unknown = encode("wtl", new_id())
    assert (await desk.post(f"waiting-list/{unknown}/offer", json=offer)).status_code == 404


async def test_an_offer_that_may_not_be_sent_says_why_and_is_not_noted(
    office: Office, desk: httpx.AsyncClient
) -> None:
    wanted = {"patient_id": await office.patient(agreed=False), "service_id": encode("svc", office.practice.botox)}
    entry = (await desk.post("waiting-list", json=wanted)).json()["id"]
    offer = {"text": "Thursday at 2 PM.", "starts_at": THURSDAY.isoformat(), "idempotency_key": new_id().hex}
    refused = await desk.post(f"waiting-list/{entry}/offer", json=offer)
    assert refused.status_code == 409 and "not sent" in refused.json()["detail"]
    assert (await desk.get("waiting-list")).json()["items"][0]["offered_at"] is None


async def test_only_a_time_that_is_free_can_be_offered(office: Office, desk: httpx.AsyncClient) -> None:
    patient, service_id = await office.patient(), encode("svc", office.practice.botox)
    wanted = {
        "patient_id": patient,
        "service_id": service_id,
        "provider_id": encode("prv", office.practice.dr_reyes),
    }
    entry = (await desk.post("waiting-list", json=wanted)).json()["id"]
    taken = office.visit(await office.patient("Bo Lind", "+13055550143"))
    assert (await desk.post("appointments", json=taken)).status_code == 201
    offer = {"text": "Would you like it?", "starts_at": taken["starts_at"], "idempotency_key": new_id().hex}
    refused = await desk.post(f"waiting-list/{entry}/offer", json=offer)
    assert refused.status_code == 409 and "isn't free" in refused.json()["detail"]
    assert office.sms.texts == []

    asked = {key: wanted[key] for key in ("service_id", "provider_id")}
    found = (await desk.get("openings", params={**asked, "from": taken["starts_at"]})).json()["items"]
    times = [datetime.fromisoformat(one["starts_at"]) for one in found]
    assert len(times) == 3 and times == sorted(times) and times[0] > THURSDAY
    answered = await desk.post(f"waiting-list/{entry}/offer", json={**offer, "starts_at": found[0]["starts_at"]})
    assert answered.status_code == 202, answered.text


async def test_openings_keep_to_the_day_and_to_the_part_of_it(office: Office, desk: httpx.AsyncClient) -> None:
    asked = {"service_id": encode("svc", office.practice.botox), "from": "2026-03-26T04:00:00Z"}

    async def hours(**more: str) -> list[str]:
        items = (await desk.get("openings", params={**asked, **more})).json()["items"]
        return [one["starts_at"][:13] for one in items]

    morning, afternoon = await hours(until="2026-03-26"), await hours(part_of_day="afternoon")
    assert morning and all(hour.startswith("2026-03-26") and hour < "2026-03-26T16" for hour in morning)
    assert afternoon and all(hour >= "2026-03-26T16" for hour in afternoon)
    assert await hours(until="2026-03-23") == []
    unknown = {**asked, "service_id": encode("svc", new_id())}
    assert (await desk.get("openings", params=unknown)).status_code == 404
