"""The session's cookie: what it is called, what it may, and that no one chooses its value for someone else."""

import httpx
import pytest
from fastapi import FastAPI

from mia.platform.db.session import Database
from mia.platform.kernel.scope import Role
from tests.fakes.access import ORIGIN, PASSWORD, browser
from tests.fakes.production import PUBLIC, production_settings
from tests.fakes.whole_app import whole_app
from tests.security.conftest import Practice


async def sign_in(client: httpx.AsyncClient, practice: Practice, **more: str) -> httpx.Response:
    body = {"email": practice.email(Role.OWNER), "password": PASSWORD}
    response = await client.post("/api/session", json=body, headers=more)
    assert response.status_code == 200, response.text
    return response


def cookie(response: httpx.Response) -> tuple[str, str, set[str]]:
    """Name, value and attributes in lower case."""
    (line,) = [line for line in response.headers.get_list("set-cookie") if "session" in line]
    first, *attributes = [part.strip() for part in line.split(";")]
    name, _, value = first.partition("=")
    return name, value, {attribute.lower() for attribute in attributes}


async def test_in_production_the_cookie_belongs_to_this_host_and_https_alone(
    database: Database, practice: Practice
) -> None:
    app = whole_app(production_settings())
    app.state.database = database
    async with browser(app, origin=PUBLIC) as client:
        name, value, attributes = cookie(await sign_in(client, practice))
    assert name == "__Host-mia_session"
    assert len(value) >= 43  # 256 bits
    assert {"secure", "httponly", "samesite=lax", "path=/"} <= attributes
    assert not any(attribute.startswith("domain") for attribute in attributes)


async def test_on_loopback_it_is_the_same_without_what_needs_https(app: FastAPI, practice: Practice) -> None:
    async with browser(app) as client:
        name, _, attributes = cookie(await sign_in(client, practice))
    assert name == "mia_session"
    assert {"httponly", "samesite=lax", "path=/"} <= attributes
    assert "secure" not in attributes


async def test_a_planted_session_is_not_taken_over(app: FastAPI, practice: Practice) -> None:
    async with browser(app) as client:
        client.cookies.set("mia_session", "chosen-by-somebody-else", domain="127.0.0.1")
        _, value, _ = cookie(await sign_in(client, practice))
    assert value != "chosen-by-somebody-else"
    async with browser(app) as other:
        other.cookies.set("mia_session", "chosen-by-somebody-else", domain="127.0.0.1")
        assert (await other.get("/api/session")).status_code == 401


async def test_a_session_from_before_a_sign_in_is_over(app: FastAPI, practice: Practice) -> None:
    async with browser(app) as client:
        _, before, _ = cookie(await sign_in(client, practice))
        _, after, _ = cookie(await sign_in(client, practice))
    assert before != after
    async with browser(app) as other:
        other.cookies.set("mia_session", before, domain="127.0.0.1")
        assert (await other.get("/api/session")).status_code == 401


async def test_a_sign_out_leaves_nothing_in_the_browser(app: FastAPI, practice: Practice) -> None:
    async with browser(app, practice.email(Role.OWNER)) as client:
        response = await client.delete("/api/session")
        assert response.headers["clear-site-data"] == '"cache", "storage"'
        _, value, attributes = cookie(response)
        assert value in ("", '""')
        assert "max-age=0" in attributes
        assert (await client.get("/api/session")).status_code == 401


@pytest.mark.parametrize("headers", [{}, {"Origin": "https://evil.example"}, {"Origin": "null"}])
async def test_a_cookie_alone_changes_nothing(app: FastAPI, practice: Practice, headers: dict[str, str]) -> None:
    async with browser(app, practice.email(Role.OWNER)) as client:
        client.headers.pop("Origin")
        response = await client.post(f"/api/clinics/{practice.clinic.slug}/audit/search", json={}, headers=headers)
        assert response.status_code == 403
        own = {"Origin": ORIGIN}
        response = await client.post(f"/api/clinics/{practice.clinic.slug}/audit/search", json={}, headers=own)
        assert response.status_code == 200
