"""A clinic's tokens for its own programs: who makes them, what they open, how they end."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity.api_tokens import GRANTABLE, MOST
from mia.identity.guards import CurrentScope
from mia.identity.matrix import MATRIX
from mia.identity.permissions import Permission
from mia.platform.audit import service as audit
from mia.platform.db.session import Database, DatabaseDep
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import Team, browser

_READ = ("GET", "/api/clinics/{slug}/appointments")
_FIGURES = ("GET", "/api/clinics/{slug}/overview")


@pytest.fixture
def app(app: FastAPI) -> FastAPI:
    """With two routes of other rooms, as the table of routes knows them."""

    @app.get(_READ[1])
    async def read(scope: CurrentScope, database: DatabaseDep) -> str:
        async with database.clinic(scope) as session:
            await audit.record(session, "appointment.read", "appointment")
        return scope.actor

    @app.get(_FIGURES[1])
    async def figures(scope: CurrentScope) -> str:
        return scope.actor

    return app


async def make(client: httpx.AsyncClient, team: Team, **more: Any) -> httpx.Response:
    body = {"name": "Reports", "scopes": ["appointments.read"], **more}
    return await client.post(f"{team.path}/api-tokens", json=body)


async def token_of(app: FastAPI, team: Team, **more: Any) -> str:
    async with browser(app, team.owner) as client:
        response = await make(client, team, **more)
    assert response.status_code == 201, response.text
    token: str = response.json()["token"]
    return token


async def use(client: httpx.AsyncClient, token: str, path: str) -> httpx.Response:
    return await client.get(path, headers={"Authorization": f"Bearer {token}"})


async def test_token_is_shown_once_and_listed_by_its_beginning(
    app: FastAPI, team: Team, database: Database
) -> None:
    async with browser(app, team.manager) as client:
        made = (await make(client, team, expires_in_days=90)).json()
        listed = (await client.get(f"{team.path}/api-tokens")).json()
    token, item = made["token"], made["item"]
    assert token.startswith("mia_")
    assert item["prefix"] == token[:8]
    assert item["id"].startswith("tok_")
    assert (item["name"], item["scopes"], item["created_by"]) == ("Reports", ["appointments.read"], "Robin Vale")
    assert item["last_used_at"] is None
    assert listed["items"] == [item]
    assert {"value": "figures.read", "label": "Read figures"} in listed["scopes"]
    assert token not in str(listed)
    async with database.system(SystemScope.LOGIN) as session:
        row = await session.sql.scalar(text("SELECT row_to_json(t)::text FROM api_tokens t"))
    assert token not in str(row)


async def test_token_opens_what_is_in_its_scopes_and_nothing_else(
    app: FastAPI, client: httpx.AsyncClient, team: Team
) -> None:
    token = await token_of(app, team)
    opened = await use(client, token, f"{team.path}/appointments")
    assert (opened.status_code, opened.json()[:4]) == (200, "tok_")
    refused = await use(client, token, f"{team.path}/overview")
    assert (refused.status_code, refused.json()["detail"]) == (403, "This token has no permission for it.")
    assert (await use(client, token, team.path)).status_code == 403
    assert (await use(client, token, f"{team.path}/api-tokens")).status_code == 403


async def test_token_is_nobody_where_a_person_is_asked_for(
    app: FastAPI, client: httpx.AsyncClient, team: Team
) -> None:
    token = await token_of(app, team)
    for path in ("/api/session", "/api/sessions", "/api/account/second-factor"):
        assert (await use(client, token, path)).status_code == 401


async def test_token_of_another_clinic_gets_the_strangers_404(
    app: FastAPI, client: httpx.AsyncClient, team: Team
) -> None:
    token = await token_of(app, team)
    async with browser(app, team.stranger) as stranger:
        slug = (await stranger.get("/api/session")).json()["clinics"][0]["slug"]
    for other in (slug, "no-such-clinic", "a%00b"):
        response = await use(client, token, f"/api/clinics/{other}/appointments")
        assert response.status_code == 404
        assert response.json()["detail"] == "Access denied to this clinic dashboard"


async def test_revoked_token_opens_nothing(app: FastAPI, client: httpx.AsyncClient, team: Team) -> None:
    async with browser(app, team.owner) as owner:
        made = (await make(owner, team)).json()
        path = f"{team.path}/api-tokens/{made['item']['id']}"
        assert (await owner.delete(path)).status_code == 204
        assert (await owner.delete(path)).status_code == 404
        assert (await owner.get(f"{team.path}/api-tokens")).json()["items"] == []
    assert (await use(client, made["token"], f"{team.path}/appointments")).status_code == 401


async def test_token_runs_out(app: FastAPI, client: httpx.AsyncClient, team: Team, clock: MovableClock) -> None:
    token = await token_of(app, team, expires_in_days=30)
    endless = await token_of(app, team)
    clock.move(timedelta(days=30, seconds=1))
    assert (await use(client, token, f"{team.path}/appointments")).status_code == 401
    assert (await use(client, endless, f"{team.path}/appointments")).status_code == 200


async def test_use_is_noted_now_and_then_and_refusals_always(
    app: FastAPI, client: httpx.AsyncClient, team: Team, clock: MovableClock, database: Database
) -> None:
    token = await token_of(app, team)
    for _ in range(3):
        await use(client, token, f"{team.path}/appointments")
    for _ in range(2):
        await use(client, token, f"{team.path}/overview")
    clock.move(timedelta(minutes=6))
    await use(client, token, f"{team.path}/appointments")
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT actor, action, outcome FROM audit_entries WHERE tenant_id = :id AND actor LIKE 'tok%'")
        rows = (await session.sql.execute(query, {"id": team.clinic.id})).all()
    assert len({row.actor for row in rows}) == 1
    noted = [(row.action, row.outcome) for row in rows]
    assert noted.count(("appointment.read", "ok")) == 4
    assert noted.count(("token.use", "ok")) == 2
    assert noted.count(("token.use", "denied")) == 2


@pytest.mark.parametrize(
    "body",
    [
        {"name": ""},
        {"name": "  "},
        {"name": "two\x00lines"},
        {"name": "x" * 61},
        {"scopes": []},
        {"scopes": ["team.manage"]},
        {"scopes": ["everything"]},
        {"expires_in_days": 0},
        {"expires_in_days": 731},
        {"owner": True},
    ],
)
async def test_unfit_token_is_not_made(app: FastAPI, team: Team, body: dict[str, Any]) -> None:
    async with browser(app, team.owner) as client:
        assert (await make(client, team, **body)).status_code == 422
        assert (await client.get(f"{team.path}/api-tokens")).json()["items"] == []


async def test_fifty_tokens_are_enough(app: FastAPI, team: Team) -> None:
    async with browser(app, team.owner) as client:
        for _ in range(MOST):
            assert (await make(client, team)).status_code == 201
        assert (await make(client, team)).status_code == 409


async def test_who_may_manage_tokens(app: FastAPI, client: httpx.AsyncClient, team: Team) -> None:
    path = f"{team.path}/api-tokens"
    expected = {team.owner: 201, team.manager: 201, team.front_desk: 403, team.read_only: 403, team.stranger: 404}
    for email, status in expected.items():
        async with browser(app, email) as person:
            made = await make(person, team)
            assert made.status_code == status, email
            assert (await person.get(path)).status_code == (200 if status == 201 else status)
            token_id = made.json()["item"]["id"] if status == 201 else "tok_none"
            assert (await person.delete(f"{path}/{token_id}")).status_code == (204 if status == 201 else status)
    assert (await client.get(path)).status_code == 401
    assert (await make(client, team)).status_code == 401
    assert (await client.delete(f"{path}/tok_none")).status_code == 401


def test_what_is_about_accounts_cannot_be_granted() -> None:
    of_people = {permission for permission in Permission if permission.value.endswith(".manage")}
    assert not of_people & set(GRANTABLE)
    assert Permission.READ_AUDIT not in GRANTABLE
    assert MATRIX[_READ] in GRANTABLE


async def test_activity_log_calls_a_program_by_its_tokens_name(
    app: FastAPI, client: httpx.AsyncClient, team: Team
) -> None:
    token = await token_of(app, team)
    await use(client, token, f"{team.path}/appointments")
    async with browser(app, team.owner) as owner:
        listed = (await owner.get(f"{team.path}/api-tokens")).json()["items"][0]["id"]
        await owner.delete(f"{team.path}/api-tokens/{listed}")
        found = await owner.post(f"{team.path}/audit/search", json={"action": "appointment.read"})
        revoked = await owner.post(f"{team.path}/audit/search", json={"action": "token.revoke"})
    assert [item["actor"] for item in found.json()["items"]] == ["Reports (API token)"]
    assert listed in str(revoked.json())
