"""A visit's life at the desk: confirmed, checked in, done at a price, noted, and its link handed out."""

from datetime import timedelta
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import select

from mia.clinic.patients.models import TreatmentRow
from mia.clinic.schedule import service as schedule
from mia.platform.kernel.ids import decode, encode
from tests.clinic.calendar.conftest import THURSDAY, Json, Office
from tests.fakes.access import browser

ONE_HOUR = timedelta(hours=1)
UNKNOWN = encode("svc", UUID(int=1))


@pytest_asyncio.fixture
async def visit(office: Office, desk: httpx.AsyncClient) -> str:
    """Botox on Thursday at two."""
    answer = await desk.post("appointments", json=office.visit(await office.patient()))
    made: str = answer.json()["visit"]["id"]
    return made


async def story(desk: httpx.AsyncClient, visit: str) -> Json:
    read: Json = (await desk.get(f"appointments/{visit}")).json()
    return read


async def test_a_visit_is_confirmed_and_checked_in_on_its_day(
    office: Office, desk: httpx.AsyncClient, visit: str
) -> None:
    async def say(arrival: str) -> httpx.Response:
        return await desk.post(f"appointments/{visit}/arrival", json={"arrival": arrival})

    confirmed = await say("confirmed")
    assert (confirmed.json()["visit"]["arrival"], confirmed.json()["notice"]) == ("confirmed", None)
    assert (await say("confirmed")).json()["change_id"] is None
    assert (await say("arrived")).json()["detail"] == "This appointment is on a later day"
    await office.turn_to(THURSDAY - ONE_HOUR, desk)
    assert (await say("arrived")).json()["visit"]["arrival"] == "arrived"
    kinds = [(one["kind"], one["by"]) for one in (await story(desk, visit))["changes"]]
    assert kinds == [("booked", "you"), ("confirmed", "you"), ("arrived", "you")]


async def test_a_confirmation_is_undone_and_does_not_outlive_a_move(
    office: Office, desk: httpx.AsyncClient, visit: str
) -> None:
    async def confirm() -> str:
        answer = await desk.post(f"appointments/{visit}/arrival", json={"arrival": "confirmed"})
        change: str = answer.json()["change_id"]
        return change

    undone = await desk.post(f"appointment-changes/{await confirm()}/undo")
    assert undone.json()["arrival"] == "expected"
    await confirm()
    moved = await desk.patch(f"appointments/{visit}", json=office.place(THURSDAY + ONE_HOUR, tell=False))
    assert moved.json()["visit"]["arrival"] == "expected"
    back = await desk.post(f"appointment-changes/{moved.json()['change_id']}/undo")
    assert back.json()["arrival"] == "confirmed"


async def test_what_is_over_is_not_confirmed_any_more(desk: httpx.AsyncClient, visit: str) -> None:
    await desk.post(f"appointments/{visit}/cancel", json={"reason": "Ill"})
    answer = await desk.post(f"appointments/{visit}/arrival", json={"arrival": "confirmed"})
    assert (answer.status_code, answer.json()["detail"]) == (409, "This appointment is over or canceled")


async def test_a_completed_visit_says_what_was_done_and_what_it_cost(
    office: Office, desk: httpx.AsyncClient, visit: str
) -> None:
    await office.turn_to(THURSDAY + ONE_HOUR, desk)
    facial = encode("svc", office.practice.facial)
    done = {"outcome": "completed", "service_id": facial, "price_cents": 12_500}
    completed = await desk.post(f"appointments/{visit}/outcome", json=done)
    assert completed.status_code == 200, completed.text
    treatment = (await story(desk, visit))["treatment"]
    assert treatment == {"service": "HydraFacial", "price_cents": 12_500, "done": True}
    await desk.post(f"appointment-changes/{completed.json()['change_id']}/undo")
    async with office.database.clinic(office.practice.scope) as session:
        (row,) = (await session.sql.scalars(select(TreatmentRow))).all()
    assert (row.status, row.treatment_name, row.service_id) == ("scheduled", "Botox", office.practice.botox)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"outcome": "completed", "price_cents": 100}, 422),
        ({"outcome": "no_show", "service_id": UNKNOWN}, 422),
        ({"outcome": "completed", "service_id": UNKNOWN}, 404),
        ({"outcome": "completed", "service_id": "svc_x"}, 404),
    ],
)
async def test_what_cannot_have_been_done_is_refused(
    office: Office, desk: httpx.AsyncClient, visit: str, body: Json, status: int
) -> None:
    await office.turn_to(THURSDAY + ONE_HOUR, desk)
    assert (await desk.post(f"appointments/{visit}/outcome", json=body)).status_code == status


async def test_a_note_is_the_teams_and_is_not_written_over_unseen(
    office: Office, desk: httpx.AsyncClient, visit: str
) -> None:
    seen = (await story(desk, visit))["visit"]["updated_at"]
    body = {"note": "Numb her twice", "seen": seen}
    assert (await desk.put(f"appointments/{visit}/note", json=body)).status_code == 200
    assert (await story(desk, visit))["note"] == "Numb her twice"
    assert (await desk.put(f"appointments/{visit}/note", json=body)).status_code == 409
    async with browser(office.app, office.email("read_only")) as reader:
        shown = (await reader.get(f"{office.path}/appointments/{visit}")).json()
    assert (shown["note"], shown["treatment"]) == (None, None)


async def test_the_notes_of_who_is_forgotten_are_forgotten(
    office: Office, desk: httpx.AsyncClient, visit: str
) -> None:
    read = (await story(desk, visit))["visit"]
    await desk.put(f"appointments/{visit}/note", json={"note": "Numb her twice", "seen": read["updated_at"]})
    async with office.database.clinic(office.practice.scope) as session:
        await schedule.forget_words(session, decode("pat", read["patient_id"]))
    assert (await story(desk, visit))["note"] == ""


async def test_staff_hand_out_the_link_by_which_a_patient_moves_a_visit(
    office: Office, desk: httpx.AsyncClient, visit: str
) -> None:
    url = (await desk.get(f"appointments/{visit}/link")).json()["url"]
    async with browser(office.app) as patient:
        page = await patient.get("/v/" + url.rpartition("/")[2])
    assert (page.status_code, "Thursday, March 26" in page.text) == (200, True)
    await desk.post(f"appointments/{visit}/cancel", json={"reason": "Ill"})
    assert (await desk.get(f"appointments/{visit}/link")).status_code == 409
