"""The wall against requests meant for another host: DNS rebinding, and proxies no one planned for."""

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.routing import Mount

from mia.identity.matrix import BUILT_SITE, MATRIX
from mia.platform.kernel.addresses import host_in_header
from mia.platform.kernel.settings import Settings
from tests.fakes.access import browser, settings_of_tests
from tests.fakes.production import PUBLIC, production_settings
from tests.fakes.whole_app import whole_app
from tests.security.conftest import address

REBOUND = "rebound.evil.example:8000"
OTHERS = [REBOUND, "203.0.113.9", "localhost.evil.example", "127.0.0.1.evil.example", "evil@127.0.0.1", "[::1", ""]
EVERYWHERE = [*MATRIX, ("GET", "/"), ("GET", "/voice/call"), ("POST", "/voice/call/x/sandbox-phone"), ("GET", "/x")]


async def test_another_host_is_refused_by_every_route(app: FastAPI) -> None:
    async with browser(app) as client:
        answers = {
            (method, path): await client.request(method, address(path), headers={"Host": REBOUND}, json={})
            for method, path in EVERYWHERE
        }
    assert {key: answer.status_code for key, answer in answers.items() if answer.status_code != 421} == {}
    said = answers["GET", BUILT_SITE].json()["detail"]
    assert "http://127.0.0.1:8000" in said
    assert "rebound" not in said


@pytest.mark.parametrize("host", OTHERS)
async def test_a_demo_answers_to_no_other_host(host: str) -> None:
    assert await status_of(settings_of_tests(), "/api/site", {"Host": host}) == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "LOCALHOST:5173", "[::1]:8000", "127.8.8.8"])
async def test_a_demo_answers_to_every_name_of_its_own_machine(host: str) -> None:
    assert await status_of(settings_of_tests(), "/api/site", {"Host": host}) == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.9"},
        {"X-Forwarded-For": "127.0.0.1, 203.0.113.9"},
        {"X-Forwarded-For": ""},
        {"X-Real-IP": "203.0.113.9"},
        {"X-Forwarded-Host": "demo.clinic.com"},
        {"X-Forwarded-Host": "127.0.0.1, demo.clinic.com"},
        {"Forwarded": "for=203.0.113.9;host=demo.clinic.com"},
    ],
)
async def test_a_local_demo_serves_nobody_behind_a_proxy(headers: dict[str, str]) -> None:
    assert await status_of(settings_of_tests(), "/api/sandbox/mail", headers) == 421


async def test_a_proxy_on_the_same_machine_for_the_same_machine_passes() -> None:
    own = {"X-Forwarded-For": "127.0.0.1, ::1", "X-Forwarded-Host": "localhost:5173"}
    assert await status_of(settings_of_tests(), "/api/site", own) == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "demo.clinic.com", "X-Forwarded-For": "203.0.113.9"}, 200),
        ({"Host": "127.0.0.1:8000"}, 200),
        ({"Host": "203.0.113.7:8000"}, 200),
        ({"Host": "203.0.113.8:8000"}, 421),
        ({"Host": REBOUND}, 421),
        ({"Host": "demo.clinic.com", "X-Forwarded-Host": "evil.example"}, 421),
    ],
)
async def test_a_public_demo_answers_where_it_was_told_to(headers: dict[str, str], status: int) -> None:
    settings = settings_of_tests(MIA_DEMO_PUBLIC="1", MIA_HOST="203.0.113.7", PUBLIC_URL="https://demo.clinic.com")
    assert await status_of(settings, "/api/site", headers) == status


@pytest.mark.parametrize(
    ("host", "path", "status"),
    [
        ("mia.example", "/api/site", 200),
        ("MIA.example:443", "/api/site", 200),
        ("evil.example", "/api/site", 421),
        ("127.0.0.1:8000", "/api/site", 421),
        ("127.0.0.1:8000", "/", 421),
        ("127.0.0.1:8000", "/healthz", 200),
        ("10.0.0.5:8000", "/healthz", 200),
        ("evil.example", "/healthz", 421),
        ("127.0.0.1:8000", "/api/frontdesk/server-messages", 404),
        ("web:8000", "/voice/nothing", 404),
        ("evil.example", "/voice/nothing", 421),
    ],
)
async def test_production_answers_at_its_own_address_and_to_its_own_processes(
    host: str, path: str, status: int
) -> None:
    assert await status_of(production_settings(), path, {"Host": host}) == status


async def status_of(settings: Settings, path: str, headers: dict[str, str]) -> int:
    async with browser(whole_app(settings), origin=settings.origin) as client:
        return (await client.get(path, headers=headers)).status_code


@pytest.mark.parametrize(
    ("host", "sent"), [(REBOUND, "websocket.http.response.start"), (PUBLIC[8:], "websocket.close")]
)
async def test_a_websocket_of_another_host_is_refused_before_it_opens(host: str, sent: str) -> None:
    """The right host gets as far as the route, which refuses the missing signature."""
    app = whole_app(
        production_settings(
            MIA_TWILIO_ACCOUNT_SID="AC" + "0" * 32,
            MIA_TWILIO_AUTH_TOKEN="token",
            MIA_TWILIO_NUMBER="+13055550100",
            MIA_TWILIO_CLINIC="harbor",
        )
    )
    messages: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        messages.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    path = "/voice/telephony/twilio/media/0199b4a2-0000-7000-8000-000000000000"
    scope = {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "headers": [(b"host", host.encode())],
        "subprotocols": [],
        "state": {},
        "extensions": {"websocket.http.response": {}},
    }
    for route in app.routes:
        if isinstance(route, Mount) and isinstance(route.app, FastAPI):
            route.app.state.services = None
    await asyncio.wait_for(app(scope, receive, send), 5)
    assert messages[0]["type"] == sent
    assert messages[0].get("status", 421) == 421


@pytest.mark.parametrize(
    ("value", "host"),
    [
        ("Mia.Example:443", "mia.example"),
        ("[::1]:8000", "::1"),
        ("web_1", "web_1"),
        ("a b", ""),
        ("mia.example:", ""),
        ("mia.example/x", ""),
        ("mia.example:8000:1", ""),
    ],
)
def test_the_host_of_a_header_is_read_strictly(value: str, host: str) -> None:
    assert host_in_header(value) == host
