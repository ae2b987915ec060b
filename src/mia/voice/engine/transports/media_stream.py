"""A phone call as a Twilio media stream: JSON over a WebSocket, mu-law at 8 kHz in frames of 20 ms."""

import asyncio
import base64
import binascii
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from pipecat.audio.utils import create_stream_resampler, pcm_to_ulaw, ulaw_to_pcm
from pipecat.processors.frame_processor import FrameProcessor

from mia.voice.engine.ports import CUSTOMER_LEFT, CallerUnreachable, key_message
from mia.voice.engine.transports.bounds import FLOODED, Drops
from mia.voice.engine.transports.caller_sound import RATE, CallerSound
from mia.voice.engine.transports.paced_output import PacedOutput

LINE_RATE = 8_000
FRAME_BYTES = LINE_RATE // 50
"""20 ms of mu-law."""
_SILENCE = b"\xff"
_KEYS = 64
"""Keys that may wait to be read."""
_START = 10.0
"""Seconds within which a stream that was opened has to begin."""

SendText = Callable[[str], Awaitable[None]]


class MediaStream:
    """The ``MediaTransport`` of a phone call. Anyone who owns the socket calls :meth:`take` for each message and
    :meth:`lost` at its end; ``close_socket`` hangs up."""

    def __init__(self, send: SendText, close_socket: Callable[[], Awaitable[None]]) -> None:
        self._send_text = send
        self._close_socket = close_socket
        self._drops = Drops(self._throw_out)
        self._input = CallerSound(self._drops)
        self._output = PacedOutput(self._encode, FRAME_BYTES, _SILENCE, self._speak, self._clear)
        self._resampler = create_stream_resampler()
        self._out_resampler = create_stream_resampler()
        self._open = True
        self._stream_sid = ""
        self.call_sid = ""
        """The carrier's name for the call, once the stream has begun."""
        self._reason = CUSTOMER_LEFT
        self._keys: asyncio.Queue[str] = asyncio.Queue(_KEYS)
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
        """The keys that are pressed; a phone says nothing else."""
        gone = asyncio.create_task(self._gone.wait())
        key: asyncio.Task[str] | None = None
        try:
            while not self._gone.is_set():
                key = asyncio.create_task(self._keys.get())
                await asyncio.wait((gone, key), return_when=asyncio.FIRST_COMPLETED)
                if key.done():
                    yield key_message(key.result())
        finally:
            gone.cancel()
            if key is not None:
                key.cancel()

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
                self.call_sid = _call_sid(message)
                self._begun.set()
            case {"event": "media", "media": {"payload": str(payload)}}:
                await self._hear(payload)
            case {"event": "dtmf", "dtmf": {"digit": str(key)}} if not self._keys.full():
                self._keys.put_nowait(key)
            case {"event": "stop"}:
                self._gone.set()

    async def _hear(self, payload: str) -> None:
        try:
            sound = base64.b64decode(payload, validate=True)
        except binascii.Error:
            return
        await self._input.hear(await ulaw_to_pcm(sound, LINE_RATE, RATE, self._resampler))

    async def _encode(self, pcm: bytes, rate: int) -> bytes:
        return bytes(await pcm_to_ulaw(pcm, rate, LINE_RATE, self._out_resampler))

    async def _speak(self, frame: bytes) -> None:
        await self._tell({"event": "media", "media": {"payload": base64.b64encode(frame).decode()}})

    async def _clear(self) -> None:
        await self._tell({"event": "clear"})

    async def _tell(self, message: dict[str, Any]) -> None:
        if self._begun.is_set() and not self._gone.is_set():
            await self._send_text(json.dumps({**message, "streamSid": self._stream_sid}))


def _call_sid(message: dict[str, Any]) -> str:
    start = message.get("start")
    return str(start.get("callSid") or "") if isinstance(start, dict) else ""
