"""Who may pass: no one, a stranger, a limited role, a member; and from where."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import event, text

from mia.identity.guards import CurrentScope
from mia.identity.origin import OriginMiddleware
from mia.identity.permissions import ALLOWED, Permission, allows
from mia.identity.routes import router
from mia.platform.db.session import Database
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import ORIGIN, app_of_tests, browser, settings_of_tests
from tests.fakes.production import production_settings
from tests.identity.two_clinics import Two

DENIED = "Access denied to this clinic dashboard"


@pytest.fixture
def app(database: Database) -> FastAPI:
    app = app_of_tests(database)
    app.include_router(router)

    @app.get("/api/clinics/{slug}/overview")
    async def for_any_member(scope: CurrentScope) -> str:
        return scope.actor

    @app.post("/api/clinics/{slug}/tasks/{task_id}/complete")
    async def for_some(scope: CurrentScope) -> str:
        return str(scope.clinic_id)

    app.add_middleware(OriginMiddleware, settings=app.state.settings)
    return app


@pytest_asyncio.fixture
async def anonymous(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        yield client


async def test_anonymous_gets_401_whether_or_not_the_clinic_exists(anonymous: httpx.AsyncClient, two: Two) -> None:
    for slug in (two.first.slug, "no-such-clinic"):
        assert (await anonymous.get(f"/api/clinics/{slug}/overview")).status_code == 401
        assert (await anonymous.get(f"/api/clinics/{slug}")).status_code == 401


async def test_slug_that_no_clinic_can_have_is_not_found(app: FastAPI, two: Two) -> None:
    async with browser(app, two.owner) as client:
        assert (await client.get("/api/clinics/a%00b/overview")).status_code == 404


async def test_stranger_gets_the_same_404_as_for_an_unknown_clinic(app: FastAPI, two: Two) -> None:
    async with browser(app, two.stranger) as client:
        foreign = await client.get(f"/api/clinics/{two.first.slug}")
        unknown = await client.get("/api/clinics/no-such-clinic")
        posted = await client.post(f"/api/clinics/{two.first.slug}/tasks/x/complete")
    assert foreign.status_code == unknown.status_code == posted.status_code == 404
    assert foreign.json() == unknown.json()
    assert foreign.json()["detail"] == DENIED


async def test_refused_entry_stands_in_the_clinics_audit_log(app: FastAPI, database: Database, two: Two) -> None:
    async with browser(app, two.stranger) as client:
        await client.get(f"/api/clinics/{two.first.slug}")
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT action, outcome FROM audit_entries WHERE tenant_id = :id")
        rows = (await session.sql.execute(query, {"id": two.first.id})).all()
    assert ("clinic.open", "denied") in [tuple(row) for row in rows]


async def test_limited_role_gets_403(app: FastAPI, two: Two) -> None:
    async with browser(app, two.reader) as client:
        assert (await client.get(f"/api/clinics/{two.first.slug}/overview")).status_code == 200
        assert (await client.post(f"/api/clinics/{two.first.slug}/tasks/x/complete")).status_code == 403


async def test_what_a_role_does_not_allow_stands_in_the_audit_log_when_tried(
    app: FastAPI, database: Database, two: Two
) -> None:
    async with browser(app, two.reader) as client:
        await client.post(f"/api/clinics/{two.first.slug}/tasks/x/complete")
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT action, kind, user_id FROM audit_entries WHERE tenant_id = :id AND outcome = 'denied'")
        ((action, kind, user_id),) = (await session.sql.execute(query, {"id": two.first.id})).all()
    assert (action, kind, user_id is not None) == ("tasks.complete", "permission", True)


async def test_member_with_the_permission_gets_the_scope(app: FastAPI, two: Two) -> None:
    async with browser(app, two.owner) as client:
        response = await client.post(f"/api/clinics/{two.first.slug}/tasks/x/complete")
        assert response.json() == str(two.first.id)
        assert (await client.get(f"/api/clinics/{two.first.slug}/overview")).json().startswith("usr_")


async def test_member_reads_the_name_plate(app: FastAPI, two: Two) -> None:
    async with browser(app, two.reader) as client:
        body = (await client.get(f"/api/clinics/{two.first.slug}")).json()
    assert body.pop("id").startswith("cli_")
    assert body == {
        "slug": two.first.slug,
        "subdomain": two.first.slug,
        "name": "Harbor Aesthetics",
        "timezone": "America/New_York",
        "sample": False,
        "role": "read_only",
        "role_label": "Read-only",
        "permissions": ["clinic.open", "figures.read", "history.read", "appointments.read"],
        "news": 0,
    }


async def test_owner_may_everything_and_nobody_without_role_anything() -> None:
    assert all(allows(Role.OWNER, permission) for permission in Permission)
    assert not any(allows(None, permission) for permission in Permission)
    assert set(ALLOWED) == set(Permission)


async def test_lower_roles_may_never_do_what_higher_ones_may_not() -> None:
    for permission, roles in ALLOWED.items():
        if Role.READ_ONLY in roles:
            assert roles == frozenset(Role), permission


# --- where a request comes from ----------------------------------------------------------------


async def post_as_owner(app: FastAPI, two: Two, headers: dict[str, str]) -> int:
    async with browser(app, two.owner) as client:
        client.headers.pop("Origin")
        response = await client.post(f"/api/clinics/{two.first.slug}/tasks/x/complete", headers=headers)
    return response.status_code


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": ORIGIN},
        {"Origin": ORIGIN, "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://localhost:8000", "Host": "localhost:8000"},
        {"Origin": "http://127.0.0.2:9000", "Host": "127.0.0.2:9000"},
        {"Origin": "http://[::1]:8000", "Host": "[::1]:8000"},
    ],
)
async def test_own_origin_passes(app: FastAPI, two: Two, headers: dict[str, str]) -> None:
    assert await post_as_owner(app, two, headers) == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:8001"},
        {"Origin": "http://127.0.0.1:8000.evil.example"},
        {"Origin": "http://[::1", "Host": "[::1"},
        {"Origin": "http://rebound.example:8000", "Host": "rebound.example:8000"},
        {"Origin": "http://localhost.evil.example", "Host": "localhost.evil.example"},
        {"Origin": "http://203.0.113.7:8000", "Host": "203.0.113.7:8000"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_other_origins_are_refused(app: FastAPI, two: Two, headers: dict[str, str]) -> None:
    assert await post_as_owner(app, two, headers) == 403


@pytest.mark.parametrize(
    ("host", "status"),
    [("203.0.113.7:8000", 204), ("localhost:8000", 204), ("rebound.example:8000", 403), ("203.0.113.8:8000", 403)],
)
async def test_a_public_demo_answers_to_the_address_it_is_bound_to(
    database: Database, host: str, status: int
) -> None:
    settings = settings_of_tests(MIA_DEMO_PUBLIC="1", MIA_HOST="203.0.113.7", PUBLIC_URL="https://mia.example")
    app = app_of_tests(database, settings, routers=(router,), guarded=True)
    async with browser(app) as client:
        typed = await client.delete("/api/session", headers={"Origin": f"http://{host}", "Host": host})
        public = await client.delete("/api/session", headers={"Origin": "https://mia.example"})
    assert (typed.status_code, public.status_code) == (status, 204)


async def test_another_site_cannot_sign_a_browser_in(anonymous: httpx.AsyncClient) -> None:
    body = {"email": "a@b.example", "password": "x"}
    response = await anonymous.post("/api/session", json=body, headers={"Origin": "https://evil.example"})
    assert response.status_code == 403


async def test_program_without_a_session_may_post(anonymous: httpx.AsyncClient, two: Two) -> None:
    anonymous.headers.pop("Origin")
    assert (await anonymous.post(f"/api/clinics/{two.first.slug}/tasks/x/complete")).status_code == 401


async def test_reading_needs_no_origin(app: FastAPI, two: Two) -> None:
    async with browser(app, two.owner) as client:
        client.headers.pop("Origin")
        assert (await client.get(f"/api/clinics/{two.first.slug}")).status_code == 200


async def test_in_production_only_the_public_origin_counts(database: Database) -> None:
    settings = production_settings()
    app = app_of_tests(database, settings, routers=(router,), guarded=True)
    async with browser(app) as client:
        same_host = await client.delete("/api/session", headers={"Origin": ORIGIN})
        public = await client.delete("/api/session", headers={"Origin": "https://mia.example"})
    assert (same_host.status_code, public.status_code) == (403, 204)


async def test_one_query_finds_who_asks_and_what_they_may_open(
    app: FastAPI, database: Database, two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    calls: list[str] = []
    call = Database.call

    async def noted(self: Database, answer: type[Any], query: str, values: dict[str, Any]) -> Any:
        calls.append(query)
        return await call(self, answer, query, values)

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    async with browser(app, two.owner) as client:
        await client.get(f"/api/clinics/{two.first.slug}/overview")  # notes the use of the clinic for a minute
        async with database.system(SystemScope.LOGIN) as session:
            engine = (await session.sql.connection()).engine
        event.listen(engine.sync_engine, "before_cursor_execute", note)
        monkeypatch.setattr(Database, "call", noted)
        try:
            assert (await client.get(f"/api/clinics/{two.first.slug}/overview")).status_code == 200
        finally:
            event.remove(engine.sync_engine, "before_cursor_execute", note)
    assert len(calls) == 1
    assert asked == []
