"""The activity log: what an owner reads of the audit log, and takes away as a file."""

import csv
import io
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity.activity import OUTSIDER
from mia.identity.throttle import SIGN_IN
from mia.platform.audit import service as audit
from mia.platform.audit.service import ChainState, seal_entries, verify_chain
from mia.platform.db.session import Database
from mia.platform.http.source import current_source, request_from
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope, Role, SystemScope
from tests.fakes.access import browser, make_clinic, make_user, scope_of

Json = dict[str, Any]


class Log:
    """An owner's view of one clinic's log."""

    def __init__(self, http: httpx.AsyncClient, scope: ClinicScope, owner_id: UUID, slug: str) -> None:
        self.http, self.scope, self.owner_id, self.slug = http, scope, owner_id, slug

    async def search(self, **filters: Any) -> Json:
        answer = await self.http.post(f"/api/clinics/{self.slug}/audit/search", json=filters)
        assert answer.status_code == 200, answer.text
        page: Json = answer.json()
        return page

    async def lines(self, **filters: Any) -> list[Json]:
        items: list[Json] = (await self.search(**filters))["items"]
        return items

    async def export(self, **filters: Any) -> list[list[str]]:
        answer = await self.http.post(f"/api/clinics/{self.slug}/audit/export", json=filters)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert answer.headers["content-disposition"].startswith("attachment")
        return list(csv.reader(io.StringIO(answer.text)))


@pytest_asyncio.fixture
async def log(app: FastAPI, database: Database) -> AsyncIterator[Log]:
    clinic = await make_clinic(database, f"log-{new_id().hex}")
    owner_id = await make_user(database, f"owner@{clinic.slug}.example", {clinic.id: Role.OWNER})
    async with browser(app, f"owner@{clinic.slug}.example") as http:
        yield Log(http, scope_of(clinic), owner_id, clinic.slug)


async def record(database: Database, log: Log, action: str, *ids: UUID, user_id: UUID | None = None) -> None:
    """An entry of a person, or of the test's own work."""
    scope = log.scope
    if user_id is not None:
        scope = replace(scope, user_id=user_id, actor=audit.actor_of(user_id))
    async with database.clinic(scope) as session:
        await audit.record(session, action, action.split(".")[0], ids)


async def test_a_reading_of_a_patient_stands_there_with_the_readers_name(log: Log, database: Database) -> None:
    patient_id = new_id()
    await record(database, log, "patient.read", patient_id, user_id=log.owner_id)
    (line,) = await log.lines(action="patient.read")
    assert line["actor"] == "Robin Vale"
    assert (line["object_type"], line["object_id"], line["objects"]) == ("patient", encode("pat", patient_id), 1)
    assert line["outcome"] == "ok"


async def test_a_list_of_patients_is_one_line_that_counts_them(log: Log, database: Database) -> None:
    await record(database, log, "patient.read", new_id(), new_id(), new_id())
    (line,) = await log.lines(action="patient.read")
    assert (line["object_id"], line["objects"]) == (None, 3)


async def test_sign_ins_and_the_reading_of_the_log_itself_stand_there(log: Log) -> None:
    page = await log.search()
    assert [item["action"] for item in page["items"]][:2] == ["audit.read", "session.create"]
    assert {"audit.read", "session.create"} <= set(page["actions"])


async def test_too_many_tries_stand_there_once(log: Log, app: FastAPI) -> None:
    async with browser(app) as stranger:
        wrong = {"email": f"owner@{log.slug}.example", "password": "no-such-password"}
        answers = [await stranger.post("/api/session", json=wrong) for _ in range(SIGN_IN.per_subject + 3)]
    assert [answer.status_code for answer in answers][-3:] == [429] * 3
    assert len(await log.lines(action="session.create", outcome="denied")) == SIGN_IN.per_subject
    assert len(await log.lines(action="session.create", outcome="throttled")) == 1


async def test_mias_own_work_has_her_name(log: Log, database: Database) -> None:
    async with database.clinic(replace(log.scope, actor="mia")) as session:
        await audit.record(session, "appointment.create", "appointment", [new_id()])
    (line,) = await log.lines(action="appointment.create")
    assert line["actor"] == "Mia"


async def test_somebody_who_was_refused_is_not_named(app: FastAPI, log: Log, database: Database) -> None:
    other = await make_clinic(database, f"other-{new_id().hex}")
    email = f"stranger@{other.slug}.example"
    stranger_id = await make_user(database, email, {other.id: Role.OWNER})
    async with browser(app, email) as stranger:
        assert (await stranger.get(f"/api/clinics/{log.slug}")).status_code == 404
    (line,) = await log.lines(action="clinic.open", outcome="denied")
    assert line["actor"] == OUTSIDER
    assert await log.lines(user_id=encode("usr", stranger_id)) == [line]


async def test_somebody_who_left_keeps_their_name_on_what_they_did(log: Log, database: Database) -> None:
    former_id = await make_user(database, f"former-{new_id().hex}@harbor.example")
    await record(database, log, "patient.note", new_id(), user_id=former_id)
    (line,) = await log.lines(user_id=encode("usr", former_id))
    assert line["actor"] == "Robin Vale"


async def test_pages_follow_one_another_without_gap_or_repetition(log: Log, database: Database) -> None:
    for _ in range(7):
        await record(database, log, "task.read", new_id())
    seen: list[str] = []
    cursor: str | None = None
    for _ in range(4):
        page = await log.search(action="task.read", limit=2, **({"cursor": cursor} if cursor else {}))
        seen += [item["id"] for item in page["items"]]
        cursor = page["next_cursor"]
    assert (len(seen), len(set(seen)), cursor) == (7, 7, None)


async def test_times_bound_the_lines(log: Log) -> None:
    (line,) = await log.lines(action="session.create")
    at = datetime.fromisoformat(line["at"])
    later = (at + timedelta(microseconds=1)).isoformat()
    assert len(await log.lines(action="session.create", **{"from": at.isoformat(), "to": later})) == 1
    assert await log.lines(action="session.create", **{"from": later}) == []
    assert await log.lines(action="session.create", to=at.isoformat()) == []


@pytest.mark.parametrize(
    "filters",
    [
        {"cursor": "nonsense"},
        {"cursor": "MjAyNi0wMS0wMSB4"},
        {"limit": 101},
        {"action": "Ana Ruiz"},
        {"from": "2026-01-01T00:00:00"},
        {"from": "0001-01-01T00:00:00+14:00"},
        {"user_id": "pat_01ja"},
        {"patient": "Ana"},
    ],
)
async def test_filters_that_are_none_are_refused(log: Log, filters: Json) -> None:
    answer = await log.http.post(f"/api/clinics/{log.slug}/audit/search", json=filters)
    assert answer.status_code in (404, 422)


async def test_another_clinics_lines_are_not_there(log: Log, database: Database) -> None:
    other = await make_clinic(database, f"other-{new_id().hex}")
    async with database.clinic(scope_of(other)) as session:
        await audit.record(session, "lead.write", "lead", [new_id()])
    assert await log.lines(action="lead.write") == []
    assert "lead.write" not in (await log.search())["actions"]


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
async def test_only_an_owner_reads_it(app: FastAPI, log: Log, database: Database, role: Role) -> None:
    email = f"{new_id().hex}@harbor.example"
    await make_user(database, email, {log.scope.clinic_id: role})
    async with browser(app, email) as member:
        for what in ("search", "export"):
            assert (await member.post(f"/api/clinics/{log.slug}/audit/{what}", json={})).status_code == 403


async def test_the_file_has_the_same_lines_and_its_taking_stands_in_the_log(log: Log, database: Database) -> None:
    patient_id = new_id()
    await record(database, log, "patient.read", patient_id, user_id=log.owner_id)
    head, *rows = await log.export(action="patient.read")
    assert head == ["Time (UTC)", "Who", "Action", "Object", "Object ids", "Outcome", "Address", "Session"]
    told = ["Robin Vale", "patient.read", "patient", encode("pat", patient_id), "ok"]
    assert [row[1:6] for row in rows] == [told]
    assert rows[0][0].endswith("Z")
    assert len(await log.lines(action="audit.export")) == 1


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+1", "-1", "@sum", "\t=1", "\r=1"])
async def test_no_cell_is_a_formula(log: Log, database: Database, name: str) -> None:
    async with database.system(SystemScope.LOGIN) as session:
        values = {"name": name, "id": log.owner_id}
        await session.sql.execute(text("UPDATE users SET name = :name WHERE id = :id"), values)
    rows = await log.export(action="session.create")
    assert rows[1][1] == "'" + name


async def test_a_line_says_from_which_address_and_session_somebody_asked(log: Log) -> None:
    (device,) = (await log.http.get("/api/sessions")).json()["items"]
    (sign_in,) = await log.lines(action="session.create")
    assert (sign_in["address"], sign_in["session"]) == ("127.0.0.1", device["id"])
    (reading, *_) = await log.lines(action="audit.read")
    assert (reading["address"], reading["session"]) == ("127.0.0.1", device["id"])
    _, row, *_ = await log.export(action="audit.read")
    assert row[6:] == ["127.0.0.1", device["id"]]


async def test_a_refused_stranger_leaves_the_address(app: FastAPI, log: Log, database: Database) -> None:
    email = f"{new_id().hex}@harbor.example"
    await make_user(database, email)
    async with browser(app, email) as stranger:
        assert (await stranger.post(f"/api/clinics/{log.slug}/audit/search", json={})).status_code == 404
    (line,) = await log.lines(action="clinic.open")
    assert (line["outcome"], line["address"]) == ("denied", "127.0.0.1")
    assert line["session"].startswith("ses_")


async def test_mias_own_work_has_no_address(log: Log, database: Database) -> None:
    with request_from("198.51.100.7"):  # a visitor's, for whom Mia writes
        await record(database, log, "lead.write", new_id())
    (line,) = await log.lines(action="lead.write")
    assert (line["address"], line["session"]) == (None, None)


@pytest.mark.parametrize(
    ("header", "kept"),
    [("2001:DB8::0001", "2001:db8::1"), ("fe80::1%Ana Ruiz", "fe80::1"), ("Ana Ruiz", None), ("", None)],
)
async def test_only_an_ip_address_counts_as_one(header: str, kept: str | None) -> None:
    with request_from(header):
        assert current_source().address == kept


async def test_a_long_log_is_exported_whole(log: Log, database: Database) -> None:
    async with database.clinic(log.scope) as session:
        await session.sql.execute(
            text(
                "INSERT INTO audit_entries (tenant_id, id, actor, action, kind, object_ids, outcome) "
                "SELECT :tenant, gen_random_uuid(), 'mia', 'task.read', 'task', '{}', 'ok' "
                "FROM generate_series(1, 2345)"
            ),
            {"tenant": log.scope.clinic_id},
        )
    assert len(await log.export(action="task.read")) == 2346


async def test_reading_leaves_the_chain_whole(log: Log, database: Database) -> None:
    await log.search()
    await log.export()
    await seal_entries(database)
    async with database.audit() as session:
        assert isinstance(await verify_chain(session, log.scope.clinic_id), ChainState)
