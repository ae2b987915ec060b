"""The time of each answer, by the product's clock."""

from collections.abc import Callable
from datetime import datetime
from email.utils import format_datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class DateMiddleware:
    """Tells in each answer's ``Date`` (RFC 9110, section 6.6.1) what time it is for the product.

    The server would write the machine's. Pages take from it what is due and which day it is, since a computer's own
    clock may be wrong, and the sandbox's may be moved.
    """

    def __init__(self, app: ASGIApp, *, now: Callable[[], datetime]) -> None:
        self._app = app
        self._now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_date(message: Message) -> None:
            if message["type"] == "http.response.start":
                date = format_datetime(self._now(), usegmt=True).encode()
                message["headers"] = [*message.get("headers", ()), (b"date", date)]
            await send(message)

        await self._app(scope, receive, send_with_date)
