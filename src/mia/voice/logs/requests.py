"""The log of requests: what a token changed, and what it was refused."""

import time
from datetime import UTC, datetime

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mia.platform.db.session import Database
from mia.platform.kernel.errors import TooManyRequests
from mia.voice.auth.guards import Caller
from mia.voice.auth.pace import TokenPace
from mia.voice.logs.service import note_request
from mia.voice.wire import instant

log = structlog.get_logger()

_MOST_PER_MINUTE = 300
"""Rows of a token; what goes beyond is answered and not noted."""
_REFUSED = 400


class RequestLog:
    """Notes requests of known tokens that change something or are refused, after they have been answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._pace = TokenPace(_MOST_PER_MINUTE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.monotonic(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        await self._app(scope, receive, watched)
        caller = scope.get("state", {}).get("caller")
        if caller is not None and (scope["method"] not in ("GET", "HEAD") or status >= _REFUSED):
            await self._note(scope, caller, status, time.monotonic() - began)

    async def _note(self, scope: Scope, caller: Caller, status: int, seconds: float) -> None:
        database: Database = scope["app"].state.database
        route = getattr(scope.get("route"), "path", "/")
        end = datetime.now(UTC)
        facts = {"requestDurationSeconds": round(seconds, 3), "requestFinishedAt": instant(end)}
        try:
            self._pace.count(caller.token_id)
            async with database.org(caller.scope) as session:
                note_request(session, scope["method"], route, status, facts)
        except TooManyRequests:
            return
        except Exception as error:  # the answer has been given
            log.warning("request_not_noted", error=type(error).__name__)
