"""Spans kept in memory, as a collector would get them."""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from mia.platform.telemetry.tracing import record_spans, stop_recording


@contextmanager
def kept_spans() -> Iterator[InMemorySpanExporter]:
    """What is traced in the block is in the exporter."""
    exporter = InMemorySpanExporter()
    record_spans(SimpleSpanProcessor(exporter), "test")
    try:
        yield exporter
    finally:
        stop_recording()
