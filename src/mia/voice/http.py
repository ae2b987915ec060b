"""What the voice service's API answers when something is wrong, in the hosted service's shape.

``{"message": text or list, "error": reason phrase, "statusCode": int}``, with ``retryable`` where
trying again may help. 400 always has a list, so that a client reads it one way.
"""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Self

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from mia.platform.db.http import AWAY_DETAIL, DATABASE_AWAY, RETRY_AFTER_SECONDS
from mia.platform.kernel.errors import MiaError, TooManyRequests

log = structlog.get_logger()

_LABEL = re.compile(r"[\[(]|^constrained-")
"""What stands in a path for one of the forms that a property may have, and is none of its names."""


class BadRequest(MiaError):
    """The request is malformed, or asks for what cannot be. ``messages`` go to the caller as they are."""

    status = 400
    title = "Bad Request"

    def __init__(self, message: str, *more: str) -> None:
        super().__init__(message)
        self.messages = [message, *more]


class Malformed(BadRequest):
    """A document's properties are wrong."""

    @classmethod
    def of(cls, error: ValidationError) -> Self:
        """From what a schema says of a document."""
        return cls(*(_complaint({**item, "loc": ("body", *item["loc"])}) for item in error.errors()))


def install_hosted_errors(app: FastAPI) -> None:
    """Render every error of ``app`` in the hosted shape; unexpected ones say nothing of the inside."""
    app.add_exception_handler(MiaError, _expected)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    for error in DATABASE_AWAY:
        app.add_exception_handler(error, _database_away)
    app.add_exception_handler(DataError, _unacceptable)
    app.add_exception_handler(Exception, _unexpected)


def api_url(request: Request) -> str:
    """Where this API stands for who asks, below the application that it is mounted in."""
    return str(request.url.replace(path=request.scope.get("root_path", ""), query="")).rstrip("/")


async def too_large(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request whose body is not even read."""
    await hosted_error(413, "Request Entity Too Large")(scope, receive, send)


def hosted_error(status: int, message: str | Sequence[str], **extra: Any) -> JSONResponse:
    """An error body in the hosted shape."""
    body = {"message": message, "error": HTTPStatus(status).phrase, "statusCode": status, **extra}
    return JSONResponse(body, status)


async def _expected(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, MiaError)
    status = 400 if error.status == 422 else error.status
    message = error.messages if isinstance(error, BadRequest) else [error.detail] if status == 400 else error.detail
    response = hosted_error(status, message, **({"retryable": True} if error.retryable else {}))
    if isinstance(error, TooManyRequests):
        response.headers["Retry-After"] = str(error.retry_after)
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


async def _malformed(_request: Request, error: Exception) -> JSONResponse:
    """Name the property and what is wrong with it, never its value."""
    assert isinstance(error, RequestValidationError)
    return hosted_error(400, [_complaint(item) for item in error.errors()])


async def _http(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return hosted_error(error.status_code, HTTPStatus(error.status_code).phrase)


async def _database_away(_request: Request, error: Exception) -> JSONResponse:
    log.warning("database_away", error=type(error).__name__)
    response = hosted_error(503, AWAY_DETAIL, retryable=True)
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


async def _unacceptable(_request: Request, _error: Exception) -> JSONResponse:
    """What PostgreSQL cannot hold, such as the character NUL in a name, came with the request."""
    return hosted_error(400, ["Something in it cannot be stored"])


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    route = request.scope.get("route")
    log.error("unexpected_error", route=getattr(route, "path", None), error=type(error).__name__)
    return hosted_error(500, "Internal server error", retryable=True)


def _complaint(item: Mapping[str, Any]) -> str:
    *parents, name = [str(part) for part in item["loc"][1:] if not _LABEL.search(str(part))] or ["body"]
    path = ".".join([*parents, name])
    context = item.get("ctx", {})
    match item["type"]:
        case "extra_forbidden":
            return ".".join([*parents, f"property {name} should not exist"])
        case "missing":
            return f"{path} should not be empty"
        case "string_too_long":
            return f"{path} must be shorter than or equal to {context['max_length']} characters"
        case "uuid_parsing" | "uuid_type":
            return f"{path} must be a UUID"
        case "greater_than_equal":
            return f"{path} must not be less than {context['ge']}"
        case "less_than_equal":
            return f"{path} must not be greater than {context['le']}"
        case "literal_error" | "enum" | "union_tag_invalid" | "union_tag_not_found":
            return _not_served(path, context)
        case "told":
            return ".".join([*([] if item["loc"][1:] == () else [path]), context["says"]])
        case "json_invalid":
            return "The body must be JSON"
        case kind:
            return f"{path} is not valid ({kind.replace('_', ' ')})"


def _not_served(path: str, context: Mapping[str, Any]) -> str:
    """A value, or the property that says what kind something is, is none of those there are, or is missing."""
    kind = str(context.get("discriminator") or "")
    named = f"{path}.{kind.strip(chr(39))}" if kind.startswith("'") else path
    served = context.get("expected_tags" if kind else "expected")
    return f"{named} must be one of the following values: {served}" if served else f"{named} should not be empty"
