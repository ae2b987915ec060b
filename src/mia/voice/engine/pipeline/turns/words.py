"""Which words count: what is worth being interrupted for."""

import re
from collections.abc import Sequence

from mia.platform.safety.danger import hear_danger
from mia.platform.words.plain import plain
from mia.voice.engine.pipeline.turns.hearing import Utterance

_SHORT = 0.7
"""Seconds up to which a single unknown word may as well be a cough or a "mm-hmm"."""
_SINGLE_WORDS = frozenset(
    {
        *("yes", "yeah", "yep", "yup", "no", "nope", "sure", "correct", "wrong", "please"),
        *("stop", "wait", "hold", "hello", "hi", "hey", "bye", "goodbye", "thanks", "sorry", "pardon", "what"),
        *("who", "when", "where", "why", "how", "which", "help", "emergency", "again", "repeat", "slower"),
        *("person", "human", "operator", "agent", "representative", "receptionist", "cancel", "never"),
        *("today", "tomorrow", "morning", "noon", "afternoon", "evening", "earlier", "later", "anytime"),
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "first", "second"),
        *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    }
)
"""Words that mean something on their own, even over the assistant's voice."""
_LISTENING = re.compile(
    r"(?:(?:m+h*m*|h+m+|mm-?h+m+|uh-?hu+h|aha|ah|oh|okay|ok|right|all right|alright|i see|got it|cool|go on)"
    r"[\s,.!-]*)+",
    re.IGNORECASE,
)
"""What people say while they listen, so that the other one goes on."""


def is_alarming(*texts: str) -> bool:
    """Whether words, as heard or as corrected, speak of danger: then nothing comes before the answer to them."""
    alarm = hear_danger(*(plain(text) for text in texts if text))
    return alarm is not None and alarm.is_urgent


def is_listening(text: str) -> bool:
    """Whether words over the assistant's voice only say that the caller follows."""
    return bool(_LISTENING.fullmatch(text.strip()))


def means_something(utterance: Utterance, names: Sequence[str]) -> bool:
    """Whether speech over the assistant's voice is meant for it.

    A recognizer writes some word for a cough, and for "mm-hmm" as well. So a short sound with a
    single word counts only when the word is one that people say alone, or a name.
    """
    if is_listening(utterance.text):
        return False
    words = re.findall(r"[a-z0-9'-]+", utterance.text.lower())
    if len(words) != 1 or utterance.spoken_until - utterance.started_at > _SHORT:
        return True
    known = {word for name in names for word in re.findall(r"[a-z0-9']+", name.lower())}
    return words[0] in _SINGLE_WORDS or words[0] in known or words[0].isdigit() or is_alarming(utterance.raw)
