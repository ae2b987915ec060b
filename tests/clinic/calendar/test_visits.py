"""Visits in the calendar: who may do what, what is in the way, and what is free instead."""

from datetime import timedelta

import httpx
import pytest
from sqlalchemy import select

from mia.clinic.patients.models import TreatmentRow
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.platform.kernel.ids import decode, encode, new_id
from mia.platform.kernel.scope import Role
from mia.platform.realtime.models import FeedRow
from tests.clinic.calendar.conftest import NOON, THURSDAY, Json, Office
from tests.fakes.access import browser

WRITERS = {Role.OWNER, Role.MANAGER, Role.FRONT_DESK}


def requests(office: Office, visit: str, change: str, patient: str) -> list[tuple[str, str, Json | None, bool]]:
    """Each endpoint with a good request, and whether it changes anything."""
    provider = encode("prv", office.practice.nurse_kim)
    block = {"provider_id": provider, "starts_at": "2026-03-30T13:00:00Z", "ends_at": "2026-03-30T14:00:00Z"}
    return [
        ("GET", "/calendar", None, False),
        ("GET", f"/appointments/{visit}", None, False),
        ("POST", "/appointments", office.visit(patient, starts_at="2026-04-02T15:00:00Z"), True),
        ("POST", f"/appointment-changes/{change}/undo", None, True),
        ("PATCH", f"/appointments/{visit}", office.place(THURSDAY + timedelta(hours=1)), True),
        ("POST", f"/appointments/{visit}/outcome", {"outcome": "booked"}, True),
        ("POST", f"/appointments/{visit}/arrival", {"arrival": "confirmed"}, True),
        ("GET", f"/appointments/{visit}/link", None, True),
        ("POST", f"/appointments/{visit}/cancel", {"reason": "Ill"}, True),
        ("POST", "/blocks", {**block, "reason": "Lunch"}, True),
        ("DELETE", f"/blocks/{encode('blk', new_id())}", None, True),
        ("GET", "/calendar-feeds", None, True),
        ("PUT", f"/calendar-feeds/{provider}", {}, True),
        ("DELETE", f"/calendar-feeds/{provider}", None, True),
    ]


async def test_a_closed_day_names_the_next_that_is_open(desk: httpx.AsyncClient) -> None:
    async def next_open(query: str) -> str | None:
        day: str | None = (await desk.get(f"calendar?{query}")).json()["next_open"]
        return day

    assert await next_open("from=2026-03-28") == "2026-03-30"
    assert await next_open("from=2026-03-26") is None
    assert await next_open("from=2026-03-28&days=7") is None


async def booked(desk: httpx.AsyncClient, body: Json) -> Json:
    answer = await desk.post("appointments", json=body)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


@pytest.mark.parametrize("who", [*(role.value for role in Role), "stranger", None])
async def test_each_endpoint_is_open_to_whom_the_table_names(
    office: Office, desk: httpx.AsyncClient, who: str | None
) -> None:
    patient = await office.patient()
    made = await booked(desk, office.visit(patient))
    moved = await desk.patch(
        f"appointments/{made['visit']['id']}", json=office.place(THURSDAY + timedelta(hours=2))
    )
    asked = requests(office, made["visit"]["id"], moved.json()["change_id"], patient)
    async with browser(office.app, office.email(who) if who else None) as client:
        for method, path, body, writes in asked:
            answer = await client.request(method, office.path + path, json=body)
            if who is None:
                assert answer.status_code == 401, path
            elif who == "stranger":
                assert answer.status_code == 404, path
                assert answer.json()["detail"] == "Access denied to this clinic dashboard"
            elif writes and Role(who) not in WRITERS:
                assert answer.status_code == 403, path
            else:
                unknown = path.startswith("/blocks/")
                assert answer.status_code in ((404,) if unknown else (200, 201, 204)), answer.text


async def test_read_only_sees_names_and_no_contacts_or_reasons(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    visit = made["visit"]["id"]
    await desk.post(f"appointments/{visit}/cancel", json={"reason": "Feels unwell"})
    async with browser(office.app, office.email("read_only")) as client:
        story = (await client.get(f"{office.path}/appointments/{visit}")).json()
    assert (story["visit"]["patient_name"], story["visit"]["phone"]) == ("Ana Ruiz", None)
    assert [change["reason"] for change in story["changes"]] == [None, None]
    seen = (await desk.get(f"appointments/{visit}")).json()
    assert seen["visit"]["phone"] == "(305) 555-0142"
    assert [(change["kind"], change["by"], change["reason"]) for change in seen["changes"]] == [
        ("booked", "you", None),
        ("cancelled", "you", "Feels unwell"),
    ]


async def test_the_reasons_of_who_is_forgotten_are_forgotten(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    visit = made["visit"]
    await desk.post(f"appointments/{visit['id']}/cancel", json={"reason": "Feels unwell"})
    async with office.database.clinic(office.practice.scope) as session:
        await schedule.forget_words(session, decode("pat", visit["patient_id"]))
    story = (await desk.get(f"appointments/{visit['id']}")).json()
    assert [change["reason"] for change in story["changes"]] == [None, None]


async def test_a_booking_stands_in_the_calendar_and_is_announced(office: Office, desk: httpx.AsyncClient) -> None:
    body = office.visit(await office.patient())
    made, again = await booked(desk, body), await booked(desk, body)
    assert again["visit"]["id"] == made["visit"]["id"]
    board = (await desk.get("calendar?from=2026-03-23&days=7")).json()
    (visit,) = board["visits"]
    assert visit["id"] == made["visit"]["id"]
    assert (visit["starts_at"], visit["busy_until"]) == ("2026-03-26T18:00:00Z", "2026-03-26T18:45:00Z")
    assert (visit["source"], visit["status"]) == ("staff", "booked")
    assert [day["date"] for day in board["days"]][::6] == ["2026-03-23", "2026-03-29"]
    assert board["today"] == "2026-03-24"
    async with office.database.clinic(office.practice.scope) as session:
        news = (await session.sql.scalars(select(FeedRow.kind))).all()
    assert "appointment.changed" in news


async def test_what_is_in_the_way_is_said_precisely_with_what_is_free(
    office: Office, desk: httpx.AsyncClient
) -> None:
    await booked(desk, office.visit(await office.patient()))
    other = await office.patient("Bo Lind", "+13055550143")
    answer = await desk.post("appointments", json=office.visit(other))
    assert answer.status_code == 409
    refused = answer.json()
    assert [one["kind"] for one in refused["obstacles"]] == ["provider_busy"]
    assert refused["detail"] == "Dr. Reyes has another appointment from 2:00 PM to 2:45 PM, including cleanup."
    assert "Ana" not in answer.text
    assert refused["waivable"] is False
    first, second = refused["alternatives"][:2]
    assert (first["provider"], first["starts_at"]) == ("Nurse Kim", "2026-03-26T18:00:00Z")
    assert (second["provider"], second["starts_at"]) == ("Dr. Reyes", "2026-03-26T17:15:00Z")
    chosen = {name: second[name] for name in ("starts_at", "provider_id", "room_id")}
    await booked(desk, office.visit(other, **chosen))


async def test_a_visit_that_cannot_move_is_not_offered_the_time_it_has(
    office: Office, desk: httpx.AsyncClient
) -> None:
    own = (await booked(desk, office.visit(await office.patient())))["visit"]
    other = await office.patient("Bo Lind", "+13055550143")
    later = THURSDAY + timedelta(minutes=45)
    await booked(desk, office.visit(other, starts_at=later.isoformat()))
    answer = await desk.patch(f"appointments/{own['id']}", json=office.place(later))
    assert answer.status_code == 409, answer.text
    times = [(one["provider"], one["starts_at"]) for one in answer.json()["alternatives"]]
    assert times and ("Dr. Reyes", own["starts_at"]) not in times


async def test_rooms_patients_skills_and_the_past_are_in_the_way_too(
    office: Office, desk: httpx.AsyncClient
) -> None:
    ana = await office.patient()
    made = await booked(desk, office.visit(ana))
    kim = encode("prv", office.practice.nurse_kim)
    same_room = office.visit(ana, provider_id=kim, room_id=made["visit"]["room_id"])
    kinds = [one["kind"] for one in (await desk.post("appointments", json=same_room)).json()["obstacles"]]
    assert kinds == ["room_busy", "patient_busy"]
    lee = office.visit(ana, provider_id=encode("prv", office.practice.lee), starts_at="2026-03-27T15:00:00Z")
    refused = (await desk.post("appointments", json=lee)).json()
    assert refused["detail"] == "Lee does not do Botox."
    past = office.visit(ana, starts_at="2026-03-23T18:00:00Z")
    refused = (await desk.post("appointments", json=past)).json()
    assert refused["detail"] == "Monday, March 23rd at 2:00 PM has passed."


async def test_staff_may_insist_outside_hours_but_never_on_what_is_taken(
    office: Office, desk: httpx.AsyncClient
) -> None:
    early = "2026-03-26T12:00:00Z"  # 8 AM
    body = office.visit(await office.patient(), starts_at=early)
    refused = (await desk.post("appointments", json=body)).json()
    assert refused["waivable"] is True
    assert refused["detail"] == "Main Office is closed from 8:00 AM to 8:30 AM."
    await booked(desk, body | {"outside_hours": True})
    other = office.visit(await office.patient("Bo Lind", "+13055550143"), starts_at=early, outside_hours=True)
    refused = (await desk.post("appointments", json=other)).json()
    assert refused["waivable"] is False


async def test_a_visit_is_moved_and_its_treatment_with_it(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    later = THURSDAY + timedelta(minutes=15)  # overlaps with where it is now: it stands in no one's way
    answer = await desk.patch(f"appointments/{made['visit']['id']}", json=office.place(later))
    assert answer.status_code == 200
    assert answer.json()["visit"]["starts_at"] == "2026-03-26T18:15:00Z"
    assert answer.json()["visit"]["room_id"] == made["visit"]["room_id"]
    async with office.database.clinic(office.practice.scope) as session:
        assert (await session.sql.scalars(select(TreatmentRow.performed_at))).all() == [later]


async def test_a_visit_outlives_its_location(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    async with office.database.clinic(office.practice.scope) as session:
        (main, _) = (await practices.get_practice(session)).locations
        await practices.set_place_status(session, main.id, "retired")
    path = f"appointments/{made['visit']['id']}"
    board = await desk.get("calendar?from=2026-03-26")
    assert [visit["location"] for visit in board.json()["visits"]] == ["Main Office"]
    moved = await desk.patch(path, json=office.place(THURSDAY + timedelta(hours=1)))
    assert (moved.status_code, moved.json()["detail"]) == (409, "Main Office is closed from 3:00 PM to 3:30 PM.")
    cancelled = await desk.post(f"{path}/cancel", json={"reason": "Moved away"})
    assert cancelled.json()["visit"]["status"] == "cancelled"


async def test_who_looked_at_an_older_state_is_told(office: Office, desk: httpx.AsyncClient) -> None:
    visit = (await booked(desk, office.visit(await office.patient())))["visit"]
    hour = timedelta(hours=1)
    moved = await desk.patch(
        f"appointments/{visit['id']}", json=office.place(THURSDAY + hour, seen=visit["updated_at"])
    )
    assert moved.status_code == 200
    late = await desk.patch(
        f"appointments/{visit['id']}", json=office.place(THURSDAY + 2 * hour, seen=visit["updated_at"])
    )
    assert late.status_code == 409
    assert late.json()["detail"] == "Someone else changed this appointment. Please check it again."


async def test_each_change_can_be_taken_back(office: Office, desk: httpx.AsyncClient) -> None:
    made = await booked(desk, office.visit(await office.patient(), tell=False))
    visit = made["visit"]["id"]

    async def undo(change: Json) -> httpx.Response:
        return await desk.post(f"appointment-changes/{change['change_id']}/undo")

    moved = (await desk.patch(f"appointments/{visit}", json=office.place(THURSDAY + timedelta(hours=1)))).json()
    assert (await undo(made)).json()["detail"] == "This appointment has changed since"
    assert (await undo(moved)).json()["starts_at"] == "2026-03-26T18:00:00Z"
    assert (await undo(moved)).status_code == 200  # again is fine
    cancelled = (await desk.post(f"appointments/{visit}/cancel", json={"reason": "Mistake"})).json()
    assert (await undo(cancelled)).json()["status"] == "booked"
    await office.turn_to(THURSDAY + timedelta(minutes=40), desk)
    came = (await desk.post(f"appointments/{visit}/outcome", json={"outcome": "completed"})).json()
    assert (await undo(came)).json()["status"] == "booked"
    async with office.database.clinic(office.practice.scope) as session:
        assert (await session.sql.scalars(select(TreatmentRow.status))).all() == ["scheduled"]
    assert (await undo(made)).json()["status"] == "cancelled"


async def test_a_former_time_that_was_given_away_cannot_be_had_back(
    office: Office, desk: httpx.AsyncClient
) -> None:
    made = await booked(desk, office.visit(await office.patient()))
    cancelled = await desk.post(f"appointments/{made['visit']['id']}/cancel", json={"reason": "Ill"})
    await booked(desk, office.visit(await office.patient("Bo Lind", "+13055550143")))
    answer = await desk.post(f"appointment-changes/{cancelled.json()['change_id']}/undo")
    assert answer.status_code == 409
    assert answer.json()["detail"] == "Its time was given to someone else"


async def test_outcomes_follow_the_visit_and_its_treatment(office: Office, desk: httpx.AsyncClient) -> None:
    visit = (await booked(desk, office.visit(await office.patient())))["visit"]["id"]

    async def end(outcome: str) -> httpx.Response:
        return await desk.post(f"appointments/{visit}/outcome", json={"outcome": outcome})

    assert (await end("completed")).json()["detail"] == "This appointment is still upcoming"
    await office.turn_to(THURSDAY + timedelta(minutes=40), desk)
    for outcome, treatments in (("no_show", []), ("completed", ["completed"]), ("booked", ["scheduled"])):
        assert (await end(outcome)).json()["visit"]["status"] == outcome
        async with office.database.clinic(office.practice.scope) as session:
            assert (await session.sql.scalars(select(TreatmentRow.status))).all() == treatments
    cancelled = await desk.post(f"appointments/{visit}/cancel", json={"reason": "Never came"})
    assert cancelled.status_code == 200
    assert (await end("completed")).status_code == 409


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"starts_at": "2026-03-26T18:00:30Z"}, 422),
        ({"starts_at": "2026-03-26T18:00:00"}, 422),
        ({"starts_at": "9999-12-31T23:59:59Z"}, 422),
        ({"starts_at": "2031-03-26T18:00:00Z"}, 422),
        ({"provider_id": "prv_x"}, 404),
        ({"room_id": encode("rom", new_id())}, 404),
        ({"patient_id": encode("pat", new_id())}, 404),
        ({"service_id": encode("svc", new_id())}, 404),
        ({"colour": "red"}, 422),
    ],
)
async def test_what_makes_no_sense_is_refused(
    office: Office, desk: httpx.AsyncClient, change: Json, status: int
) -> None:
    body = office.visit(await office.patient(), **change)
    assert (await desk.post("appointments", json=body)).status_code == status


async def test_blocked_time_keeps_everybody_out_until_it_is_given_free(
    office: Office, desk: httpx.AsyncClient
) -> None:
    reyes = encode("prv", office.practice.dr_reyes)
    body = {"provider_id": reyes, "starts_at": "2026-03-26T17:00:00Z", "ends_at": "2026-03-26T19:00:00Z"}
    (block,) = (await desk.post("blocks", json={**body, "reason": "Training"})).json()["items"]
    assert (await desk.get("calendar?from=2026-03-26")).json()["blocks"] == [block]
    visit = office.visit(await office.patient())
    refused = (await desk.post("appointments", json=visit | {"outside_hours": True})).json()
    assert refused["detail"] == "Dr. Reyes is blocked from 1:00 PM to 3:00 PM: Training."
    assert (await desk.delete(f"blocks/{block['id']}")).status_code == 204
    await booked(desk, visit)
    refused = (await desk.post("blocks", json={**body, "reason": "Training"})).json()
    assert refused["detail"] == "Dr. Reyes has an appointment on Thursday, March 26th at 2:00 PM."
    room = {"room_id": encode("rom", office.rooms["A"]), "provider_id": reyes}
    assert (await desk.post("blocks", json={**body, **room, "reason": "x"})).status_code == 422
    backwards = {**body, "ends_at": body["starts_at"], "reason": "x"}
    assert (await desk.post("blocks", json=backwards)).status_code == 422


async def test_no_day_is_too_odd_to_be_asked_for(office: Office, desk: httpx.AsyncClient) -> None:
    for query, status in (("from=9999-12-31", 422), ("days=8", 422), ("from=x", 422), ("from=2020-02-29", 200)):
        assert (await desk.get(f"calendar?{query}")).status_code == status
    assert (await desk.get("calendar")).json()["days"][0]["date"] == f"{NOON:%Y-%m-%d}"
