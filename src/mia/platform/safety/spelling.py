"""Misspelled words of danger: "breathhing", "unconcious", "siezure"."""

import re
from collections.abc import Callable, Collection, Iterator

_SHORTEST = 5
"""Letters from which a word may be misspelled; shorter ones are too much alike."""
_REPEATED = re.compile(r"([a-z])\1{2,}")
"""A letter that is drawn out: "helppp"."""


class Speller:
    """Mends words that are one letter, or two swapped ones, away from a word of danger."""

    def __init__(self, words: Collection[str], *, is_known: Callable[[str], bool]) -> None:
        """``words`` may be misspelled; one that ``is_known`` is meant as it stands."""
        self._is_known = is_known
        self._near: dict[str, str] = {}
        for word in sorted(words):
            if len(word) >= _SHORTEST:
                for near in (word, *_shorter(word)):
                    self._near.setdefault(near, word)

    def mend(self, word: str) -> str:
        """The word of danger that ``word`` is meant for, or ``word`` itself."""
        word = _REPEATED.sub(r"\1", word)
        if len(word) < _SHORTEST or not word.isalpha() or self._is_known(word):
            return word
        for near in (word, *_shorter(word)):
            meant = self._near.get(near)
            if meant is not None and _is_slip(word, meant):
                return meant
        return word


def _is_slip(word: str, meant: str) -> bool:
    if word[0] != meant[0]:
        return False
    if len(word) != len(meant):
        return abs(len(word) - len(meant)) == 1
    wrong = sum(a != b for a, b in zip(word, meant, strict=True))
    return wrong == 1 or sorted(word) == sorted(meant)


def _shorter(word: str) -> Iterator[str]:
    """The word less each of its letters; words that are one letter apart share one of these."""
    return (word[:at] + word[at + 1 :] for at in range(len(word)))
