"""Speech by hibari-tts: one bundled voice, 24 kHz, about a hundredth of real time."""

import asyncio
import re
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hibari import Hibari

from mia.platform.conversation.spoken_text import sentences, spoken
from mia.voice.engine.speech.samples import Samples

_COLON = re.compile(r"(?<=:)\s+")
_LOUDEST = 0.97
_STEP = 0.01
_QUIET = 0.002
"""Seconds looked at together, and the root mean square under which they count as silence."""
_LEAD, _TAIL = 0.02, 0.24
"""Seconds of silence kept around a sentence. The voice makes 0.3 before and 0.5 after it: the first
is time the caller waits, the second is too long a pause between two sentences."""


class HibariSynthesizer:
    """Shared by all calls of a process: one model and one thread. A sentence is made in one go (tens of
    milliseconds), so stopping between sentences is quick enough; what stands before a colon comes first, since a
    visit that is read back takes a hundred."""

    is_free = True

    def __init__(self) -> None:
        self._voice = Hibari(threads=1)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="voice")

    @property
    def sample_rate(self) -> int:
        return int(self._voice.sample_rate)

    async def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        for sentence in sentences(text):
            for words in filter(None, _COLON.split(spoken(sentence))):
                yield await loop.run_in_executor(self._thread, self._say, words, speed)

    def _say(self, words: str, speed: float) -> bytes:
        wave = np.concatenate([np.zeros(0, np.float32), *self._voice.stream(words, speed)])
        wave = _trimmed(wave, self.sample_rate)
        pcm: bytes = (np.clip(wave, -_LOUDEST, _LOUDEST) * 32767).astype("<i2").tobytes()
        return pcm


def _trimmed(wave: Samples, rate: int) -> Samples:
    """``wave`` with no more silence around it than wanted."""
    size = int(_STEP * rate)
    steps = wave[: len(wave) // size * size].reshape(-1, size)
    loud = np.flatnonzero(np.sqrt((steps**2).mean(axis=1)) > _QUIET)
    if not len(loud):
        return wave
    first = max(0, int(loud[0]) * size - int(_LEAD * rate))
    return wave[first : (int(loud[-1]) + 1) * size + int(_TAIL * rate)]
