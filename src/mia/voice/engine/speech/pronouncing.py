"""A voice that says some words otherwise than they are written."""

import re
from collections.abc import AsyncIterator, Mapping

from mia.voice.engine.ports import Synthesizer, is_free


class Pronouncing:
    """A ``Synthesizer`` over another one. Only the sound changes: captions and transcripts keep what is written."""

    def __init__(self, voice: Synthesizer, said_as: Mapping[str, str]) -> None:
        self._voice = voice
        self._said_as = {written.casefold(): said for written, said in said_as.items()}
        longest_first = sorted(said_as, key=len, reverse=True)
        self._written = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)

    @property
    def is_free(self) -> bool:
        return is_free(self._voice)

    @property
    def sample_rate(self) -> int:
        return self._voice.sample_rate

    def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        return self._voice.synthesize(self.as_said(text), speed)

    def as_said(self, text: str) -> str:
        """``text`` as the voice is to read it."""
        return self._written.sub(lambda found: self._said_as[found.group().casefold()], text)
