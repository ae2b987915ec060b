"""What reaches a service for errors, as it would read it: names of our code, and no one's."""

import gzip
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import brotli
import pytest
from fastapi import FastAPI

from mia.adapters.sentry_reports import SentryReporter, scrubbed
from mia.clinic.error_reports.service import report_of
from mia.platform.kernel.settings import SettingsError
from tests.clinic.error_reports.conftest import SECRETS, UnlikelyError, app, fail
from tests.fakes.access import browser, settings_of_tests

__all__ = ["app"]  # the fixture of an app that breaks


class FakeIngest:
    """Speaks Sentry's protocol on loopback, and keeps all that it was sent."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        ingest = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                plain = {"gzip": gzip.decompress, "br": brotli.decompress, None: bytes}
                body = plain[self.headers.get("Content-Encoding")](body)
                ingest.received.append(f"{self.path}\n{self.headers}".encode() + body)
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_: Any) -> None:
                """Nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def dsn(self) -> str:
        return f"http://publickey@127.0.0.1:{self.server.server_port}/42"

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events of all envelopes: header, item header and payload stand on a line each."""
        return [json.loads(sent.rsplit(b"\n\n", 1)[-1].splitlines()[2]) for sent in self.received]


@pytest.fixture
def ingest() -> Iterator[FakeIngest]:
    fake = FakeIngest()
    thread = threading.Thread(target=fake.server.serve_forever)
    thread.start()
    yield fake
    fake.server.shutdown()
    thread.join()
    fake.server.server_close()


def caught() -> UnlikelyError:
    """An error with a person in its message and in the variables of its frames."""
    try:
        fail(SECRETS[0])
    except UnlikelyError as error:
        return error
    raise AssertionError


async def test_an_event_holds_the_code_and_nobodys_words(ingest: FakeIngest) -> None:
    reporter = SentryReporter(settings_of_tests(MIA_SENTRY_DSN=ingest.dsn), release="mia@1")
    await reporter.report(report_of(caught(), "server", route="GET /api/treatments", correlation_id="abc"))
    reporter.close()
    (event,) = ingest.events
    (exception,) = event["exception"]["values"]
    assert (exception["type"], exception["value"]) == ("UnlikelyError", "")
    assert [frame["function"] for frame in exception["stacktrace"]["frames"]] == ["caught", "fail"]
    assert event["tags"] == {"source": "server", "place": "GET /api/treatments", "request_id": "abc"}
    assert event["environment"] == "demo"
    assert event["release"] == "mia@1"
    assert [secret for secret in SECRETS if secret.encode() in ingest.received[0]] == []
    assert {"request", "user", "breadcrumbs", "extra", "contexts", "server_name", "modules"} & set(event) == set()


async def test_a_broken_route_reaches_the_service_without_its_request(app: FastAPI, ingest: FakeIngest) -> None:
    reporter = SentryReporter(settings_of_tests(MIA_SENTRY_DSN=ingest.dsn), release="mia@1")
    app.state.reporter = reporter
    async with browser(app) as client:
        client.cookies.set("mia_session", SECRETS[4])
        body = {"name": SECRETS[0], "phone": SECRETS[1], "email": SECRETS[2]}
        answer = await client.post(f"/api/embed/booking?q={SECRETS[3]}", json=body)
    reporter.close()
    assert answer.status_code == 500
    assert ingest.events[0]["tags"]["place"].endswith("POST /api/embed/booking")
    sent = b"".join(ingest.received)
    assert [secret for secret in (*SECRETS, "lip%20filler", "cookie") if secret.encode() in sent.lower()] == []


def test_what_a_library_might_add_is_taken_out() -> None:
    frame = {"module": "mia.x", "function": "f", "lineno": 3, "in_app": True, "vars": {"name": SECRETS[0]},
             "pre_context": [SECRETS[0]], "context_line": SECRETS[0], "post_context": [SECRETS[0]]}  # fmt: skip
    event = {
        "event_id": "1",
        "level": "error",
        "message": SECRETS[0],
        "logentry": {"message": SECRETS[0]},
        "request": {"data": SECRETS[0], "query_string": SECRETS[0], "cookies": SECRETS[4], "headers": {}},
        "user": {"email": SECRETS[2]},
        "breadcrumbs": {"values": [{"message": SECRETS[0]}]},
        "extra": {"sys.argv": [SECRETS[0]]},
        "contexts": {"trace": {"data": SECRETS[0]}},
        "server_name": "host-of-ana",
        "tags": {"place": "mia.x:3", "patient": SECRETS[0]},
        "exception": {"values": [{"type": "E", "value": SECRETS[0], "stacktrace": {"frames": [frame]}}]},
    }
    left = scrubbed(event)
    assert [secret for secret in (*SECRETS, "host-of-ana") if secret in json.dumps(left)] == []
    assert left["tags"] == {"place": "mia.x:3"}
    assert left["exception"]["values"][0]["stacktrace"]["frames"] == [
        {"module": "mia.x", "function": "f", "lineno": 3, "in_app": True}
    ]


async def test_a_service_that_is_away_costs_nothing(ingest: FakeIngest) -> None:
    ingest.server.socket.close()
    reporter = SentryReporter(settings_of_tests(MIA_SENTRY_DSN=ingest.dsn), release="mia@1")
    await reporter.report(report_of(caught(), "worker"))
    reporter.close()


@pytest.mark.parametrize("dsn", ["errors.example", "https://errors.example/1", "https://k:s@e/1", "ftp://k@e/1"])
def test_an_address_that_is_none_stops_the_start(dsn: str) -> None:
    for name in ("MIA_SENTRY_DSN", "MIA_SENTRY_BROWSER_DSN"):
        with pytest.raises(SettingsError, match=name):
            settings_of_tests(**{name: dsn})
