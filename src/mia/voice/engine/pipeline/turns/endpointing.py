"""How long to wait in silence before a caller's turn is taken as complete.

Voice activity alone needs 600 to 700 ms, because pauses inside a sentence reach that length. Two
hints shorten or lengthen the wait: the melody of the utterance (``TurnDetector``) and its words.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

PAUSE = 0.12
"""Seconds of silence after which an utterance is recognized on trial."""
SHORT = 0.3
OPENING = 0.5
BASE = 0.65
LONG = 1.4
"""Waits in seconds: surely complete; "yes" or "hello", which often go on; undecided; unfinished."""
NOISE = 0.45
"""Wait after a sound in which no words were recognized."""

_COMPLETE = 0.5
"""Probability from which the turn detector's judgement counts as complete (its own threshold)."""

_TRAILS_OFF = re.compile(
    r"(?:\b(?:and|or|but|so|because|with|for|to|at|on|in|of|the|a|an|my|your|is|are|was|it's|its|i'm|"
    r"i'd|i|like|um|uh|er|hmm|well|let me see|let's see|then|if|that|about|from|by|maybe|also|"
    r"number is|name is|email is|e-mail is|address is|would be|want|need|looking)|,|…|-)[.!?]*$",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"^(?:hi|hello|hey|yes|yeah|okay|ok|sure|so|well|um|uh|good (?:morning|afternoon|evening))"
    r"(?:[\s,]+(?:hi|hello|there|mia|um|uh|so|yes|yeah))*[\s.,!]*$",
    re.IGNORECASE,
)
_DIGIT = r"(?:\d|zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_DIGITS_ONLY_END = re.compile(rf"(?:\b{_DIGIT}\b[\s,.\-]*){{2,}}$", re.IGNORECASE)
_PHONE_DIGITS = 10
_NO_PHONE = re.compile(r"(?:\$[\d,.]+|\b(?:19|20)\d\d)[.?!]*$")
"""An amount or a year."""
_WORTH = {"double": 1, "triple": 2}
"""Digits these words add to the one that follows them."""
_EMAIL_OPEN = re.compile(r"\b(?:at|@)\b(?!.*\b(?:dot|\.)\s*\w+)[^.]*$", re.IGNORECASE)
_EMAIL_TALK = re.compile(r"\be-?mail\b", re.IGNORECASE)


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

    def wait_for(self, text: str, completeness: float, assistant: str = "") -> float:
        """Seconds of silence after ``text``; ``assistant`` is what the assistant said last."""
        return max(self.wait_seconds, self._wait(text, completeness, assistant))

    def _wait(self, text: str, completeness: float, assistant: str) -> float:
        if not text:
            return NOISE
        for rule in self.rules:
            if rule.applies(text, assistant):
                return rule.seconds
        return self.punctuation.wait_for(text) if self.punctuation else wait_for(text, completeness)


def looks_unfinished(text: str) -> bool:
    """Whether the words themselves call for more: "my number is", "three oh five", "and"."""
    text = text.strip()
    if _TRAILS_OFF.search(text):
        return True
    # Three to nine digits in a row are a phone number on its way; seven may be a local one.
    if 3 <= _trailing_digits(text) < _PHONE_DIGITS and _trailing_digits(text) != 7:
        return True
    return bool(_EMAIL_TALK.search(text) and _EMAIL_OPEN.search(text))


def wait_for(text: str, completeness: float) -> float:
    """Seconds of silence, counted from the last sound, after which the turn is over.

    ``completeness`` is the turn detector's probability, 0 to 1.
    """
    if not text:
        return NOISE
    if looks_unfinished(text):
        return LONG
    if completeness < _COMPLETE:
        return BASE
    return OPENING if _OPENS.match(text) else SHORT


def _trailing_digits(text: str) -> int:
    """How many digits end the text, read or written: "three oh five, 5 5" is five."""
    if _NO_PHONE.search(text):
        return 0
    end = _DIGITS_ONLY_END.search(text) or re.search(r"[\d\s().\-]{2,}$", text.rstrip(".?!"))
    if end is None:
        return 0
    words = re.findall(rf"\d|\b{_DIGIT}\b", end.group(), re.IGNORECASE)
    return sum(_WORTH.get(w.lower(), 1) for w in words)
