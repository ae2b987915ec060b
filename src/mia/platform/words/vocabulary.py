"""Which words are in common use in English."""

from functools import cache
from importlib.resources import files


def is_word(word: str) -> bool:
    """Whether a word, in small letters, is one that people write often."""
    return word in _words()


@cache
def _words() -> frozenset[str]:
    return frozenset((files(__package__) / "uncased_vocab.txt").read_text(encoding="utf-8").split())
