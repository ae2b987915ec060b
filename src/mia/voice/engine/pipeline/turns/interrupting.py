"""When a caller who speaks over the assistant stops her (hosted ``stopSpeakingPlan``)."""

from collections.abc import Sequence
from dataclasses import dataclass

from mia.platform.words.plain import plain

ONSET = 0.16
"""Seconds of speech that make a caller heard: long enough to let most coughs and clicks pass."""


@dataclass(frozen=True)
class StopSpeakingPlan:
    """``num_words``: how many words it takes; with 0 the voice alone stops the assistant, after ``voice_seconds``.

    Anyone who says one of ``interruption_phrases`` is always meant; what is only one of ``acknowledgement_phrases``
    never is. ``backoff_seconds``: how long the assistant stays silent after she was interrupted.
    """

    num_words: int = 0
    voice_seconds: float = ONSET
    backoff_seconds: float = 0.0
    acknowledgement_phrases: Sequence[str] = ()
    interruption_phrases: Sequence[str] = ()

    @property
    def waits_for_words(self) -> bool:
        """Whether the assistant goes on until it is known what was said."""
        return self.num_words > 0

    def judge(self, text: str) -> bool | None:
        """Whether these words over the assistant's voice are meant for her; ``None`` when the plan does not say."""
        said = plain(text)
        if any(_within(phrase, said) for phrase in self.interruption_phrases):
            return True
        if _is_only(said, self.acknowledgement_phrases):
            return False
        return len(text.split()) >= self.num_words if self.waits_for_words else None


def _within(phrase: str, said: str) -> bool:
    words = plain(phrase)
    return bool(words) and f" {words} " in f" {said} "


def _is_only(said: str, phrases: Sequence[str]) -> bool:
    """Whether nothing is left of ``said`` without ``phrases``: "okay, okay" is only an okay."""
    left = _spaced(said)
    for phrase in sorted((plain(each) for each in phrases), key=len, reverse=True):
        if phrase:
            left = left.replace(_spaced(phrase), "")
    return bool(said) and not left


def _spaced(words: str) -> str:
    """Each word between spaces of its own."""
    return "".join(f" {word} " for word in words.split())
