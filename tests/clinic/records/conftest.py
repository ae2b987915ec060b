"""A practice with patients, everything that reaches them, and the records API."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.recalls.routes import router as rebooking_router
from mia.clinic.records.merge_routes import router as merge_router
from mia.clinic.records.routes import router
from mia.clinic.verification.routes import router as identity_router
from mia.identity.routes import router as access_router
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import Role
from tests.clinic.recalls.conftest import Center, center
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import member

__all__ = ["center"]


@pytest.fixture
def app(center: Center) -> FastAPI:
    return app_of_tests(
        center.database, routers=(access_router, rebooking_router, router, merge_router, identity_router)
    )


@pytest_asyncio.fixture
async def alice(app: FastAPI, center: Center) -> AsyncIterator[httpx.AsyncClient]:
    """The front desk's browser, at the clinic's addresses."""
    async with browser(
        app, await member(center.database, Role.FRONT_DESK, center.practice), at=center.practice.slug
    ) as client:
        yield client


def at(patient_id: UUID, rest: str = "") -> str:
    """The address of a patient below the clinic's."""
    return f"patients/{encode('pat', patient_id)}{rest}"


async def read(http: httpx.AsyncClient, address: str) -> dict[str, Any]:
    """What an address answers."""
    answer = await http.get(address)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
