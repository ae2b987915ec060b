"""The walls before every route: headers, origins, sizes, and bodies that are none."""

import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.identity.matrix import BUILT_SITE, MATRIX
from mia.platform.kernel.scope import Role
from tests.fakes.access import browser, settings_of_tests
from tests.fakes.whole_app import whole_app
from tests.security.conftest import UNSAFE, Practice, address

ROUTES = [key for key in MATRIX if key[1] not in ("/readyz", BUILT_SITE, "/api/clinics/{slug}/events")]
"""Those that answer by themselves: not the database's health, not the pages, not the endless stream."""
CHANGING = [key for key in ROUTES if key[0] in UNSAFE]
OPEN_BODIES = {"POST /api/frontdesk/server-messages"}
"""Bodies of another service's making, which may hold more than we know of."""
FRAMED = ("/embed/lead/{slug}", "/embed/widget/{slug}")
"""The pages that websites of a practice may show in a frame: ``tests/app/test_iframe_pages.py`` tells which."""
UNSIGNED = {("DELETE", "/api/session"), ("DELETE", "/api/sessions")}


@pytest_asyncio.fixture
async def owner(app: FastAPI, practice: Practice) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app, practice.email(Role.OWNER)) as client:
        yield client


LAUNCHER = "/embed/mia/{slug}.js"
"""A script, which other websites load: it alone may be read across origins, and no page stands behind it."""


def is_api(path: str) -> bool:
    return path.startswith("/api/")


def check_headers(path: str, headers: httpx.Headers) -> list[str]:
    """What an answer lacks."""
    if path == LAUNCHER:
        cross_origin = headers.get("cross-origin-resource-policy") == "cross-origin"
        return [] if cross_origin and headers.get("x-content-type-options") == "nosniff" else ["launcher"]
    policy = headers.get("content-security-policy", "")
    needed = {
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "same-origin",
    }
    faults = [name for name, value in needed.items() if headers.get(name) != value]
    if "camera=()" not in headers.get("permissions-policy", ""):
        faults.append("permissions-policy")
    if "default-src 'none'" not in policy and "default-src 'self'" not in policy:
        faults.append("content-security-policy")
    if path in FRAMED:
        faults.remove("x-frame-options")
        policy = re.sub(r"frame-ancestors [^;]+", "frame-ancestors 'none'", policy)
    if "unsafe" in policy or "frame-ancestors 'none'" not in policy:
        faults.append("content-security-policy is loose")
    if is_api(path) and headers.get("cache-control") != "no-store":
        faults.append("cache-control")
    if not re.fullmatch(r"[0-9a-f]{16}", headers.get("x-request-id", "")):
        faults.append("x-request-id")
    faults += [name for name in headers if name.startswith("access-control-")]
    return faults


async def test_every_answer_has_its_headers(
    anonymous: httpx.AsyncClient, owner: httpx.AsyncClient, practice: Practice
) -> None:
    lacking: dict[str, list[str]] = {}
    for method, path in ROUTES:
        for client in (anonymous, owner):
            if client is owner and (method, path) in UNSIGNED:
                continue
            response = await client.request(method, address(path, practice.clinic.slug), json={})
            if faults := check_headers(path, response.headers):
                lacking[f"{method} {path} {response.status_code}"] = faults
    assert lacking == {}


@pytest.mark.parametrize("path", ["/api/nothing-here", "/voice/nothing-here", "/nothing-here", "/api/site/"])
async def test_answers_of_no_route_have_them_too(anonymous: httpx.AsyncClient, path: str) -> None:
    for method in ("GET", "POST", "OPTIONS"):
        response = await anonymous.request(method, path)
        assert check_headers(path, response.headers) == []


async def test_an_answer_to_a_failure_inside_has_them_too_and_tells_nothing(app: FastAPI) -> None:
    @app.get("/api/broken")
    async def broken() -> None:
        raise RuntimeError("Ana Ruiz, (305) 555-0142")

    app.router.routes.insert(0, app.router.routes.pop())
    async with browser(app) as client:
        response = await client.get("/api/broken")
    assert response.status_code == 500
    assert "Ana" not in response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert check_headers("/api/broken", response.headers) == []


async def test_where_https_is_spoken_every_answer_demands_it() -> None:
    app = whole_app(settings_of_tests(PUBLIC_URL="https://mia.example", MIA_DEMO_PUBLIC="1"))
    async with browser(app) as client:
        for method, path in [("GET", "/api/site"), ("GET", "/api/session"), ("POST", "/voice/call"), ("GET", "/x")]:
            response = await client.request(method, path, headers={"Origin": "https://mia.example"})
            demanded = response.headers["strict-transport-security"]
            assert demanded == "max-age=31536000; includeSubDomains"


async def test_another_site_changes_nothing_and_reads_nothing(owner: httpx.AsyncClient, practice: Practice) -> None:
    headers = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    passed = []
    for method, path in ROUTES:
        response = await owner.request(method, address(path, practice.clinic.slug), headers=headers, json={})
        told = [name for name in response.headers if name.startswith("access-control-")]
        if told or (method in UNSAFE and response.status_code != 403):
            passed.append((method, path, response.status_code, told))
    assert passed == []


@pytest.mark.parametrize(("site", "encoding"), [("same-origin", "gzip"), ("cross-site", None), ("same-site", None)])
async def test_only_our_pages_get_compressed_answers(
    owner: httpx.AsyncClient, practice: Practice, site: str, encoding: str | None
) -> None:
    """What another site had a browser ask must not be measured by its length (BREACH)."""
    path = f"/api/clinics/{practice.clinic.slug}/settings"
    answer = await owner.get(path, headers={"Sec-Fetch-Site": site})
    assert answer.status_code == 200, answer.text
    assert answer.headers.get("content-encoding") == encoding
    assert "accept-encoding" in answer.headers.get("vary", "").lower() or encoding is None


async def test_no_stranger_is_told_that_they_may_ask(anonymous: httpx.AsyncClient) -> None:
    headers = {
        "Origin": "https://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    for _, path in ROUTES:
        response = await anonymous.request("OPTIONS", address(path), headers=headers)
        assert response.status_code in (404, 405), path
        assert not [name for name in response.headers if name.startswith("access-control-")], path


async def test_too_large_bodies_are_refused_before_any_route(owner: httpx.AsyncClient, practice: Practice) -> None:
    async def unannounced() -> AsyncIterator[bytes]:
        for _ in range(11):
            yield b'["' + b"x" * 100_000 + b'"]'

    json = {"Content-Type": "application/json"}
    for method, path in CHANGING:
        url = address(path, practice.clinic.slug)
        announced = await owner.request(method, url, content=b"x" * 1_000_001, headers=json)
        assert announced.status_code == 413, path
        if (method, path) not in UNSIGNED:
            streamed = await owner.request(method, url, content=unannounced(), headers=json)
            assert streamed.status_code < 500, path


async def test_the_voice_api_refuses_a_large_body_in_its_own_shape(owner: httpx.AsyncClient) -> None:
    refused = await owner.post("/voice/assistant", content=b"x" * 1_000_001)
    assert refused.json() == {
        "message": "Request Entity Too Large", "error": "Request Entity Too Large", "statusCode": 413
    }  # fmt: skip


async def test_a_body_that_grows_beyond_the_limit_is_refused_while_it_comes_in(owner: httpx.AsyncClient) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield b'{"email": "'
        while True:
            sent += 100_000
            yield b"x" * 100_000

    response = await owner.post("/api/session", content=endless(), headers={"Content-Type": "application/json"})
    assert response.status_code == 413
    assert sent <= 1_100_000


MALFORMED: list[tuple[str, bytes, str]] = [
    ("no JSON", b"{", "application/json"),
    ("not UTF-8", b'{"email": "\xff\xfe"}', "application/json"),
    (
        "half a surrogate pair",
        b'{"email": "\\ud800", "password": "\\ud800", "name": "\\ud800"}',
        "application/json",
    ),
    ("NUL", b'{"email": "a\\u0000b", "password": "x", "name": "\\u0000"}', "application/json"),
    ("too deep", b"[" * 100_000, "application/json"),
    ("deep and closed", b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "application/json"),
    ("a list", b"[1, 2, 3]", "application/json"),
    ("a number without end", b'{"limit": 1e999999}', "application/json"),
    ("a long number", b'{"limit": ' + b"9" * 5000 + b"}", "application/json"),
    ("a form", b"email=a&password=b", "application/x-www-form-urlencoded"),
    ("XML", b"<a/>", "application/xml"),
    ("no type", b"{}", "text/plain"),
]


@pytest.mark.parametrize(("what", "body", "kind"), MALFORMED, ids=[what for what, _, _ in MALFORMED])
async def test_a_body_that_is_none_is_nobodys_failure(
    owner: httpx.AsyncClient, practice: Practice, what: str, body: bytes, kind: str
) -> None:
    failed = []
    for method, path in CHANGING:
        if (method, path) in UNSIGNED:
            continue
        url = address(path, practice.clinic.slug)
        response = await owner.request(method, url, content=body, headers={"Content-Type": kind})
        if response.status_code == 500:
            failed.append((method, path))
    assert failed == []


def test_every_body_refuses_fields_it_does_not_know(app: FastAPI) -> None:
    document: dict[str, Any] = app.openapi()
    schemas = document["components"]["schemas"]
    tolerant = []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            for name in _names(body):
                if schemas[name].get("additionalProperties") is not False:
                    tolerant.append(f"{method.upper()} {path}: {name}")
    assert [each for each in tolerant if each.split(":")[0] not in OPEN_BODIES] == []


def _names(schema: dict[str, Any]) -> list[str]:
    """The named shapes a body may have."""
    variants = [schema, *schema.get("anyOf", []), *schema.get("oneOf", [])]
    return [each["$ref"].rpartition("/")[2] for each in variants if "$ref" in each]
