"""Signing in, staying signed in, signing out."""

from datetime import timedelta
from http.cookies import SimpleCookie

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity.guards import CurrentUser
from mia.identity.routes import router
from mia.identity.service import forget_old_sessions
from mia.identity.session import sessions
from mia.identity.session.sessions import SessionPolicy
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import decode
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import app_of_tests, browser, make_clinic, make_user, settings_of_tests
from tests.identity.conftest import WRONG, sign_in


def cookie_of(response: httpx.Response) -> SimpleCookie:
    cookie = SimpleCookie()
    cookie.load(response.headers["set-cookie"])
    return cookie


async def test_member_of_one_clinic_lands_on_it(client: httpx.AsyncClient, database: Database) -> None:
    clinic = await make_clinic(database, "one-clinic", name="One Clinic")
    await make_user(database, "ana@one.example", {clinic.id: Role.OWNER})
    response = await sign_in(client, " Ana@One.example ")
    body = response.json()
    assert response.status_code == 200
    assert body["home"] == "/dashboard/one-clinic"
    assert body["user"]["email"] == "ana@one.example"
    assert body["clinics"][0]["role_label"] == "Clinic Administrator"
    assert (await client.get("/api/session")).json() == body


async def test_member_of_two_clinics_lands_on_the_general_dashboard(
    client: httpx.AsyncClient, database: Database
) -> None:
    north = await make_clinic(database, "north", name="North")
    south = await make_clinic(database, "south", name="South")
    await make_user(database, "group@two.example", {north.id: Role.OWNER, south.id: Role.MANAGER})
    body = (await sign_in(client, "group@two.example")).json()
    assert body["home"] == "/dashboard"
    assert [clinic["slug"] for clinic in body["clinics"]] == ["north", "south"]


async def test_user_without_clinic_has_no_home(client: httpx.AsyncClient, email: str) -> None:
    assert (await sign_in(client, email)).json()["home"] is None


async def test_wrong_password_and_unknown_user_get_the_same_answer(client: httpx.AsyncClient, email: str) -> None:
    wrong = await sign_in(client, email, WRONG)
    unknown = await sign_in(client, "nobody@harbor.example", WRONG)
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    assert wrong.json()["detail"] == "Invalid login credentials"
    assert "set-cookie" not in wrong.headers


async def test_unknown_user_costs_a_hash_like_a_known_one(
    client: httpx.AsyncClient, email: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []
    verify = sessions.PASSWORDS.verify

    async def counted(encoded: str | None, password: str) -> bool:
        asked.append(encoded)
        return await verify(encoded, password)

    monkeypatch.setattr(sessions.PASSWORDS, "verify", counted)
    await sign_in(client, email, WRONG)
    await sign_in(client, "nobody@harbor.example", WRONG)
    assert asked[0] is not None
    assert asked[1:] == [None]


@pytest.mark.parametrize(
    "body",
    [{}, {"email": "a@b.example"}, {"email": "a@b.example", "password": "x" * 1025}, {"email": "", "password": "x"},
     {"email": "a@b.example", "password": "x", "role": "owner"}],
)  # fmt: skip
async def test_malformed_credentials_are_refused(client: httpx.AsyncClient, body: dict[str, str]) -> None:
    response = await client.post("/api/session", json=body)
    assert response.status_code == 422
    assert "x" * 1025 not in response.text


async def test_nobody_signed_in_is_401(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/session")).status_code == 401


async def test_invented_token_is_401(client: httpx.AsyncClient) -> None:
    client.cookies.set("mia_session", "invented")
    assert (await client.get("/api/session")).status_code == 401


async def test_cookie_on_loopback_is_hidden_from_scripts(client: httpx.AsyncClient, email: str) -> None:
    morsel = cookie_of(await sign_in(client, email))["mia_session"]
    assert morsel["httponly"] is True
    assert morsel["samesite"].lower() == "lax"
    assert morsel["path"] == "/"
    assert not morsel["secure"]
    assert not morsel["domain"]
    assert int(morsel["max-age"]) == (12 + 24) * 3600  # it outlives the session by a day, to be told why that ended


async def test_cookie_over_https_is_secure_and_bound_to_the_host(database: Database, email: str) -> None:
    app = app_of_tests(
        database, settings_of_tests(PUBLIC_URL="https://mia.example", MIA_DEMO_PUBLIC="1"), routers=(router,)
    )
    async with browser(app) as client:
        morsel = cookie_of(await sign_in(client, email))["__Host-mia_session"]
    assert morsel["secure"] is True
    assert morsel["httponly"] is True
    assert morsel["path"] == "/"
    assert not morsel["domain"]


async def test_token_is_256_bits_and_only_its_hash_is_stored(
    client: httpx.AsyncClient, email: str, database: Database
) -> None:
    token = cookie_of(await sign_in(client, email))["mia_session"].value
    assert len(token) == 43
    async with database.system(SystemScope.LOGIN) as session:
        rows = (await session.sql.execute(text("SELECT token_hash, device, network FROM sessions"))).all()
    assert all(len(row.token_hash) == 32 and token.encode() not in row.token_hash for row in rows)
    assert {row.network for row in rows} <= {"127.0.0.0/24"}


async def test_sign_in_over_a_session_ends_the_former_one(
    app: FastAPI, client: httpx.AsyncClient, email: str
) -> None:
    former = cookie_of(await sign_in(client, email))["mia_session"].value
    now = cookie_of(await sign_in(client, email))["mia_session"].value
    assert former != now
    async with browser(app) as other:
        other.cookies.set("mia_session", former)
        assert (await other.get("/api/session")).status_code == 401


async def test_sign_out_ends_the_session_at_once(app: FastAPI, client: httpx.AsyncClient, email: str) -> None:
    token = cookie_of(await sign_in(client, email))["mia_session"].value
    response = await client.delete("/api/session")
    assert response.status_code == 204
    assert response.headers["clear-site-data"] == '"cache", "storage"'
    assert cookie_of(response)["mia_session"]["max-age"] == "0"
    async with browser(app) as other:
        other.cookies.set("mia_session", token)
        assert (await other.get("/api/session")).status_code == 401


async def test_sign_out_of_nobody_is_no_error(client: httpx.AsyncClient) -> None:
    assert (await client.delete("/api/session")).status_code == 204


async def test_unused_session_ends_after_fifteen_minutes(
    client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    await sign_in(client, email)
    clock.move(timedelta(minutes=14, seconds=50))
    assert (await client.get("/api/session")).status_code == 200
    clock.move(timedelta(minutes=14, seconds=50))  # the use before has begun the time again
    assert (await client.get("/api/session")).status_code == 200
    clock.move(timedelta(minutes=15, seconds=1))
    assert (await client.get("/api/session")).status_code == 401


async def test_a_page_that_asks_by_itself_keeps_no_session_alive(
    client: httpx.AsyncClient, database: Database, clock: MovableClock
) -> None:
    clinic = await make_clinic(database, "background", name="Background")
    await make_user(database, "ana@background.example", {clinic.id: Role.OWNER})
    await sign_in(client, "ana@background.example")
    for path in ("/api/session", "/api/clinics/background"):
        clock.move(timedelta(minutes=7))
        assert (await client.get(path, headers={"Mia-Background": "1"})).status_code == 200
    clock.move(timedelta(minutes=1, seconds=1))
    assert (await client.get("/api/session")).status_code == 401


async def test_used_session_ends_after_twelve_hours(
    client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    await sign_in(client, email)
    for _ in range(71):
        clock.move(timedelta(minutes=10))
        assert (await client.get("/api/session")).status_code == 200
    clock.move(timedelta(minutes=10, seconds=1))
    assert (await client.get("/api/session")).status_code == 401


async def test_time_outs_are_settings(database: Database, email: str, clock: MovableClock) -> None:
    settings = settings_of_tests(MIA_SESSION_IDLE_MINUTES="60", MIA_SESSION_ABSOLUTE_HOURS="1")
    app = app_of_tests(database, settings, routers=(router,))
    async with browser(app, email) as client:
        clock.move(timedelta(minutes=59))
        assert (await client.get("/api/session")).status_code == 200
        clock.move(timedelta(minutes=2))
        assert (await client.get("/api/session")).status_code == 401


async def test_use_is_noted_at_most_each_thirty_seconds(
    client: httpx.AsyncClient, email: str, clock: MovableClock, database: Database
) -> None:
    async def last_seen() -> object:
        async with database.system(SystemScope.LOGIN) as session:
            return await session.sql.scalar(text("SELECT max(last_seen_at) FROM sessions"))

    await sign_in(client, email)
    at_first = await last_seen()
    clock.move(timedelta(seconds=20))
    await client.get("/api/session")
    assert await last_seen() == at_first
    clock.move(timedelta(seconds=20))
    await client.get("/api/session")
    assert await last_seen() != at_first


async def test_ended_sessions_are_forgotten(
    client: httpx.AsyncClient, email: str, clock: MovableClock, database: Database
) -> None:
    await sign_in(client, email)
    policy = SessionPolicy.of(settings_of_tests())

    async def count() -> int:
        async with database.system(SystemScope.LOGIN) as session:
            return int(await session.sql.scalar(text("SELECT count(*) FROM sessions")) or 0)

    await forget_old_sessions(database, policy)
    assert await count() >= 1
    clock.move(timedelta(minutes=16))
    await forget_old_sessions(database, policy)
    assert await count() == 0


async def test_sign_ins_stand_in_the_audit_log_of_the_clinic(client: httpx.AsyncClient, database: Database) -> None:
    clinic = await make_clinic(database, "trail")
    user_id = await make_user(database, "trail@harbor.example", {clinic.id: Role.FRONT_DESK})
    await sign_in(client, "trail@harbor.example", WRONG)
    await sign_in(client, "trail@harbor.example")
    await client.delete("/api/session")
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT user_id, action, outcome FROM audit_entries WHERE tenant_id = :clinic ORDER BY at")
        rows = (await session.sql.execute(query, {"clinic": clinic.id})).all()
    assert [tuple(row) for row in rows] == [
        (user_id, "session.create", "denied"),
        (user_id, "session.create", "ok"),
        (user_id, "session.end", "ok"),
    ]


async def test_failure_of_an_unknown_user_leaves_no_address(client: httpx.AsyncClient, database: Database) -> None:
    await sign_in(client, "nobody@harbor.example", WRONG)
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT row_to_json(e)::text FROM audit_entries e WHERE tenant_id = :nil ORDER BY at DESC")
        row = await session.sql.scalar(query, {"nil": "00000000-0000-0000-0000-000000000000"})
    assert '"outcome":"denied"' in str(row)
    assert "nobody" not in str(row)


async def test_user_dependency_gives_the_principal(app: FastAPI, email: str, database: Database) -> None:
    @app.get("/api/treatments")
    async def me(principal: CurrentUser) -> str:
        return principal.email

    async with browser(app, email) as client:
        assert (await client.get("/api/treatments")).json() == email
        user_id = decode("usr", (await client.get("/api/session")).json()["user"]["id"])
    async with database.system(SystemScope.LOGIN) as session:
        query = text("SELECT email FROM users WHERE id = :id")
        assert await session.sql.scalar(query, {"id": user_id}) == email


@pytest.mark.parametrize(
    "credentials", ['{"email":"a\\u0000b","password":"x"}', '{"email":"a","password":"\\ud800"}']
)
async def test_credentials_that_are_no_text_are_refused(client: httpx.AsyncClient, credentials: str) -> None:
    response = await client.post("/api/session", content=credentials, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
