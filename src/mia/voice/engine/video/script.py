"""What a film shows: who is in the call, and what is said when."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Side = Literal["caller", "assistant"]

_ROW = 62
"""Characters of a row of captions."""
_ROWS = 2
_LINGERS = 1.5
"""Seconds for which a caption stays when nothing follows it."""
_TYPED = 4.0
"""Seconds for which typed words are shown, which take no time to say."""


@dataclass(frozen=True)
class Line:
    """Something said ``at`` seconds into the film, which took ``seconds``; none for what was typed."""

    side: Side
    text: str
    at: float
    seconds: float


@dataclass(frozen=True)
class Script:
    """Names of both sides, and what they say, in order."""

    caller: str
    assistant: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Caption:
    """Rows that stand below the picture from ``begins`` until ``ends``."""

    side: Side
    rows: tuple[str, ...]
    begins: float
    ends: float


def captions_of(lines: Sequence[Line]) -> list[Caption]:
    """What is read below the picture: long lines in parts, each for its share of the time; the later of two that
    overlap takes over."""
    parts = sorted((part for line in lines for part in _parts(line)), key=lambda part: part.begins)
    following = [*(part.begins for part in parts[1:]), float("inf")]
    return [
        Caption(part.side, part.rows, part.begins, min(part.ends, until))
        for part, until in zip(parts, following, strict=False)
    ]


def _parts(line: Line) -> Iterator[Caption]:
    rows = textwrap.wrap(line.text, _ROW)
    parts = [_even(rows[start : start + _ROWS]) for start in range(0, len(rows), _ROWS)]
    length = sum(len(row) for part in parts for row in part)
    seconds, at = line.seconds or _TYPED, line.at
    for number, part in enumerate(parts, 1):
        share = seconds * sum(len(row) for row in part) / length
        ends = at + share + (_LINGERS if number == len(parts) else 0)
        yield Caption(line.side, part, at, ends)
        at += share


def _even(rows: Sequence[str]) -> tuple[str, ...]:
    """The same words in rows of like length."""
    text = " ".join(rows)
    narrow = (textwrap.wrap(text, width) for width in range(len(text) // len(rows), _ROW))
    return tuple(next((wrapped for wrapped in narrow if len(wrapped) <= len(rows)), rows))
