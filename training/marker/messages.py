"""The messages that the marker learns from: their text, and the parts that were marked in it."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mia.platform.words.vectors import tokenizer
from mia.receptionist.understanding.models.marking import Kind
from mia.receptionist.understanding.models.vectors import MOST_PIECES

FOLDER = Path(__file__).parent / "marked"
_MARK = re.compile(r"\{(\w+) ([^{}]*)\}")


@dataclass(frozen=True)
class Marked:
    """A message without its marks; each part as its kind and where it begins and ends."""

    text: str
    parts: tuple[tuple[Kind, int, int], ...]


def read_messages() -> Iterator[Marked]:
    """All messages, in the order of their files."""
    for path in sorted(FOLDER.glob("*.txt")):
        for line in filter(None, map(str.strip, path.read_text(encoding="utf-8").splitlines())):
            yield read_marks(line)


def read_marks(line: str) -> Marked:
    """ "{book a peel} and {ask how much is it}"; ``ValueError`` where a mark is not closed, or of no kind."""
    text, at, parts = "", 0, []
    for match in _MARK.finditer(line):
        text += line[at : match.start()]
        parts.append((Kind(match[1]), len(text), len(text) + len(match[2])))
        text, at = text + match[2], match.end()
    text += line[at:]
    if "{" in text or "}" in text:
        raise ValueError(f"a mark is not closed: {line}")
    return Marked(text, tuple(parts))


def tags(message: Marked) -> tuple[list[int], list[int]]:
    """The pieces of a message, and the tag of each: 0 outside, 2k + 1 where a part of kind k begins, 2k + 2 where
    it goes on."""
    pieces = tokenizer().encode(message.text)
    found = [0] * len(pieces.ids)
    kinds = list(Kind)
    for kind, start, end in message.parts:
        inside = [at for at, (a, b) in enumerate(pieces.offsets) if b > a and a >= start and b <= end]
        for at in inside:
            found[at] = 2 * kinds.index(kind) + (1 if at == inside[0] else 2)
    return pieces.ids[:MOST_PIECES], found[:MOST_PIECES]


def digest() -> str:
    """What tells these messages from all others; the marker carries the digest of those it learned from."""
    found = hashlib.sha256()
    for path in sorted(FOLDER.glob("*.txt")):
        found.update(path.read_bytes())
    return found.hexdigest()
