"""Programs that sign in for their user: short access tokens, refresh tokens that change and betray a copy."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity.origin import OriginMiddleware
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import ORIGIN, PASSWORD, Team, browser
from tests.identity.conftest import WRONG, sign_in
from tests.identity.signing_in.factors import code_of, enrol_app


@pytest.fixture
def app(app: FastAPI) -> FastAPI:
    app.add_middleware(OriginMiddleware, settings=app.state.settings)
    return app


async def grant(client: httpx.AsyncClient, email: str, **more: str) -> httpx.Response:
    body = {"grant_type": "password", "email": email, "password": PASSWORD, **more}
    return await client.post("/api/token", json=body)


async def tokens_of(client: httpx.AsyncClient, email: str) -> dict[str, Any]:
    response = await grant(client, email)
    assert response.status_code == 200, response.text
    tokens: dict[str, Any] = response.json()
    return tokens


async def refresh(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.post("/api/token", json={"grant_type": "refresh_token", "refresh_token": token})


async def read(client: httpx.AsyncClient, access_token: str, path: str = "/api/session") -> int:
    response = await client.get(path, headers={"Authorization": f"Bearer {access_token}"})
    return response.status_code


async def test_program_gets_the_session_of_the_specification(
    client: httpx.AsyncClient, team: Team, clock: MovableClock
) -> None:
    response = await grant(client, team.owner)
    body = response.json()
    assert set(body) == {"access_token", "refresh_token", "expires_in", "expires_at", "token_type", "user"}
    assert (body["token_type"], body["expires_in"], body["user"]["email"]) == ("bearer", 900, team.owner)
    assert abs(body["expires_at"] - clock.now().timestamp() - 900) < 10
    assert "set-cookie" not in response.headers
    assert response.headers["cache-control"] == "no-store"
    assert await read(client, body["access_token"]) == 200
    assert await read(client, body["access_token"], team.path) == 200


async def test_wrong_password_is_told_as_in_the_browser(client: httpx.AsyncClient, email: str) -> None:
    response = await grant(client, email, password=WRONG)
    assert (response.status_code, response.json()["detail"]) == (401, "Invalid login credentials")


async def test_access_token_ends_after_fifteen_minutes_and_is_refreshed_for_twelve_hours(
    client: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    tokens = await tokens_of(client, email)
    for _ in range(47):
        clock.move(timedelta(minutes=15, seconds=1))
        assert await read(client, tokens["access_token"]) == 401
        tokens = (await refresh(client, tokens["refresh_token"])).json()
        assert await read(client, tokens["access_token"]) == 200
    assert tokens["expires_in"] < 900  # no longer than the session
    clock.move(timedelta(minutes=15, seconds=1))
    assert (await refresh(client, tokens["refresh_token"])).status_code == 401


async def test_refresh_changes_both_tokens(client: httpx.AsyncClient, email: str) -> None:
    former = await tokens_of(client, email)
    tokens = (await refresh(client, former["refresh_token"])).json()
    assert tokens["refresh_token"] != former["refresh_token"]
    assert await read(client, former["access_token"]) == 401
    assert await read(client, tokens["access_token"]) == 200


async def test_refresh_token_that_comes_again_ends_the_whole_family(
    client: httpx.AsyncClient, team: Team, database: Database
) -> None:
    first = await tokens_of(client, team.manager)
    second = (await refresh(client, first["refresh_token"])).json()
    third = (await refresh(client, second["refresh_token"])).json()
    assert (await refresh(client, first["refresh_token"])).status_code == 401
    assert await read(client, third["access_token"]) == 401
    assert (await refresh(client, third["refresh_token"])).status_code == 401
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT action, outcome FROM audit_entries WHERE tenant_id = :id ORDER BY at")
        rows = [tuple(row) for row in await session.sql.execute(query, {"id": team.clinic.id})]
    assert rows == [
        ("session.create", "ok"),
        ("session.refresh", "ok"),
        ("session.refresh", "ok"),
        ("session.token_reuse", "denied"),
    ]


async def test_another_family_of_the_same_user_goes_on(client: httpx.AsyncClient, email: str) -> None:
    stolen, other = await tokens_of(client, email), await tokens_of(client, email)
    await refresh(client, stolen["refresh_token"])
    await refresh(client, stolen["refresh_token"])
    assert await read(client, other["access_token"]) == 200


async def test_of_two_refreshes_at_one_time_one_is_taken_and_the_family_ends(
    client: httpx.AsyncClient, email: str
) -> None:
    tokens = await tokens_of(client, email)
    answers = await asyncio.gather(*(refresh(client, tokens["refresh_token"]) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 401]
    taken = next(answer for answer in answers if answer.status_code == 200).json()
    assert await read(client, taken["access_token"]) == 401


async def test_revoked_session_opens_nothing(client: httpx.AsyncClient, email: str) -> None:
    tokens = await tokens_of(client, email)
    body = {"refresh_token": tokens["refresh_token"]}
    assert (await client.post("/api/token/revoke", json=body)).status_code == 204
    assert (await client.post("/api/token/revoke", json=body)).status_code == 204  # RFC 7009: no difference
    assert await read(client, tokens["access_token"]) == 401
    assert (await refresh(client, tokens["refresh_token"])).status_code == 401


async def test_sign_out_with_the_access_token_ends_the_session(client: httpx.AsyncClient, email: str) -> None:
    tokens = await tokens_of(client, email)
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert (await client.delete("/api/session", headers=headers)).status_code == 204
    assert (await refresh(client, tokens["refresh_token"])).status_code == 401


async def test_a_program_that_changes_the_password_keeps_its_token(client: httpx.AsyncClient, email: str) -> None:
    tokens, other = await tokens_of(client, email), await tokens_of(client, email)
    body = {"current_password": PASSWORD, "password": "a-walk-along-the-harbor"}
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    changed = await client.put("/api/account/password", json=body, headers=headers)
    assert (changed.status_code, "set-cookie" in changed.headers) == (204, False)
    assert await read(client, tokens["access_token"]) == 200
    assert await read(client, other["access_token"]) == 401


async def test_second_factor_is_asked_of_programs_too(
    app: FastAPI, client: httpx.AsyncClient, email: str, clock: MovableClock, database: Database
) -> None:
    async with browser(app, email) as first:
        secret, codes = await enrol_app(first, clock)
        await first.delete("/api/session")
    clock.move(timedelta(minutes=1))
    due = await grant(client, email)
    assert (due.status_code, due.json()["type"]) == (401, "/problems/second-factor-required")
    assert (await grant(client, email, code="000000")).status_code == 401
    async with database.system(SystemScope.LOGIN) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM sessions")) == 0
    opened = await grant(client, email, code=code_of(secret, clock))
    assert opened.status_code == 200
    assert await read(client, opened.json()["access_token"], "/api/sessions") == 200
    assert (await grant(client, email, code=codes[0])).status_code == 200


async def test_neither_token_is_taken_in_the_others_place(client: httpx.AsyncClient, email: str) -> None:
    tokens = await tokens_of(client, email)
    await sign_in(client, email)
    cookie = client.cookies["mia_session"]
    client.cookies.clear()
    assert await read(client, cookie) == 401
    assert await read(client, tokens["refresh_token"]) == 401
    client.cookies.set("mia_session", tokens["access_token"])
    assert (await client.get("/api/session")).status_code == 401


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic eA==", "bearer nonsense", "Bearer é"])
async def test_header_alone_counts_where_there_is_one(client: httpx.AsyncClient, email: str, header: str) -> None:
    await sign_in(client, email)
    response = await client.get("/api/session", headers={b"Authorization": header.encode()})
    assert response.status_code == 401


async def post(client: httpx.AsyncClient, headers: dict[str, str]) -> int:
    client.headers.pop("Origin", None)
    return (await client.post("/api/session/touch", headers=headers)).status_code


async def test_bearer_needs_no_origin_and_a_cookie_does(client: httpx.AsyncClient, email: str) -> None:
    bearer = {"Authorization": f"Bearer {(await tokens_of(client, email))['access_token']}"}
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    assert await post(client, bearer) == 204
    assert await post(client, bearer | foreign) == 204
    await client.post("/api/session", json={"email": email, "password": PASSWORD}, headers={"Origin": ORIGIN})
    assert await post(client, foreign) == 403
    assert await post(client, bearer | foreign) == 403  # a cookie came along
    assert await post(client, {}) == 403
    assert await post(client, {"Origin": ORIGIN}) == 204
    client.cookies.clear()
    client.cookies.set("__Host-mia_reset", "x")
    assert await post(client, bearer | foreign) == 403


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"grant_type": "client_credentials"},
        {"grant_type": "refresh_token"},
        {"grant_type": "password", "email": "a@b.example", "password": "x", "scope": "all"},
    ],
)
async def test_other_grants_are_refused(client: httpx.AsyncClient, body: dict[str, str]) -> None:
    assert (await client.post("/api/token", json=body)).status_code == 422
