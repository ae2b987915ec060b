"""Which of some texts an utterance is like, by sentence embedding."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from mia.receptionist.understanding.models.vectors import (
    LONGEST_UTTERANCE,
    Vectors,
    embedder,
    question_vectors,
    sentence_vector,
)

ALIKE = 0.3
"""Cosine from which two sentences are alike. "I'd like to book a visit" and "The caller wants to book an
appointment" have 0.36; sentences that have nothing in common stay under 0.2."""
SAME = 0.6
"""Mean cosine from which questions belong to one group. "Do you take CareCredit?" and "is CareCredit accepted here"
have 0.69; questions about two treatments, or two insurances, stay under 0.55."""
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


def groups(texts: Sequence[str]) -> list[int]:
    """For each text the number of its group: that of the texts before it which mean the same, or a new one."""
    members: list[list[Vectors]] = []
    found: list[int] = []
    for text in texts:
        vector = _kept_vector(text)
        likeness = [float(np.mean([one @ vector for one in group])) for group in members]
        best = max(range(len(members)), key=likeness.__getitem__, default=None)
        if best is None or likeness[best] < SAME:
            members.append([])
            best = len(members) - 1
        members[best].append(vector)
        found.append(best)
    return found


@lru_cache(maxsize=1024)
def _kept_vector(text: str) -> Vectors:
    """Vectors of what is read again and again, such as questions that wait for an answer."""
    return embedder().embed(text[:LONGEST_UTTERANCE])
