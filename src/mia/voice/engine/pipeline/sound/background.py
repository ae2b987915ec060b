"""What is heard behind the assistant's voice (hosted ``backgroundSound``): an office, or a sound of one's own."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import cache

import numpy as np
import structlog
from numpy.typing import NDArray
from pipecat.frames.frames import (
    CancelFrame,
    EndFrame,
    Frame,
    InterruptionFrame,
    OutputAudioRawFrame,
    StartFrame,
    TTSAudioRawFrame,
)
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

log = structlog.get_logger()

Sound = NDArray[np.int32]
"""Mono at :data:`RATE`, in steps of 16 bits; its end fits its beginning."""
RATE = 24_000
_PIECE = RATE // 50
"""Samples of 20 ms."""
_SECONDS = 12
"""Length of the sound before it begins again."""
_AHEAD = 0.06
"""Seconds of background sent ahead: so much later a first word can be heard."""
_AIR, _MURMUR, _KEY = 70.0, 110.0, 420.0
"""Loudness of the ventilation, of talk in another room, and of a key that is struck, in steps of 16 bits."""


class Background(FrameProcessor):
    """Mixes the sound that ``load`` gives into speech, and plays it alone while nothing is said. Until it is there,
    and when it never is, nothing is heard behind the voice."""

    def __init__(self, load: Callable[[], Awaitable[Sound]] | None) -> None:
        super().__init__(enable_direct_mode=True)
        self._load = load
        self._sound: Sound | None = None
        self._at = 0
        self._until = 0.0
        self._filling: asyncio.Task[None] | None = None

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, TTSAudioRawFrame) and frame.sample_rate == RATE:
            frame.audio = self.mix(frame.audio)
            self._sent(len(frame.audio) // 2)
        elif isinstance(frame, InterruptionFrame):
            self._until = 0.0
        elif isinstance(frame, EndFrame | CancelFrame):
            self._stop()
        await self.push_frame(frame, direction)
        if isinstance(frame, StartFrame):
            self.follow(self._load)

    def follow(self, load: Callable[[], Awaitable[Sound]] | None) -> None:
        """Play the sound that ``load`` gives from now on; ``None``: no sound."""
        self._stop()
        self._load, self._sound, self._at = load, None, 0
        if load is not None:
            self._filling = asyncio.create_task(self._fill(load))

    def mix(self, pcm: bytes) -> bytes:
        """``pcm`` with the next of the background under it."""
        if self._sound is None:
            return pcm
        voice = np.frombuffer(pcm, np.int16).astype(np.int32)
        steps = (np.arange(len(voice)) + self._at) % len(self._sound)
        self._at = (self._at + len(voice)) % len(self._sound)
        mixed: bytes = np.clip(voice + self._sound[steps], -32_768, 32_767).astype("<i2").tobytes()
        return mixed

    async def _fill(self, load: Callable[[], Awaitable[Sound]]) -> None:
        try:
            self._sound = await load()
        except Exception as fault:
            log.warning("background_sound_failed", kind=type(fault).__name__)
            return
        while True:
            while self._until < time.monotonic() + _AHEAD:
                audio = self.mix(bytes(2 * _PIECE))
                self._sent(_PIECE)
                await self.push_frame(OutputAudioRawFrame(audio=audio, sample_rate=RATE, num_channels=1))
            await asyncio.sleep(_AHEAD / 3)

    def _sent(self, samples: int) -> None:
        self._until = max(self._until, time.monotonic()) + samples / RATE

    def _stop(self) -> None:
        if self._filling is not None:
            self._filling.cancel()
            self._filling = None


async def the_office() -> Sound:
    """As :class:`Background` loads it."""
    return office()


@cache
def office() -> Sound:
    """Ventilation, talk that cannot be understood, keys now and then: made here, the same each time."""
    chance = np.random.default_rng(7)
    length = RATE * _SECONDS
    air = _band(chance.standard_normal(length), 40, 300) * _AIR
    loudness = 0.4 + np.clip(_band(chance.standard_normal(length), 0.3, 4), -1, 2)
    murmur = _band(chance.standard_normal(length), 180, 900) * np.clip(loudness, 0, 2) * _MURMUR
    keys = np.zeros(length)
    click = _band(chance.standard_normal(_PIECE * 2), 1_500, 5_000) * np.exp(-np.arange(_PIECE * 2) / 140) * _KEY
    for at in chance.integers(0, length - len(click), 26):
        keys[at : at + len(click)] += click * chance.uniform(0.3, 1.0)
    return (air + murmur + keys).astype(np.int32)


def _band(wave: NDArray[np.float64], low: float, high: float) -> NDArray[np.float64]:
    """What of ``wave`` lies between two frequencies, at unit loudness; its end fits its beginning."""
    spectrum = np.fft.rfft(wave)
    pitch = np.fft.rfftfreq(len(wave), 1 / RATE)
    spectrum[(pitch < low) | (pitch > high)] = 0
    kept: NDArray[np.float64] = np.fft.irfft(spectrum, len(wave))
    kept /= max(float(np.sqrt((kept**2).mean())), 1e-9)
    return kept
