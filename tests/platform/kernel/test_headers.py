"""Headers of every answer, and the limit of a request's size."""

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI, Request, Response

from mia.platform.http.headers import BodyLimitMiddleware, PageRules, SecurityHeadersMiddleware
from mia.platform.http.problems import install_error_handlers


def rules_of(path: str) -> PageRules:
    if path == "/framed":
        return PageRules(frames=("https://calendar.example",), framed_by_us=True)
    return PageRules(scripts=("'sha256-abc='",)) if path == "/" else PageRules()


def make_app(*, https: bool = False) -> FastAPI:
    app = FastAPI()
    install_error_handlers(app)

    @app.get("/")
    @app.get("/pricing")
    @app.get("/framed")
    @app.get("/api/thing")
    async def page() -> dict[str, str]:
        return {"here": "yes"}

    @app.get("/assets/{name}")
    async def part(name: str) -> Response:
        types = {"app.js": "text/javascript", "app.css": "text/css", "line.woff2": "font/woff2"}
        return Response("", media_type=types.get(name, "image/svg+xml"))

    @app.post("/api/size")
    async def size(request: Request) -> int:
        return len(await request.body())

    app.add_middleware(BodyLimitMiddleware, limit=1000)
    app.add_middleware(SecurityHeadersMiddleware, https=https, rules_of=rules_of)
    return app


@pytest_asyncio.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(make_app())
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
        yield client


def directives(response: httpx.Response) -> dict[str, list[str]]:
    parts = [part.split() for part in response.headers["content-security-policy"].split(";")]
    return {name: values for name, *values in parts}


@pytest.mark.parametrize("name", ["app.js", "app.css", "line.woff2"])
async def test_part_of_a_page_carries_what_concerns_it_only(client: httpx.AsyncClient, name: str) -> None:
    headers = (await client.get(f"/assets/{name}")).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in headers
    assert "permissions-policy" not in headers


async def test_picture_that_may_be_opened_as_a_document_has_a_policy(client: httpx.AsyncClient) -> None:
    assert directives(await client.get("/assets/line.svg"))["default-src"] == ["'self'"]


async def test_page_runs_only_its_own_and_hashed_scripts(client: httpx.AsyncClient) -> None:
    policy = directives(await client.get("/"))
    assert policy["default-src"] == ["'self'"]
    assert policy["script-src"] == ["'self'", "'sha256-abc='"]
    assert policy["connect-src"] == ["'self'"]
    assert policy["media-src"] == ["'self'", "blob:"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert "'unsafe-inline'" not in str(policy)


async def test_rules_of_one_page_are_not_given_to_another(client: httpx.AsyncClient) -> None:
    assert directives(await client.get("/pricing"))["script-src"] == ["'self'"]


async def test_only_a_page_that_says_so_may_be_framed_and_by_us_alone(client: httpx.AsyncClient) -> None:
    framed, other = await client.get("/framed"), await client.get("/pricing")
    assert directives(framed)["frame-ancestors"] == ["'self'"]
    assert framed.headers["x-frame-options"] == "SAMEORIGIN"
    assert directives(other)["frame-ancestors"] == ["'none'"]
    assert other.headers["x-frame-options"] == "DENY"


async def test_a_page_frames_only_what_its_rules_name(client: httpx.AsyncClient) -> None:
    assert directives(await client.get("/framed"))["frame-src"] == ["'self'", "https://calendar.example"]
    assert directives(await client.get("/pricing"))["frame-src"] == ["'self'"]


@pytest.mark.parametrize("path", ["/", "/api/thing", "/api/nothing-here"])
async def test_every_answer_has_the_common_headers(client: httpx.AsyncClient, path: str) -> None:
    headers = (await client.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "microphone=(self)" in headers["permissions-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert "strict-transport-security" not in headers


async def test_api_answers_are_not_cached_and_not_rendered(client: httpx.AsyncClient) -> None:
    response = await client.get("/api/thing")
    assert response.headers["cache-control"] == "no-store"
    assert directives(response)["default-src"] == ["'none'"]


async def test_https_is_demanded_for_a_year_where_it_is_spoken() -> None:
    transport = httpx.ASGITransport(make_app(https=True))
    async with httpx.AsyncClient(transport=transport, base_url="https://testserver") as client:
        headers = (await client.get("/")).headers
    assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"


async def test_body_at_the_limit_passes(client: httpx.AsyncClient) -> None:
    assert (await client.post("/api/size", content=b"x" * 1000)).json() == 1000


async def test_larger_body_is_refused(client: httpx.AsyncClient) -> None:
    response = await client.post("/api/size", content=b"x" * 1001)
    assert response.status_code == 413
    assert response.headers["content-type"] == "application/problem+json"


async def test_larger_body_without_announced_length_is_refused_too(client: httpx.AsyncClient) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(11):
            yield b"x" * 100

    assert (await client.post("/api/size", content=chunks())).status_code == 413


async def test_nonsense_length_is_refused(client: httpx.AsyncClient) -> None:
    response = await client.post("/api/size", content=b"x", headers={"content-length": "-1"})
    assert response.status_code == 413
