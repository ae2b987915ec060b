"""Structured logs: static event names, classified fields, a correlation id, never health information."""

import logging
import sys
from typing import Any

import structlog
from structlog.contextvars import merge_contextvars

# Third-party loggers that may print request lines, SQL parameters or transcripts.
_QUIET = (
    "alembic",
    "httpx",
    "httpcore",
    "sqlalchemy",
    "aiortc",
    "aioice",
    "procrastinate",
    "uvicorn.access",
    "openai",
)


def configure_logging(level: str, *, json: bool, process: str) -> None:
    """Set up structlog and route the standard library's loggers through it, to standard error."""
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
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.contextvars.bind_contextvars(process=process)
    _silence_loguru()


def _silence_loguru() -> None:
    """Pipecat logs by loguru, transcripts included at debug level: keep warnings only."""
    from loguru import logger

    logger.remove()
    logger.add(sys.stderr, level="WARNING", format="{level} {name} {message}", backtrace=False, diagnose=False)
