"""Whoever looks at health information leaves a line in the trail: every such route, found in the table."""

import re
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import httpx
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.access import service as access
from mia.access.matrix import MATRIX
from mia.access.permissions import Permission
from mia.db.session import Database
from mia.demo.seed import seed
from mia.inbox import service as inbox
from mia.kernel.scope import SystemScope
from mia.kernel.settings import DEMO_PASSWORD
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

RECORDING = "/api/clinics/{slug}/activities/{activity_id}/recording"
"""The demo has no recorded calls: ``tests/inbox/test_recordings.py`` plays one and reads the trail."""

DAY_IS = {"/api/clinics/{slug}/appointments": "date", "/api/clinics/{slug}/calendar": "from"}
"""Parameters of the routes that show a day; the practice is shut on Sundays."""

ROUTES = [key for key, rule in MATRIX.items() if rule in READS and key[1] != RECORDING]
SLUG = "downtown-medspa"


@pytest_asyncio.fixture
async def owner(app: FastAPI, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    """The owner of the demo practice, which has patients, visits and calls, and here texts too."""
    await seed(database, settings_of_tests())
    async with database.system(SystemScope.LOGIN) as session:
        clinic = await access.find_clinic(session, SLUG)
    assert clinic is not None
    async with database.clinic(access.service_scope(clinic.id, "test")) as of_clinic:
        await inbox.ensure_thread(of_clinic, "+13055550142")
    async with browser(app) as client:
        body = {"email": f"owner@{SLUG}.example", "password": DEMO_PASSWORD}
        assert (await client.post("/api/session", json=body)).status_code == 200
        yield client


async def entries(database: Database) -> list[dict[str, Any]]:
    """What people did in the practice, oldest first."""
    async with database.system(SystemScope.LOGIN) as session:
        clinic = await access.find_clinic(session, SLUG)
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
    where = {"patient_id": "patients", "activity_id": "activities", "conversation_id": "conversations"}[name]
    found = await client.post(f"/api/clinics/{SLUG}/{where}/search", json={})
    assert found.status_code == 200, found.text
    return str(found.json()["items"][0]["id"])


async def test_each_reading_leaves_a_line(owner: httpx.AsyncClient, database: Database) -> None:
    silent = []
    day = datetime.fromisoformat((await next_visit(owner))["starts_at"]).astimezone(ZONE).date()
    for method, path in ROUTES:
        url = path.replace("{slug}", SLUG)
        for name in re.findall(r"{(\w+)}", url):
            url = url.replace(f"{{{name}}}", await known(owner, name))
        if path in DAY_IS:
            url += f"?{DAY_IS[path]}={day}"
        before = len(await entries(database))
        answer = await owner.request(method, url, json=None if method == "GET" else {})
        assert answer.status_code == 200, f"{method} {path}: {answer.text}"
        new = (await entries(database))[before:]
        if not new or any(entry["kind"] == "session" or entry["outcome"] != "ok" for entry in new):
            silent.append((method, path, new))
    assert silent == []
    assert len(ROUTES) >= 10
