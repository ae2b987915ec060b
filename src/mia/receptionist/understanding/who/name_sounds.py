"""Names by their sound: what a recognizer wrote for a name, put right towards names that are common somewhere.

Only public lists stand beside what is heard. A practice's own patients do not: to hear a stranger's "Ana Ruiz" as a
patient's "Anna Ruise" and to read that back would tell who comes here. Who looks a caller up compares names
there, after the number has shown to be theirs.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from rapidfuzz import fuzz, process
from rapidfuzz.distance import Levenshtein

from mia.platform.words.sounds import distance, sound_of
from mia.receptionist import data
from mia.receptionist.understanding.who.name_words import name_alone
from mia.receptionist.understanding.who.names import hear_spelled

Kind = Literal["given", "family"]

_SAME, _NEAR = 0.07, 0.1
"""Distances up to which a common name is meant by an ordinary word, and by a word that is none."""
_RARER = 0.02
"""What a name's place at the end of the list counts for, in distance."""
_FURTHEST, _MOST_NEAR = 3, 24
"""Letters that may differ, and how many of the nearest names are weighed by sound."""
_MISSPELLED = 70
"""Likeness, 0 to 100, from which a spelled word is the one heard before it."""
_MOST_WORDS = 5
"""Of an utterance that is nothing but a name."""


@dataclass(frozen=True)
class _Common:
    name: str
    sound: str
    rare: float


def is_common(word: str, kind: Kind) -> bool:
    """Whether a word is a name that many people have."""
    return word.casefold() in _names(kind)


def without_capitals(said: str) -> str:
    """The full name with which some words without capitals begin: both are no ordinary words, and one is common."""
    words = said.split()[:2]
    odd = data.word_set("ordinary_words") | data.word_set("not_names")
    if len(words) < len(("first", "last")) or any(word in odd for word in words):
        return ""
    known = is_common(words[0], "given") or is_common(words[1], "family")
    return (name_alone(" ".join(words).title()) or "") if known else ""


def by_sound(word: str, kind: Kind, *, most: float = _NEAR) -> str | None:
    """The common name that a word sounds like, the more frequent one of two; ``None`` where none is near."""
    sound = sound_of(word)
    if len(sound) < 2:
        return None
    sounds, names = _table(kind)
    hits = process.extract(sound, sounds, scorer=Levenshtein.distance, score_cutoff=_FURTHEST, limit=_MOST_NEAR)
    near = [(distance(sound, names[i].sound) + names[i].rare, names[i]) for _, _, i in hits]
    ranked = sorted(near, key=lambda pair: pair[0])
    return ranked[0][1].name if ranked and ranked[0][0] <= most + _RARER else None


def as_meant(name: str | None, text: str, *, expected: bool, known: str | None) -> str | None:
    """The name that someone said, by what the recognizer made of it in ``text``; what they spelled stays as it is.
    ``expected``: a name was asked for; ``known`` is the one that was heard before."""
    if name is not None:
        return _spelled(name, known or "") if hear_spelled(text) else mend(name)
    told = begins_with_name(text) if expected else None
    return " ".join(told).strip() if told else None


def _spelled(name: str, known: str) -> str:
    """A name with a part that was spelled. Letters are misheard, too: "T-R-A-M" after "Tran" is that, as long as
    one of them is a common name and the other none."""
    heard = [word for word in known.split() if is_common(word, "family")]

    def meant(word: str) -> str:
        if is_common(word, "given") or is_common(word, "family"):
            return word
        alike = max(heard, key=lambda one: fuzz.ratio(one.lower(), word.lower()), default="")
        return alike if fuzz.ratio(alike.lower(), word.lower()) >= _MISSPELLED else word

    return " ".join(map(meant, name.split()))


def mend(name: str) -> str:
    """A full name as heard, each part that is no common name put right where it sounds like one."""
    words = name.split()
    if len(words) == 1 and (parted := _parted(name)):
        return parted
    return " ".join(_mend_word(word, "family" if place else "given") for place, word in enumerate(words))


def _mend_word(word: str, kind: Kind) -> str:
    if is_common(word, "given") or is_common(word, "family"):
        return word
    return by_sound(word, kind) or word


def _parted(word: str) -> str | None:
    """Two common names that were heard as one word: "Kenjitanaka"."""
    cuts = range(3, len(word) - 2)
    found = ((word[:cut], word[cut:].capitalize()) for cut in cuts if is_common(word[:cut], "given"))
    both = next((pair for pair in found if is_common(pair[1], "family")), None)
    return " ".join(both) if both and not is_common(word, "family") and not is_common(word, "given") else None


def is_sure(name: str) -> bool:
    """Whether the last part of a name is one that many people have, so that its spelling is plain."""
    last = name.split()[-1]
    return is_common(last, "family") or is_common(last, "given")


def begins_with_name(text: str) -> tuple[str, str] | None:
    """A common given name that a short utterance begins with, and the family name that the rest sounds like, ``""``
    where it sounds like none: "Emma would ache her" is Emma Whitaker."""
    words = re.findall(r"[^\W\d_][\w'\u2019-]*", text)
    if not 2 <= len(words) <= _MOST_WORDS or not words[0][0].isupper() or not is_common(words[0], "given"):
        return None
    return words[0], by_sound("".join(words[1:]), "family", most=_SAME) or ""


@cache
def _names(kind: Kind) -> frozenset[str]:
    return frozenset(line.partition(":")[0].casefold() for line in data.sections("common_names")[kind])


@cache
def _table(kind: Kind) -> tuple[tuple[str, ...], tuple[_Common, ...]]:
    """Sounds of common names, and the names."""
    lines = data.sections("common_names")[kind]
    found: list[_Common] = []
    for place, line in enumerate(lines):
        name, _, written = line.partition(":")
        found += [_Common(name, sound_of(each), _RARER * place / len(lines)) for each in (name, *written.split())]
    return tuple(one.sound for one in found), tuple(found)
