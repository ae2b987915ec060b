"""Finds concepts in words: which wording of which concept stands where."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mia.platform.words.phrase_files import read_sections

_GAP = 2
"""Words that "_" in a wording may stand for, at most: "my poor little face"."""
_SHORTEST_STEM = 2
"""Letters of the shortest stem, "od*"; a word is looked up under each of its beginnings from here."""


class Span(NamedTuple):
    """Words ``start`` up to, not with, ``end``."""

    start: int
    end: int


Found = Mapping[str, Sequence[Span]]
"""Where each concept stands."""


@dataclass(frozen=True)
class _Wording:
    concept: str
    rest: tuple[re.Pattern[str] | None, ...]
    """What follows the first word; ``None`` for a gap."""


class Lexicon:
    """All wordings of a language, by their first word."""

    def __init__(self, text: str) -> None:
        self._exact: dict[str, list[_Wording]] = {}
        self._stems: dict[str, list[_Wording]] = {}
        self._words: dict[str, set[str]] = {}
        for concept, lines in read_sections(text).items():
            for wording in (piece for line in lines for piece in line.split("|")):
                self._add(concept, wording.split())

    def find(self, words: Sequence[str]) -> dict[str, list[Span]]:
        """Every place of every concept in ``words``."""
        found: dict[str, list[Span]] = {}
        for start, word in enumerate(words):
            for wording in self._beginning_with(word):
                end = _end(words, start + 1, wording.rest)
                if end is not None:
                    found.setdefault(wording.concept, []).append(Span(start, end))
        return found

    def knows(self, word: str) -> bool:
        """Whether a word stands in a wording, by itself or by its stem."""
        return any(word in words for words in self._words.values()) or any(
            word[:size] in self._stems for size in range(_SHORTEST_STEM, len(word))
        )

    def words(self, concepts: Collection[str]) -> set[str]:
        """Every word and stem that some concepts are called by."""
        return set().union(*(self._words.get(concept, set()) for concept in concepts))

    def _beginning_with(self, word: str) -> Iterator[_Wording]:
        yield from self._exact.get(word, ())
        for size in range(_SHORTEST_STEM, len(word) + 1):
            yield from self._stems.get(word[:size], ())

    def _add(self, concept: str, parts: Sequence[str]) -> None:
        stems = [piece.rstrip("*") for part in parts for piece in part.split("/")]
        self._words.setdefault(concept, set()).update(filter(str.isalpha, stems))
        rest = tuple(None if part == "_" else re.compile(_pattern(part)) for part in parts[1:])
        for first in _alternatives(parts[0]):
            index = self._stems if first.endswith("*") else self._exact
            index.setdefault(first.rstrip("*"), []).append(_Wording(concept, rest))


def _alternatives(part: str) -> Iterator[str]:
    for piece in part.split("/"):
        low, _, high = piece.partition("..")
        yield from map(str, range(int(low), int(high) + 1)) if high else (piece,)


def _pattern(part: str) -> str:
    return "|".join(re.escape(piece).replace(r"\*", r"\w*") for piece in _alternatives(part))


def _end(words: Sequence[str], at: int, rest: Sequence[re.Pattern[str] | None]) -> int | None:
    """The end of a wording whose ``rest`` stands from ``at`` on, ``None`` when it does not."""
    if not rest:
        return at
    if rest[0] is None:
        ends = (_end(words, at + skipped, rest[1:]) for skipped in range(_GAP + 1))
        return next((end for end in ends if end is not None), None)
    if at < len(words) and rest[0].fullmatch(words[at]):
        return _end(words, at + 1, rest[1:])
    return None
