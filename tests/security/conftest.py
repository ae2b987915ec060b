"""The composed app without its processes, two clinics, and someone of each role."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.adapters.http_sandbox_phones import HttpSandboxPhones
from mia.clinic.demo_bookings.service import DemoCalendar
from mia.clinic.error_reports.service import LocalReports
from mia.clinic.frontdesk.service import FrontDesk
from mia.identity.service import Clinic
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from mia.platform.kernel.settings import Settings
from mia.sandbox.phones import Phones
from tests.fakes.access import browser, make_clinic, make_user, settings_of_tests
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.phones.voice import OneToken
from tests.fakes.whole_app import whole_app

UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def address(path: str, slug: str = "no-such-clinic") -> str:
    """A URL for a path template: this clinic, and things that no one has."""
    return re.sub(r"{\w+(:path)?}", "x", path.replace("{slug}", slug))


@dataclass(frozen=True)
class Practice:
    """A clinic with one member of each role; ``email`` gives the member's address."""

    clinic: Clinic

    def email(self, role: Role) -> str:
        return f"{role.value}@{self.clinic.slug}.example"


@pytest.fixture
def settings() -> Settings:
    """Those of a fresh machine; a module may have others."""
    return settings_of_tests()


@pytest_asyncio.fixture
async def app(database: Database, settings: Settings) -> AsyncIterator[FastAPI]:
    nothing_rings = httpx.MockTransport(lambda _request: httpx.Response(404))
    phones = HttpSandboxPhones("http://voice.example", OneToken("token"), transport=nothing_rings)
    app = whole_app(settings)
    app.state.database = database
    app.state.reporter = LocalReports(database)
    app.state.front_desk = FrontDesk(database, MemoryVoice(), settings)
    app.state.demo_calendar = DemoCalendar(database, settings)
    app.state.phones = Phones(database, phones, settings)
    yield app
    await phones.close()


@pytest_asyncio.fixture
async def practice(database: Database) -> Practice:
    practice = Practice(await make_clinic(database, f"practice-{new_id().hex}"))
    for role in Role:
        await make_user(database, practice.email(role), {practice.clinic.id: role})
    return practice


@pytest_asyncio.fixture
async def anonymous(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        yield client


@pytest_asyncio.fixture
async def stranger(app: FastAPI, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    """The owner of another clinic."""
    own = await make_clinic(database, new_id().hex)
    email = f"{own.slug}@harbor.example"
    await make_user(database, email, {own.id: Role.OWNER})
    async with browser(app, email) as client:
        yield client
