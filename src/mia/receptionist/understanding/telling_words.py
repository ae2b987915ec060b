"""Which of a practice's own texts a question is about, by a word that tells: "do you have towels"."""

from collections.abc import Sequence

from mia.platform.words.plain import plain
from mia.receptionist import data

_SHORTEST = 3


def find_text(question: str, texts: Sequence[str], apart_from: Sequence[str]) -> int | None:
    """The one of ``texts`` that has a telling word of the plain ``question``; ``None`` where none or several have.

    Words of ``apart_from`` (services, providers) stand in many texts and tell nothing.
    """
    known = {_stem(word) for name in apart_from for word in plain(name).split()}
    telling = {_stem(word) for word in question.split() if len(word) >= _SHORTEST} - known
    telling -= data.word_set("ordinary_words")
    hits = [place for place, text in enumerate(texts) if telling & {_stem(word) for word in plain(text).split()}]
    return hits[0] if len(hits) == 1 else None


def strange_words(line: str, apart_from: Sequence[str]) -> set[str]:
    """Words of a plain question about a price that tell of something more than the price of ``apart_from``: "does
    that include numbing cream?", "do they cost anything to send?"."""
    known = {_stem(word) for name in apart_from for word in plain(name).split()}
    known |= data.word_set("ordinary_words") | data.word_set("price_words")
    return {word for word in line.split() if word.isalpha() and len(word) >= _SHORTEST and _stem(word) not in known}


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > _SHORTEST else word
