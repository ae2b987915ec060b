"""Mia is tried with a change that is not saved: she answers with it, and nothing of the conversation stays."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.settings import routes as settings_routes
from mia.clinic.tryout import routes
from mia.identity import routes as identity
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from mia.receptionist.receptionist import embedded_receptionist
from mia.voice.resources.assistant.schemas import AssistantBody
from tests.fakes.access import app_of_tests, browser, make_clinic, make_user, settings_of_tests
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.practice import PracticeOfTests, make_practice

WIFI = {"topic": "Wi-Fi", "questions": ["Is there wifi?"], "answer": "Yes, it is called GuestNet."}
BOOKING = ["Botox please, whatever is soonest", "the first one", "Ana Ruiz, 305 555 0142", "yes"]


@pytest.fixture
def app(database: Database) -> FastAPI:
    app = app_of_tests(database, routers=(identity.router, settings_routes.router, routes.router))
    app.state.receptionist = embedded_receptionist()
    app.state.front_desk = FrontDesk(database, MemoryVoice(), settings_of_tests())
    return app


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    practice = await make_practice(database, f"practice-{new_id().hex}")
    for role in Role:
        await make_user(database, f"{role.value}@{practice.slug}.example", {practice.scope.clinic_id: role})
    return practice


@pytest_asyncio.fixture
async def manager(app: FastAPI, practice: PracticeOfTests) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app, f"manager@{practice.slug}.example") as client:
        yield client


async def answers(manager: httpx.AsyncClient, practice: PracticeOfTests, *lines: str, **draft: Any) -> list[str]:
    body = {"lines": lines, **draft}
    told = await manager.post(f"/api/clinics/{practice.slug}/mia-tryouts", json=body)
    assert told.status_code == 200, told.text
    found: list[str] = told.json()["answers"]
    return found


async def test_an_answer_that_is_not_saved_is_given_in_the_try_out_and_nowhere_else(
    manager: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    asked = "do you have wifi for guests?"
    (tried,) = await answers(manager, practice, asked, fact={"value": WIFI})
    (saved,) = await answers(manager, practice, asked)
    assert "GuestNet" in tried and "GuestNet" not in saved


async def test_a_switch_that_is_not_saved_holds_in_the_try_out(
    manager: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    mia = (await manager.get(f"/api/clinics/{practice.slug}/settings")).json()["mia"]["value"]
    may = await answers(manager, practice, *BOOKING[:1])
    may_not = await answers(manager, practice, *BOOKING[:1], mia=mia | {"books_visits": False})
    assert may != may_not
    kept = (await manager.get(f"/api/clinics/{practice.slug}/settings")).json()["mia"]["value"]
    assert kept == mia


async def test_a_visit_that_is_booked_in_a_try_out_leaves_nothing_behind(
    manager: httpx.AsyncClient, practice: PracticeOfTests, database: Database
) -> None:
    tables = ("appointments", "patients", "leads", "conversations", "activities", "tool_runs", "outbox", "tasks")
    before = await _counts(database, practice, tables)
    said = await answers(manager, practice, *BOOKING)
    assert "booked" in said[-1].lower() or "all set" in said[-1].lower(), said
    assert await _counts(database, practice, tables) == before


async def test_a_draft_that_could_not_be_saved_is_refused_and_an_answer_of_nobody_is_not_found(
    manager: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    path = f"/api/clinics/{practice.slug}/mia-tryouts"
    empty = await manager.post(path, json={"lines": ["hi"], "fact": {"value": WIFI | {"answer": ""}}})
    unknown = {"item_id": "fct_00000000000000000000000000", "value": WIFI}
    nowhere = await manager.post(path, json={"lines": ["hi"], "fact": unknown})
    assert (empty.status_code, nowhere.status_code) == (422, 404)


@pytest.mark.parametrize("role", list(Role))
async def test_only_those_who_lead_the_practice_try_her(
    app: FastAPI, practice: PracticeOfTests, role: Role
) -> None:
    async with browser(app, f"{role.value}@{practice.slug}.example") as client:
        told = await client.post(f"/api/clinics/{practice.slug}/mia-tryouts", json={"lines": []})
    assert told.status_code == (200 if role in (Role.OWNER, Role.MANAGER) else 403)


async def test_strangers_try_nobody_elses_mia(app: FastAPI, practice: PracticeOfTests, database: Database) -> None:
    foreign = await make_clinic(database, new_id().hex)
    await make_user(database, f"owner@{foreign.slug}.example", {foreign.id: Role.OWNER})
    path = f"/api/clinics/{practice.slug}/mia-tryouts"
    async with browser(app, f"owner@{foreign.slug}.example") as stranger, browser(app) as nobody:
        refused = [(await one.post(path, json={"lines": []})).status_code for one in (stranger, nobody)]
    assert refused == [404, 401]


async def _counts(database: Database, practice: PracticeOfTests, tables: tuple[str, ...]) -> dict[str, int]:
    async with database.clinic(practice.scope) as session:
        return {name: await session.sql.scalar(text(f"SELECT count(*) FROM {name}")) or 0 for name in tables}


async def test_her_voice_says_words_as_the_draft_has_them_and_nothing_is_saved(
    app: FastAPI, manager: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    path = f"/api/clinics/{practice.slug}"
    mia = (await manager.get(f"{path}/settings")).json()["mia"]["value"]
    draft = mia | {"pronunciations": [{"written": "Reyes", "said_as": "RAY-ess"}]}
    sound = await manager.post(f"{path}/mia-speech", json={"text": "Dr. Reyes", "mia": draft})
    assert (sound.status_code, sound.headers["content-type"], sound.content) == (200, "audio/wav", b"RIFF")
    ((text_said, voice),) = app.state.front_desk.voices.spoken
    (said,) = voice["chunkPlan"]["formatPlan"]["replacements"]
    assert (text_said, said["key"], said["value"]) == ("Dr. Reyes", "Reyes", "RAY-ess")
    assert (await manager.get(f"{path}/settings")).json()["mia"]["value"] == mia
    for refused in ({"text": " "}, {"text": "x" * 201}):
        assert (await manager.post(f"{path}/mia-speech", json=refused)).status_code == 422


async def test_calls_say_names_as_the_practice_wrote_them(
    app: FastAPI, manager: httpx.AsyncClient, practice: PracticeOfTests
) -> None:
    path = f"/api/clinics/{practice.slug}/settings"
    part = (await manager.get(path)).json()["mia"]
    said = [{"written": "Reyes", "said_as": "RAY-ess"}]
    body = {"section": "mia", "version": part["version"], "value": part["value"] | {"pronunciations": said}}
    assert (await manager.put(path, json=body)).json()["mia"]["value"]["pronunciations"] == said
    desk: FrontDesk = app.state.front_desk
    assistant = app.state.front_desk.voices.assistants[await desk.ensure_assistant(practice.scope.clinic_id)]
    AssistantBody.model_validate(assistant)
    assert assistant["voice"]["chunkPlan"]["formatPlan"]["replacements"][0]["value"] == "RAY-ess"
    assert "Dr. Reyes" in assistant["model"]["messages"][0]["content"], "what is written stays"
