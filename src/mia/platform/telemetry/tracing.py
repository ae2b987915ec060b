"""Traces by OpenTelemetry, where ``MIA_OTLP_ENDPOINT`` names a collector. Else spans cost next to nothing.

Mia makes its own spans: what libraries record by themselves (URLs with queries, SQL parameters, messages of errors)
can name a patient.
"""

from contextlib import AbstractContextManager
from importlib.metadata import version
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from mia.platform.kernel.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor
    from opentelemetry.trace import Span, Tracer

Value = str | int | float | bool


class Current(Protocol):
    """The span of a block."""

    def rename(self, name: str) -> None: ...

    def note(self, **attributes: Value) -> None:
        """Attributes: names, and values that come from the code."""
        ...


class _Off:
    """No tracing: a span that records nothing."""

    def __enter__(self) -> Current:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def rename(self, name: str) -> None:
        pass

    def note(self, **attributes: Value) -> None:
        pass


_OFF = _Off()
_tracer: "Tracer | None" = None


class _Recorded:
    """A span that is recorded. An error leaves its type alone: its message may quote anything."""

    def __init__(self, tracer: "Tracer", name: str, attributes: dict[str, Value]) -> None:
        self._block: AbstractContextManager[Span] = tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False
        )
        self._attributes = attributes

    def __enter__(self) -> Current:
        self._span = self._block.__enter__()
        self.note(**self._attributes)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        from opentelemetry.trace import StatusCode

        if kind is not None:
            self._span.set_status(StatusCode.ERROR)
            self._span.set_attribute("error.type", kind.__name__)
        self._block.__exit__(None, None, None)

    def rename(self, name: str) -> None:
        self._span.update_name(name)

    def note(self, **attributes: Value) -> None:
        for name, value in attributes.items():
            self._span.set_attribute(name, value)


def span(name: str, **attributes: Value) -> _Off | _Recorded:
    """``with span("event lead.captured", attempt=1):`` records the block. Name and values come from the code."""
    return _OFF if _tracer is None else _Recorded(_tracer, name, attributes)


def start_tracing(settings: Settings, process: str) -> None:
    """Send this process's spans to the collector that the settings name, if they do."""
    if settings.otlp_endpoint is None:
        return
    # A fifth of a second to load, for those who use it.
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    exporter = OTLPSpanExporter(endpoint=f"{settings.otlp_endpoint.rstrip('/')}/v1/traces", timeout=5)
    record_spans(BatchSpanProcessor(exporter), process)


def record_spans(processor: "SpanProcessor", process: str) -> None:
    """Hand this process's spans to ``processor``, which is told when the process ends."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    global _tracer
    resource = Resource({"service.name": f"mia-{process}", "service.version": version("mia")})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer("mia")


def stop_recording() -> None:
    """Make no more spans (tests)."""
    global _tracer
    _tracer = None
