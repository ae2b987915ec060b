"""Which of some texts an utterance is like, by sentence embedding."""

from collections.abc import Sequence

import numpy as np

from mia.receptionist.understanding.topics import question_vectors, sentence_vector

ALIKE = 0.3
"""Cosine from which two sentences are alike. "I'd like to book a visit" and "The caller wants to book an
appointment" have 0.36; sentences that have nothing in common stay under 0.2."""
APART = 0.05
"""How much nearer the first must be than the second."""


def nearest(words: str, texts: Sequence[str]) -> int | None:
    """The place of the text that ``words`` are like; ``None`` when they are like none, or like two."""
    vector = sentence_vector(words)
    if vector is None or not texts:
        return None
    likeness = question_vectors(tuple(texts)) @ vector
    order = np.argsort(-likeness)
    best = int(order[0])
    second = float(likeness[order[1]]) if len(texts) > 1 else -1.0
    return best if likeness[best] >= ALIKE and likeness[best] - second >= APART else None
