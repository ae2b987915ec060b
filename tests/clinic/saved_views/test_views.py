"""Saved views: one's own, shared ones, and what none may hold."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.clinic.saved_views.routes import router
from mia.identity.routes import router as access_router
from mia.platform.db.session import Database
from tests.fakes.access import Team, app_of_tests, browser, make_team, scope_of


@pytest_asyncio.fixture
async def team(database: Database) -> Team:
    return await make_team(database)


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(access_router, router))


@pytest_asyncio.fixture
async def desk(app: FastAPI, team: Team) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app, team.front_desk) as client:
        yield client


async def save(http: httpx.AsyncClient, team: Team, **more: Any) -> httpx.Response:
    body = {"page": "patients", "name": "VIPs who were here in May", "filters": "?group=vip&since=2026-05-01"}
    return await http.post(f"{team.path}/views", json={**body, **more})


async def names(http: httpx.AsyncClient, team: Team, page: str = "patients") -> list[str]:
    answer = await http.get(f"{team.path}/views", params={"page": page})
    assert answer.status_code == 200, answer.text
    return [view["name"] for view in answer.json()["items"]]


async def test_a_view_is_its_owners_until_it_is_shared(desk: httpx.AsyncClient, app: FastAPI, team: Team) -> None:
    answer = await save(desk, team)
    assert answer.status_code == 201, answer.text
    assert answer.json()["filters"] == "group=vip&since=2026-05-01"
    await save(desk, team, name="Overdue", filters="group=overdue", shared=True)
    assert await names(desk, team) == ["Overdue", "VIPs who were here in May"]
    assert await names(desk, team, "calls") == []
    async with browser(app, team.read_only) as colleague:
        assert await names(colleague, team) == ["Overdue"]


async def test_a_view_of_the_same_name_takes_its_place(desk: httpx.AsyncClient, team: Team) -> None:
    await save(desk, team)
    again = await save(desk, team, name="vips who were here in may", filters="group=all")
    (view,) = (await desk.get(f"{team.path}/views", params={"page": "patients"})).json()["items"]
    assert (view["id"], view["filters"], view["mine"]) == (again.json()["id"], "group=all", True)


async def test_a_shared_view_is_deleted_by_its_owner_or_a_manager(
    desk: httpx.AsyncClient, app: FastAPI, team: Team
) -> None:
    mine = (await save(desk, team)).json()["id"]
    shared = (await save(desk, team, name="All", shared=True)).json()["id"]
    async with browser(app, team.read_only) as colleague:
        assert (await colleague.delete(f"{team.path}/views/{shared}")).status_code == 403
        assert (await colleague.delete(f"{team.path}/views/{mine}")).status_code == 404
    async with browser(app, team.manager) as manager:
        assert (await manager.delete(f"{team.path}/views/{shared}")).status_code == 204
        assert (await manager.delete(f"{team.path}/views/{mine}")).status_code == 404
    assert (await desk.delete(f"{team.path}/views/{mine}")).status_code == 204
    assert await names(desk, team) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"filters": "q=Ana"},
        {"filters": "patient=pat_1"},
        {"filters": "page=2"},
        {"filters": "tag=%3Cscript%3E"},
        {"page": "calls", "filters": "group=vip"},
        {"page": "letters"},
        {"name": "   "},
        {"name": "x" * 61},
        {"more": 1},
    ],
)
async def test_a_view_holds_choices_and_nothing_that_was_searched(
    desk: httpx.AsyncClient, team: Team, wrong: dict[str, Any]
) -> None:
    assert (await save(desk, team, **wrong)).status_code == 422
    assert await names(desk, team) == []


async def test_nobody_and_strangers_have_no_views(app: FastAPI, team: Team) -> None:
    async with browser(app) as anonymous, browser(app, team.stranger) as stranger:
        for client, status in ((anonymous, 401), (stranger, 404)):
            assert (await save(client, team)).status_code == status
            assert (await client.get(f"{team.path}/views", params={"page": "patients"})).status_code == status
            assert (await client.delete(f"{team.path}/views/viw_x")).status_code == status


async def test_a_name_is_stored_sealed(desk: httpx.AsyncClient, team: Team, database: Database) -> None:
    await save(desk, team, name="Friends of Ana")
    async with database.clinic(scope_of(team.clinic)) as session:
        (row,) = (await session.sql.execute(text("SELECT saved_views::text FROM saved_views"))).scalars().all()
    assert "Ana" not in row


async def test_the_fifty_first_view_is_one_too_many(desk: httpx.AsyncClient, team: Team) -> None:
    for number in range(50):
        assert (await save(desk, team, name=f"View {number}")).status_code == 201
    answer = await save(desk, team, name="One more")
    assert answer.status_code == 409 and "50" in answer.json()["detail"]
