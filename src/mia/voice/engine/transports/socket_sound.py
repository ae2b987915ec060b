"""A call over a plain WebSocket: sound as binary messages, all else as JSON texts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from pipecat.audio.utils import create_stream_resampler, pcm_to_ulaw, ulaw_to_pcm
from pipecat.processors.frame_processor import FrameProcessor

from mia.voice.engine.ports import CUSTOMER_LEFT, CallerUnreachable
from mia.voice.engine.transports.bounds import FLOODED, Allowance, Drops, Newest
from mia.voice.engine.transports.caller_sound import RATE, CallerSound
from mia.voice.engine.transports.paced_output import PacedOutput

_FRAME = 0.02
"""Seconds of speech in a message."""
_PER_SECOND, _AT_ONCE, _WEIGHT = 20.0, 50.0, 10
"""Texts of a client; one too many counts as ten packets."""
_WAITING = 64
"""Texts that may wait, either way."""
_START = 10.0
"""Seconds within which a socket that was asked for has to be open."""
_FAREWELL = 0.2
"""Seconds in which what was said last may leave."""


@dataclass(frozen=True)
class Format:
    """How sound is written: one channel, ``pcm_s16le`` at 16 kHz or ``mulaw`` at 8 kHz."""

    encoding: Literal["pcm_s16le", "mulaw"]

    @property
    def rate(self) -> int:
        """Samples a second."""
        return RATE if self.encoding == "pcm_s16le" else RATE // 2

    @property
    def frame(self) -> int:
        """Bytes of a message."""
        return round(self.rate * _FRAME) * (2 if self.encoding == "pcm_s16le" else 1)

    @property
    def silence(self) -> bytes:
        """A byte of it."""
        return b"\0" if self.encoding == "pcm_s16le" else b"\xff"


class SocketSound:
    """The ``MediaTransport`` of such a call. Anyone who owns the socket calls :meth:`begin` when it is open,
    :meth:`hear` and :meth:`read` for each message, and :meth:`lost` at its end; ``close_socket`` hangs up."""

    def __init__(
        self,
        format: Format,
        send_bytes: Callable[[bytes], Awaitable[None]],
        send_text: Callable[[str], Awaitable[None]],
        close_socket: Callable[[], Awaitable[None]],
    ) -> None:
        self._format = format
        self._send_bytes = send_bytes
        self._send_text = send_text
        self._close_socket = close_socket
        self._drops = Drops(self._throw_out)
        self._input = CallerSound(self._drops)
        self._output = PacedOutput(self._encode, format.frame, format.silence, self._speak, self._clear)
        self._in, self._out = create_stream_resampler(), create_stream_resampler()
        self._pace = Allowance(_PER_SECOND, _AT_ONCE)
        self._read = Newest[str](_WAITING, lambda: self._drops.note("message-late", hostile=False))
        self._unsent = Newest[str](_WAITING)
        self._writing: asyncio.Task[None] | None = None
        self._reason = CUSTOMER_LEFT
        self._begun, self._gone = asyncio.Event(), asyncio.Event()
        self._open = True

    def input(self) -> FrameProcessor:
        return self._input

    def output(self) -> FrameProcessor:
        return self._output

    async def connected(self) -> None:
        try:
            async with asyncio.timeout(_START):
                await self._begun.wait()
        except TimeoutError:
            raise CallerUnreachable("socket-never-opened") from None

    async def left(self) -> str:
        await self._gone.wait()
        return self._reason

    async def messages(self) -> AsyncIterator[str]:
        while not self._gone.is_set():
            yield await self._read.get()

    def send(self, message: str) -> None:
        if message.startswith("{"):  # the bare word that begins a call elsewhere is no JSON
            self._unsent.put_nowait(message)

    async def close(self) -> None:
        if not self._open:
            return
        self._open = False
        if self._writing is not None:
            try:
                async with asyncio.timeout(_FAREWELL):
                    await self._unsent.join()
            except TimeoutError:
                pass
        self.lost()
        await self._close_socket()

    def begin(self) -> None:
        """The socket is open."""
        self._writing = asyncio.create_task(self._write())
        self._begun.set()

    async def hear(self, sound: bytes) -> None:
        """Sound of the caller."""
        if self._format.encoding == "mulaw":
            sound = await ulaw_to_pcm(sound, self._format.rate, RATE, self._in)
        await self._input.hear(sound[: len(sound) // 2 * 2])

    def read(self, text: str) -> None:
        """A text of the caller's client."""
        if self._pace.take():
            self._read.put_nowait(text)
        else:
            self._drops.note("message", weight=_WEIGHT)

    def lost(self) -> None:
        """The socket has been closed, by us or by the other side."""
        self._open = False
        self._gone.set()
        if self._writing is not None:
            self._writing.cancel()

    def _throw_out(self) -> None:
        self._reason = FLOODED
        self._gone.set()

    async def _write(self) -> None:
        while True:
            await self._send_text(await self._unsent.get())
            self._unsent.task_done()

    async def _encode(self, pcm: bytes, rate: int) -> bytes:
        if self._format.encoding == "mulaw":
            return bytes(await pcm_to_ulaw(pcm, rate, self._format.rate, self._out))
        return await self._out.resample(pcm, rate, self._format.rate)

    async def _speak(self, frame: bytes) -> None:
        if self._begun.is_set() and not self._gone.is_set():
            await self._send_bytes(frame)

    async def _clear(self) -> None:
        """A client is told of an interruption by a message."""
