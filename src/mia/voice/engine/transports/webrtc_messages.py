"""Messages to and from the caller's client, on the data channel of a WebRTC call."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable

from aiortc import RTCDataChannel

from mia.voice.engine.transports.bounds import Allowance, Drops, Newest
from mia.voice.engine.transports.webrtc_offer import MAX_MESSAGE

_PER_SECOND, _AT_ONCE = 20.0, 50.0
"""Messages of a client: a widget sends a ping a second, and what its visitor types."""
_WAITING = 64
"""Messages that may wait for the call, or for the channel."""
_UNSENT = 256 * 1024
"""Bytes that a client may leave unacknowledged before it gets no more."""
_FAREWELL = 0.2
"""Seconds in which what was sent last may leave."""
_WEIGHT = 10
"""A message counts for as many dropped packets."""


class ClientMessages:
    """Reads and writes the first data channel that a client opens. ``heard`` is called for each message with
    whether it is a ping, ``left`` when the channel closes."""

    def __init__(self, drops: Drops, heard: Callable[[bool], object], left: Callable[[], object]) -> None:
        self._drops = drops
        self._heard = heard
        self._left = left
        self._pace = Allowance(_PER_SECOND, _AT_ONCE)
        self._channel: RTCDataChannel | None = None
        self._incoming = Newest[str | None](_WAITING, lambda: drops.note("message-late", hostile=False))
        self._unsent: deque[str] = deque(maxlen=_WAITING)

    @property
    def is_open(self) -> bool:
        """Whether the client has opened its channel."""
        return self._channel is not None

    def open(self, channel: RTCDataChannel) -> None:
        """The client opens a channel; a further one is closed."""
        if self._channel is not None:
            self._drops.note("channel", weight=_WEIGHT)
            channel.close()
            return
        self._channel = channel
        channel.on("message", self._take)
        channel.on("close", self._left)
        for message in self._unsent:
            channel.send(message)
        self._unsent.clear()

    def send(self, message: str) -> None:
        """Send, or keep until the channel is open."""
        if self._channel is None:
            self._unsent.append(message)
        elif self._channel.readyState == "open":
            if self._channel.bufferedAmount > _UNSENT:
                self._drops.note("unsent", hostile=False)
            else:
                self._channel.send(message)

    async def read(self) -> AsyncIterator[str]:
        """What the client sends, until :meth:`end`."""
        while (message := await self._incoming.get()) is not None:
            yield message

    def end(self) -> None:
        """Nothing more will be read."""
        self._incoming.put_nowait(None)

    async def flush(self) -> None:
        """Let what was sent last (the reason of the end) leave."""
        steps = 20
        for _ in range(steps):
            if self._channel is None or self._channel.readyState != "open" or self._channel.bufferedAmount == 0:
                return
            await asyncio.sleep(_FAREWELL / steps)

    def _take(self, message: object) -> None:
        if not self._pace.take() or not isinstance(message, str) or len(message.encode()) > MAX_MESSAGE:
            self._drops.note("message", weight=_WEIGHT)
            return
        is_ping = message.startswith("ping")
        self._heard(is_ping)
        if not is_ping:
            self._incoming.put_nowait(message)
