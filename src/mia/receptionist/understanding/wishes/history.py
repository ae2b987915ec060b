"""Days that tell what has been, not when someone would like to come: "I saw Sofia on Monday"."""

import re

from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose

_BOOKS = 0.5
"""Probability from which a visit is wanted, whatever else is told."""
_SOMEONE = (
    r"(?:i|we|he|she|they|you|someone|somebody|nobody|my \w+|our \w+)(?: (?:just|only|already|think i|also))?"
)
_WAS_HERE = r"(?:was|were) (?:just )?(?:there|here|in|at|by|over|seen|with|charged|billed|told)"
_DID = r"(?:saw|came|visited|left|lost|forgot|dropped|called|phoned|spoke|talked|paid|bought|went|met|did)"
_PAST = re.compile(rf"(?:^|\b{_SOMEONE} )(?:{_WAS_HERE}|{_DID})\b")
_WISH = re.compile(
    r"\b(?:want\w*|like|love|need\w*|book\w*|schedul\w*|availab\w*|openings?|slots?|free|next|again|tomorrow|"
    r"(?:can|could|may) (?:i|we|you)|(?:put|get|fit|squeeze) (?:me|us)|come in|has to be|got to be|gotta|prefer\w*|"
    r"works?|how about|what about)\b"
)


def tells_history(meaning: Meaning) -> bool:
    """Whether a message only tells of what has been, and no visit is wanted in it."""
    line = meaning.plain
    if not _PAST.search(line) or _WISH.search(line):
        return False
    return not meaning.wants(Purpose.BOOK, least=_BOOKS)
