"""A deadline for the head of a request: a client that sends a byte now and then would hold its connection for good.

The body has its own (:class:`mia.platform.http.headers.BodyLimitMiddleware`), idle connections have
uvicorn's keep-alive time-out.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""From the connection, or the answer before, until the last header has come."""
MOST_CONNECTIONS = 800
"""Connections of a web process, event streams among them: below the 1,024 files that a process may open by default.
Requests above get 503."""
_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class DeadlineProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 that waits for a request's head only so long."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.write(_LATE)
            self.transport.close()
