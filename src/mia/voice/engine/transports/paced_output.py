"""Speech sent over a socket at the pace at which it is heard, in whole frames."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from pipecat.frames.frames import Frame, InterruptionFrame, OutputAudioRawFrame, StartFrame
from pipecat.processors.frame_processor import FrameDirection
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import TransportParams

OUT_RATE = 24_000
_AHEAD = 0.1
"""Seconds of speech that may wait at the other end; it is undone when the person speaks up."""

Encode = Callable[[bytes, int], Awaitable[bytes]]
"""16-bit mono PCM at a sample rate, as it goes over the line."""


class PacedOutput(BaseOutputTransport):
    """``send`` takes frames of ``size`` bytes, the last of a line filled up with ``silence`` (one byte); ``clear``
    is called when what was sent is not to be heard."""

    def __init__(
        self,
        encode: Encode,
        size: int,
        silence: bytes,
        send: Callable[[bytes], Awaitable[None]],
        clear: Callable[[], Awaitable[None]],
    ) -> None:
        params = TransportParams(
            audio_out_enabled=True,
            audio_out_sample_rate=OUT_RATE,
            audio_out_10ms_chunks=2,
            audio_out_end_silence_secs=0,
        )
        super().__init__(params)
        self._encode = encode
        self._size = size
        self._silence = silence
        self._send = send
        self._clear = clear
        self._rest = bytearray()
        self._due = 0.0

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        if isinstance(frame, InterruptionFrame):
            self._rest.clear()
            self._due = 0.0
            await self._clear()
        await super().process_frame(frame, direction)

    async def write_audio_frame(self, frame: OutputAudioRawFrame) -> bool:
        self._rest += await self._encode(frame.audio, frame.sample_rate)
        while len(self._rest) >= self._size:
            piece = bytes(self._rest[: self._size])
            del self._rest[: self._size]
            await self._send(piece)
        now = time.monotonic()
        self._due = max(self._due, now) + len(frame.audio) / (2 * frame.sample_rate)
        await asyncio.sleep(max(0.0, self._due - now - _AHEAD))
        return True

    async def write_transport_frame(self, frame: Frame) -> None:
        """What is left of the last frame goes out with silence behind it."""
        if self._rest:
            piece = bytes(self._rest).ljust(self._size, self._silence)
            self._rest.clear()
            await self._send(piece)
