"""What a visitor gets while the database is away, or cannot hold what was sent."""

import structlog
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DataError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from mia.platform.http.problems import problem

log = structlog.get_logger()

DATABASE_AWAY = (OperationalError, InterfaceError, NoConnectionFree)
"""What is raised while PostgreSQL restarts, is full or gave up a wait."""
AWAY_DETAIL = "Couldn't reach our records. Please try again in a moment."
RETRY_AFTER_SECONDS = 2


def install_database_errors(app: FastAPI) -> None:
    """Answer 503, to be tried again, instead of 500 while the database is away."""
    for error in DATABASE_AWAY:
        app.add_exception_handler(error, _away)
    app.add_exception_handler(DataError, _unacceptable)


async def _unacceptable(_request: Request, _error: Exception) -> JSONResponse:
    """What PostgreSQL cannot hold, such as the character NUL in a text, came with the request."""
    return problem(422, "Invalid input", "Something in it cannot be stored", retryable=False)


async def _away(_request: Request, error: Exception) -> JSONResponse:
    log.warning("database_away", error=type(error).__name__)
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS)}
    return problem(503, "Temporarily unavailable", AWAY_DETAIL, headers=headers, retryable=True)
