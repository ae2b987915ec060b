"""Speech by hibari-tts: one bundled voice, 24 kHz, about a hundredth of real time."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hibari import Hibari

from mia.voice.engine.speech.spoken_text import sentences, spoken

_LOUDEST = 0.97
_FADE = 0.004
"""Seconds of fade at both ends of a sentence, against clicks."""
_GAP = 0.18
"""Seconds of pause between two sentences."""


class HibariSynthesizer:
    """Shared by all calls of a process: one model and one thread. A sentence is made in one go
    (tens of milliseconds), so stopping between sentences is quick enough."""

    def __init__(self) -> None:
        self._voice = Hibari(threads=1)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="voice")

    @property
    def sample_rate(self) -> int:
        return int(self._voice.sample_rate)

    async def synthesize(self, text: str) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        for number, sentence in enumerate(sentences(text)):
            words = spoken(sentence)
            if words:
                yield await loop.run_in_executor(self._thread, self._say, words, number > 0)

    def _say(self, words: str, pause_before: bool) -> bytes:
        wave = np.concatenate([np.zeros(0, np.float32), *self._voice.stream(words)])
        fade = int(_FADE * self.sample_rate)
        if len(wave) > 2 * fade:
            ramp = np.linspace(0.0, 1.0, fade, dtype=np.float32)
            wave[:fade] *= ramp
            wave[-fade:] *= ramp[::-1]
        if pause_before:
            wave = np.concatenate([np.zeros(int(_GAP * self.sample_rate), np.float32), wave])
        pcm: bytes = (np.clip(wave, -_LOUDEST, _LOUDEST) * 32767).astype("<i2").tobytes()
        return pcm
