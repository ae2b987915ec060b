"""Temporary leads that someone keeps: as a patient, or in the pipeline."""

import asyncio
from datetime import timedelta

import httpx
import pytest

from mia.clinic.leads import service as leads
from mia.clinic.patients import service as patients
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import decode
from tests.clinic.leads.conftest import ANA, captured, listed
from tests.fakes.practice import PracticeOfTests, make_patient


async def test_a_lead_kept_as_a_patient_is_one_with_what_they_asked_for(
    desk: httpx.AsyncClient, path: str, database: Database, practice: PracticeOfTests
) -> None:
    lead = await captured(desk, path)
    kept = await desk.post(f"{path}/{lead['id']}/patient")
    assert kept.status_code == 200
    async with database.clinic(practice.scope) as session:
        patient = await patients.get_patient(session, decode("pat", kept.json()["patient_id"]))
    assert (patient.name, patient.phone, patient.email) == ("Ana Ruiz", "+13055550142", "ana@ruiz.example")
    assert patient.note == "Asked about: Botox/Injectables\nBefore a wedding in May."
    found = await listed(desk, path)
    assert (found["items"], found["today"]) == ([], 1)
    assert (await desk.post(f"{path}/{lead['id']}/patient")).status_code == 404


async def test_who_is_a_patient_already_stays_the_same_patient(
    desk: httpx.AsyncClient, path: str, database: Database, practice: PracticeOfTests
) -> None:
    known = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        await patients.save_note(session, known, "Prefers mornings.", 0)
    lead = await captured(desk, path, name="ana  ruíz")
    kept = await desk.post(f"{path}/{lead['id']}/patient")
    assert decode("pat", kept.json()["patient_id"]) == known
    async with database.clinic(practice.scope) as session:
        note = (await patients.get_patient(session, known)).note
    assert note == "Prefers mornings.\n\nAsked about: Botox/Injectables\nBefore a wedding in May."


async def test_a_name_alone_is_enough_for_a_patient(
    desk: httpx.AsyncClient, path: str, database: Database, practice: PracticeOfTests
) -> None:
    lead = (await desk.post(path, json={"name": "Bea Lind"})).json()
    kept = await desk.post(f"{path}/{lead['id']}/patient")
    async with database.clinic(practice.scope) as session:
        patient = await patients.get_patient(session, decode("pat", kept.json()["patient_id"]))
    assert (patient.name, patient.phone, patient.note) == ("Bea Lind", None, None)


async def test_a_lead_kept_in_the_pipeline_is_a_lead_there(
    desk: httpx.AsyncClient, path: str, database: Database, practice: PracticeOfTests
) -> None:
    lead = await captured(desk, path, source="quick_capture")
    kept = await desk.post(f"{path}/{lead['id']}/pipeline")
    assert kept.status_code == 200
    async with database.clinic(practice.scope) as session:
        found = await leads.get_lead(session, decode("led", kept.json()["lead_id"]))
    learned = found.learned
    assert (found.source, learned.name, learned.phone) == ("quick_capture", "Ana Ruiz", "+13055550142")
    assert (learned.interest, learned.message) == ("Botox/Injectables", "Before a wedding in May.")
    assert (await listed(desk, path))["items"] == []
    assert (await desk.post(f"{path}/{lead['id']}/pipeline")).status_code == 404


@pytest.mark.parametrize("action", ["patient", "pipeline", None])
async def test_an_expired_lead_can_be_neither_kept_nor_changed(
    desk: httpx.AsyncClient, path: str, clock: MovableClock, action: str | None
) -> None:
    lead = await captured(desk, path)
    clock.move(timedelta(minutes=30))
    address = f"{path}/{lead['id']}"
    response = await (desk.post(f"{address}/{action}") if action else desk.put(address, json=ANA))
    assert (response.status_code, response.json()["detail"]) == (409, "This lead has expired")


@pytest.mark.race
async def test_of_two_who_keep_one_lead_at_a_time_one_does(desk: httpx.AsyncClient, path: str) -> None:
    lead = await captured(desk, path)
    both = [desk.post(f"{path}/{lead['id']}/{action}") for action in ("patient", "pipeline")]
    assert sorted(answer.status_code for answer in await asyncio.gather(*both)) == [200, 404]


async def test_who_asks_to_be_forgotten_is_gone_at_once_and_nobody_else(
    desk: httpx.AsyncClient, path: str, database: Database, practice: PracticeOfTests
) -> None:
    for name, phone, email in (
        ("Ana Ruiz", "(305) 555-0142", None),
        ("Ana Ruiz", None, "ana@ruiz.example"),
        ("Bea Lind", "(305) 555-0143", "bea@lind.example"),
    ):
        await captured(desk, path, name=name, phone=phone, email=email)
    async with database.clinic(practice.scope) as session:
        assert await leads.erase_temporary(session, ["+13055550142", "ana@ruiz.example"]) == 2
    assert [lead["name"] for lead in (await listed(desk, path))["items"]] == ["Bea Lind"]
