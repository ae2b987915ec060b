"""A call held in a room of a distributed media engine, through the framework's transport for it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import structlog
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.transports.base_transport import BaseTransport

from mia.voice.engine.ports import CUSTOMER_LEFT, CallerUnreachable
from mia.voice.engine.transports.bounds import FLOODED, Allowance, Drops, Newest

log = structlog.get_logger()

SOUND: dict[str, Any] = {
    "audio_in_enabled": True,
    "audio_out_enabled": True,
    "audio_out_sample_rate": 24_000,
    "audio_out_10ms_chunks": 2,
    "audio_out_end_silence_secs": 0,
}
"""What the framework's transports are told of sound, whatever the engine."""
_ARRIVAL = 60.0
"""Seconds within which the caller has to be in the room."""
_LOOK = 0.5
"""Seconds between two looks into the room."""
_PER_SECOND, _AT_ONCE, _WEIGHT = 20.0, 50.0, 10
"""Texts of a client; one too many counts as ten packets."""
_WAITING = 64
"""Texts that may wait, either way."""
_FAREWELL = 0.2
"""Seconds in which what was said last may leave."""


class RoomTransport:
    """The ``MediaTransport`` of such a call. The framework's transport ``inner`` joins the room when the pipeline
    starts, so ``caller_is_there`` looks into it before; ``tell`` sends a text to the room, ``close_room`` ends it.
    Anyone who makes it names the events of :meth:`follow`, and calls :meth:`read` for each text of the caller and
    :meth:`lost` when the caller is there no more."""

    def __init__(
        self,
        inner: BaseTransport,
        caller_is_there: Callable[[], Awaitable[bool]],
        tell: Callable[[str], Awaitable[Any]],
        close_room: Callable[[], Awaitable[None]],
    ) -> None:
        self._inner = inner
        self._caller_is_there = caller_is_there
        self._tell = tell
        self._close_room = close_room
        self._pace = Allowance(_PER_SECOND, _AT_ONCE)
        self._drops = Drops(self._throw_out)
        self._read = Newest[str](_WAITING, lambda: self._drops.note("message-late", hostile=False))
        self._unsent = Newest[str](_WAITING)
        self._here, self._gone = asyncio.Event(), asyncio.Event()
        self._reason = CUSTOMER_LEFT
        self._writing: asyncio.Task[None] | None = None
        self._open = True

    def input(self) -> FrameProcessor:
        return self._inner.input()

    def output(self) -> FrameProcessor:
        return self._inner.output()

    async def connected(self) -> None:
        try:
            async with asyncio.timeout(_ARRIVAL):
                while True:
                    if await self._caller_is_there():
                        break
                    await asyncio.sleep(_LOOK)
        except TimeoutError:
            raise CallerUnreachable("room-stayed-empty") from None
        self._writing = asyncio.create_task(self._write())

    async def left(self) -> str:
        await self._gone.wait()
        return self._reason

    async def messages(self) -> AsyncIterator[str]:
        while not self._gone.is_set():
            yield await self._read.get()

    def send(self, message: str) -> None:
        self._unsent.put_nowait(message)

    async def close(self) -> None:
        if not self._open:
            return
        self._open = False
        if self._writing is not None and self._here.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(_FAREWELL):
                    await self._unsent.join()
        if self._writing is not None:
            self._writing.cancel()
        self._gone.set()
        await self._close_room()

    def follow(self, *, joined: str, over: str) -> None:
        """Take note when Mia comes into the room and when it is over for her; the events are those of ``inner``."""

        async def on_joined(*_: object) -> None:
            self._here.set()

        async def on_over(*_: object) -> None:
            self.lost()

        self._inner.add_event_handler(joined, on_joined)
        self._inner.add_event_handler(over, on_over)

    def read(self, message: object) -> None:
        """A text, or JSON, of the caller's client."""
        if self._pace.take():
            self._read.put_nowait(message if isinstance(message, str) else json.dumps(message))
        else:
            self._drops.note("message", weight=_WEIGHT)

    def lost(self) -> None:
        """The caller has left, or the room is no more."""
        self._gone.set()

    def _throw_out(self) -> None:
        self._reason = FLOODED
        self._gone.set()

    async def _write(self) -> None:
        await self._here.wait()
        while True:
            try:
                await self._tell(await self._unsent.get())
            except Exception as fault:  # the room is no more, which is told otherwise
                log.info("room_text_lost", kind=type(fault).__name__)
            self._unsent.task_done()
