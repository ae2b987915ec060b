"""Whether a caller who speaks over the assistant is heard out, silences her, or is not meant for her at all."""

import itertools
import time
from collections.abc import Sequence

from mia.platform.conversation.ports import Heard
from mia.voice.engine.pipeline.turns.hearing import Utterance
from mia.voice.engine.pipeline.turns.interrupting import ONSET
from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.engine.pipeline.turns.speaking import Line
from mia.voice.engine.pipeline.turns.words import is_alarming, is_listening, means_something

_NEARLY_SAID = 0.8
"""Seconds before the end of a question from which people answer it."""


class BargeIn:
    """The interruptions of one call, by the assistant's manners. Words of danger always silence her."""

    def __init__(self, manners: Manners, names: Sequence[str]) -> None:
        self._protected: Sequence[Line] = ()
        self._cut_at: float | None = None
        self.follow(manners, names)
        self.talked_over = False
        """Whether the caller speaks while the assistant goes on."""

    def follow(self, manners: Manners, names: Sequence[str]) -> None:
        """The manners of who answers from now on, and the names that a caller may say to them."""
        self._stop = manners.stop
        self._protects = not manners.first_message_interruptions
        self._names = names
        self._remarks = itertools.cycle(manners.when_interrupted)

    def begin(self, opening: Sequence[Line]) -> None:
        """These are the first words of an assistant, which its manners may protect."""
        if self._protects:
            self.protect(opening)

    def protect(self, lines: Sequence[Line]) -> None:
        """These may not be talked over, such as keys that are pressed: half a number is none."""
        self._protected = [*filter(_is_due, self._protected), *lines]

    @property
    def is_protected(self) -> bool:
        """Whether something is being said that may not be talked over."""
        return any(map(_is_due, self._protected))

    @property
    def gives_way(self) -> bool:
        """Whether the caller's voice alone silences the assistant."""
        return not (self._stop.waits_for_words or self.is_protected)

    def onset(self, talking: bool) -> float:
        """Seconds of speech that make the caller heard."""
        return self._stop.voice_seconds if talking else ONSET

    def begins(self, talking: bool) -> bool:
        """The caller has begun to speak: whether a ``talking`` assistant goes on for now."""
        self.talked_over = talking and not self.gives_way
        return self.talked_over

    def cuts_in(self, text: str) -> bool:
        """Whether what was said so far silences the assistant already."""
        return is_alarming(text) or (not self.is_protected and bool(self._stop.judge(text)))

    def is_meant(self, utterance: Utterance, over: Sequence[Line] = ()) -> bool:
        """Whether what was said over the assistant's voice is for her; ``over`` is what she has yet to
        say. An "okay" in the middle is not, at the end of a question it is an answer."""
        if is_alarming(utterance.text, utterance.raw):
            return True
        if over and is_listening(utterance.text) and _left(over) < _NEARLY_SAID:
            return True
        judged = None if self.is_protected else self._stop.judge(utterance.text)
        return means_something(utterance, self._names) if judged is None else judged

    def waits(self, utterance: Utterance) -> bool:
        """Whether the answer comes after what the assistant is saying."""
        return self.is_protected and not is_alarming(utterance.text, utterance.raw)

    def remark(self, heard: Heard) -> str:
        """What is said to who has interrupted the assistant with this, if anything; danger is answered at once."""
        return "" if is_alarming(heard.text, heard.raw) else next(self._remarks, "")

    def cut(self, at: float | None) -> None:
        """The assistant was cut off at that moment (``time.monotonic()``); ``None``: she was not, after all."""
        self._cut_at = at

    def back_off(self) -> float:
        """Seconds that the assistant stays silent because she was interrupted; asked once for each time."""
        cut_at, self._cut_at = self._cut_at, None
        return 0.0 if cut_at is None else max(0.0, cut_at + self._stop.backoff_seconds - time.monotonic())


def _left(lines: Sequence[Line]) -> float:
    """Seconds of sound that are left to say, as far as is known."""
    return sum(line.length - line.played if line.length else _NEARLY_SAID for line in lines)


def _is_due(line: Line) -> bool:
    return not (line.finished or line.cut)
