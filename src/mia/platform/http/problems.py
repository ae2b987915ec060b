"""Errors over HTTP as RFC 9457 problem details, and the correlation id of each request."""

import secrets
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mia.platform.http.source import request_from
from mia.platform.kernel.errors import MiaError, TooManyRequests

log = structlog.get_logger()

_MEDIA_TYPE = "application/problem+json"


def problem(
    status: int,
    title: str,
    detail: str | None = None,
    *,
    headers: dict[str, str] | None = None,
    **extra: Any,
) -> JSONResponse:
    """A problem document; ``detail`` is for the person who meets it."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail or title, **extra}
    return JSONResponse(body, status, headers=headers, media_type=_MEDIA_TYPE)


def route_template(scope: Scope) -> str:
    """The path template of the route that matched (``/api/clinics/{slug}``); empty when none did.

    A route of an included router does not know the prefixes it was included with: the app does. Both are
    looked up once and kept.
    """
    route, app = scope.get("route"), scope.get("app")
    if not isinstance(route, Route) or not isinstance(app, FastAPI):
        return ""
    known: dict[int, str] = getattr(app.state, "route_templates", {})
    if id(route) not in known:
        known = {id(each.original_route): each.path or "" for each in iter_route_contexts(app.routes)}
        app.state.route_templates = known
    return known.get(id(route), "")


def install_error_handlers(app: FastAPI) -> None:
    """Render every error of the app as problem details; unexpected ones say nothing of the inside."""
    app.add_exception_handler(MiaError, _expected)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


async def _expected(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, MiaError)
    headers = {"Retry-After": str(error.retry_after)} if isinstance(error, TooManyRequests) else None
    extra: dict[str, Any] = {"retryable": error.retryable}
    if isinstance(error, TooManyRequests):
        extra["retry_after"] = error.retry_after
    if error.fields:
        extra["errors"] = error.fields
    if error.type != MiaError.type:
        extra["type"] = error.type
    return problem(error.status, error.title, error.detail, headers=headers, **extra)


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    """Say which field is wrong, never echo its value."""
    assert isinstance(error, RequestValidationError)
    fields = {".".join(str(part) for part in item["loc"][1:]): _fault(item) for item in error.errors()}
    return problem(422, "Invalid input", "Some fields are not acceptable", retryable=False, errors=fields)


def _fault(item: Mapping[str, Any]) -> str:
    """What is wrong, in words that repeat nothing of what was sent: Pydantic's own do for a tag of a union."""
    if item["type"] == "union_tag_invalid":
        return f"Input should be one of {item['ctx']['expected_tags']}"
    return str(item["msg"]).removeprefix("Value error, ")


async def _http(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return problem(error.status_code, HTTPStatus(error.status_code).phrase, headers=dict(error.headers or {}))


class CorrelationMiddleware:
    """Binds a fresh id to the logs of a request and returns it as ``X-Request-Id``; notes where the request
    comes from for the audit log."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)

        async def send_with_id(message: Message) -> None:
            # What a browser keeps for good would bring the id of its first request along for good.
            if message["type"] == "http.response.start" and not _is_kept(message.get("headers", ())):
                message.setdefault("headers", []).append((b"x-request-id", request_id.encode()))
            await send(message)

        client = scope.get("client")
        with (
            structlog.contextvars.bound_contextvars(request_id=request_id),
            request_from(client[0] if client else None),
        ):
            await self._app(scope, receive, send_with_id)


def _is_kept(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == b"cache-control" and b"immutable" in value for name, value in headers)
