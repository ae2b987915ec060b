"""Signing in, staying signed in, signing out."""

import httpx
import pytest_asyncio
from fastapi import FastAPI

from mia.access.routes import router
from mia.db.session import Database
from mia.kernel.scope import Role
from tests.fakes.access import PASSWORD, app_of_tests, browser, make_clinic, make_user


@pytest_asyncio.fixture
async def app(database: Database) -> FastAPI:
    app = app_of_tests(database)
    app.include_router(router)
    return app


async def sign_in(client: httpx.AsyncClient, email: str, password: str = PASSWORD) -> httpx.Response:
    return await client.post("/api/session", json={"email": email, "password": password})


async def test_member_of_one_clinic_lands_on_it(app: FastAPI, database: Database) -> None:
    clinic = await make_clinic(database, "one-clinic", name="One Clinic")
    await make_user(database, "ana@one.example", {clinic.id: Role.OWNER})
    async with browser(app) as client:
        response = await sign_in(client, " Ana@One.example ")
        body = response.json()
        assert response.status_code == 200
        assert body["home"] == "/dashboard/one-clinic"
        assert body["user"]["email"] == "ana@one.example"
        assert body["clinics"][0]["role_label"] == "Clinic Administrator"
        assert (await client.get("/api/session")).json() == body
