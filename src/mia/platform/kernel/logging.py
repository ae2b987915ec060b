"""Structured logs: static event names, classified fields, a correlation id, never health information."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog
from structlog.contextvars import merge_contextvars

_OURS = "mia"
_PLAIN_SPOKEN = frozenset({"uvicorn.error"})
"""Loggers of libraries whose messages an operator needs (the port is taken) and that quote no content."""


def configure_logging(level: str, *, json: bool, process: str) -> None:
    """Set up structlog and route the standard library's loggers through it, to standard error.

    ``level`` is for what Mia says. A library is heard from ``warning`` on, at any level, and then only where it
    spoke and which kind of error it met: its messages hold request lines, job arguments, senders, whole emails.
    """
    shared: list[Any] = [
        merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: Any = structlog.processors.JSONRenderer() if json else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _without_content],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    logging.getLogger(_OURS).setLevel(level.upper())
    structlog.contextvars.bind_contextvars(process=process)
    _silence_loguru()


def _without_content(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A library's message without its words."""
    record: logging.LogRecord = event["_record"]
    error = record.exc_info[1] if record.exc_info else None
    for quoted in ("exc_info", "stack_info"):
        event.pop(quoted, None)
    if record.name in _PLAIN_SPOKEN:
        event["event"] = str(event["event"]).strip().partition("\n")[0]
    else:
        event["event"] = "library_message"
    event["where"] = f"{record.module}.{record.funcName}:{record.lineno}"
    if error is not None:
        event["error"] = type(error).__name__
    return event


def _silence_loguru() -> None:
    """Pipecat logs by loguru, transcripts included at debug level: keep warnings only."""
    from loguru import logger

    logger.remove()
    logger.add(sys.stderr, level="WARNING", format="{level} {name} {message}", backtrace=False, diagnose=False)
