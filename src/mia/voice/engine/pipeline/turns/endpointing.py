"""How long to wait in silence before a caller's turn is taken as complete.

Voice activity alone needs 600 to 700 ms, because pauses inside a sentence reach that length. The words say
whether more is to come; where they leave it open, the melody of the utterance (``TurnDetector``) is asked. An
answer that gives just what was asked for needs the shortest wait.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

PAUSE = 0.06
"""Seconds of silence after which an utterance is recognized on trial."""
SHORT = 0.28
LIKELY = 0.3
OPENING = 0.5
BASE = 0.65
LONG = 1.4
"""Waits in seconds: complete by its words; by its melody; "yes" or "hello", which often go on; undecided;
unfinished."""
NOISE = 0.45
"""Wait after a sound in which no words were recognized."""

_COMPLETE = 0.5
"""Probability from which the turn detector's judgement counts as complete (its own threshold)."""

_LEAST_WORDS = 3
"""Words of a sentence that may be complete for its words alone: "Sorry." and "Excuse me." go on."""
_TRAILS_OFF = re.compile(
    r"(?:\b(?:and|or|but|so|because|with|for|to|at|on|in|of|the|a|an|my|your|is|are|was|it's|its|i'm|"
    r"i'd|i|like|um|uh|er|hmm|well|let me see|let's see|then|if|that|about|from|maybe|also|"
    r"number is|name is|email is|e-mail is|address is|would be|want|need|looking)|…|-)[.!?]*$",
    re.IGNORECASE,
)
_ASKS_ON = re.compile(r"(?:\b(?:and|or|but|so|because|the|a|an|my|your|um|uh|like)|…|-)[?]$", re.IGNORECASE)
"""Questions may well end with "that" or "for"."""
_MAY_TRAIL_OFF = re.compile(
    r"\b(?:have|has|can|could|will|do|does|whether|we|they|he|she|there's|we're|you're|this|these|some|any|every|"
    r"next|last|around|between|until|since|than|into|our|his|her|their|which|what|who|when|where|how|just|only|"
    r"doctor|dr|by|get|make|take|see)[.!]$|,$",
    re.IGNORECASE,
)
"""Words, and the comma, that end some sentences and stand before the rest of others."""
_OPENS = re.compile(
    r"^(?:hi|hello|hey|yes|yeah|okay|ok|sure|so|well|um|uh|good (?:morning|afternoon|evening))"
    r"(?:[\s,]+(?:hi|hello|there|mia|um|uh|so|yes|yeah))*[\s.,!]*$",
    re.IGNORECASE,
)
_DIGIT = r"(?:\d|zero|oh|o|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_DIGITS_ONLY_END = re.compile(rf"(?:\b{_DIGIT}\b[\s,.\-]*){{2,}}$", re.IGNORECASE)
_PHONE_DIGITS = 10
_NO_PHONE = re.compile(r"(?:\$[\d,.]+|\b(?:19|20)\d\d)[.?!]*$")
"""An amount or a year."""
_WORTH = {"double": 1, "triple": 2}
"""Digits these words add to the one that follows them."""
_EMAIL_OPEN = re.compile(r"\b(?:at|@)\b(?!.*\b(?:dot|\.)\s*\w+)[^.]*$", re.IGNORECASE)
_EMAIL_TALK = re.compile(r"\be-?mail\b", re.IGNORECASE)


class Foreseen(Enum):
    """What the answer to an utterance on trial would be: one that goes on ``AFTER_ANSWER``, because the caller gave
    just what was asked for; one that does so and ``ACTS``, which cannot be taken back; one that only ``SPEAKS``,
    which is taken back when the caller goes on; any ``OTHER``."""

    OTHER = "other"
    SPEAKS = "speaks"
    AFTER_ANSWER = "after answer"
    ACTS = "acts"


_SHORTER = {
    Foreseen.SPEAKS: {SHORT: 0.19, LIKELY: 0.19},
    Foreseen.AFTER_ANSWER: {SHORT: 0.15, LIKELY: 0.15, OPENING: 0.35, BASE: SHORT},
    Foreseen.ACTS: {SHORT: 0.22, LIKELY: 0.22, OPENING: SHORT},
}
"""Waits where the answer is foreseen; by the longest pause inside of an answer that was given in one go. Words
alone need no longer than it takes to foresee them: who goes on has hardly heard them."""


@dataclass(frozen=True)
class PunctuationPlan:
    """Waits, in seconds, by how the words end (hosted ``transcriptionEndpointingPlan``)."""

    on_punctuation: float = 0.1
    on_no_punctuation: float = 1.5
    on_number: float = 0.5

    def wait_for(self, text: str) -> float:
        """A number may always go on; a full stop is an end."""
        if re.search(rf"(?:\d|\b{_DIGIT}\b)[\s.!?]*$", text, re.IGNORECASE):
            return self.on_number
        return self.on_punctuation if text.rstrip().endswith((".", "!", "?")) else self.on_no_punctuation


@dataclass(frozen=True)
class EndpointingRule:
    """``seconds`` to wait where what ``whose`` said last matches; of ``both`` each has its own test."""

    whose: Literal["customer", "assistant", "both"]
    seconds: float
    customer: Callable[[str], bool] = field(default=lambda _: True)
    assistant: Callable[[str], bool] = field(default=lambda _: True)

    def applies(self, customer: str, assistant: str) -> bool:
        """Whether the rule says how long to wait now."""
        return (self.whose == "assistant" or self.customer(customer)) and (
            self.whose == "customer" or self.assistant(assistant)
        )


@dataclass(frozen=True)
class StartSpeakingPlan:
    """How long the assistant waits (hosted ``startSpeakingPlan``): as the first of ``rules`` that applies says,
    else as ``punctuation``, else as :func:`wait_for`. Never shorter than ``wait_seconds``."""

    wait_seconds: float = 0.0
    punctuation: PunctuationPlan | None = None
    rules: Sequence[EndpointingRule] = ()

    def by_words(self, text: str, assistant: str = "") -> float | None:
        """Seconds of silence after ``text``, ``None`` where its melody has to decide; ``assistant`` is what the
        assistant said last."""
        wait = self._by_words(text, assistant)
        return None if wait is None else max(self.wait_seconds, wait)

    def by_melody(self, completeness: float) -> float:
        """Seconds of silence where words do not decide; ``completeness`` is the turn detector's probability."""
        return max(self.wait_seconds, by_melody(completeness))

    def shorter(self, wait: float, foreseen: Foreseen) -> float:
        """What is left of ``wait`` once it is known what the answer would be."""
        if self.punctuation or self.rules:
            return wait
        return max(self.wait_seconds, _SHORTER.get(foreseen, {}).get(wait, wait))

    def _by_words(self, text: str, assistant: str) -> float | None:
        if not text:
            return NOISE
        for rule in self.rules:
            if rule.applies(text, assistant):
                return rule.seconds
        return self.punctuation.wait_for(text) if self.punctuation else by_words(text)


def looks_unfinished(text: str) -> bool:
    """Whether the words themselves call for more: "my number is", "three oh five", "and"."""
    text = text.strip()
    if (_ASKS_ON if text.endswith("?") else _TRAILS_OFF).search(text.rstrip(",")):
        return True
    if text.endswith(",") and len(text.split()) < _LEAST_WORDS:
        return True
    # Three to nine digits in a row are a phone number on its way; seven may be a local one.
    if 3 <= _trailing_digits(text) < _PHONE_DIGITS and _trailing_digits(text) != 7:
        return True
    return bool(_EMAIL_TALK.search(text) and _EMAIL_OPEN.search(text))


def by_words(text: str) -> float | None:
    """Seconds of silence, counted from the last sound, after which the turn is over; ``None`` where the words leave
    open whether it is."""
    if not text:
        return NOISE
    if looks_unfinished(text):
        return LONG
    if _OPENS.match(text):
        return OPENING
    return SHORT if _is_complete(text) else None


def by_melody(completeness: float) -> float:
    """Seconds of silence where words do not decide; ``completeness`` is the turn detector's probability, 0 to 1."""
    return BASE if completeness < _COMPLETE else LIKELY


def _is_complete(text: str) -> bool:
    """Whether the words make a whole sentence, or a whole phone number."""
    if _trailing_digits(text) == _PHONE_DIGITS:
        return True
    ends = text.endswith((".", "!", "?")) and not _MAY_TRAIL_OFF.search(text)
    return ends and len(text.split()) >= _LEAST_WORDS


def _trailing_digits(text: str) -> int:
    """How many digits end the text, read or written: "three oh five, 5 5" is five."""
    if _NO_PHONE.search(text):
        return 0
    end = _DIGITS_ONLY_END.search(text) or re.search(r"[\d\s(),.\-]{2,}$", text.rstrip(".?!"))
    if end is None:
        return 0
    words = re.findall(rf"\d|\b{_DIGIT}\b", end.group(), re.IGNORECASE)
    return sum(_WORTH.get(w.lower(), 1) for w in words)
