"""An app whose routes break in several ways, on top of the walls."""

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI, Request
from fastapi.responses import StreamingResponse

from mia.clinic.error_reports.middleware import ErrorReportMiddleware
from mia.clinic.error_reports.routes import router
from mia.clinic.error_reports.service import LocalReports
from mia.identity.guards import CurrentScope
from mia.identity.routes import router as access_router
from mia.platform.db.session import Database
from mia.platform.http.problems import CorrelationMiddleware
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import app_of_tests, browser, make_clinic, make_user

SECRETS = ("Ana Ruiz", "(305) 555-0142", "ana@ruiz.example", "lip filler", "token-of-ana")
"""A person in all that a request brings and code holds while it fails."""


class UnlikelyError(Exception):
    """No one handles it."""


def fail(patient: str) -> None:
    """Fails with a message and a variable that name someone."""
    phone = SECRETS[1]
    raise UnlikelyError(f"{patient} at {phone} asked about {SECRETS[3]}")


@pytest.fixture
def app(database: Database) -> FastAPI:
    app = app_of_tests(database)
    app.state.reporter = LocalReports(database)

    @app.post("/api/embed/booking")
    async def broken(request: Request) -> None:
        fail((await request.json())["name"])

    @app.get("/api/clinics/{slug}/tasks")
    async def broken_in_a_clinic(scope: CurrentScope) -> None:
        fail(SECRETS[0])

    @app.get("/api/treatments")
    async def broken_on_the_way() -> StreamingResponse:
        async def lines() -> AsyncIterator[str]:
            yield "first"
            fail(SECRETS[0])

        return StreamingResponse(lines())

    app.include_router(router)
    app.include_router(access_router)
    app.add_middleware(ErrorReportMiddleware)
    app.add_middleware(CorrelationMiddleware)
    return app


@pytest_asyncio.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        yield client


@pytest_asyncio.fixture
async def slug(database: Database) -> str:
    """A clinic with an owner and a manager, ``<role>@<slug>.example``."""
    clinic = await make_clinic(database, new_id().hex)
    for role in (Role.OWNER, Role.MANAGER):
        await make_user(database, f"{role.value}@{clinic.slug}.example", {clinic.id: role})
    return clinic.slug
