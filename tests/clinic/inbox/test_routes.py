"""Call & Message History and tasks over HTTP, for everyone who may and may not."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
import structlog
from fastapi import FastAPI
from sqlalchemy import select

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.queue.routes import router as tasks_router
from mia.clinic.inbox.routes import router
from mia.clinic.inbox.service import ActivityStatus, Channel, Line, PastContact, TaskKind
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.identity.routes import router as access_router
from mia.platform.audit.models import AuditEntryRow
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import PracticeOfTests, make_practice, member

NAMES = ["Ana Ruiz", "Leo Park", "Zoë Núñez", "Maria Gomez", "Ana Lopez"]
STATUSES = [
    ActivityStatus.REBOOKED,
    ActivityStatus.SENT,
    ActivityStatus.NO_ANSWER,
    ActivityStatus.FAILED,
    ActivityStatus.SCHEDULED,
]


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(access_router, router, tasks_router))


def contact(occurred_at: datetime, name: str, status: ActivityStatus, lines: tuple[Line, ...] = ()) -> PastContact:
    return PastContact(occurred_at, Channel.PHONE, "inbound", status, name, f"About {name}", lines=lines)


async def enter(session: ClinicSession) -> None:
    """One contact an hour, the first name the newest."""
    now = session.now()
    contacts = [
        contact(now - timedelta(hours=number), name, STATUSES[number], (Line("user", f"I am {name}", 1.5),))
        for number, name in enumerate(NAMES)
    ]
    await inbox.import_contacts(session, contacts, sample=True)


@pytest_asyncio.fixture
async def alice(app: FastAPI, database: Database, practice: PracticeOfTests) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser, in a clinic with five contacts."""
    async with database.clinic(practice.scope) as session:
        await enter(session)
    async with browser(app, await member(database, Role.OWNER, practice), at=practice.slug) as client:
        yield client


async def search(http: httpx.AsyncClient, **body: Any) -> dict[str, Any]:
    answer = await http.post("activities/search", json=body)
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


def names(page: dict[str, Any]) -> list[str]:
    return [item["patient_name"] for item in page["items"]]


async def test_the_newest_stand_first_by_default(alice: httpx.AsyncClient) -> None:
    page = await search(alice)
    assert names(page) == NAMES
    assert page["next_cursor"] is None
    first = page["items"][0]
    assert first["id"].startswith("act_")
    assert (first["action_type"], first["status"], first["channel"]) == ("Call", "Rebooked", "phone")
    assert (first["outcome"], first["sample"], first["has_transcript"]) == ("About Ana Ruiz", True, True)


async def test_the_oldest_stand_first_when_asked(alice: httpx.AsyncClient) -> None:
    assert names(await search(alice, direction="asc")) == NAMES[::-1]


@pytest.mark.parametrize("direction", ["asc", "desc"])
async def test_statuses_are_sorted_by_their_words(alice: httpx.AsyncClient, direction: str) -> None:
    page = await search(alice, sort="status", direction=direction)
    found = [item["status"] for item in page["items"]]
    assert found == sorted(found, reverse=direction == "desc")


@pytest.mark.parametrize("sort", ["timestamp", "status"])
@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize("limit", [1, 2, 5])
async def test_pages_hold_each_contact_once_even_with_newcomers(
    alice: httpx.AsyncClient, database: Database, practice: PracticeOfTests, sort: str, direction: str, limit: int
) -> None:
    found: list[str] = []
    cursor = None
    while True:
        page = await search(alice, sort=sort, direction=direction, limit=limit, cursor=cursor)
        found += [name for name in names(page) if name != "New Patient"]
        cursor = page["next_cursor"]
        if cursor is None:
            break
        async with database.clinic(practice.scope) as session:
            newcomer = contact(session.now(), "New Patient", ActivityStatus.SENT)
            await inbox.import_contacts(session, [newcomer] if len(found) < len(NAMES) else [], sample=True)
    assert sorted(found) == sorted(NAMES)


@pytest.mark.parametrize(
    ("patient", "expected"),
    [
        ("ana", ["Ana Ruiz", "Ana Lopez"]),
        ("RUIZ", ["Ana Ruiz"]),
        ("zoe nunez", ["Zoë Núñez"]),
        ("  ", NAMES),
        ("nobody", []),
        ("%", []),
    ],
)
async def test_names_are_found_in_any_case_and_without_accents(
    alice: httpx.AsyncClient, patient: str, expected: list[str]
) -> None:
    assert names(await search(alice, patient=patient)) == expected


async def test_a_filtered_list_has_pages_too(alice: httpx.AsyncClient) -> None:
    first = await search(alice, patient="ana", limit=1)
    second = await search(alice, patient="ana", limit=1, cursor=first["next_cursor"])
    assert names(first) + names(second) == ["Ana Ruiz", "Ana Lopez"]


@pytest.mark.parametrize("cursor", ["x", "bm9uc2Vuc2U=", "W10=", "é", "W251bGxd"])
async def test_a_cursor_that_is_none_is_refused(alice: httpx.AsyncClient, cursor: str) -> None:
    answer = await alice.post("activities/search", json={"cursor": cursor})
    assert answer.status_code == 422
    assert "cursor" in answer.json()["errors"]


async def test_a_cursor_of_another_order_is_refused(alice: httpx.AsyncClient) -> None:
    page = await search(alice, limit=1)
    answer = await alice.post("activities/search", json={"cursor": page["next_cursor"], "direction": "asc"})
    assert answer.status_code == 422


@pytest.mark.parametrize("body", [{"limit": 0}, {"limit": 101}, {"sort": "name"}, {"direction": "up"}, {"page": 1}])
async def test_a_search_that_makes_no_sense_is_refused(alice: httpx.AsyncClient, body: dict[str, Any]) -> None:
    assert (await alice.post("activities/search", json=body)).status_code == 422


async def test_a_transcript_is_read_and_the_reading_is_audited(
    alice: httpx.AsyncClient, database: Database, practice: PracticeOfTests
) -> None:
    activity_id = (await search(alice))["items"][0]["id"]
    detail = (await alice.get(f"activities/{activity_id}")).json()
    assert detail["transcript"] == [{"role": "user", "text": "I am Ana Ruiz", "at_seconds": 1.5}]
    assert detail["summary"] == "About Ana Ruiz"
    async with database.clinic(practice.scope) as session:
        actions = await session.sql.scalars(select(AuditEntryRow.action).where(AuditEntryRow.user_id.is_not(None)))
        assert {"activity.read", "transcript.read"} <= set(actions)


async def test_a_contact_says_how_its_patient_is_reached(
    alice: httpx.AsyncClient, database: Database, practice: PracticeOfTests
) -> None:
    async with database.clinic(practice.scope) as session:
        (patient_id,) = await patients.import_patients(session, [NewPatient("Ana Ruiz", "+13055550142")])
        newest = replace(contact(session.now(), "Ana Ruiz", ActivityStatus.ANSWERED), patient_id=patient_id)
        await inbox.import_contacts(session, [newest], sample=True)
    first, stranger = (await search(alice))["items"][:2]
    person = (await alice.get(f"activities/{first['id']}")).json()["person"]
    assert (person["patient_id"], person["phone"]) == (encode("pat", patient_id), "+13055550142")
    assert person["thread_id"] is None and person["no_text"]
    assert (await alice.get(f"activities/{stranger['id']}")).json()["person"] is None


async def test_tasks_are_listed_and_completed(
    alice: httpx.AsyncClient, database: Database, practice: PracticeOfTests
) -> None:
    async with database.clinic(practice.scope) as session:
        await inbox.open_task(session, TaskKind.FOLLOW_UP, "Ana Ruiz asked for Botox")
        await inbox.open_task(session, TaskKind.EMERGENCY, "Lips turning white", phone="+13055550142")
    items = (await alice.get("tasks")).json()["items"]
    assert [item["kind"] for item in items] == ["emergency", "follow_up"]
    assert items[0]["phone"] == "+13055550142"
    for _ in range(2):
        assert (await alice.post(f"tasks/{items[0]['id']}/complete")).status_code == 204
    assert [item["kind"] for item in (await alice.get("tasks")).json()["items"]] == ["follow_up"]
    assert len((await alice.get("tasks", params={"status": "all"})).json()["items"]) == 2


ROUTES = [
    ("POST", "activities/search"),
    ("GET", f"activities/{encode('act', UUID(int=1))}"),
    ("GET", "tasks"),
    ("POST", f"tasks/{encode('tsk', UUID(int=1))}/complete"),
]


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_anonymous_gets_401_and_a_stranger_404(
    app: FastAPI, database: Database, practice: PracticeOfTests, method: str, path: str
) -> None:
    url = f"/api/clinics/{practice.slug}/{path}"
    async with browser(app) as nobody:
        assert (await nobody.request(method, url, json={})).status_code == 401
    elsewhere = await make_practice(database, f"practice-{new_id().hex}")
    async with browser(app, await member(database, Role.OWNER, elsewhere)) as charlie:
        assert (await charlie.request(method, url, json={})).status_code == 404


async def test_a_foreign_contact_and_task_are_not_found(
    alice: httpx.AsyncClient, app: FastAPI, database: Database
) -> None:
    activity_id = (await search(alice))["items"][0]["id"]
    elsewhere = await make_practice(database, f"practice-{new_id().hex}")
    async with database.clinic(elsewhere.scope) as session:
        task_id = encode("tsk", await inbox.open_task(session, TaskKind.FOLLOW_UP, "Somebody else's"))
    assert (await alice.post(f"tasks/{task_id}/complete")).status_code == 404
    async with browser(app, await member(database, Role.OWNER, elsewhere)) as charlie:
        answer = await charlie.get(f"/api/clinics/{elsewhere.slug}/activities/{activity_id}")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("role", "statuses"),
    [
        (Role.READ_ONLY, [200, 403, 403, 403]),
        (Role.PROVIDER, [200, 404, 200, 404]),
        (Role.OWNER, [200, 404, 200, 404]),
    ],
)
async def test_a_limited_role_reads_the_list_but_no_transcript(
    app: FastAPI, database: Database, practice: PracticeOfTests, role: Role, statuses: list[int]
) -> None:
    async with browser(app, await member(database, role, practice)) as bob:
        answers = [
            await bob.request(method, f"/api/clinics/{practice.slug}/{path}", json={} if method == "POST" else None)
            for method, path in ROUTES
        ]
    assert [answer.status_code for answer in answers] == statuses


async def test_no_name_stands_in_a_log(alice: httpx.AsyncClient) -> None:
    with structlog.testing.capture_logs() as logs:
        activity_id = (await search(alice, patient="Ana Ruiz"))["items"][0]["id"]
        await alice.get(f"activities/{activity_id}")
        await alice.post("activities/search", json={"patient": "Ana Ruiz", "limit": "x"})
    assert "Ruiz" not in repr(logs)
