"""Error reports go to a service for errors that speaks Sentry's protocol.

The client is ours alone: nothing of the SDK looks into requests, logs, libraries or variables. An event is
made of a :class:`ErrorReport`, which holds names of code only, and :func:`scrubbed` lets nothing else out, should a
later version of the SDK add to it.
"""

from typing import Any

from sentry_sdk import Client

from mia.clinic.error_reports.ports import ErrorReport, Frame
from mia.platform.kernel.settings import Settings

_EVENT = ("event_id", "timestamp", "level", "platform", "release", "environment", "tags", "fingerprint")
_FRAME = ("module", "function", "lineno", "in_app")
_TAGS = ("source", "place", "request_id")


class SentryReporter:
    """Sends each report as one event, from a thread of the SDK."""

    def __init__(self, settings: Settings, *, release: str) -> None:
        assert settings.sentry_dsn is not None
        self._client = Client(
            dsn=settings.sentry_dsn.get_secret_value(),
            release=release,
            environment=settings.env.value,
            server_name="",
            default_integrations=False,
            auto_enabling_integrations=False,
            data_collection={
                "user_info": False,
                "cookies": {"mode": "off"},
                "http_headers": {"request": {"mode": "off"}},
                "http_bodies": [],
                "url_query_params": {"mode": "off"},
                "database_query_data": False,
                "queues": False,
                "stack_frame_variables": False,
                "frame_context_lines": 0,
            },
            max_request_body_size="never",
            max_breadcrumbs=0,
            auto_session_tracking=False,
            send_client_reports=False,
            spotlight=False,
            before_send=lambda event, _hint: scrubbed(event),  # type: ignore[arg-type,return-value] # a plain dict
        )

    async def report(self, report: ErrorReport) -> None:
        """Hand the event to the SDK, which sends it when it can and drops it when it cannot."""
        self._client.capture_event(event_of(report))  # type: ignore[arg-type] # a plain dict

    def close(self) -> None:
        """Wait shortly for what has not been sent."""
        self._client.close(timeout=2.0)


def event_of(report: ErrorReport) -> dict[str, Any]:
    """A report in Sentry's words. The exception has a type and no value."""
    exception: dict[str, Any] = {"type": report.kind, "value": ""}
    if report.frames:
        exception["stacktrace"] = {"frames": [_frame(frame) for frame in report.frames]}
    return {
        "level": "error",
        "exception": {"values": [exception]},
        "fingerprint": [report.source, report.kind, report.place],
        "tags": {"source": report.source, "place": report.place, "request_id": report.correlation_id or ""},
    }


def scrubbed(event: dict[str, Any]) -> dict[str, Any]:
    """What may leave: kinds, places and calls. No request, user, message, variable, breadcrumb or machine."""
    kept = {key: event[key] for key in _EVENT if key in event}
    kept["tags"] = {key: value for key, value in dict(event.get("tags") or {}).items() if key in _TAGS}
    values = (event.get("exception") or {}).get("values") or []
    kept["exception"] = {"values": [_scrubbed_exception(value) for value in values]}
    return kept


def _scrubbed_exception(value: dict[str, Any]) -> dict[str, Any]:
    frames = (value.get("stacktrace") or {}).get("frames") or []
    return {
        "type": value.get("type"),
        "value": "",
        "stacktrace": {"frames": [{key: frame[key] for key in _FRAME if key in frame} for frame in frames]},
    }


def _frame(frame: Frame) -> dict[str, Any]:
    return {
        "module": frame.module,
        "function": frame.function,
        "lineno": frame.line,
        "in_app": frame.module.startswith("mia."),
    }
