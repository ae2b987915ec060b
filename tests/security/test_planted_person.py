"""A person is planted, every route is used in her name, and then she is looked for where she must not be found:
in the logs at their loudest, in what is printed, in traces and metrics, and in plain form anywhere in the database.
"""

import asyncio
import smtplib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import psycopg
import pytest
import pytest_asyncio
from fastapi import FastAPI
from prometheus_client import generate_latest
from psycopg import sql

from mia.adapters.smtp_inbound import receiving_mail
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import TaskKind
from mia.clinic.patients import service as patients
from mia.identity.matrix import BUILT_SITE, MATRIX
from mia.platform.db.session import Database
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import browser, make_user
from tests.fakes.log import logging_at
from tests.fakes.practice import make_practice
from tests.fakes.spans import kept_spans
from tests.security.conftest import address

NAME, PHONE, SPOKEN_PHONE = "Quilliana Farthingdale", "+13055550177", "(305) 555-0177"
EMAIL, WISH = "quilliana@farthingdale.example", "asked about cheek filler after her surgery"
TRACES = ("Quilliana", "Farthingdale", "3055550177", "555-0177", "quilliana@", "cheek filler")

SKIPPED = {BUILT_SITE, "/readyz", "/api/clinics/{slug}/events", "/api/session", "/api/sessions", "/sandbox/mail"}
"""The pages, the health of processes, the endless stream, what would end the session, what needs a whole email."""

EVERYTHING = {
    "name": NAME, "patient": NAME, "patient_name": NAME, "query": NAME, "phone": SPOKEN_PHONE, "email": EMAIL,
    "practice": NAME, "note": WISH, "text": WISH, "message": WISH, "stack": WISH, "remark": WISH, "token": NAME,
    "code": NAME, "path": f"/{NAME}", "kind": NAME, "password": WISH, "current_password": WISH, "reason": WISH,
    "slot_token": NAME, "adult": True, "time_zone": "America/New_York",
}  # fmt: skip
"""A body for every route: what it does not know it refuses, naming the field and never the value."""


@dataclass(frozen=True)
class Scene:
    http: httpx.AsyncClient
    slug: str
    ids: dict[str, str]

    def url(self, path: str) -> str:
        for name, value in self.ids.items():
            path = path.replace(f"{{{name}}}", value)
        return address(path, self.slug)


@pytest_asyncio.fixture
async def scene(app: FastAPI, database: Database) -> AsyncIterator[Scene]:
    """A practice that knows her: as a patient with a note, by a task and by a text."""
    practice = await make_practice(database, f"planted-{new_id().hex}")
    async with database.clinic(practice.scope) as session:
        patient = await patients.find_or_create_by_phone(session, NAME, PHONE, email=EMAIL, source="web_form")
        task_id = await inbox.open_task(session, TaskKind.FOLLOW_UP, f"{NAME} {WISH}", phone=PHONE)
        thread_id = await inbox.receive_text(session, inbox.InboundText(new_id().hex, PHONE, WISH))
    owner = f"owner@{practice.slug}.example"
    await make_user(database, owner, {practice.scope.clinic_id: Role.OWNER})
    ids = {
        "patient_id": encode("pat", patient.id),
        "task_id": encode("tsk", task_id),
        "conversation_id": encode("thr", thread_id),
    }
    async with browser(app, owner) as http:
        yield Scene(http, practice.slug, ids)


ON_RECORD = "/problems/on-record"
"""A refusal that shows staff, who may read them, which patients are on record under the same contact."""


async def use_every_route(scene: Scene) -> str:
    """Ask each route in several ways; what those said that refused."""
    refusals = []
    for method, path in MATRIX:
        if path in SKIPPED:
            continue
        for body in ({}, EVERYTHING, {key: EVERYTHING[key] for key in ("name", "phone", "email")}):
            answer = await scene.http.request(
                method, scene.url(path), params={"q": NAME}, json=body, headers={"User-Agent": NAME}
            )
            if answer.status_code >= 400 and ON_RECORD not in answer.text:
                refusals.append(answer.text)
    for field, value in (("note", WISH), ("text", WISH), ("patient", NAME), ("query", NAME)):
        for method, path in MATRIX:
            if method in ("PUT", "POST") and "{slug}" in path:
                answer = await scene.http.request(method, scene.url(path), json={field: value})
                refusals += [answer.text] if answer.status_code >= 400 else []
    return "\n".join(refusals)


async def write_in(scene: Scene, database: Database) -> None:
    """Email the practice in her name, from a real SMTP client."""
    email = (
        f"From: {NAME} <{EMAIL}>\r\nTo: {NAME} <mia+{scene.slug}@replies.example>\r\nSubject: {WISH}\r\n\r\n{WISH}"
    )

    def hand_over(port: int) -> None:
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
            client.sendmail(EMAIL, [f"mia+{scene.slug}@replies.example"], email)
            client.docmd(NAME, WISH)  # no command of SMTP

    async with receiving_mail(inbox.MailIntake(database, "mia@replies.example"), 0) as port:
        await asyncio.to_thread(hand_over, port)


def plain_places(database_url: str) -> set[str]:
    """Columns in which a trace stands readable, as text or as bytes."""
    found = set()
    with psycopg.connect(database_url) as connection:
        columns = connection.execute(
            "SELECT table_schema, table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = 'public' AND data_type <> 'date'"  # some are infinite
        ).fetchall()
        for schema, table, column in columns:
            query = sql.SQL("SELECT {} FROM {}").format(sql.Identifier(column), sql.Identifier(schema, table))
            for (value,) in connection.execute(query):
                words = value.decode("latin-1") if isinstance(value, bytes) else str(value)
                if any(trace.lower() in words.lower() for trace in TRACES):
                    found.add(f"{table}.{column}")
    return found


async def test_she_is_found_neither_in_logs_nor_in_plain_form(
    scene: Scene,
    app: FastAPI,
    database: Database,
    database_url: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    @app.post("/api/broken")
    async def broken() -> None:
        raise RuntimeError(f"{NAME}, {PHONE}: {WISH}")

    app.router.routes.insert(0, app.router.routes.pop())
    with logging_at("debug"), kept_spans() as spans:
        refusals = await use_every_route(scene)
        assert (await scene.http.post("/api/broken", json=EVERYTHING)).status_code == 500
        await write_in(scene, database)
    shown = await scene.http.get(scene.url("/api/clinics/{slug}/patients/{patient_id}"))
    assert NAME in shown.text, "she was there to be found"
    printed = capfd.readouterr()
    assert '"logger": "mia.' in printed.err, "our own events were there to be read"
    traced = [span.to_json() for span in spans.get_finished_spans()]
    assert any("POST /api/clinics/{slug}/patients/search" in span for span in traced), "traces were there"
    told = "\n".join([printed.out, printed.err, refusals, *traced, generate_latest().decode()])
    assert [line for line in told.splitlines() if any(trace.lower() in line.lower() for trace in TRACES)] == []
    assert plain_places(database_url) <= {"sessions.device"}  # what a browser says of itself
