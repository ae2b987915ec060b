"""Misspelled words of danger: "breathhing", "unconcious", "siezure"; in Spanish "desmallo", "conbulsiones"."""

import re
from collections.abc import Callable, Collection, Iterator

_SHORTEST_BY_SOUND = 6
"""Letters of a word of danger, or of its stem, that are enough where all of them sound alike."""
_SPANISH_SOUNDS = (
    (re.compile(r"ch"), "x"),
    (re.compile(r"h"), ""),
    (re.compile(r"v"), "b"),
    (re.compile(r"n(?=b)"), "m"),
    (re.compile(r"ll"), "y"),
    (re.compile(r"qu?|k|c(?![ei])"), "k"),
    (re.compile(r"z|c(?=[ei])"), "s"),
    (re.compile(r"g(?=[ei]|$)"), "j"),
    (re.compile(r"([a-z])\1"), r"\1"),
)
"""Letters that sound alike in American Spanish."""
_REPEATED = re.compile(r"([a-z])\1{2,}")
"""A letter that is drawn out: "helppp"."""


class Speller:
    """Mends words that are one letter, or two swapped ones, away from a word of danger."""

    def __init__(
        self,
        words: Collection[str],
        *,
        is_known: Callable[[str], bool],
        shortest: int,
        sound: Callable[[str], str] | None = None,
    ) -> None:
        """``words`` may be misspelled; one that ``is_known`` is meant as it stands. ``shortest``: letters from
        which a word may be misspelled; shorter ones are too much alike. ``sound``: how a word is pronounced, in
        a language where people write as they speak."""
        self._is_known, self._shortest, self._sound = is_known, shortest, sound
        self._sounds: dict[str, str] = {}
        self._near: dict[str, str] = {}
        for word in sorted(words):
            if sound is not None and len(word) >= _SHORTEST_BY_SOUND:
                self._sounds.setdefault(sound(word), word)
            if len(word) >= shortest:
                for near in (word, *_shorter(word)):
                    self._near.setdefault(near, word)

    def mend(self, word: str) -> str:
        """The word of danger that ``word`` is meant for, or ``word`` itself."""
        word = _REPEATED.sub(r"\1", word)
        if len(word) < self._shortest or not word.isalpha() or self._is_known(word):
            return word
        for near in (word, *_shorter(word)):
            meant = self._near.get(near)
            if meant is not None and _is_slip(word, meant):
                return meant
        return self._by_sound(word)

    def _by_sound(self, word: str) -> str:
        """A word that begins like a word of danger, by ear, with its beginning put right."""
        if self._sound is not None:
            for size in range(len(word), _SHORTEST_BY_SOUND - 1, -1):
                meant = self._sounds.get(self._sound(word[:size]))
                if meant is not None:
                    return meant + word[size:]
        return word


def spanish_sound(word: str) -> str:
    """How a Spanish word sounds, for comparison only: "desmallo" like "desmayo"."""
    for letters, sound in _SPANISH_SOUNDS:
        word = letters.sub(sound, word)
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
