"""A voicemail as the other end of a call: it says nothing, and records what it is told."""

import asyncio
from collections.abc import AsyncIterator

from pipecat.frames.frames import Frame, OutputAudioRawFrame, StartFrame
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.transports.base_input import BaseInputTransport
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import TransportParams

from mia.voice.engine.ports import CUSTOMER_LEFT

RATE = 24_000
"""Sample rate of the recording."""
_LONGEST = 60.0
"""Seconds after which a voicemail hangs up."""


class _Nothing(BaseInputTransport):
    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)


class _Tape(BaseOutputTransport):
    """Takes speech at the pace at which it would be heard."""

    def __init__(self, tape: bytearray) -> None:
        params = TransportParams(
            audio_out_enabled=True,
            audio_out_sample_rate=RATE,
            audio_out_10ms_chunks=2,
            audio_out_end_silence_secs=0,
        )
        super().__init__(params)
        self._tape = tape

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def write_audio_frame(self, frame: OutputAudioRawFrame) -> bool:
        self._tape += frame.audio
        await asyncio.sleep(len(frame.audio) / (2 * frame.sample_rate))
        return True

    async def write_transport_frame(self, frame: Frame) -> None:
        """Marks mean nothing here."""


class Mailbox:
    """The ``MediaTransport`` of a voicemail. ``recording`` is PCM, mono, at :data:`RATE`."""

    def __init__(self) -> None:
        self.recording = bytearray()
        self._input = _Nothing(TransportParams(audio_in_enabled=True))
        self._output = _Tape(self.recording)
        self._over = asyncio.Event()

    def input(self) -> FrameProcessor:
        return self._input

    def output(self) -> FrameProcessor:
        return self._output

    async def connected(self) -> None:
        """At once."""

    async def left(self) -> str:
        try:
            async with asyncio.timeout(_LONGEST):
                await self._over.wait()
        except TimeoutError:
            self._over.set()
        return CUSTOMER_LEFT

    async def messages(self) -> AsyncIterator[str]:
        await self._over.wait()
        while not self._over.is_set():
            yield ""

    def send(self, message: str) -> None:
        """There is no client to tell."""

    async def close(self) -> None:
        self._over.set()
