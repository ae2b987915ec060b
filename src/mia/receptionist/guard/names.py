"""Names of people in a sentence that no one has named."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from rapidfuzz import fuzz

from mia.receptionist.data import word_set
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.dialogue.saying.phrases import PHRASES
from mia.receptionist.guard.facts import Facts, words_of

_TITLED = re.compile(
    r"\b(?:(?:Dr|dr|DR|Mr|Mrs|Ms|Mx|Prof)\.?|Doctor|doctor|Nurse|nurse|Miss|named|name is|name's)\s+"
    r"(?P<names>[A-Z][\w'\u2019-]+(?:\s+[A-Z][\w'\u2019-]+)*|(?<=[Dd]r )[a-z]\w+|(?<=[Dd]r\. )[a-z]\w+)"
)
_TOKEN = re.compile(r"[^\W\d_][\w'\u2019-]*")
_DOES = frozenset(
    [
        "will",
        "is",
        "has",
        "can",
        "would",
        "could",
        "and",
        "does",
        "was",
        "performs",
        "specializes",
        "works",
        "provides",
        "may",
        "might",
        "offers",
        "handles",
        "here",
        "speaking",
        "said",
        "told",
        "says",
    ]
)
_ALIKE = 80  # likeness in percent from which a name is the caller's own, spelled another way
_NEGATED = re.compile(r"\b(?:not|no|nobody|don't|doesn't|isn't|can't|cannot)\b", re.IGNORECASE)


def unknown_name(sentence: str, facts: Facts) -> bool:
    """Whether a sentence names someone whom neither the practice, a tool nor the caller has named.

    After a title only people of the practice count, unless the sentence denies that there is such a person.
    """
    staff = facts.words
    heard = staff | facts.said_words
    for titled in _TITLED.finditer(sentence):
        allowed = heard if _NEGATED.search(sentence) else staff | _common()
        if titled[0].startswith("name"):
            allowed = heard | _common()
        if not words_of(titled["names"]) <= allowed:
            return True
    tokens = list(_TOKEN.finditer(sentence))
    for place, token in enumerate(tokens):
        word = token[0]
        if not word[0].isupper() or words_of(word) <= heard or _is_common(word) or _is_like(word, facts.said_words):
            continue
        if not _begins_sentence(sentence, token.start()):
            return True
        following = tokens[place + 1][0] if place + 1 < len(tokens) else ""
        if following in _DOES or following[:1].isupper() or word.endswith(("'s", "\u2019s")):
            return True
    return False


def _is_like(word: str, said: Iterable[str]) -> bool:
    return any(len(other) > 3 and fuzz.ratio(word.lower(), other) >= _ALIKE for other in said)


def _begins_sentence(sentence: str, at: int) -> bool:
    before = sentence[:at].rstrip(" \"'\u201c\u2018(")
    return not before or before[-1] in ".!?:;\u2026"


def _is_common(word: str) -> bool:
    return word in _capitals() or words_of(word) <= _common()


@cache
def _capitals() -> frozenset[str]:
    text = (files(__package__) / "capitals.txt").read_text("utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


@cache
def _common() -> frozenset[str]:
    """Ordinary words, in lower case: lists of the receptionist, and all that it says itself."""
    said = " ".join(wording for wordings in PHRASES.values() for wording in wordings)
    days = {*WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), *MONTHS}
    return word_set("not_names") | words_of(said) | days
