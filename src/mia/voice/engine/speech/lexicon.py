"""Corrects near misses of a recognizer towards the names a practice uses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from mia.platform.words.sounds import distance, sound_of
from mia.platform.words.vocabulary import is_word

_WORD = re.compile(r"[A-Za-z][A-Za-z'\u2019-]*")
_MIN_LETTERS = 5
"""Shorter names resemble too many ordinary words to be guessed at."""
_SINGLE, _SEVERAL = 84.0, 86.0
"""Least likeness, 0 to 100, of one written word and of several joined ones. Found by trying the
recognizer on service and staff names: 'hydrofacial' for HydraFacial scores 91."""
_APART = 0.15
"""The most that a name may sound unlike a word that is none in English."""
_ORDINARY = frozenset(
    {
        "about",
        "above",
        "after",
        "again",
        "appointment",
        "available",
        "before",
        "booking",
        "cancel",
        "change",
        "checking",
        "clean",
        "cleaning",
        "cleanings",
        "consult",
        "consultation",
        "doctor",
        "evening",
        "facial",
        "facials",
        "filler",
        "fillers",
        "first",
        "friday",
        "having",
        "hello",
        "hours",
        "laser",
        "lasers",
        "later",
        "looking",
        "maybe",
        "monday",
        "morning",
        "name",
        "needed",
        "number",
        "nurse",
        "office",
        "opening",
        "other",
        "parking",
        "patient",
        "people",
        "person",
        "phone",
        "please",
        "price",
        "prices",
        "question",
        "really",
        "reschedule",
        "right",
        "saturday",
        "schedule",
        "service",
        "services",
        "skin",
        "something",
        "sorry",
        "sunday",
        "thank",
        "thanks",
        "their",
        "there",
        "these",
        "thing",
        "think",
        "thursday",
        "today",
        "tomorrow",
        "treatment",
        "treatments",
        "tuesday",
        "wednesday",
        "week",
        "weekend",
        "where",
        "which",
        "would",
        "write",
        "yesterday",
    }
)
"""Frequent words that must never be taken for a name they happen to resemble."""


@dataclass(frozen=True)
class _Name:
    spelling: str
    key: str


class Lexicon:
    """A set of names with tolerant look-up; built once for a vocabulary, then only read."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        found: dict[str, _Name] = {}
        for entry in vocabulary:
            for spelling in (entry, *_WORD.findall(entry)):
                key = _key(spelling)
                if len(key) >= _MIN_LETTERS and key not in _ORDINARY:
                    found.setdefault(key, _Name(spelling, key))
        self._names = found
        self._keys = list(found)

    def correct(self, text: str) -> str:
        """Return ``text`` with words, or up to three in a row, replaced by the name they resemble."""
        if not self._keys or not text:
            return text
        words = list(_WORD.finditer(text))
        parts: list[str] = []
        done = index = 0
        while index < len(words):
            span, name = self._match(text, words, index)
            if name is not None:
                parts += (text[done : words[index].start()], name.spelling)
                done = words[index + span - 1].end()
            index += span
        return "".join((*parts, text[done:]))

    def _match(self, text: str, words: Sequence[re.Match[str]], index: int) -> tuple[int, _Name | None]:
        """The best run of words from ``index`` on and the name it stands for, else one word as it is."""
        best_score, best_span, best_name = 0.0, 1, None
        for span in (3, 2, 1):
            run = words[index : index + span]
            if len(run) < span or any(c in ".?!," for c in text[run[0].start() : run[-1].end()]):
                continue
            score, name = self._score(run)
            # "a hydrofacial" resembles the name, but "hydrofacial" alone does so better.
            if name is not None and span > 1 and self._score(run[1:])[0] >= score:
                continue
            if score > best_score:
                best_score, best_span, best_name = score, span, name
        return best_span, best_name

    def _score(self, run: Sequence[re.Match[str]]) -> tuple[float, _Name | None]:
        key = _key("".join(w.group() for w in run))
        if key in self._names:
            return 100.0, self._names[key]
        if len(key) < _MIN_LETTERS or key in _ORDINARY:
            return 0.0, None
        floor = _SINGLE if len(run) == 1 else _SEVERAL
        hit = process.extractOne(key, self._keys, scorer=fuzz.ratio, score_cutoff=floor)
        if hit is None and not all(is_word(_key(w.group())) for w in run):
            return self._by_sound(key)
        return (hit[1], self._names[hit[0]]) if hit else (0.0, None)

    def _by_sound(self, key: str) -> tuple[float, _Name | None]:
        """The name that words sound like which are none in English: "bottock" is Botox, "micronid link" is
        Microneedling."""
        heard = sound_of(key)
        apart, name = min((distance(heard, sound_of(other)), other) for other in self._keys)
        return (_SINGLE, self._names[name]) if apart <= _APART else (0.0, None)


def _key(text: str) -> str:
    return re.sub(r"[^a-z]", "", text.lower())
