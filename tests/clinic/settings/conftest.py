"""A practice with one member of each role, and its settings as the screens see them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.settings import case_routes, question_routes
from mia.clinic.settings import routes as practice_routes
from mia.identity import routes as identity
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import app_of_tests, browser, make_user
from tests.fakes.practice import PracticeOfTests, make_practice

Json = dict[str, Any]


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(
        database, routers=(identity.router, practice_routes.router, question_routes.router, case_routes.router)
    )


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    practice = await make_practice(database, f"practice-{new_id().hex}")
    for role in Role:
        await make_user(database, f"{role.value}@{practice.slug}.example", {practice.scope.clinic_id: role})
    return practice


@dataclass(frozen=True)
class Settings:
    """The settings screen of someone who is signed in."""

    client: httpx.AsyncClient
    path: str

    async def read(self) -> Json:
        response = await self.client.get(self.path)
        assert response.status_code == 200, response.text
        found: Json = response.json()
        return found

    async def save(self, section: str, *, version: str | None = None, **changes: Any) -> httpx.Response:
        """Change some fields of a part, with the version that was read or the one that stands."""
        part = (await self.read())[section]
        body = {"section": section, "version": version or part["version"], "value": part["value"] | changes}
        return await self.client.put(self.path, json=body)

    async def add(self, kind: str, **value: Any) -> httpx.Response:
        return await self.client.post(f"{self.path}/items", json={"kind": kind, "value": value})

    async def change(self, kind: str, item: Json, **changes: Any) -> httpx.Response:
        body = {"kind": kind, "version": item["version"], "value": item["value"] | changes}
        return await self.client.put(f"{self.path}/items/{item['id']}", json=body)

    async def remove(self, item: Json) -> httpx.Response:
        return await self.client.delete(f"{self.path}/items/{item['id']}")

    async def offer(self, item: Json, status: str) -> httpx.Response:
        return await self.client.put(f"{self.path}/items/{item['id']}/status", json={"status": status})


@pytest_asyncio.fixture
async def settings(app: FastAPI, practice: PracticeOfTests) -> AsyncIterator[Settings]:
    """The manager's."""
    async with browser(app, f"manager@{practice.slug}.example") as client:
        yield Settings(client, f"/api/clinics/{practice.slug}/settings")


def named(items: list[Json], name: str) -> Json:
    """The thing of this name in a list."""
    return next(item for item in items if item["value"].get("name", item["value"].get("topic")) == name)
