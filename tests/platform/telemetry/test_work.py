"""Work beside requests in metrics and traces: events, periodic tasks, the outbox, errors, calls."""

import asyncio
import socket
import urllib.request
from datetime import timedelta
from uuid import UUID

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from mia.app.connection import error_reporter
from mia.clinic.error_reports.service import report_of
from mia.platform.db.session import Database
from mia.platform.jobs.backlog import measure_outbox
from mia.platform.jobs.dispatcher import Dispatcher
from mia.platform.jobs.service import Event, emit
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.kernel.settings import SettingsError
from mia.platform.telemetry.metrics import count_ended_call, serve_metrics
from tests.fakes.access import settings_of_tests
from tests.fakes.spans import kept_spans
from tests.fakes.waiting import eventually


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


async def tell(database: Database, event: str, *, after: timedelta = timedelta()) -> UUID:
    async with database.clinic(ClinicScope(new_id(), "test")) as session:
        return await emit(session, event, {}, after=after)


async def work_until_handled(database: Database, name: str, outcome: str, error: Exception | None = None) -> None:
    """One worker with one handler, until it has handled an event with this outcome."""

    async def handle(_database: Database, _event: Event) -> None:
        if error is not None:
            raise error

    async def handled() -> bool:
        return value("mia_event_seconds_count", event=name, outcome=outcome) == 1

    task = asyncio.create_task(Dispatcher(database, {name: [handle]}).run())
    await eventually(handled)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_events_are_measured_from_when_they_are_due(database: Database) -> None:
    await tell(database, "thing.happened", after=timedelta(minutes=-5))
    with kept_spans() as spans:
        await work_until_handled(database, "thing.happened", "ok")
    assert value("mia_event_delay_seconds_count", event="thing.happened") == 1
    assert 300 <= value("mia_event_delay_seconds_sum", event="thing.happened") < 600
    assert {"event thing.happened", "transaction"} <= {span.name for span in spans.get_finished_spans()}


async def test_an_event_that_fails_counts_as_failed(database: Database) -> None:
    await tell(database, "thing.broke")
    with kept_spans() as spans:
        await work_until_handled(database, "thing.broke", "failed", RuntimeError("Ana Ruiz"))
    (span,) = [span for span in spans.get_finished_spans() if span.name == "event thing.broke"]
    assert dict(span.attributes or {}) == {"attempt": 1, "error.type": "RuntimeError"}
    assert "Ana" not in span.to_json()


async def test_the_outbox_is_measured_by_what_is_due_and_has_a_handler(database: Database) -> None:
    await tell(database, "waits.long", after=timedelta(minutes=-5))
    await tell(database, "waits.long", after=timedelta(minutes=5))
    await tell(database, "nobody.handles", after=timedelta(hours=-5))
    await measure_outbox(database, ["waits.long"])
    assert value("mia_outbox_due") == 1
    assert 300 <= value("mia_outbox_age_seconds") < 600
    await measure_outbox(database, ["another.event"])
    assert (value("mia_outbox_due"), value("mia_outbox_age_seconds")) == (0, 0)


async def test_unexpected_errors_are_counted_by_kind(database: Database) -> None:
    before = value("mia_errors_total", source="worker", kind="ZeroDivisionError")
    with error_reporter(database, settings_of_tests()) as reporter:
        await reporter.report(report_of(ZeroDivisionError("Ana Ruiz"), "worker"))
    assert value("mia_errors_total", source="worker", kind="ZeroDivisionError") == before + 1


def test_a_reason_that_a_model_made_up_is_another_one() -> None:
    before = value("mia_calls_ended_total", reason="other"), value("mia_calls_ended_total", reason="voicemail")
    count_ended_call("Ana Ruiz hung up")
    count_ended_call("voicemail")
    after = value("mia_calls_ended_total", reason="other"), value("mia_calls_ended_total", reason="voicemail")
    assert after == (before[0] + 1, before[1] + 1)


def test_metrics_are_served_at_their_own_port_and_nowhere_by_default() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    serve_metrics(settings_of_tests())
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5)
    serve_metrics(settings_of_tests(MIA_METRICS_PORT=str(port)))
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        assert b"mia_calls_active 0.0" in answer.read()
    with capture_logs() as logs:
        serve_metrics(settings_of_tests(MIA_METRICS_PORT=str(port)))
    assert [entry["event"] for entry in logs] == ["metrics_not_served"], "the product starts all the same"


@pytest.mark.parametrize("url", ["http://collector.example:4318", "ftp://127.0.0.1", "collector"])
def test_traces_are_not_sent_for_all_to_read(url: str) -> None:
    with pytest.raises(SettingsError, match="MIA_OTLP_ENDPOINT"):
        settings_of_tests(MIA_OTLP_ENDPOINT=url)


@pytest.mark.parametrize("url", ["http://127.0.0.1:4318", "https://collector.example/otlp"])
def test_traces_go_to_this_machine_or_by_https(url: str) -> None:
    assert settings_of_tests(MIA_OTLP_ENDPOINT=url).otlp_endpoint == url
