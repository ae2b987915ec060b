"""A practice with its team, and browsers of theirs on the routes of temporary leads."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.leads.temporary.routes import router
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import PracticeSettings
from mia.identity import routes as access_routes
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from mia.platform.kernel.settings import Settings
from tests.fakes.access import app_of_tests, browser, forget_attempts, make_user, settings_of_tests
from tests.fakes.practice import PracticeOfTests, make_practice, noon_clock

Browser = Callable[[Role], AbstractAsyncContextManager[httpx.AsyncClient]]

ANA: dict[str, Any] = {
    "name": "Ana Ruiz",
    "email": "Ana@Ruiz.example",
    "phone": "305 555 0142",
    "treatment_interest": "Botox/Injectables",
    "message": "Before a wedding in May.",
}


@pytest.fixture
def clock() -> MovableClock:
    return noon_clock()


@pytest.fixture
def settings() -> Settings:
    return settings_of_tests(MIA_SIGNING_KEY="signing key of tests", MIA_SESSION_IDLE_MINUTES="240")


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    practice = await make_practice(database, f"practice-{new_id().hex}")
    for role in Role:
        await make_user(database, f"{role.value}@{practice.slug}.example", {practice.scope.clinic_id: role})
    return practice


@pytest_asyncio.fixture
async def app(database: Database, settings: Settings) -> FastAPI:
    await forget_attempts(database)
    return app_of_tests(database, settings, routers=(access_routes.router, router), guarded=True)


@pytest.fixture
def as_role(app: FastAPI, practice: PracticeOfTests) -> Browser:
    """A browser in which someone of a role is signed in."""

    @asynccontextmanager
    async def open_browser(role: Role) -> AsyncIterator[httpx.AsyncClient]:
        async with browser(app, f"{role.value}@{practice.slug}.example") as http:
            yield http

    return open_browser


@pytest_asyncio.fixture
async def desk(as_role: Browser) -> AsyncIterator[httpx.AsyncClient]:
    """The browser at the front desk."""
    async with as_role(Role.FRONT_DESK) as http:
        yield http


@pytest_asyncio.fixture
async def visitor(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """Someone who is signed in nowhere."""
    async with browser(app) as http:
        yield http


async def settle(database: Database, practice: PracticeOfTests, **changes: object) -> None:
    """What the practice lets Mia do, and where its form may stand."""
    stands: dict[str, object] = {
        "phone": "+13055550100",
        "hand_off_number": "+13055550101",
        "greeting": "Thank you for calling.",
        "front_desk_cents_per_hour": 2400,
    }
    async with database.clinic(practice.scope) as session:
        await practices.save_settings(session, PracticeSettings(**{**stands, **changes}))  # type: ignore[arg-type]


@pytest.fixture
def path(practice: PracticeOfTests) -> str:
    return f"/api/clinics/{practice.slug}/temporary-leads"


async def captured(http: httpx.AsyncClient, path: str, **changes: Any) -> dict[str, Any]:
    response = await http.post(path, json={**ANA, **changes})
    assert response.status_code == 201, response.text
    body: dict[str, Any] = response.json()
    return body


async def listed(http: httpx.AsyncClient, path: str) -> dict[str, Any]:
    response = await http.get(path)
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json()
    return body
