"""A browser whose session has ended is told why, and no one else is."""

from datetime import timedelta

import httpx
import pytest
from fastapi import FastAPI

from mia.identity.service import SessionPolicy, forget_old_sessions
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from tests.fakes.access import PASSWORD, Team, browser, settings_of_tests
from tests.identity.conftest import sign_in

NEW_PASSWORD = "quiet harbor, loud gulls"


async def why(client: httpx.AsyncClient) -> str | None:
    answer = await client.get("/api/session/ended")
    assert answer.status_code == 200
    reason: str | None = answer.json()["why"]
    return reason


async def test_who_never_signed_in_lives_or_logged_out_is_told_nothing(
    client: httpx.AsyncClient, email: str
) -> None:
    assert await why(client) is None
    await sign_in(client, email)
    assert await why(client) is None
    token = client.cookies["mia_session"]
    await client.delete("/api/session")
    client.cookies.set("mia_session", token)
    assert (await client.get("/api/session")).status_code == 401
    assert await why(client) is None


@pytest.mark.parametrize("forgotten", [False, True])
async def test_no_use_and_too_long_a_use_are_told_apart(
    client: httpx.AsyncClient, email: str, clock: MovableClock, database: Database, forgotten: bool
) -> None:
    policy = SessionPolicy.of(settings_of_tests())
    for used, reason in ((False, "idle"), (True, "too_old")):
        await sign_in(client, email)
        end = clock.now() + policy.absolute
        while used and clock.now() < end:
            await client.get("/api/session")
            clock.move(policy.idle - timedelta(minutes=1))
        clock.move(timedelta(minutes=0 if used else 1) + (timedelta() if used else policy.idle))
        assert (await client.get("/api/session")).status_code == 401
        if forgotten:
            await forget_old_sessions(database, policy)
        assert await why(client) == reason


async def test_a_new_password_and_an_end_from_elsewhere_are_told_to_the_other_browser(
    client: httpx.AsyncClient, other: httpx.AsyncClient, email: str
) -> None:
    await sign_in(client, email)
    await sign_in(other, email)
    away = next(item for item in (await client.get("/api/sessions")).json()["items"] if not item["current"])
    await client.delete(f"/api/sessions/{away['id']}")
    assert await why(other) == "elsewhere"

    await sign_in(other, email)
    assert await why(other) is None
    change = {"current_password": PASSWORD, "password": NEW_PASSWORD}
    assert (await client.put("/api/account/password", json=change)).is_success
    assert (await why(client), await why(other)) == (None, "password")


async def test_another_role_and_an_end_of_access_are_told_to_whom_they_concern(app: FastAPI, team: Team) -> None:
    async with browser(app, team.owner) as owner, browser(app, team.front_desk) as desk:
        member = f"{team.path}/members/{team.id_of(team.front_desk)}"
        assert (await owner.patch(member, json={"role": "read_only"})).is_success
        assert await why(desk) == "role"
        await sign_in(desk, team.front_desk)
        assert (await owner.patch(member, json={"disabled": True})).is_success
        assert await why(desk) == "disabled"
        assert await why(owner) is None


async def test_after_a_week_no_one_knows_it_anymore(
    client: httpx.AsyncClient, other: httpx.AsyncClient, email: str, clock: MovableClock, database: Database
) -> None:
    await sign_in(client, email)
    await sign_in(other, email)
    token = other.cookies["mia_session"]
    await client.delete("/api/sessions")
    clock.move(timedelta(days=8))
    await forget_old_sessions(database, SessionPolicy.of(settings_of_tests()))
    other.cookies.set("mia_session", token)
    assert await why(other) is None
