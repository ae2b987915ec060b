"""A practice that brings its patients in, and its owner, on an afternoon when they may be contacted."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import httpx
import pytest_asyncio
from fastapi import FastAPI

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import browser, make_user, settings_of_tests
from tests.fakes.practice import PracticeOfTests, make_practice
from tests.fakes.whole_app import whole_app


@pytest_asyncio.fixture
async def app(database: Database, clock: MovableClock) -> FastAPI:
    clock.set(datetime(2026, 3, 2, 20, tzinfo=UTC))
    app = whole_app(settings_of_tests())
    app.state.database = database
    return app


@pytest_asyncio.fixture
async def practice(app: FastAPI, database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest_asyncio.fixture
async def owner(app: FastAPI, database: Database, practice: PracticeOfTests) -> AsyncIterator[httpx.AsyncClient]:
    email = f"owner@{practice.slug}.example"
    await make_user(database, email, {practice.scope.clinic_id: Role.OWNER})
    async with browser(app, email, at=practice.slug) as client:
        yield client
