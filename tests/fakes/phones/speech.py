"""Speech without models: each word is a beep, and what a caller "says" is known beforehand."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from mia.voice.engine.ports import Recognized, Speech

RATE = 24_000
_WORD = 0.1
"""Seconds of sound for a word of the assistant."""
LOUD = b"\x00\x20" * 320
"""20 ms of a caller's voice, at 16 kHz."""
QUIET = bytes(640)


@dataclass
class WordySynthesizer:
    """A tenth of a second for each word; ``speeds`` keeps how fast each text was wanted."""

    speeds: list[float] = field(default_factory=list)

    @property
    def sample_rate(self) -> int:
        return RATE

    async def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        self.speeds.append(speed)
        yield b"\x00\x10" * int(RATE * _WORD * len(text.split()))


@dataclass
class KnownWords:
    """Recognizes ``words``, a little more of them the longer the sound is, all of them in what has ended."""

    words: str = ""

    async def transcribe(self, pcm: bytes, sample_rate: int, vocabulary: Sequence[str] = ()) -> Recognized:
        return Recognized(self.words)


class LoudIsSpeech:
    """Whatever is not silence is speech."""

    window = 512

    def probability(self, window: bytes) -> float:
        return 1.0 if any(window) else 0.0

    def reset(self) -> None:
        """There is nothing to forget."""


class SureOfTheEnd:
    """Every pause is the end of a turn."""

    async def end_of_turn(self, pcm: bytes, sample_rate: int) -> float:
        return 1.0


def beeping_speech(said: str = "") -> Speech:
    """A call's speech; the caller says ``said`` whenever there is sound."""
    return Speech(KnownWords(said), WordySynthesizer(), SureOfTheEnd(), LoudIsSpeech)
