"""Who leads a practice no more leaves no door open behind them."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity.scopes import service_scope
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import Team, browser, make_user
from tests.fakes.post_office import PostOffice

_OUT = [{"disabled": True}, {"role": "front_desk"}, None]


async def put_out(app: FastAPI, team: Team, how: dict[str, Any] | None, email: str = "") -> None:
    """What an owner does to a member (the manager); None is to remove them."""
    async with browser(app, team.owner) as owner:
        path = f"{team.path}/members/{team.id_of(email or team.manager)}"
        answer = await (owner.delete(path) if how is None else owner.patch(path, json=how))
    assert answer.is_success, answer.text


async def token_of(app: FastAPI, team: Team, email: str) -> str:
    async with browser(app, email) as maker:
        body = {"name": "Reports", "scopes": ["patients.read"]}
        made: str = (await maker.post(f"{team.path}/api-tokens", json=body)).json()["token"]
    return made


async def status_with(client: httpx.AsyncClient, team: Team, token: str) -> int:
    """403 is what a token that works gets for the clinic's name plate, 401 what another gets."""
    return (await client.get(team.path, headers={"Authorization": f"Bearer {token}"})).status_code


async def invite(app: FastAPI, team: Team, office: PostOffice, role: str, by: str) -> dict[str, str]:
    guest = f"guest-{new_id().hex}@harbor.example"
    async with browser(app, by) as inviter:
        answer = await inviter.post(f"{team.path}/invites", json={"email": guest, "role": role})
    assert answer.status_code == 201
    return await office.invite_of(guest)


async def opens(client: httpx.AsyncClient, link: dict[str, str]) -> bool:
    return (await client.post("/api/invites/verify", json=link)).is_success


@pytest.mark.parametrize("how", _OUT)
async def test_tokens_of_who_may_make_none_any_more_end(
    app: FastAPI, client: httpx.AsyncClient, team: Team, database: Database, how: dict[str, Any] | None
) -> None:
    theirs, owners = await token_of(app, team, team.manager), await token_of(app, team, team.owner)
    assert (await status_with(client, team, theirs), await status_with(client, team, owners)) == (403, 403)
    await put_out(app, team, how)
    assert (await status_with(client, team, theirs), await status_with(client, team, owners)) == (401, 403)
    async with database.clinic(service_scope(team.clinic.id, "test")) as session:
        query = text("SELECT count(*) FROM audit_entries WHERE action = 'token.revoke'")
        assert await session.sql.scalar(query) == 1


@pytest.mark.parametrize("how", _OUT)
async def test_invitations_of_who_may_invite_nobody_any_more_are_void(
    app: FastAPI, client: httpx.AsyncClient, team: Team, office: PostOffice, how: dict[str, Any] | None
) -> None:
    theirs = await invite(app, team, office, "manager", team.manager)
    owners = await invite(app, team, office, "manager", team.owner)
    await put_out(app, team, how)
    assert (await opens(client, theirs), await opens(client, owners)) == (False, True)


async def test_an_owner_who_becomes_a_manager_keeps_what_managers_may_give(
    app: FastAPI, client: httpx.AsyncClient, team: Team, office: PostOffice, database: Database
) -> None:
    second = f"second@{team.clinic.slug}.example"
    team.ids[second] = await make_user(database, second, {team.clinic.id: Role.OWNER})
    token = await token_of(app, team, second)
    owner = await invite(app, team, office, "owner", second)
    desk = await invite(app, team, office, "front_desk", second)
    await put_out(app, team, {"role": "manager"}, second)
    assert (await opens(client, owner), await opens(client, desk)) == (False, True)
    assert await status_with(client, team, token) == 403
