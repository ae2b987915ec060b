"""The parts of a message and what each wants: "{cancel my sauna} and {move the massage} {to Sunday}, {ask do I pay
for that?}".

A message with several wishes cannot be read clause by clause: whose "Friday" it is, and whether a treatment is
wanted, stands or is only told of, shows in the whole of it alone. A small language model of our own marks the
parts; it has learned from messages that were written and marked for it (``training/marker``).
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import as_file, files
from string import ascii_letters, digits

import numpy as np

from mia.receptionist.understanding.models.vectors import MOST_PIECES, Vectors, cut, model_session, tokenizer

_IMPOSSIBLE = -1e9
_ENDS = "?!."
_IN_WORDS = "".join((ascii_letters, digits, ":/'\u2019-"))


class Kind(StrEnum):
    """What a part of a message is. The values are the marks of the messages that the model learned from."""

    BOOK = "book"
    ALL = "all"
    MOVE = "move"
    TO = "to"
    CANCEL = "cancel"
    KEEP = "keep"
    ASK = "ask"
    TEAM = "team"
    WHO = "who"
    NOT = "not"


@dataclass(frozen=True)
class Mark:
    """A part of a message, from ``start`` to ``end``, and how sure that is (0 to 1)."""

    kind: Kind
    text: str
    start: int
    end: int
    odds: float


class Marker:
    """MiniLM trained to mark parts (int8) on one thread: 5 to 15 ms a message."""

    def __init__(self) -> None:
        with as_file(files("mia.receptionist.data") / "marker.onnx") as path:
            self._session = model_session(path)
        self.learned = self._session.get_modelmeta().custom_metadata_map
        self._kinds = [Kind(name) for name in self.learned["kinds"].split()]

    def mark(self, text: str) -> tuple[Mark, ...]:
        """The marked parts, in order."""
        pieces = tokenizer().encode(text)
        ids = np.array([cut(pieces.ids, MOST_PIECES)], dtype=np.int64)
        logits = np.asarray(self._session.run(None, {"ids": ids})[0], dtype=np.float32)[0]
        odds = _log_softmax(logits)
        tags = likeliest(odds)
        found: list[Mark] = []
        for first, last in runs(tags):
            start, end = _whole_words(text, pieces.offsets[first][0], pieces.offsets[last][1])
            sure = float(np.exp(np.mean([odds[at][tags[at]] for at in range(first, last + 1)])))
            found.append(Mark(self._kinds[(tags[first] - 1) // 2], text[start:end], start, end, sure))
        return tuple(found)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the words begin and end in which a part does, with what ends a sentence."""
    start -= len(text[:start]) - len(text[:start].rstrip(_IN_WORDS))
    rest = text[end:]
    end += len(rest) - len(rest.lstrip(_IN_WORDS))
    return start, end + len(text[end:]) - len(text[end:].lstrip(_ENDS))


def _log_softmax(logits: Vectors) -> Vectors:
    shifted = logits - logits.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), dtype=np.float32)


def likeliest(odds: Vectors) -> list[int]:
    """The likeliest tags of all pieces together (Viterbi): 0 outside, 2k + 1 where a part of kind k begins, 2k + 2
    where it goes on, which only follows those two."""
    count = odds.shape[1]
    goes_on = np.arange(2, count, 2)
    follows = np.zeros((count, count), dtype=np.float32)
    follows[:, goes_on] = _IMPOSSIBLE
    follows[goes_on, goes_on] = follows[goes_on - 1, goes_on] = 0
    best = odds[0].copy()
    best[goes_on] = _IMPOSSIBLE
    before = []
    for row in odds[1:]:
        ways = best[:, None] + follows
        before.append(ways.argmax(0))
        best = ways.max(0) + row
    tags = [int(best.argmax())]
    for step in reversed(before):
        tags.append(int(step[tags[-1]]))
    return tags[::-1]


def runs(tags: list[int]) -> list[tuple[int, int]]:
    """Where each part begins and ends, in pieces."""
    found: list[tuple[int, int]] = []
    for at, tag in enumerate(tags):
        if tag % 2:
            found.append((at, at))
        elif tag and found:
            found[-1] = (found[-1][0], at)
    return found


@cache
def marker() -> Marker:
    """The process's one marker, loaded at first use."""
    return Marker()


@lru_cache(maxsize=32)
def marks(text: str) -> tuple[Mark, ...]:
    """The marked parts of a message."""
    return marker().mark(text) if text.strip() else ()
