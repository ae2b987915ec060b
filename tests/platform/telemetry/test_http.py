"""HTTP requests in metrics and traces: by the template of their route, whatever stood in the address."""

from collections.abc import AsyncIterator

import httpx
import pytest_asyncio
from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from prometheus_client import REGISTRY

from mia.platform.http.problems import install_error_handlers
from mia.platform.telemetry.middleware import TelemetryMiddleware
from tests.fakes.spans import kept_spans


@pytest_asyncio.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    """An app with another one mounted, as the voice service is."""
    app, inner = FastAPI(), FastAPI()
    install_error_handlers(app)

    @app.get("/clinics/{slug}")
    async def clinic(slug: str) -> str:
        return slug

    @app.get("/broken")
    async def broken() -> None:
        raise RuntimeError("Ana Ruiz")

    @app.get("/news")
    async def news() -> StreamingResponse:
        return StreamingResponse(iter(["data: 1\n\n"]), media_type="text/event-stream; charset=utf-8")

    @inner.get("/call/{id}")
    async def call(id: str) -> str:
        return id

    app.mount("/voice", inner)
    app.add_middleware(TelemetryMiddleware)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://mia.example") as client:
        yield client


def requests(route: str, status: str, method: str = "GET") -> float:
    labels = {"method": method, "route": route, "status": status}
    return REGISTRY.get_sample_value("mia_http_requests_total", labels) or 0


def measured(route: str) -> float:
    labels = {"method": "GET", "route": route}
    return REGISTRY.get_sample_value("mia_http_request_seconds_count", labels) or 0


async def test_a_request_counts_for_its_route(http: httpx.AsyncClient) -> None:
    before = requests("/clinics/{slug}", "200"), measured("/clinics/{slug}")
    for slug in ("ana", "ruiz"):
        await http.get(f"/clinics/{slug}?name=Ana")
    assert (requests("/clinics/{slug}", "200"), measured("/clinics/{slug}")) == (before[0] + 2, before[1] + 2)


async def test_a_mounted_route_has_its_whole_template(http: httpx.AsyncClient) -> None:
    before = requests("/voice/call/{id}", "200")
    await http.get("/voice/call/7")
    assert requests("/voice/call/{id}", "200") == before + 1


async def test_unknown_addresses_and_methods_share_a_row(http: httpx.AsyncClient) -> None:
    before = requests("none", "404"), requests("none", "404", "other")
    await http.get("/Ana/Ruiz")
    await http.request("ANA", "/Ruiz")
    assert (requests("none", "404"), requests("none", "404", "other")) == (before[0] + 1, before[1] + 1)


async def test_a_failed_request_is_a_500(http: httpx.AsyncClient) -> None:
    before = requests("/broken", "500")
    await http.get("/broken")
    assert requests("/broken", "500") == before + 1


async def test_the_length_of_a_stream_is_no_latency(http: httpx.AsyncClient) -> None:
    before = requests("/news", "200")
    await http.get("/news")
    assert (requests("/news", "200"), measured("/news")) == (before + 1, 0)


async def test_a_span_has_template_method_and_status_and_nothing_else(http: httpx.AsyncClient) -> None:
    with kept_spans() as spans:
        await http.get("/clinics/ana?name=Ana", headers={"User-Agent": "Ana", "traceparent": "00-" + "a" * 32})
    (span,) = spans.get_finished_spans()
    assert span.name == "GET /clinics/{slug}"
    assert dict(span.attributes or {}) == {
        "http.request.method": "GET",
        "http.route": "/clinics/{slug}",
        "http.response.status_code": 200,
    }


async def test_an_error_leaves_its_kind_alone(http: httpx.AsyncClient) -> None:
    with kept_spans() as spans:
        await http.get("/broken")
    (span,) = spans.get_finished_spans()
    assert (span.attributes or {})["error.type"] == "RuntimeError"
    assert not span.status.is_ok
    assert span.events == ()
    assert "Ana" not in span.to_json()


async def test_without_a_collector_nothing_is_recorded(http: httpx.AsyncClient) -> None:
    with kept_spans() as spans:
        pass
    await http.get("/clinics/ana")
    assert spans.get_finished_spans() == ()
