"""Logging as a process of ours sets it up, for the time of a block."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from mia.platform.kernel.logging import configure_logging


@contextmanager
def logging_at(level: str) -> Iterator[None]:
    """Log to standard error at a level, then put everything back, so that other tests can capture logs."""
    root, ours = logging.getLogger(), logging.getLogger("mia")
    before = root.handlers[:], root.level, ours.level
    configure_logging(level, json=True, process="test")
    structlog.configure(cache_logger_on_first_use=False)
    try:
        yield
    finally:
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        ours.setLevel(before[2])
        structlog.contextvars.clear_contextvars()
        structlog.reset_defaults()
