"""What a sentence resembles: its vector, near those of sentences that mean the same.

With it the practice's own questions are found in other words; what a message wants is read in ``reading.py``.
"""

from functools import lru_cache

from mia.platform.words.vectors import Vectors, cut, embedder, model_session, tokenizer

__all__ = [
    "LONGEST_UTTERANCE",
    "MOST_PIECES",
    "Vectors",
    "cut",
    "embedder",
    "model_session",
    "question_vectors",
    "sentence_vector",
    "tokenizer",
]

LONGEST_UTTERANCE = 600  # characters; more is not one spoken turn
MOST_PIECES = 160
"""The longest message that reader and marker see, in pieces of words; the end of a longer one is left out."""


@lru_cache(maxsize=16)
def sentence_vector(text: str) -> Vectors | None:
    """The vector of an utterance, ``None`` when nothing was said."""
    return embedder().embed(text[:LONGEST_UTTERANCE]) if text.strip() else None


@lru_cache(maxsize=32)
def question_vectors(questions: tuple[str, ...]) -> Vectors:
    """Vectors of a practice's own questions, kept because every turn compares with them."""
    return embedder().embed_all(questions)
