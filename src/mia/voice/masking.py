"""What of a resource stays hidden from who may only look at it: credentials of servers that stand in it."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HIDDEN = "***"
_FREE = frozenset({"metadata", "variableValues", "messages", "artifact", "parameters"})
"""What a client keeps for itself, and what was said: nothing here is sent to a server as a credential."""


def without_secrets(value: Any) -> Any:
    """``value`` with the values of ``headers`` hidden wherever a server or a request has any, and of each ``url``
    who logs in there and its query: addresses of webhooks have their keys in it."""
    if isinstance(value, list):
        return [without_secrets(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: _shown(name, each) for name, each in value.items()}


def _shown(name: str, value: Any) -> Any:
    if name in _FREE:
        return value
    if name == "headers" and isinstance(value, dict):
        return _headers(value)
    if name == "url" and isinstance(value, str):
        return _address(value)
    return without_secrets(value)


def _headers(headers: Mapping[str, Any]) -> dict[str, Any]:
    """Of a server: names and values; of an API request: a JSON Schema whose properties have values."""
    properties = headers.get("properties")
    if isinstance(properties, dict):
        return {**headers, "properties": _hidden(properties)}
    return _hidden(headers)


def _hidden(headers: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(each) for name, each in headers.items()}


def _value(given: Any) -> Any:
    if not isinstance(given, dict):
        return HIDDEN
    return {name: HIDDEN if name in ("value", "default", "const", "enum") else each for name, each in given.items()}


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return HIDDEN
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, HIDDEN if parts.query else "", ""))


class ViewerMiddleware:
    """Shows viewers every JSON answer without the secrets in it, whatever route has made it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        held: Message | None = None
        body = bytearray()

        async def shown(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start" and _is_for_viewer(scope, message):
                held = message
                return
            if held is None:
                await send(message)
                return
            body.extend(message.get("body", b""))
            if message.get("more_body"):
                return
            start, held = held, None
            masked = _masked(bytes(body))
            MutableHeaders(scope=start)["Content-Length"] = str(len(masked))
            await send(start)
            await send({"type": "http.response.body", "body": masked})

        await self._app(scope, receive, shown)


def _is_for_viewer(scope: Scope, start: Message) -> bool:
    caller = scope.get("state", {}).get("caller")
    kind = MutableHeaders(scope=start).get("content-type", "")
    return scope["type"] == "http" and getattr(caller, "role", None) == "viewer" and "json" in kind


def _masked(body: bytes) -> bytes:
    shown = without_secrets(json.loads(body)) if body else None
    return b"" if shown is None else json.dumps(shown, separators=(",", ":"), ensure_ascii=False).encode()
