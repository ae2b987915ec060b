"""Listening to a running call: both sides, as they are heard, for the few who may."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from mia.voice.engine.pipeline.sound.sides import Samples, Sides

_MOST = 3
"""Listeners of a call at once."""
_STEP = 0.1
"""Seconds of sound in a piece."""
_WAITING = 50
"""Pieces that may wait for a listener; one who falls behind misses some."""


class TooManyListeners(Exception):
    """The call has as many listeners as it may."""


class Listener:
    """Someone who listens: pieces of 16-bit PCM at ``sides.RATE``, the caller left, the assistant right."""

    def __init__(self) -> None:
        self._pieces: asyncio.Queue[bytes | None] = asyncio.Queue(_WAITING + 1)

    async def pieces(self) -> AsyncIterator[bytes]:
        """What is heard, until the call ends."""
        while (piece := await self._pieces.get()) is not None:
            yield piece

    def take(self, piece: bytes) -> None:
        """Sound that was heard; dropped when too much waits."""
        if self._pieces.qsize() < _WAITING:
            self._pieces.put_nowait(piece)

    def end(self) -> None:
        """Nothing follows."""
        if not self._pieces.full():
            self._pieces.put_nowait(None)


class Listening:
    """The listeners of one call. Without any it costs nothing."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._sides: Sides | None = None
        self._over = False

    @contextmanager
    def listener(self) -> Iterator[Listener]:
        """Someone who listens for as long as the block lasts; :class:`TooManyListeners` when no one else may."""
        if len(self._listeners) >= _MOST:
            raise TooManyListeners
        listener = Listener()
        if self._over:
            listener.end()
        self._listeners.append(listener)
        try:
            yield listener
        finally:
            self._listeners.remove(listener)
            if not self._listeners:
                self._sides = None

    def hear(self, pcm: bytes, rate: int) -> None:
        """The caller's sound, as it arrives."""
        if self._listeners:
            self._both().hear(pcm, rate)

    def speak(self, pcm: bytes, rate: int) -> None:
        """The assistant's sound, as it leaves."""
        if self._listeners:
            self._both().say(pcm, rate)

    def end(self) -> None:
        """The call is over."""
        self._over = True
        if self._sides is not None:
            self._sides.finish()
        for listener in self._listeners:
            listener.end()

    def _both(self) -> Sides:
        if self._sides is None:
            self._sides = Sides(time.monotonic, self._pass_on, _STEP)
        return self._sides

    def _pass_on(self, both: Samples, _place: int) -> None:
        piece = both.tobytes()
        for listener in self._listeners:
            listener.take(piece)
