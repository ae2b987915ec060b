"""The waiting list as staff see it."""

import httpx

from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import NewWaiting
from mia.platform.kernel.ids import encode, new_id
from tests.clinic.calendar.conftest import NUMBER, Office


async def test_staff_see_who_waits_and_take_them_off(office: Office, desk: httpx.AsyncClient) -> None:
    async with office.database.clinic(office.practice.scope) as session:
        new = NewWaiting("Ana Ruiz", NUMBER, office.practice.botox, wish="Friday morning")
        await schedule.join_waiting_list(session, new)
    (one,) = (await desk.get("waiting-list")).json()["items"]
    assert (one["name"], one["phone"], one["wish"]) == ("Ana Ruiz", NUMBER, "Friday morning")
    assert (await desk.delete(f"waiting-list/{one['id']}")).status_code == 204
    assert (await desk.get("waiting-list")).json()["items"] == []
    assert (await desk.delete(f"waiting-list/{encode('wtl', new_id())}")).status_code == 404


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
    offer = {"text": "Thursday at 2 PM is free. Would you like it?", "idempotency_key": new_id().hex}
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
    offer = {"text": "Thursday at 2 PM is free.", "idempotency_key": new_id().hex}
    refused = await desk.post(f"waiting-list/{entry}/offer", json=offer)
    assert refused.status_code == 409 and "not sent" in refused.json()["detail"]
    assert (await desk.get("waiting-list")).json()["items"][0]["offered_at"] is None
