"""What someone wants done, by the whole of a message: a new visit, an old one moved, a bill put right.

Rules see single words, and a treatment beside a day looks like a wish for a visit to them, in "you charged me twice
for the facial on the 14th" as well. Here a linear model weighs what the rules heard and what the sentence resembles
against each other (``weighing.py``). Its weights in ``data/purposes.npz`` are fitted to ``data/purposes.txt``.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import as_file, files

import numpy as np

from mia.receptionist.understanding.topics import Vectors


class Purpose(StrEnum):
    """What is wanted; a message may have several. The values are the labels in ``data/purposes.txt``."""

    BOOK = "book"
    MOVE = "move"
    CANCEL = "cancel"
    OWN = "own"
    ASK = "ask"
    TASK = "task"
    CLINICAL = "clinical"
    PERSON = "person"
    STOP = "stop"
    CHAT = "chat"


Purposes = Mapping[Purpose, float]
"""The probability of each purpose, 0 to 1; they do not add up to 1. Empty where none were weighed."""


class PurposeModel:
    """One logistic regression a purpose."""

    def __init__(self, weights: Vectors, bias: Vectors) -> None:
        self._weights, self._bias = weights, bias

    def probabilities(self, features: Vectors) -> dict[Purpose, float]:
        """The probability of each purpose."""
        odds = 1.0 / (1.0 + np.exp(-(features @ self._weights + self._bias)))
        return {purpose: float(odds[place]) for place, purpose in enumerate(Purpose)}


@cache
def purpose_model() -> PurposeModel:
    """The fitted model."""
    with as_file(files("mia.receptionist.data") / "purposes.npz") as path, np.load(path) as stored:
        return PurposeModel(stored["weights"].astype(np.float32), stored["bias"].astype(np.float32))
