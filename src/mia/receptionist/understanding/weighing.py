"""Weighs what the rules heard in a message against what it resembles, for its purposes."""

import re
from functools import cache

import numpy as np

from mia.receptionist import data
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.errands import Errand, hear_errand
from mia.receptionist.understanding.matters import Matter, hear_matter
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.purposes import Purpose, Purposes, purpose_model
from mia.receptionist.understanding.topics import DIMENSIONS, Topic, Vectors, classifier

_PATTERN_FILES = ("errands", "matters", "clinical")
_LIKENESS = 3.0
"""How much a sentence's vector, whose length is 1, counts beside single signals."""
_LONG, _SHORT = 40, 4  # words


def hear_purposes(meaning: Meaning) -> Purposes:
    """The purposes of an utterance; none where it has no vector."""
    return {} if meaning.vector is None else purpose_model().probabilities(features(meaning))


def features(meaning: Meaning) -> Vectors:
    """What the model sees of an utterance: its vector, then a number for each signal, mostly 0 or 1."""
    vector = meaning.vector if meaning.vector is not None else np.zeros(DIMENSIONS, dtype=np.float32)
    return np.concatenate([vector * _LIKENESS, np.array(_signals(meaning), dtype=np.float32)])


def _signals(meaning: Meaning) -> list[float]:
    guesses = (
        {} if meaning.vector is None else {g.topic: g.probability for g in classifier().guesses(meaning.vector)}
    )
    errand, matter = hear_errand(meaning), hear_matter(meaning)
    words = len(meaning.plain.split())
    yes_or_no = (
        *(topic in meaning.topics and meaning.by_rule for topic in Topic),
        *(bool(pattern.search(meaning.plain)) for pattern in _patterns()),
        *(act in meaning.acts for act in Act),
        *(errand is one for one in Errand),
        *(matter is one for one in Matter),
        bool(meaning.services),
        meaning.service_by == "name",
        bool(meaning.more_services),
        meaning.when.has_day,
        meaning.when.has_time,
        "?" in meaning.text,
        is_asking(meaning.plain),
        bool(meaning.digits),
        words < _SHORT,
    )
    return [*map(float, yes_or_no), *(guesses.get(topic, 0.0) for topic in Topic), min(words, _LONG) / _LONG]


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(pattern for name in _PATTERN_FILES for pattern in data.patterns(name).values())


def purposes_of(labels: str) -> frozenset[Purpose]:
    """The purposes that a heading of ``data/purposes.txt`` names: "book+ask"."""
    return frozenset(Purpose(label) for label in labels.split("+"))
