"""What a whole message wants and what it is about, read by a small language model of our own.

Rules see single words, and a treatment beside a day looks like a wish for a visit to them, in "you charged me twice
for the facial on the 14th" as well. The model has learned from messages that were written for it and labeled
(``training/reader``); what it saw of a conversation is the message, and what was asked before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files

import numpy as np
from onnxruntime import InferenceSession

from mia.receptionist.understanding.models.purposes import Purpose, Purposes
from mia.receptionist.understanding.models.topics import Guess, Topic
from mia.receptionist.understanding.models.vectors import (
    LONGEST_UTTERANCE,
    MOST_PIECES,
    Vectors,
    cut,
    model_session,
    sentence_vector,
    tokenizer,
)

ASKED_NOTHING = "open"
"""Where no question was asked before."""
_KIND = 0.4  # mean probability from which a practice's question is of a kind


@dataclass(frozen=True)
class Reading:
    """A message as the models see it: ``topics`` are all there are, likeliest first, with probabilities that add up
    to 1; ``vector`` is what it resembles."""

    topics: tuple[Guess, ...]
    purposes: Purposes
    vector: Vectors

    def odds(self, topic: Topic) -> float:
        """The probability of a topic."""
        return next(guess.probability for guess in self.topics if guess.topic is topic)


class Reader:
    """Two networks, MiniLM with its upper layers trained for this (int8), on one thread: 10 ms a message.

    They learned from other messages, and err on other ones: the mean of what they see is right more often than
    either (``docs/decisions/purposes.md``).
    """

    def __init__(self) -> None:
        self._newer, self._earlier = _session("reader.onnx"), _session("reader_earlier.onnx")
        self.learned = self._newer.get_modelmeta().custom_metadata_map
        self._topics = [Topic(name) for name in self.learned["topics"].split()]
        self._purposes = [Purpose(name) for name in self.learned["purposes"].split()]

    def read(self, text: str, asked: str) -> tuple[tuple[Guess, ...], Purposes]:
        """Topics and purposes of a message; ``asked`` names the question before it."""
        ids = pieces(text, asked)
        each = [_run(self._newer, ids), _run(self._earlier, ids)]
        purposes, topics = (np.mean([seen[at][0] for seen in each], axis=0) for at in (0, 1))
        odds = np.exp(topics - topics.max())
        odds /= odds.sum()
        order = np.argsort(-odds)
        wanted = 1.0 / (1.0 + np.exp(-purposes))
        return (
            tuple(Guess(self._topics[i], float(odds[i])) for i in order),
            {purpose: float(wanted[i]) for i, purpose in enumerate(self._purposes)},
        )


def _session(name: str) -> InferenceSession:
    with as_file(files("mia.receptionist.data") / name) as path:
        return model_session(path)


def _run(session: InferenceSession, ids: list[int]) -> Sequence[Vectors]:
    """The logits of purposes and topics."""
    seen: Sequence[Vectors] = session.run(None, {"ids": np.array([ids], dtype=np.int64)})
    return seen


def pieces(text: str, asked: str) -> list[int]:
    """What the model gets of a message: the pieces of its words, after the name of what was asked."""
    ids = tokenizer().encode(text[:LONGEST_UTTERANCE]).ids
    return cut(ids if asked == ASKED_NOTHING else [*tokenizer().encode(asked).ids, *ids[1:]], MOST_PIECES)


@cache
def reader() -> Reader:
    """The process's one reader, loaded at first use."""
    return Reader()


@lru_cache(maxsize=32)
def read(text: str, asked: str = ASKED_NOTHING) -> Reading | None:
    """A message as the models see it, ``None`` when nothing was said. Kept for a moment, so that what hears danger
    and what answers share one run."""
    vector = sentence_vector(text)
    if vector is None:
        return None
    topics, purposes = reader().read(text, asked)
    return Reading(topics, purposes, vector)


@lru_cache(maxsize=256)
def faq_kind(questions: tuple[str, ...]) -> Topic | None:
    """The kind of question that a practice's wordings of one put, kept because every turn compares with it."""
    sums: dict[Topic, float] = {}
    for question in filter(None, questions):
        for guess in reader().read(question, ASKED_NOTHING)[0]:
            sums[guess.topic] = sums.get(guess.topic, 0.0) + guess.probability / len(questions)
    best = max(sums, key=lambda topic: sums[topic], default=None)
    return best if best and sums[best] >= _KIND else None
