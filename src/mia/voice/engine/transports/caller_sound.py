"""The end of a pipeline at which the caller's sound comes in, never more of it than a caller can speak."""

import asyncio
from typing import cast

from pipecat.frames.frames import InputAudioRawFrame, StartFrame
from pipecat.transports.base_input import BaseInputTransport
from pipecat.transports.base_transport import TransportParams

from mia.voice.engine.transports.bounds import Allowance, Drops, Newest

RATE = 16_000
"""Sample rate of what the pipeline hears: mono, 16 bits."""
_PACE, _AHEAD = 1.05, 2.0
"""Seconds of sound a second (clocks differ), and seconds at once after the network has held some back."""
_PIECE = 0.02
"""Seconds that clients send in a packet."""
_WAITING = 100
"""Pieces that may wait for a busy pipeline: two seconds or more."""


class CallerSound(BaseInputTransport):
    """What the caller says. Sound beyond real time is dropped, and the oldest where the pipeline falls behind."""

    def __init__(self, drops: Drops) -> None:
        super().__init__(TransportParams(audio_in_enabled=True, audio_in_sample_rate=RATE))
        self._drops = drops
        self._pace = Allowance(_PACE, _AHEAD)
        self._started = False

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)
        self._started = True

    async def hear(self, pcm: bytes) -> None:
        """Take PCM from the caller; dropped until the pipeline runs."""
        if not self._started or not pcm:  # a resampler may give several pieces at once, then none
            return
        seconds = len(pcm) / (2 * RATE)
        if not self._pace.take(seconds):
            self._drops.note("sound", weight=max(1, round(seconds / _PIECE)))
            return
        await self.push_audio_frame(InputAudioRawFrame(audio=pcm, sample_rate=RATE, num_channels=1))

    def _create_audio_task(self) -> None:
        """pipecat makes the queue between the network and the pipeline here, without a bound."""
        super()._create_audio_task()  # type: ignore[no-untyped-call]
        waiting = Newest[InputAudioRawFrame](_WAITING, lambda: self._drops.note("sound-late", hostile=False))
        self._audio_in_queue = cast("asyncio.Queue[InputAudioRawFrame]", waiting)
