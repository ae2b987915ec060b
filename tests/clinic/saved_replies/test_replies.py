"""Saved replies: read by who writes to patients, kept by who runs the practice."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.clinic.saved_replies.routes import router
from mia.identity.routes import router as access_router
from mia.platform.db.session import Database
from mia.platform.kernel.ids import encode, new_id
from tests.fakes.access import Team, app_of_tests, browser, make_team, scope_of

PARKING = {"title": "Parking", "text": "Hi {first name}, park behind the house. {my name}, {practice}"}


@pytest_asyncio.fixture
async def team(database: Database) -> Team:
    return await make_team(database)


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(access_router, router))


@pytest_asyncio.fixture
async def manager(app: FastAPI, team: Team) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app, team.manager) as client:
        yield client


async def save(http: httpx.AsyncClient, team: Team, **more: Any) -> httpx.Response:
    return await http.post(f"{team.path}/saved-replies", json={**PARKING, **more})


async def titles(http: httpx.AsyncClient, team: Team) -> list[str]:
    return [one["title"] for one in (await http.get(f"{team.path}/saved-replies")).json()["items"]]


async def test_a_manager_saves_changes_and_deletes_replies(manager: httpx.AsyncClient, team: Team) -> None:
    saved = (await save(manager, team, title="  Parking  lot ")).json()
    assert (saved["title"], saved["text"]) == ("Parking lot", PARKING["text"])
    await save(manager, team, title="after care")
    assert await titles(manager, team) == ["after care", "Parking lot"]
    url = f"{team.path}/saved-replies/{saved['id']}"
    changed = await manager.put(url, json={"title": "Parking", "text": "Behind the house."})
    assert (changed.status_code, changed.json()["text"]) == (200, "Behind the house.")
    assert (await manager.delete(url)).status_code == 204
    assert (await manager.delete(url)).status_code == 404
    assert (await manager.put(url, json=PARKING)).status_code == 404
    assert await titles(manager, team) == ["after care"]


async def test_a_title_stands_once(manager: httpx.AsyncClient, team: Team) -> None:
    first = (await save(manager, team)).json()["id"]
    second = (await save(manager, team, title="Prices")).json()["id"]
    assert (await save(manager, team, title="PARKING")).status_code == 409
    taken = await manager.put(f"{team.path}/saved-replies/{second}", json=PARKING)
    assert (taken.status_code, taken.json()["detail"]) == (409, "There is a saved reply with this title.")
    assert (await manager.put(f"{team.path}/saved-replies/{first}", json=PARKING)).status_code == 200


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 61}, "title"),
        ({"text": " "}, "text"),
        ({"text": "Hi {frist name}"}, "text"),
        ({"text": "Hi {first name"}, "text"),
        ({"more": 1}, "more"),
    ],
)
async def test_what_could_not_be_filled_in_is_refused(
    manager: httpx.AsyncClient, team: Team, wrong: dict[str, Any], field: str
) -> None:
    answer = await save(manager, team, **wrong)
    assert answer.status_code == 422 and field in answer.json()["errors"]
    assert await titles(manager, team) == []


async def test_who_writes_to_patients_reads_and_others_do_not(
    app: FastAPI, manager: httpx.AsyncClient, team: Team
) -> None:
    saved = (await save(manager, team)).json()["id"]

    async def statuses(http: httpx.AsyncClient) -> list[int]:
        url = f"{team.path}/saved-replies/{saved}"
        answers = [
            await http.get(f"{team.path}/saved-replies"),
            await save(http, team),
            await http.put(url, json=PARKING),
            await http.delete(url),
        ]
        return [answer.status_code for answer in answers]

    async with browser(app) as http:
        assert await statuses(http) == [401] * 4
    async with browser(app, team.stranger) as http:
        assert await statuses(http) == [404] * 4
    async with browser(app, team.read_only) as http:
        assert await statuses(http) == [403] * 4
    async with browser(app, team.front_desk) as http:
        assert await statuses(http) == [200, 403, 403, 403]
        assert await titles(http, team) == ["Parking"]
    unknown = f"{team.path}/saved-replies/{encode('rpl', new_id())}"
    assert (await manager.delete(unknown)).status_code == 404


async def test_what_a_reply_says_is_stored_sealed(
    manager: httpx.AsyncClient, team: Team, database: Database
) -> None:
    await save(manager, team)
    async with database.clinic(scope_of(team.clinic)) as session:
        (row,) = (await session.sql.execute(text("SELECT saved_replies::text FROM saved_replies"))).scalars().all()
    assert "Parking" not in row and "house" not in row
