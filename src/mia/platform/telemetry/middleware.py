"""Measures and traces each HTTP request by the template of its route: an address may hold a token or an id."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mia.platform.http.problems import route_template
from mia.platform.telemetry.metrics import HTTP_REQUESTS, HTTP_SECONDS
from mia.platform.telemetry.tracing import span

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_NO_ROUTE = "none"


class TelemetryMiddleware:
    """Outermost of all, so that the time of the others counts."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in _METHODS else "other"
        status, streams = 500, False

        async def send_noted(message: Message) -> None:
            nonlocal status, streams
            if message["type"] == "http.response.start":
                status = message["status"]
                streams = (b"content-type", b"text/event-stream") in _kinds(message)
            await send(message)

        started = time.perf_counter()
        with span(method, **{"http.request.method": method}) as current:
            try:
                await self._app(scope, receive, send_noted)
            finally:
                route = f"{scope.get('root_path', '')}{route_template(scope)}" or _NO_ROUTE
                current.rename(f"{method} {route}")
                current.note(**{"http.route": route})
                current.note(**{"http.response.status_code": status})
                HTTP_REQUESTS.labels(method, route, str(status)).inc()
                if not streams:
                    HTTP_SECONDS.labels(method, route).observe(time.perf_counter() - started)


def _kinds(message: Message) -> set[tuple[bytes, bytes]]:
    return {(name.lower(), value.partition(b";")[0]) for name, value in message.get("headers", ())}
