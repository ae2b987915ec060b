"""Spanish as it is typed in a hurry, put into the spelling that ``data/spanish.txt`` knows: short forms ("xq"),
letters drawn out ("holaaa"), words written as they sound ("kitar", "aser") and small things ("ropita")."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from mia.platform.safety.spelling import spanish_sound
from mia.receptionist import data

_WORD = re.compile(r"\b[^\W\d_]+\b")
_DRAWN_OUT = re.compile(r"([a-z])\1{2,}")
_SENTENCE_STARTS = re.compile(r"(?:^|[.?!\n])\W*$")
_SMALL = re.compile(r"(?P<stem>[a-z]{2,}?)(?P<with_c>e?c)?it(?P<ending>[oa])s?")
"""A small or dear thing: "ropita", "dolorcito"."""
_THERE_IS = re.compile(
    r"\bay(?= (?:lugar|espacio|campo|cupo|hueco|citas?|turnos?|horas?|algo|alguien|algun[ao]?|disponib\w+|otr[ao]"
    r"|donde)\b)"
)
"""Alone it is a sigh: "ay, qué pena"."""
_SHORTEST_BY_SOUND = 4
"""Letters from which a word may be known by its sound."""


def spelled_right(text: str, *, names: bool = False) -> str:
    """The text with its misspelled words put right. A word with a capital inside a sentence may be a name, and so
    may any if ``names`` were asked for."""

    def right(match: re.Match[str]) -> str:
        word = match[0]
        capital = word[0].isupper() and not (len(word) > 1 and word.isupper())
        if capital and (names or not _SENTENCE_STARTS.search(text[: match.start()])):
            return word
        folded = fold(word)
        meant = _meant(folded)
        return word if meant == folded else meant

    return _THERE_IS.sub("hay", _WORD.sub(right, text))


def fold(text: str) -> str:
    """Lower case without accents, each character where it was."""
    return "".join(_base(sign) for sign in text)


def _base(sign: str) -> str:
    lower = sign.lower()
    return unicodedata.normalize("NFD", lower)[0] if len(lower) == 1 else sign


@cache
def words() -> dict[str, str]:
    """What single words mean in English."""
    return dict(line.split(" = ", 1) for line in data.sections("spanish")["words"])


@cache
def _short_forms() -> dict[str, str]:
    return dict(line.split(" = ", 1) for line in data.sections("spanish")["misspelled"])


@cache
def _known() -> frozenset[str]:
    often = " ".join(data.sections("spanish")["often misspelled"]).split()
    return frozenset([*words(), *often])


@cache
def _by_sound() -> dict[str, str]:
    return {spanish_sound(word): word for word in sorted(_known(), reverse=True)}


def _meant(word: str) -> str:
    """The word that is meant by one without accents."""
    short = _DRAWN_OUT.sub(r"\1", word)
    if (right := _short_forms().get(word) or _short_forms().get(short)) or short in _known():
        return right or short
    sound = spanish_sound(short)
    if min(len(short), len(sound)) >= _SHORTEST_BY_SOUND and sound in _by_sound():
        return _by_sound()[sound]
    return next((base for base in _grown(short) if base in _known()), word)


def _grown(word: str) -> Iterator[str]:
    """What a word for a small thing may come from: "ropa" of "ropita", "dolor" of "dolorcito"."""
    if small := _SMALL.fullmatch(word):
        stem, ending = small["stem"], small["ending"]
        if small["with_c"]:
            yield from (stem, f"{stem}e")
            stem += small["with_c"]
        stem = re.sub(r"gu$", "g", re.sub(r"qu$", "c", stem))
        yield from (f"{stem}{ending}s", f"{stem}{ending}") if word.endswith("s") else (f"{stem}{ending}",)
        yield from (f"{stem}{other}" for other in "oae")
