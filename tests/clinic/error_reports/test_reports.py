"""Errors no one expected: answered, counted, and told without anything a person said."""

import asyncio
import logging
from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from starlette.types import Message
from structlog.testing import capture_logs

from mia.clinic.error_reports.logged import errors_reported
from mia.clinic.error_reports.ports import ErrorReport
from mia.clinic.error_reports.service import LocalReports, forget_old_reports
from mia.clinic.error_reports.work import reported
from mia.platform.audit.service import PLATFORM
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.clinic.error_reports.conftest import SECRETS, UnlikelyError, fail
from tests.fakes.access import browser, forget_attempts

BODY = {"name": SECRETS[0], "phone": SECRETS[1], "email": SECRETS[2]}


async def rows(database: Database) -> list[dict[str, Any]]:
    """Whatever the table holds."""
    async with database.system(SystemScope.ERRORS) as session:
        found = await session.sql.execute(text("SELECT * FROM error_reports ORDER BY last_at"))
        return [dict(row._mapping) for row in found]


@pytest.fixture(autouse=True)
async def nothing_of_earlier_tests(database: Database) -> None:
    async with database.system(SystemScope.ERRORS) as session:
        await session.sql.execute(text("DELETE FROM error_reports"))
    await forget_attempts(database)


async def break_something(client: httpx.AsyncClient) -> httpx.Response:
    client.cookies.set("c", SECRETS[4])
    return await client.post(f"/api/embed/booking?q={SECRETS[0]}", json=BODY)


async def test_a_failure_is_counted_by_kind_and_place(client: httpx.AsyncClient, database: Database) -> None:
    first = await break_something(client)
    again = await break_something(client)
    assert (first.status_code, again.status_code) == (500, 500)
    (row,) = await rows(database)
    assert (row["source"], row["kind"], row["count"]) == ("server", "UnlikelyError", 2)
    assert row["place"].endswith("POST /api/embed/booking")
    assert row["correlation_id"] == again.headers["x-request-id"]
    assert row["tenant_id"] == PLATFORM


async def test_nothing_of_the_person_is_kept_or_logged_or_answered(
    client: httpx.AsyncClient, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    with capture_logs() as logs:
        answer = await break_something(client)
    told = f"{await rows(database)} {logs} {answer.text} {answer.headers} {capsys.readouterr()}"
    assert "UnlikelyError" in told
    assert [secret for secret in SECRETS if secret in told] == []


async def test_an_error_of_a_clinic_is_read_by_its_owner_alone(app: FastAPI, database: Database, slug: str) -> None:
    async with browser(app, f"owner@{slug}.example") as owner:
        assert (await owner.get(f"/api/clinics/{slug}/tasks")).status_code == 500
        (item,) = (await owner.get(f"/api/clinics/{slug}/errors")).json()["items"]
        assert item["kind"] == "UnlikelyError"
        assert item["where"].endswith("GET /api/clinics/{slug}/tasks")
    async with browser(app, f"manager@{slug}.example") as manager:
        assert (await manager.get(f"/api/clinics/{slug}/errors")).status_code == 403


async def test_the_owner_of_another_clinic_reads_its_own_and_the_platforms(
    app: FastAPI, database: Database, slug: str, client: httpx.AsyncClient
) -> None:
    await LocalReports(database).report(ErrorReport("server", "ValueError", "mia.clinic.inbox.service:1", new_id()))
    await break_something(client)
    async with browser(app, f"owner@{slug}.example") as owner:
        items = (await owner.get(f"/api/clinics/{slug}/errors")).json()["items"]
    assert [item["kind"] for item in items] == ["UnlikelyError"]


async def test_a_failure_after_the_answer_began_is_reported_and_leaves_it_unfinished(
    app: FastAPI, database: Database
) -> None:
    scope = {
        "type": "http", "method": "GET", "path": "/api/treatments", "raw_path": b"/api/treatments",
        "query_string": b"", "headers": [], "asgi": {"version": "3.0"}, "http_version": "1.1",
    }  # fmt: skip
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, asyncio.Queue[Message]().get, send)
    assert [message.get("status") or message["body"] for message in sent] == [200, b"first"]
    assert sent[-1]["more_body"]  # the server closes the connection, so that no one takes this for the whole
    (row,) = await rows(database)
    assert row["place"].endswith("GET /api/treatments")


async def test_what_is_expected_is_no_fault(client: httpx.AsyncClient, database: Database) -> None:
    assert (await client.get("/api/session")).status_code == 401
    assert (await client.post("/api/session", json={})).status_code == 422
    assert await rows(database) == []


async def test_a_flood_of_kinds_ends_in_one_row(database: Database) -> None:
    async with database.system(SystemScope.ERRORS) as session:
        await session.sql.execute(
            text(
                "INSERT INTO error_reports "
                "(tenant_id, id, fingerprint, source, kind, place, count, first_at, last_at) "
                "SELECT :nil, gen_random_uuid(), int4send(n), 'browser', 'Error', 'app.js:' || n, 1, now(), now() "
                "FROM generate_series(1, 500) AS n"
            ),
            {"nil": PLATFORM},
        )
    for number in range(5):
        await LocalReports(database).report(ErrorReport("browser", "Error", f"other.js:{number}:1", PLATFORM))
    found = await rows(database)
    assert len(found) == 501
    assert [row["count"] for row in found if row["place"] == "elsewhere"] == [5]


async def test_what_no_longer_happens_is_forgotten(database: Database, clock: MovableClock) -> None:
    await LocalReports(database).report(ErrorReport("server", "ValueError", "mia.x:1", PLATFORM))
    await forget_old_reports(database)
    assert len(await rows(database)) == 1
    clock.move(timedelta(days=91))
    await forget_old_reports(database)
    assert await rows(database) == []


async def test_work_that_fails_is_reported_and_fails_as_before(database: Database) -> None:
    async def handler(_database: Database, _event: Event) -> None:
        fail(SECRETS[0])

    async def task(_database: Database) -> None:
        raise Unavailable("Try again")

    registry = Registry()
    registry.register("visit.booked", handler)
    registry.periodic("house.keeping", "* * * * *", task)
    watched = reported(registry, LocalReports(database))
    event = Event(new_id(), new_id(), "visit.booked", {}, 1)
    with pytest.raises(UnlikelyError):
        await watched.handlers["visit.booked"][0](database, event)
    with pytest.raises(Unavailable):
        await watched.periodic_tasks[0].task(database)
    (row,) = await rows(database)
    assert (row["source"], row["tenant_id"]) == ("worker", event.tenant_id)
    assert row["place"].endswith("visit.booked")


# --- browsers -----------------------------------------------------------------------------------

STACK = (
    "TypeError: Ana Ruiz is not a function\n"
    "    at lip-filler (https://evil.example/x.js:1:2)\n"
    "    at g (https://mia.example/assets/app-R7d_CfV9.js:12:345)\n"
)


async def test_a_browsers_report_keeps_names_of_our_code_only(
    client: httpx.AsyncClient, database: Database
) -> None:
    body = {
        "kind": "TypeError",
        "message": "Ana Ruiz (305) 555-0142",
        "stack": STACK,
        "path": "/dashboard/ana-ruiz-md/patients/pat_01ja?q=Ana#token-of-ana",
    }
    assert (await client.post("/api/errors", json=body)).status_code == 204
    (row,) = await rows(database)
    assert (row["source"], row["kind"], row["tenant_id"]) == ("browser", "TypeError", PLATFORM)
    assert row["place"] == "app-R7d_CfV9.js:12:345, /dashboard/{}/patients/{}"


@pytest.mark.parametrize("kind", ["AnaRuizError", "Ana Ruiz", "", "<script>"])
async def test_a_kind_that_we_do_not_know_is_an_error(
    client: httpx.AsyncClient, database: Database, kind: str
) -> None:
    await client.post("/api/errors", json={"kind": kind, "path": "/ana-ruiz"})
    (row,) = await rows(database)
    assert (row["kind"], row["place"]) == ("Error", "/{}")


async def test_a_members_report_counts_for_their_clinic(app: FastAPI, database: Database, slug: str) -> None:
    body = {"kind": "Error", "path": f"/dashboard/{slug}/team"}
    async with browser(app, f"{Role.MANAGER.value}@{slug}.example") as member:
        await member.post("/api/errors", json=body)
    async with browser(app) as stranger:
        await stranger.post("/api/errors", json=body)
    async with browser(app, f"owner@{slug}.example") as owner:
        items = (await owner.get(f"/api/clinics/{slug}/errors")).json()["items"]
    assert [(item["where"], item["count"]) for item in items] == [("/dashboard/{}/team", 1)] * 2


async def test_one_address_can_report_only_so_often(client: httpx.AsyncClient, app: FastAPI) -> None:
    app.state.settings = app.state.settings.model_copy(update={"demo_public": True})
    answers = [await client.post("/api/errors", json={"kind": "Error", "path": "/"}) for _ in range(31)]
    assert [answer.status_code for answer in answers] == [204] * 30 + [429]
    assert int(answers[-1].headers["retry-after"]) > 0


class Told:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.reports: asyncio.Queue[ErrorReport] = asyncio.Queue()

    async def report(self, report: ErrorReport) -> None:
        await self.reports.put(report)


async def test_what_fails_in_a_call_is_reported_where_it_is_logged(database: Database) -> None:
    log, told = logging.getLogger("mia.voice.engine.pipeline.call"), Told()
    with errors_reported(told, "media"):
        log.error("nothing_is_being_handled")
        try:
            fail(SECRETS[0])
        except UnlikelyError:
            log.warning("call_limps")
            log.error("call_failed")
        await LocalReports(database).report(await asyncio.wait_for(told.reports.get(), 20))
    log.error("after_the_process_has_closed")
    assert told.reports.empty()
    (report,) = await rows(database)
    assert (report["source"], report["kind"], report["count"]) == ("media", "UnlikelyError", 1)
    assert "mia.voice.engine.pipeline.call" in report["place"]
    assert not any(secret in str(report) for secret in SECRETS)
