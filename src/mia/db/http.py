"""What a visitor gets while the database is away."""

import structlog
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from mia.kernel.http import problem

log = structlog.get_logger()


def install_database_errors(app: FastAPI) -> None:
    """Answer 503, to be tried again, instead of 500 when PostgreSQL restarts, is full or gave up a wait."""
    for error in (OperationalError, InterfaceError, NoConnectionFree):
        app.add_exception_handler(error, _away)


async def _away(_request: Request, error: Exception) -> JSONResponse:
    log.warning("database_away", error=type(error).__name__)
    detail = "Our records cannot be reached right now. Please try again in a moment."
    return problem(503, "Temporarily unavailable", detail, headers={"Retry-After": "2"}, retryable=True)
