"""Where a person is signed in, and every way in which that ends."""

from datetime import timedelta

import httpx
from fastapi import FastAPI
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import PASSWORD, Team, browser
from tests.identity.conftest import sign_in


async def test_list_shows_every_device_the_current_one_first(
    app: FastAPI, client: httpx.AsyncClient, other: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    other.headers["User-Agent"] = "Firefox on a tablet\n" + "x" * 500
    await sign_in(client, email)
    clock.move(timedelta(minutes=2))
    await sign_in(other, email)
    await client.post("/api/token", json={"grant_type": "password", "email": email, "password": PASSWORD})
    items = (await client.get("/api/sessions")).json()["items"]
    assert [item["current"] for item in items] == [True, False, False]
    assert {item["kind"] for item in items} == {"browser", "api"}
    assert items[0]["network"] == "127.0.0.0/24"
    tablet = next(item for item in items if "tablet" in item["device"])
    assert len(tablet["device"]) == 120
    assert tablet["device"].isprintable()


async def test_one_device_is_signed_out(client: httpx.AsyncClient, other: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    await sign_in(other, email)
    away = next(item for item in (await client.get("/api/sessions")).json()["items"] if not item["current"])
    assert (await client.delete(f"/api/sessions/{away['id']}")).status_code == 204
    assert (await other.get("/api/session")).status_code == 401
    assert (await client.get("/api/session")).status_code == 200
    assert (await client.delete(f"/api/sessions/{away['id']}")).status_code == 404


async def test_signing_this_device_out_takes_its_cookie(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    this = (await client.get("/api/sessions")).json()["items"][0]
    assert (await client.delete(f"/api/sessions/{this['id']}")).status_code == 204
    assert not client.cookies
    assert (await client.get("/api/session")).status_code == 401


async def test_everywhere_is_here_too(client: httpx.AsyncClient, other: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    await sign_in(other, email)
    grant = {"grant_type": "password", "email": email, "password": PASSWORD}
    tokens = (await other.post("/api/token", json=grant)).json()
    response = await client.delete("/api/sessions")
    assert response.status_code == 204
    assert response.headers["clear-site-data"] == '"cache", "storage"'
    for each in (client, other):
        assert (await each.get("/api/session")).status_code == 401
    refresh = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    assert (await other.post("/api/token", json=refresh)).status_code == 401


async def test_device_of_somebody_else_is_not_found(
    app: FastAPI, client: httpx.AsyncClient, team: Team, email: str
) -> None:
    await sign_in(client, email)
    theirs = (await client.get("/api/sessions")).json()["items"][0]["id"]
    async with browser(app, team.owner) as stranger:
        assert (await stranger.delete(f"/api/sessions/{theirs}")).status_code == 404
        assert (await stranger.delete(f"/api/sessions/{encode('ses', new_id())}")).status_code == 404
        assert (await stranger.delete("/api/sessions/nonsense")).status_code == 404
    assert (await client.get("/api/session")).status_code == 200


async def test_nobody_has_no_devices(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/sessions")).status_code == 401
    assert (await client.delete("/api/sessions")).status_code == 401
    assert (await client.delete(f"/api/sessions/{encode('ses', new_id())}")).status_code == 401


async def test_ended_and_unused_sessions_are_not_shown(
    client: httpx.AsyncClient, other: httpx.AsyncClient, email: str, clock: MovableClock
) -> None:
    await sign_in(other, email)
    clock.move(timedelta(minutes=16))
    await sign_in(client, email)
    assert len((await client.get("/api/sessions")).json()["items"]) == 1


async def test_touch_keeps_a_session_alive(client: httpx.AsyncClient, email: str, clock: MovableClock) -> None:
    await sign_in(client, email)
    for _ in range(3):
        clock.move(timedelta(minutes=14))
        assert (await client.post("/api/session/touch")).status_code == 204
    clock.move(timedelta(minutes=16))
    assert (await client.post("/api/session/touch")).status_code == 401


async def test_session_says_when_it_ends(client: httpx.AsyncClient, email: str, clock: MovableClock) -> None:
    body = (await sign_in(client, email)).json()
    assert body["idle_seconds"] == 900
    end = (clock.now() + timedelta(hours=12)).isoformat()[:16]
    assert body["expires_at"].startswith(end)


async def test_token_that_the_server_did_not_make_never_becomes_a_session(
    client: httpx.AsyncClient, email: str
) -> None:
    chosen = "a" * 43
    client.cookies.set("mia_session", chosen)
    response = await sign_in(client, email)
    assert response.status_code == 200
    given = response.headers["set-cookie"].split("=", 1)[1].split(";")[0]
    assert given != chosen
    client.cookies.clear()
    client.cookies.set("mia_session", chosen)
    assert (await client.get("/api/session")).status_code == 401


async def test_role_taken_from_somebody_holds_from_the_next_request_on(
    app: FastAPI, team: Team, database: Database
) -> None:
    async with browser(app, team.manager) as client:
        assert (await client.get(team.path)).status_code == 200
        async with database.system(SystemScope.LOGIN) as session:
            query = text("UPDATE memberships SET disabled_at = now() WHERE user_id = :id")
            await session.sql.execute(query, {"id": team.ids[team.manager]})
        assert (await client.get(team.path)).status_code == 404
        assert (await client.get("/api/session")).json()["clinics"] == []


async def test_use_of_a_clinic_is_noted_by_the_minute(
    app: FastAPI, team: Team, database: Database, clock: MovableClock
) -> None:
    async def last() -> object:
        async with database.system(SystemScope.LOGIN) as session:
            query = text("SELECT last_active_at FROM memberships WHERE user_id = :id")
            return await session.sql.scalar(query, {"id": team.ids[team.manager]})

    async with browser(app, team.manager) as client:
        assert await last() is None
        await client.get(team.path)
        first = await last()
        assert first is not None
        clock.move(timedelta(seconds=50))
        await client.get(team.path)
        assert await last() == first
        clock.move(timedelta(seconds=20))
        await client.get(team.path)
        assert await last() != first
