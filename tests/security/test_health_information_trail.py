"""Looking at health information leaves an entry in the audit log: every route is found in the table, and asked."""

import re
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import httpx
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel, InboundText, Line
from mia.clinic.oncall import service as oncall
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import NewWaiting
from mia.identity import service as identity
from mia.identity.matrix import MATRIX
from mia.identity.permissions import Permission
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import DEMO_PASSWORD
from mia.sandbox.demo.seed import seed
from tests.fakes.access import browser, settings_of_tests
from tests.fakes.practice import ZONE

READS = {
    Permission.READ_HISTORY,
    Permission.READ_TRANSCRIPTS,
    Permission.READ_APPOINTMENTS,
    Permission.READ_PATIENTS,
    Permission.READ_TASKS,
}
"""Permissions under which names, contacts or words of patients are shown."""

DAY_IS = {"/api/clinics/{slug}/appointments": "date", "/api/clinics/{slug}/calendar": "from"}
"""Parameters of the routes that show a day; the practice is shut on Sundays."""

_COUNTS = ("alerts", "tasks/counts", "tasks/owners", "conversations/counts")
ABOUT_STAFF = {("GET", f"/api/clinics/{{slug}}/{path}") for path in _COUNTS}
"""Who of the team was alerted or may own a task, and how many there are: every page of a clinic asks for it."""

ROUTES = [key for key, rule in MATRIX.items() if rule in READS and key not in ABOUT_STAFF]
SLUG = "downtown-medspa"

READING = [(method, path) for method, path in MATRIX if method == "GET" or path.endswith(("/search", "/export"))]
"""Routes that could tell something; those that change something are asked nowhere here."""

ENDLESS, SANDBOX = "/api/clinics/{slug}/events", "/sandbox/"
"""Not asked: the stream, and the demo's own mailbox and phones, which production does not have."""

SAID, SOUND = "My lips have been numb since the filler", b"OggS" + bytes(1000)


@pytest_asyncio.fixture
async def owner(app: FastAPI, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    """The owner of the demo practice, which has patients, visits and calls, and here texts too."""
    await seed(database, settings_of_tests())
    async with database.system(SystemScope.LOGIN) as session:
        clinic = await identity.find_clinic(session, SLUG)
    assert clinic is not None
    async with database.clinic(identity.service_scope(clinic.id, "test")) as of_clinic:
        await inbox.receive_text(of_clinic, InboundText(new_id().hex, "+13055550142", SAID))
        await _record_call(of_clinic)
        service_id = (await schedule.list_services(of_clinic))[0].id
        await schedule.join_waiting_list(
            of_clinic, NewWaiting("Ana Ruiz", "+13055550142", service_id, wish="mornings")
        )
    async with browser(app) as client:
        body = {"email": f"owner@{SLUG}.example", "password": DEMO_PASSWORD}
        assert (await client.post("/api/session", json=body)).status_code == 200
        yield client


async def _record_call(session: ClinicSession) -> None:
    """The newest contact of the practice: a call with its words and its sound."""
    call = await inbox.start_conversation(session, Channel.PHONE, voice_id=new_id().hex)
    await inbox.note_in_progress(session, call, "Ana Ruiz")
    await inbox.note_recording_answer(session, call.id, "granted", session.now())
    assert await inbox.keep_recording(session, call.id, SOUND)
    lines = [Line("user", SAID, 1.0)]
    now = session.now()
    await inbox.close_conversation(
        session, call, ended_at=now, ended_reason="hangup", summary="Asked a question", lines=lines
    )


async def names_and_words(database: Database) -> set[str]:
    """Every name of a patient or lead of the practice, and everything that was said to it."""
    async with database.system(SystemScope.LOGIN) as system:
        clinic = await identity.find_clinic(system, SLUG)
    assert clinic is not None
    async with database.clinic(identity.service_scope(clinic.id, "test")) as session:
        sealed = text(
            "SELECT name_sealed FROM patients UNION SELECT name_sealed FROM leads "
            "UNION SELECT text_sealed FROM messages WHERE role = 'user'"
        )
        return {session.unseal(value) for value in await session.sql.scalars(sealed)}


async def entries(database: Database) -> list[dict[str, Any]]:
    """What people did in the practice, oldest first."""
    async with database.system(SystemScope.LOGIN) as session:
        clinic = await identity.find_clinic(session, SLUG)
    assert clinic is not None
    async with database.system(SystemScope.CRON) as session:
        query = text(
            "SELECT action, kind, outcome, cardinality(object_ids) AS objects FROM audit_entries "
            "WHERE tenant_id = :id AND user_id IS NOT NULL ORDER BY at, id"
        )
        return [dict(row._mapping) for row in await session.sql.execute(query, {"id": clinic.id})]


async def next_visit(client: httpx.AsyncClient) -> dict[str, Any]:
    """The first visit of the week to come."""
    board = await client.get(f"/api/clinics/{SLUG}/calendar?days=7")
    visit: dict[str, Any] = board.json()["visits"][0]
    return visit


async def known(client: httpx.AsyncClient, name: str) -> str:
    """An id of something that is there, by the name it has in path templates."""
    if name == "appointment_id":
        return str((await next_visit(client))["id"])
    if name == "lead_id":
        board = (await client.get(f"/api/clinics/{SLUG}/leads")).json()
        return next(str(lead["id"]) for column in board["columns"] for lead in column["leads"])
    if name == "task_id":
        return str((await client.get(f"/api/clinics/{SLUG}/tasks")).json()["items"][0]["id"])
    where = {"patient_id": "patients", "activity_id": "activities", "conversation_id": "conversations"}.get(name)
    if where is None:
        return "x"
    found = await client.post(f"/api/clinics/{SLUG}/{where}/search", json={})
    assert found.status_code == 200, found.text
    return str(found.json()["items"][0]["id"])


async def url_of(client: httpx.AsyncClient, path: str) -> str:
    """The address of a route, with ids of things that are there and a day that is worked on."""
    url = path.replace("{slug}", SLUG)
    for name in re.findall(r"{(\w+)}", url):
        url = url.replace(f"{{{name}}}", await known(client, name))
    if path in DAY_IS:
        day = datetime.fromisoformat((await next_visit(client))["starts_at"]).astimezone(ZONE).date()
        url += f"?{DAY_IS[path]}={day}"
    return url


async def test_each_reading_leaves_a_line(owner: httpx.AsyncClient, database: Database) -> None:
    silent = []
    for method, path in ROUTES:
        url = await url_of(owner, path)
        before = len(await entries(database))
        answer = await owner.request(method, url, json=None if method == "GET" else {})
        assert answer.status_code == 200, f"{method} {path}: {answer.text}"
        new = (await entries(database))[before:]
        if not new or any(entry["kind"] == "session" or entry["outcome"] != "ok" for entry in new):
            silent.append((method, path, new))
    assert silent == []
    assert len(ROUTES) >= 10


async def test_looking_at_a_page_without_patients_leaves_no_line(
    owner: httpx.AsyncClient, database: Database
) -> None:
    async with database.system(SystemScope.LOGIN) as system:
        clinic = await identity.find_clinic(system, SLUG)
    assert clinic is not None
    async with database.clinic(identity.service_scope(clinic.id, "test")) as session:
        task_id = await inbox.open_task(session, inbox.TaskKind.EMERGENCY, SAID, phone="+13055550142")
        await oncall.raise_alert(session, task_id)
    before = await entries(database)
    answer = await owner.get(f"/api/clinics/{SLUG}/alerts")
    assert len(answer.json()["items"]) >= 1
    assert SAID not in answer.text and "555-0142" not in answer.text
    assert await entries(database) == before


async def test_nothing_of_a_patient_is_told_without_an_entry(owner: httpx.AsyncClient, database: Database) -> None:
    about = await names_and_words(database)
    telling, silent = [], []
    for method, path in READING:
        if path == ENDLESS or SANDBOX in path:
            continue
        url = await url_of(owner, path)
        before = len(await entries(database))
        answer = await owner.request(method, url, json=None if method == "GET" else {})
        told = any(each in answer.text for each in about) or SOUND in answer.content
        new = (await entries(database))[before:]
        if told:
            telling.append(path.rpartition("{slug}")[2])
            if not any(entry["kind"] != "session" and entry["outcome"] == "ok" for entry in new):
                silent.append((method, path))
    assert silent == []
    assert set(telling) >= {
        "/patients/search", "/patients/export", "/patients/{patient_id}", "/patients/{patient_id}/record",
        "/activities/search", "/activities/{activity_id}", "/activities/{activity_id}/recording", "/calls/search",
        "/conversations/search", "/conversations/{conversation_id}", "/leads", "/leads/{lead_id}", "/tasks",
        "/appointments", "/appointments/{appointment_id}", "/calendar",
    }  # fmt: skip
