"""The house of one test, its public calendar, and a visitor's browser."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio

from mia.clinic.demo_bookings.routes import router
from mia.clinic.demo_bookings.service import DemoCalendar
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail
from tests.fakes.access import app_of_tests, browser, forget_attempts, settings_of_tests
from tests.fakes.practice import PracticeOfTests, make_practice

Json = dict[str, Any]
PATH = "/api/embed/booking"
EMAIL = "maria@glow.example"
GUEST: Json = {
    "name": "Maria Gomez",
    "email": EMAIL,
    "practice": "Glow Aesthetics",
    "phone": "(305) 555-0171",
    "adult": True,
    "time_zone": "Europe/Berlin",
}


@dataclass
class Visitor:
    """Someone who books a demo."""

    http: httpx.AsyncClient
    house: PracticeOfTests
    database: Database

    async def availability(self, **query: str) -> Json:
        response = await self.http.get(f"{PATH}/availability", params=query)
        assert response.status_code == 200, response.text
        body: Json = response.json()
        return body

    async def slots(self) -> list[Json]:
        return [slot for day in (await self.availability())["days"] for slot in day["slots"]]

    async def book(self, token: str, **changes: Any) -> httpx.Response:
        return await self.http.post(PATH, json={"slot_token": token, **GUEST, **changes})

    async def booked(self, **changes: Any) -> Json:
        """A demo at the first free time."""
        response = await self.book((await self.slots())[0]["token"], **changes)
        assert response.status_code == 201, response.text
        body: Json = response.json()
        return body

    async def cancel(self, token: str) -> httpx.Response:
        return await self.http.post(f"{PATH}/cancel", json={"token": token, "time_zone": "Europe/Berlin"})

    async def emails(self, address: str = EMAIL) -> list[mail.Message]:
        async with self.database.clinic(self.house.scope) as session:
            return [email.message for email in await mail.list_for(session, address) if email.message]


@pytest.fixture
def settings() -> Settings:
    return settings_of_tests(MIA_SIGNING_KEY="signing key of tests")


@pytest_asyncio.fixture
async def house(database: Database) -> PracticeOfTests:
    """A house of this test's own."""
    return await make_practice(database, f"house-{new_id().hex}")


@pytest.fixture
def calendar(database: Database, settings: Settings, house: PracticeOfTests) -> DemoCalendar:
    return DemoCalendar(database, settings.model_copy(update={"house_clinic": house.slug}))


@pytest_asyncio.fixture
async def visitor(
    database: Database, settings: Settings, house: PracticeOfTests, calendar: DemoCalendar
) -> AsyncIterator[Visitor]:
    await forget_attempts(database)
    app = app_of_tests(database, settings, routers=(router,), guarded=True)
    app.state.demo_calendar = calendar
    async with browser(app) as http:
        yield Visitor(http, house, database)
