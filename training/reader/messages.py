"""The messages that the reader learns from, with their labels."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mia.receptionist.understanding.models.purposes import REPLIES, Purpose
from mia.receptionist.understanding.models.reading import ASKED_NOTHING
from mia.receptionist.understanding.models.topics import Topic

FOLDER = Path(__file__).parent / "labeled"
_HEADER = re.compile(r"\[([^\]]+)\]")


@dataclass(frozen=True)
class Labeled:
    """A message, the question before it, and what it wants and is about; ``None`` where nobody said.

    Of a message that answers no question, or was written for ``anywhere``, it is not said whether it is a reply.
    """

    text: str
    asked: str
    purposes: frozenset[Purpose] | None
    topics: frozenset[Topic] | None
    anywhere: bool = False

    def judged(self, purpose: Purpose) -> bool:
        """Whether the labels say if the message has this purpose."""
        if self.purposes is None:
            return False
        is_reply = self.asked != ASKED_NOTHING and not self.anywhere
        return is_reply or purpose not in REPLIES or purpose in self.purposes


def read_messages(*files: Path) -> Iterator[Labeled]:
    """All messages, in the order of their files; or those of the files that are named."""
    for path in files or sorted(FOLDER.glob("*.txt")):
        labels: tuple[str, frozenset[Purpose] | None, frozenset[Topic] | None] | None = None
        for line in filter(None, map(str.strip, path.read_text(encoding="utf-8").splitlines())):
            if header := _HEADER.fullmatch(line):
                labels = _labels(header[1])
            elif labels is None:
                raise ValueError(f"{path.name}: a message before any header")
            else:
                yield Labeled(line, *labels)


def _labels(header: str) -> tuple[str, frozenset[Purpose] | None, frozenset[Topic] | None]:
    """ "[ask | price]", or "[slot | answer+ask | price]" for what is said after a question; "-" says nothing."""
    *asked, purposes, topics = (part.strip() for part in header.split("|"))
    return (
        asked[0] if asked else ASKED_NOTHING,
        None if purposes == "-" else frozenset(map(Purpose, purposes.split("+"))),
        None if topics == "-" else frozenset(map(Topic, topics.split("+"))),
    )


def digest() -> str:
    """What tells these messages from all others; the reader carries the digest of those it learned from."""
    found = hashlib.sha256()
    for path in sorted(FOLDER.glob("*.txt")):
        found.update(path.read_bytes())
    return found.hexdigest()
