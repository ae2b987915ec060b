"""An app with the access routes, a browser, a fresh user."""

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity.routes import router
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import PASSWORD, Team, app_of_tests, browser, make_team, make_user
from tests.fakes.post_office import PostOffice
from tests.identity.two_clinics import Two, make_two_clinics

WRONG = "not-the-password"


async def sign_in(client: httpx.AsyncClient, email: str, password: str = PASSWORD) -> httpx.Response:
    return await client.post("/api/session", json={"email": email, "password": password})


@pytest.fixture
def app(database: Database) -> FastAPI:
    app = app_of_tests(database)
    app.include_router(router)
    return app


@pytest_asyncio.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        yield client


@pytest_asyncio.fixture
async def other(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """Another browser."""
    async with browser(app) as client:
        yield client


@pytest.fixture
def office(app: FastAPI, database: Database) -> PostOffice:
    return PostOffice(database, app.state.settings)


@pytest_asyncio.fixture
async def team(database: Database) -> Team:
    return await make_team(database)


@pytest_asyncio.fixture
async def email(database: Database) -> str:
    """A fresh user's address."""
    address = f"{new_id().hex}@harbor.example"
    await make_user(database, address)
    return address


@pytest_asyncio.fixture(autouse=True)
async def nothing_of_earlier_tests(database: Database) -> None:
    async with database.system(SystemScope.LOGIN) as session:
        await session.sql.execute(text("DELETE FROM attempts"))
        await session.sql.execute(text("DELETE FROM sessions"))


@pytest_asyncio.fixture
async def two(database: Database) -> Two:
    return await make_two_clinics(database)
