"""Overbooking: a person puts a visit on top of another of the provider, with a reason; Mia and programs never."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.models import AppointmentRow
from mia.clinic.schedule.service import Booked, Insistence, Place, Taken, Wish
from mia.identity import service as identity
from mia.platform.kernel.errors import Forbidden
from mia.platform.kernel.ids import decode, new_id
from tests.clinic.calendar.conftest import THURSDAY, Json, Office
from tests.fakes.practice import SIGNER

WHY = "Dr. Reyes agreed, numbing takes the first half"


async def posted(desk: httpx.AsyncClient, body: Json) -> Json:
    answer = await desk.post("appointments", json=body)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


async def test_a_person_overbooks_a_provider_with_a_reason_in_another_room(
    office: Office, desk: httpx.AsyncClient
) -> None:
    first = (await posted(desk, office.visit(await office.patient())))["visit"]
    other = office.visit(await office.patient("Bo Lind", "+13055550143"))
    refused = await desk.post("appointments", json=other)
    assert (refused.status_code, refused.json()["overbookable"], refused.json()["waivable"]) == (409, True, False)
    assert (await desk.post("appointments", json=other | {"overbook": " "})).status_code == 422
    second = (await posted(desk, other | {"overbook": WHY}))["visit"]
    assert (first["overbooked"], second["overbooked"]) == (False, True)
    assert second["room_id"] != first["room_id"]
    story = (await desk.get(f"appointments/{second['id']}")).json()
    assert [(one["kind"], one["reason"]) for one in story["changes"]] == [("booked", WHY)]


async def test_a_reason_where_nothing_is_in_the_way_overbooks_nothing(
    office: Office, desk: httpx.AsyncClient
) -> None:
    made = await posted(desk, office.visit(await office.patient(), overbook=WHY))
    assert made["visit"]["overbooked"] is False


@pytest.mark.parametrize("taken", ["room", "patient", "block"])
async def test_a_room_a_patient_and_blocked_time_are_never_overbooked(
    office: Office, desk: httpx.AsyncClient, taken: str
) -> None:
    ana = await office.patient()
    first = (await posted(desk, office.visit(ana)))["visit"]
    bo = await office.patient("Bo Lind", "+13055550143")
    body = office.visit(ana if taken == "patient" else bo, overbook=WHY)
    if taken == "room":
        body["room_id"] = first["room_id"]
    if taken == "block":
        hour = {"starts_at": "2026-03-26T19:00:00Z", "ends_at": "2026-03-26T20:00:00Z", "reason": "Training"}
        assert (await desk.post("blocks", json=hour | {"provider_id": first["provider_id"]})).status_code == 201
        body["starts_at"] = "2026-03-26T18:30:00Z"
    answer = await desk.post("appointments", json=body)
    assert (answer.status_code, answer.json()["overbookable"]) == (409, False)


async def test_a_visit_moves_into_an_overbooked_place_and_back_by_undo(
    office: Office, desk: httpx.AsyncClient
) -> None:
    await posted(desk, office.visit(await office.patient()))
    later = office.visit(await office.patient("Bo Lind", "+13055550143"), starts_at="2026-03-26T20:00:00Z")
    visit = (await posted(desk, later))["visit"]

    async def move(**place: Any) -> Json:
        answer = await desk.patch(f"appointments/{visit['id']}", json=office.place(THURSDAY) | place)
        assert answer.status_code == 200, answer.text
        moved: Json = answer.json()
        return moved

    over = await move(overbook=WHY)
    assert over["visit"]["overbooked"] is True
    away = await move(starts_at="2026-03-26T20:00:00Z")
    assert away["visit"]["overbooked"] is False
    back = (await desk.post(f"appointment-changes/{away['change_id']}/undo")).json()
    assert (back["starts_at"], back["overbooked"]) == ("2026-03-26T18:00:00Z", True)


async def test_a_program_and_a_service_overbook_nothing(office: Office, desk: httpx.AsyncClient) -> None:
    await posted(desk, office.visit(await office.patient()))
    bo = decode("pat", await office.patient("Bo Lind", "+13055550143"))
    place = Place(THURSDAY, office.practice.dr_reyes)
    mia = identity.service_scope(office.practice.scope.clinic_id, "mia")
    async with office.database.clinic(mia) as session:
        with pytest.raises(Forbidden):
            await schedule.place_visit(
                session, bo, office.practice.botox, place, idempotency_key="mia", insist=Insistence(overbook=WHY)
            )


async def test_mia_books_neither_over_a_visit_nor_over_one_that_was_overbooked(
    office: Office, desk: httpx.AsyncClient
) -> None:
    """Its provider's constraint leaves an overbooked visit out: that Mia does not see it as free is asked here."""
    wish = Wish(office.practice.botox, near=THURSDAY, provider_id=office.practice.dr_reyes)
    async with office.database.clinic(office.practice.scope) as session:
        (offer,) = (await schedule.offer_slots(session, SIGNER, wish, limit=1)).offers
    first = (await posted(desk, office.visit(await office.patient())))["visit"]
    await posted(desk, office.visit(await office.patient("Bo Lind", "+13055550143"), overbook=WHY))
    caller = decode("pat", await office.patient("Cy Moss", "+13055550144"))

    async def book() -> Booked | Taken | schedule.Expired:
        async with office.database.clinic(office.practice.scope) as session:
            return await schedule.book(
                session, SIGNER, offer.token, caller, source="mia", idempotency_key=new_id().hex
            )

    assert isinstance(await book(), Taken)
    await desk.post(f"appointments/{first['id']}/cancel", json={"reason": "Ill"})
    taken = await book()  # the overbooked visit alone stands there now
    assert isinstance(taken, Taken)
    assert all(one.starts_at != THURSDAY for one in taken.offers if one.provider_id == office.practice.dr_reyes)


async def test_the_database_keeps_visits_apart_that_no_person_overbooked(
    office: Office, desk: httpx.AsyncClient
) -> None:
    await posted(desk, office.visit(await office.patient()))
    over = await posted(desk, office.visit(await office.patient("Bo Lind", "+13055550143"), overbook=WHY))
    row = decode("apt", over["visit"]["id"])
    with pytest.raises(IntegrityError, match="ex_appointments_provider"):
        async with office.database.clinic(office.practice.scope) as session:
            await session.sql.execute(
                update(AppointmentRow).where(AppointmentRow.id == row).values(overbooked_by=None)
            )


async def test_what_is_overbooked_can_end_and_free_its_place(office: Office, desk: httpx.AsyncClient) -> None:
    await posted(desk, office.visit(await office.patient()))
    over = await posted(desk, office.visit(await office.patient("Bo Lind", "+13055550143"), overbook=WHY))
    await office.turn_to(THURSDAY + timedelta(minutes=30), desk)
    answer = await desk.post(f"appointments/{over['visit']['id']}/outcome", json={"outcome": "completed"})
    assert (answer.status_code, answer.json()["visit"]["overbooked"]) == (200, True)
