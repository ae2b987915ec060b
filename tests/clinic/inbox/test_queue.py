"""The queue of tasks: who has them, when they are due, and what they are about."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.queue.routes import router
from mia.clinic.inbox.service import Channel, TaskKind
from mia.identity.routes import router as access_router
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice, member

NUMBER = "+13055550142"


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(access_router, router))


@pytest_asyncio.fixture
async def riley(app: FastAPI, database: Database, practice: PracticeOfTests) -> AsyncIterator[httpx.AsyncClient]:
    """The front desk's browser."""
    async with browser(app, await member(database, Role.FRONT_DESK, practice), at=practice.slug) as client:
        yield client


@pytest_asyncio.fixture
async def opened(database: Database, practice: PracticeOfTests) -> dict[str, str]:
    """One task of each kind, by kind."""
    async with database.clinic(practice.scope) as session:
        return {
            kind.value: encode("tsk", await inbox.open_task(session, kind, f"About {kind.value}", phone=NUMBER))
            for kind in TaskKind
        }


async def kinds(http: httpx.AsyncClient, **params: Any) -> list[str]:
    answer = await http.get("tasks", params=params)
    assert answer.status_code == 200, answer.text
    return [item["kind"] for item in answer.json()["items"]]


async def test_what_is_due_first_stands_behind_emergencies(
    riley: httpx.AsyncClient, opened: dict[str, str], clock: MovableClock
) -> None:
    due = (clock.now() - timedelta(hours=1)).isoformat()
    changed = await riley.patch(f"tasks/{opened['call_back']}", json={"due_at": due})
    assert changed.status_code == 200, changed.text
    assert await kinds(riley) == ["emergency", "call_back", "follow_up"]
    assert await kinds(riley, due="overdue") == ["call_back"]
    assert (await riley.get("tasks/counts")).json() == {"open": 3, "urgent": 1, "overdue": 1, "mine": 0}


async def test_a_task_has_an_owner_and_is_found_by_them(riley: httpx.AsyncClient, opened: dict[str, str]) -> None:
    (owner,) = [one for one in (await riley.get("tasks/owners")).json() if one["active"]]
    path = f"tasks/{opened['follow_up']}"
    assert (await riley.patch(path, json={"owner_id": owner["id"]})).json()["owner_id"] == owner["id"]
    assert await kinds(riley, owner=owner["id"]) == ["follow_up"]
    assert await kinds(riley, owner="none") == ["emergency", "call_back"]
    assert (await riley.get("tasks/counts")).json()["mine"] == 1
    assert (await riley.patch(path, json={"owner_id": None})).json()["owner_id"] is None


async def test_a_change_of_nothing_leaves_the_task_and_a_time_beyond_calendars_is_refused(
    riley: httpx.AsyncClient, opened: dict[str, str]
) -> None:
    path = f"tasks/{opened['follow_up']}"
    before = next(one for one in (await riley.get("tasks")).json()["items"] if one["id"] == opened["follow_up"])
    assert (await riley.patch(path, json={})).json() == before
    assert (await riley.patch(path, json={"due_at": "9999-12-31T23:59:59-14:00"})).status_code == 422


async def test_no_one_who_may_not_work_on_tasks_is_given_one(
    riley: httpx.AsyncClient, opened: dict[str, str], database: Database, practice: PracticeOfTests
) -> None:
    await member(database, Role.READ_ONLY, practice)
    reader = next(one for one in (await riley.get("tasks/owners")).json() if not one["active"])
    for owner_id in (reader["id"], encode("usr", new_id())):
        answer = await riley.patch(f"tasks/{opened['follow_up']}", json={"owner_id": owner_id})
        assert answer.status_code == 422
        assert answer.json()["errors"]["owner_id"]


async def test_a_snoozed_task_comes_back_by_itself(
    riley: httpx.AsyncClient, opened: dict[str, str], clock: MovableClock
) -> None:
    until = (clock.now() + timedelta(minutes=5)).isoformat()
    await riley.patch(f"tasks/{opened['follow_up']}", json={"snoozed_until": until})
    assert await kinds(riley) == ["emergency", "call_back"]
    assert await kinds(riley, status="snoozed") == ["follow_up"]
    clock.move(timedelta(minutes=6))
    assert await kinds(riley, status="snoozed") == []
    assert "follow_up" in await kinds(riley)


async def test_news_of_a_conversation_wakes_its_task(
    riley: httpx.AsyncClient, database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    async with database.clinic(practice.scope) as session:
        talk = (await inbox.start_conversation(session, Channel.PHONE)).id
        task_id = await inbox.open_task(session, TaskKind.CALL_BACK, "Asked twice", conversation_id=talk)
    until = (clock.now() + timedelta(days=1)).isoformat()
    await riley.patch(f"tasks/{encode('tsk', task_id)}", json={"snoozed_until": until})
    assert await kinds(riley) == []
    async with database.clinic(practice.scope) as session:
        await inbox.open_task(session, TaskKind.CALL_BACK, "Asked again", conversation_id=talk)
    assert await kinds(riley) == ["call_back"]


@pytest.mark.parametrize(("kind", "hours", "status"), [("emergency", 1, 409), ("follow_up", -1, 422)])
async def test_what_cannot_be_snoozed_is_not(
    riley: httpx.AsyncClient, opened: dict[str, str], clock: MovableClock, kind: str, hours: int, status: int
) -> None:
    until = (clock.now() + timedelta(hours=hours)).isoformat()
    assert (await riley.patch(f"tasks/{opened[kind]}", json={"snoozed_until": until})).status_code == status


async def test_a_done_task_is_reopened(riley: httpx.AsyncClient, opened: dict[str, str]) -> None:
    path = f"tasks/{opened['call_back']}"
    await riley.post(f"{path}/complete")
    assert await kinds(riley, status="done") == ["call_back"]
    assert (await riley.patch(path, json={"owner_id": None})).status_code == 409
    for _ in range(2):
        assert (await riley.post(f"{path}/reopen")).status_code == 204
    assert "call_back" in await kinds(riley)


async def test_of_a_conversation_only_the_newest_task_is_open(
    riley: httpx.AsyncClient, database: Database, practice: PracticeOfTests
) -> None:
    async with database.clinic(practice.scope) as session:
        talk = (await inbox.start_conversation(session, Channel.PHONE)).id
        first = await inbox.open_task(session, TaskKind.CALL_BACK, "First", conversation_id=talk)
        await inbox.complete_task(session, first)
        await inbox.open_task(session, TaskKind.CALL_BACK, "Second", conversation_id=talk)
    assert (await riley.post(f"tasks/{encode('tsk', first)}/reopen")).status_code == 409


async def test_a_task_says_whom_it_is_about(
    riley: httpx.AsyncClient, opened: dict[str, str], database: Database, practice: PracticeOfTests
) -> None:
    ana = await make_patient(database, practice, "Ana Ruiz", NUMBER)
    async with database.clinic(practice.scope) as session:
        thread = await inbox.ensure_thread(session, NUMBER)
    found = (await riley.get(f"tasks/{opened['call_back']}")).json()
    assert (found["task"]["patient_id"], found["task"]["patient_name"]) == (encode("pat", ana), "Ana Ruiz")
    assert (found["activity_id"], found["thread_id"]) == (None, encode("thr", thread))


async def test_a_task_of_a_call_has_the_call_and_the_messages_with_the_person(
    riley: httpx.AsyncClient, database: Database, practice: PracticeOfTests
) -> None:
    ana = await make_patient(database, practice, "Ana Ruiz", NUMBER)
    async with database.clinic(practice.scope) as session:
        call = await inbox.start_conversation(session, Channel.PHONE)
        await inbox.link_patient(session, call.id, ana)
        await inbox.note_in_progress(session, call, "Ana Ruiz")
        task_id = await inbox.open_task(session, TaskKind.CALL_BACK, "A question", conversation_id=call.id)
        thread = await inbox.ensure_thread(session, NUMBER)
    found = (await riley.get(f"tasks/{encode('tsk', task_id)}")).json()
    assert found["activity_id"].startswith("act_")
    assert found["thread_id"] == encode("thr", thread)
    assert (found["task"]["phone"], found["phone"]) == (None, NUMBER)


@pytest.mark.parametrize(
    ("method", "path"), [("GET", ""), ("PATCH", ""), ("POST", "/complete"), ("POST", "/reopen")]
)
async def test_a_foreign_task_is_not_found(
    riley: httpx.AsyncClient, database: Database, method: str, path: str
) -> None:
    elsewhere = await make_practice(database, f"practice-{new_id().hex}")
    async with database.clinic(elsewhere.scope) as session:
        foreign: UUID = await inbox.open_task(session, TaskKind.FOLLOW_UP, "Somebody else's")
    answer = await riley.request(method, f"tasks/{encode('tsk', foreign)}{path}", json={})
    assert answer.status_code == 404
