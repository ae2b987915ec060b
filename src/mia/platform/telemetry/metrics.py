"""Metrics in Prometheus' format, each process at a port of its own (``MIA_METRICS_PORT``).

docs/operations/metrics.md lists them; a test keeps the dashboard, the alerts and this list in step.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from prometheus_client import Counter, Gauge, Histogram, start_http_server

from mia.platform.kernel.settings import Settings

log = structlog.get_logger()

HTTP_SECONDS = Histogram(
    "mia_http_request_seconds",
    "Time until a response was complete; event streams are not measured.",
    ("method", "route"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
HTTP_REQUESTS = Counter("mia_http_requests", "Requests answered.", ("method", "route", "status"))

CALLS_ACTIVE = Gauge("mia_calls_active", "Calls handled by this media process.")
CALLS_STARTED = Counter("mia_calls_started", "Calls that a media process has taken.")
CALLS_ENDED = Counter("mia_calls_ended", "Calls that have ended, by reason.", ("reason",))

_TURN_BUCKETS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 3, 5, 8, 15)
TURN_SECONDS = Histogram(
    "mia_turn_seconds",
    "Call: from the caller's last sound to Mia's first. Chat: from a message to the complete answer.",
    ("channel",),
    buckets=_TURN_BUCKETS,
)
TURN_PART_SECONDS = Histogram(
    "mia_turn_part_seconds",
    "Where the time of a call's turn went: endpointing, recognition, dialogue, synthesis.",
    ("part",),
    buckets=_TURN_BUCKETS,
)
TOOL_SECONDS = Histogram(
    "mia_tool_seconds",
    "Tools that Mia used in conversations.",
    ("outcome",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)

_WORK_BUCKETS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60)
EVENT_DELAY_SECONDS = Histogram(
    "mia_event_delay_seconds",
    "How long events waited for a worker after they were due.",
    ("event",),
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800),
)
EVENT_SECONDS = Histogram("mia_event_seconds", "Work on events.", ("event", "outcome"), buckets=_WORK_BUCKETS)
TASK_SECONDS = Histogram(
    "mia_periodic_task_seconds", "Work of periodic tasks.", ("task", "outcome"), buckets=_WORK_BUCKETS
)
OUTBOX_DUE = Gauge("mia_outbox_due", "Events that are due and not taken.")
OUTBOX_AGE_SECONDS = Gauge("mia_outbox_age_seconds", "How long the oldest due event has waited.")
OUTBOX_GIVEN_UP = Gauge("mia_outbox_given_up", "Events that failed for good in the last 30 days.")

ERRORS = Counter("mia_errors", "Unexpected errors.", ("source", "kind"))
DATABASE_CONNECTIONS = Gauge("mia_database_connections_in_use", "Connections of this process at work.")
AUDIT_ANCHORED = Gauge("mia_audit_anchored_timestamp_seconds", "When the audit log was last anchored (Unix time).")

_ENDED_REASONS = frozenset(
    {
        "assistant-ended-call",
        "assistant-not-valid",
        "call-failed",
        "call.in-progress.error-vapifault-worker-died",
        "call.start.error-get-phone-number",
        "call.start.error-get-transport",
        "customer-busy",
        "customer-did-not-answer",
        "customer-ended-call",
        "exceeded-max-duration",
        "manually-canceled",
        "silence-timed-out",
        "twilio-failed-to-connect-call",
        "twilio-reported-customer-misdialed",
        "voicemail",
        "worker-shutdown",
    }
)


def serve_metrics(settings: Settings) -> None:
    """Listen for Prometheus, in a thread, where a port is set. A port that is taken does not stop the product."""
    if settings.metrics_port is None:
        return
    try:
        start_http_server(settings.metrics_port, addr=settings.metrics_host)
    except OSError as error:
        log.error("metrics_not_served", port=settings.metrics_port, error=type(error).__name__)


def count_ended_call(reason: str) -> None:
    """Count the end of a call. A language model may give any reason: those that Mia does not know are one."""
    CALLS_ENDED.labels(reason if reason in _ENDED_REASONS else "other").inc()


@contextmanager
def timed(histogram: Histogram, *labels: str) -> Iterator[None]:
    """Observe how long the block takes, with ``ok`` or ``failed`` as last label."""
    started, outcome = time.perf_counter(), "failed"
    try:
        yield
        outcome = "ok"
    finally:
        histogram.labels(*labels, outcome).observe(time.perf_counter() - started)
