"""The voice of a simulated caller: the embedded one, at the rate that calls are heard at."""

import asyncio

import numpy as np
import soxr

from mia.voice.engine.speech.hibari_synthesizer import HibariSynthesizer
from mia.voice.engine.speech.samples import MODEL_RATE


class CallerVoice:
    """Shared by all simulated callers of a process; loading it blocks for a moment."""

    def __init__(self) -> None:
        self._voice = HibariSynthesizer()

    async def say(self, text: str) -> bytes:
        """``text`` as PCM at 16 kHz."""
        pieces = [piece async for piece in self._voice.synthesize(text)]
        return await asyncio.to_thread(self._resampled, b"".join(pieces))

    def _resampled(self, pcm: bytes) -> bytes:
        wave = soxr.resample(np.frombuffer(pcm, "<i2"), self._voice.sample_rate, MODEL_RATE)
        return np.asarray(wave, "<i2").tobytes()
