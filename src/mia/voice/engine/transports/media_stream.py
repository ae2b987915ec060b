"""A phone call as a Twilio media stream: JSON over a WebSocket, mu-law at 8 kHz in frames of 20 ms."""

import asyncio
import base64
import binascii
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from pipecat.audio.utils import create_stream_resampler, pcm_to_ulaw, ulaw_to_pcm
from pipecat.frames.frames import Frame, InterruptionFrame, OutputAudioRawFrame, StartFrame
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import TransportParams

from mia.voice.engine.ports import CUSTOMER_LEFT, CallerUnreachable
from mia.voice.engine.transports.bounds import FLOODED, Drops
from mia.voice.engine.transports.caller_sound import RATE, CallerSound

LINE_RATE = 8_000
FRAME_BYTES = LINE_RATE // 50
"""20 ms of mu-law."""
OUT_RATE = 24_000
_AHEAD = 0.1
"""Seconds of speech that may wait at the carrier; it is undone when the person speaks up."""
_START = 10.0
"""Seconds within which a stream that was opened has to begin."""

SendText = Callable[[str], Awaitable[None]]


class _Spoken(BaseOutputTransport):
    """Paces speech like life and sends whole frames only."""

    def __init__(self, send: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        params = TransportParams(
            audio_out_enabled=True,
            audio_out_sample_rate=OUT_RATE,
            audio_out_10ms_chunks=2,
            audio_out_end_silence_secs=0,
        )
        super().__init__(params)
        self._send = send
        self._resampler = create_stream_resampler()
        self._rest = bytearray()
        self._due = 0.0

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        if isinstance(frame, InterruptionFrame):
            self._rest.clear()
            self._due = 0.0
            await self._send({"event": "clear"})
        await super().process_frame(frame, direction)

    async def write_audio_frame(self, frame: OutputAudioRawFrame) -> bool:
        self._rest += await pcm_to_ulaw(frame.audio, frame.sample_rate, LINE_RATE, self._resampler)
        while len(self._rest) >= FRAME_BYTES:
            payload = base64.b64encode(self._rest[:FRAME_BYTES]).decode()
            del self._rest[:FRAME_BYTES]
            await self._send({"event": "media", "media": {"payload": payload}})
        now = time.monotonic()
        self._due = max(self._due, now) + len(frame.audio) / (2 * frame.sample_rate)
        await asyncio.sleep(max(0.0, self._due - now - _AHEAD))
        return True

    async def write_transport_frame(self, frame: Frame) -> None:
        """What is left of the last frame goes out with silence behind it."""
        if self._rest:
            payload = base64.b64encode(bytes(self._rest).ljust(FRAME_BYTES, b"\xff")).decode()
            self._rest.clear()
            await self._send({"event": "media", "media": {"payload": payload}})


class MediaStream:
    """The ``MediaTransport`` of a phone call. Anyone who owns the socket calls :meth:`take` for each message and
    :meth:`lost` at its end; ``close_socket`` hangs up."""

    def __init__(self, send: SendText, close_socket: Callable[[], Awaitable[None]]) -> None:
        self._send_text = send
        self._close_socket = close_socket
        self._drops = Drops(self._throw_out)
        self._input = CallerSound(self._drops)
        self._output = _Spoken(self._tell)
        self._resampler = create_stream_resampler()
        self._open = True
        self._stream_sid = ""
        self._reason = CUSTOMER_LEFT
        self._begun = asyncio.Event()
        self._gone = asyncio.Event()

    def input(self) -> FrameProcessor:
        return self._input

    def output(self) -> FrameProcessor:
        return self._output

    async def connected(self) -> None:
        gone, begun = asyncio.create_task(self._gone.wait()), asyncio.create_task(self._begun.wait())
        try:
            await asyncio.wait((gone, begun), timeout=_START, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            begun.cancel()
        if not self._begun.is_set() or self._gone.is_set():
            raise CallerUnreachable("left-before-connected" if self._gone.is_set() else "stream-never-began")

    async def left(self) -> str:
        await self._gone.wait()
        return self._reason

    async def messages(self) -> AsyncIterator[str]:
        await self._gone.wait()
        while not self._gone.is_set():
            yield ""

    def send(self, message: str) -> None:
        """A phone shows nothing."""

    async def close(self) -> None:
        self._gone.set()
        if self._open:
            self._open = False
            await self._close_socket()

    def _throw_out(self) -> None:
        self._reason = FLOODED
        self._gone.set()

    def lost(self) -> None:
        """The socket has been closed by the other side."""
        self._open = False
        self._gone.set()

    async def take(self, text: str) -> None:
        """One message of the carrier; what is not understood is left alone."""
        try:
            message = json.loads(text)
        except ValueError:
            return
        match message:
            case {"event": "start", "streamSid": str(sid)}:
                self._stream_sid = sid
                self._begun.set()
            case {"event": "media", "media": {"payload": str(payload)}}:
                await self._hear(payload)
            case {"event": "stop"}:
                self._gone.set()

    async def _hear(self, payload: str) -> None:
        try:
            sound = base64.b64decode(payload, validate=True)
        except binascii.Error:
            return
        await self._input.hear(await ulaw_to_pcm(sound, LINE_RATE, RATE, self._resampler))

    async def _tell(self, message: dict[str, Any]) -> None:
        if self._begun.is_set() and not self._gone.is_set():
            await self._send_text(json.dumps({**message, "streamSid": self._stream_sid}))
