"""Every route of the composed app, as nobody and as a stranger; and the walls in front of all of them."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.access.matrix import MATRIX
from mia.access.permissions import Permission
from mia.db.session import Database
from mia.kernel.ids import new_id
from mia.kernel.scope import Role
from mia.main import create_app
from tests.fakes.access import browser, make_clinic, make_user, settings_of_tests

OF_A_CLINIC = [key for key, rule in MATRIX.items() if isinstance(rule, Permission)]


@pytest.fixture
def app(database: Database) -> FastAPI:
    app = create_app(settings_of_tests())
    app.state.database = database
    return app


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


def test_the_matrix_has_rows() -> None:
    assert len(OF_A_CLINIC) >= 2


@pytest.mark.parametrize(("method", "path"), OF_A_CLINIC)
async def test_routes_of_a_clinic_are_closed(
    method: str, path: str, anonymous: httpx.AsyncClient, stranger: httpx.AsyncClient, database: Database
) -> None:
    foreign = await make_clinic(database, new_id().hex)
    url = re.sub(r"{\w+}", "x", path.replace("{slug}", foreign.slug))
    nobody = await anonymous.request(method, url, json={})
    other = await stranger.request(method, url, json={})
    assert nobody.status_code == 401
    assert other.status_code == 404
    assert other.json()["detail"] == "Access denied to this clinic dashboard"
    for response in (nobody, other):
        assert response.headers["content-type"] == "application/problem+json"
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize(("method", "path"), OF_A_CLINIC)
async def test_another_site_gets_nothing_and_changes_nothing(
    method: str, path: str, stranger: httpx.AsyncClient
) -> None:
    headers = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    response = await stranger.request(method, re.sub(r"{\w+}", "x", path), headers=headers, json={})
    assert response.status_code == (404 if method == "GET" else 403)
    assert "access-control-allow-origin" not in response.headers


async def test_large_request_is_refused_before_any_route(anonymous: httpx.AsyncClient) -> None:
    response = await anonymous.post("/api/session", content=b"x" * 1_000_001)
    assert response.status_code == 413
    assert response.headers["x-content-type-options"] == "nosniff"


async def test_failure_inside_tells_nothing_of_the_inside(app: FastAPI, anonymous: httpx.AsyncClient) -> None:
    @app.get("/api/broken")
    async def broken() -> None:
        raise RuntimeError("Ana Ruiz, (305) 555-0142")

    app.router.routes.insert(0, app.router.routes.pop())
    response = await anonymous.get("/api/broken")
    assert response.status_code == 500
    assert "Ana" not in response.text
    assert response.headers["content-type"] == "application/problem+json"
