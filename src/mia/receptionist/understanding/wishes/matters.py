"""What only the practice's people can settle: a delay, a lost scarf, a bill, records, a call from another office.

None of it is booked or looked up by the receptionist. It goes to people at once, in the caller's own words. The
patterns stand in ``data/matters.txt``.
"""

import re
from enum import StrEnum

from mia.receptionist import data
from mia.receptionist.understanding.asked_of import AFFORDS
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.wishes.praise import is_praise

_SUPPOSED = re.compile(
    r"\b(?:what if|if i|in case|what happens|policy|policies|"
    r"do you (?:charge|give|offer|do)|(?:am|will|do|would|can) i (?:(?:going to|still|even) )?"
    r"(?:be |get |getting |being )+(?:charged|billed|fined|penali[sz]ed)(?! (?:twice|again))"
    r"|(?:is|are) there (?:an? |any )?(?:\w+ )?"
    r"(?:fees?|charges?|penalt\w+|costs?|rules?|polic\w+|grace))\b"
)

_WAS_CHARGED = re.compile(
    r"(?<!if )(?<!have )\b(?:i|we) (?:(?:was|were|got|have been|just|been) )+(?:over|double)? ?(?:charged|billed)\b"
    r"|(?<!if )\b(?:you|yall|they)(?: guys| people)? (?:over|double)?(?:charged|billed) (?:me|us|my|our)\b"
)
"""What was done, so that it is no question about a rule alone: "I was charged a late fee. What's your policy?"."""


def is_about_others(line: str) -> bool:
    """Whether what a plain text complains of was done at another place: that is told, and not for the team."""
    found = data.patterns("matters")
    return bool(found["others"].search(line)) and not found["yours"].search(line)


class Matter(StrEnum):
    """A kind of thing for people, most telling first."""

    OFFICE = "office"
    VENDOR = "vendor"
    LATE = "late"
    LOST = "lost"
    BILLING = "billing"
    RECORDS = "records"
    CANNOT_COME = "cannot_come"
    COMPLAINT = "complaint"
    PRAISE = "praise"
    MESSAGE = "message"


_BY_LIKENESS = {Topic(one.value): one for one in Matter if one not in (Matter.CANNOT_COME, Matter.PRAISE)}
_LIKE = 0.5
"""Probability from which a sentence is taken for a matter that no pattern knows."""
BY_WORDS_ALONE = 2.0
"""More than any likeness: only words tell a matter."""
_FEWEST_WORDS = 4


def hear_matter(meaning: Meaning, *, least: float = _LIKE) -> Matter | None:
    """The matter of an utterance, by its words or else by what it resembles.

    A question about a rule of the practice is none.
    """
    line = meaning.plain
    if _SUPPOSED.search(line) and not _WAS_CHARGED.search(line):
        return None
    found = data.patterns("matters")
    rather = max(meaning.purposes.get(one, 0.0) for one in (Purpose.ASK, Purpose.BOOK))
    if is_about_others(line) and meaning.hardly_wants(Purpose.TASK, most=max(rather, _LIKE)):
        return None
    if is_praise(meaning):
        return Matter.PRAISE
    by_words = next((m for m in Matter if m.value in found and found[m.value].search(line)), None)
    if not by_words and AFFORDS.search(line):
        return None
    if by_words or meaning.likeness is None or len(line.split()) < _FEWEST_WORDS:
        return by_words
    return _BY_LIKENESS.get(meaning.likeness.topic) if meaning.likeness.probability >= least else None
