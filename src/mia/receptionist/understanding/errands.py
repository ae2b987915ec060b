"""What patients want of the visits they have, or had: hear of one, move it, cancel it, or have the same again.

The patterns stand in ``data/errands.txt``; the classifier knows visits to change and to cancel by likeness, too.
"""

import re
from datetime import date
from enum import StrEnum

from mia.receptionist import data
from mia.receptionist.dates.days import MONTHS
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.topics import Topic

_BIRTH = re.compile(
    rf"\b({'|'.join(MONTHS)}) (?:the )?(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?((?:19|20)\d\d)\b"
    r"|\b(\d{1,2})[ /.-](\d{1,2})[ /.-]((?:19|20)\d\d)\b"
)


class Errand(StrEnum):
    """What is wanted of a visit of one's own."""

    SAME = "same"
    NEXT = "next"
    WHEN = "when"
    MOVE = "move"
    CANCEL = "cancel"


_BY_PATTERN = (Errand.SAME, Errand.NEXT, Errand.WHEN, Errand.MOVE)


def hear_errand(meaning: Meaning) -> Errand | None:
    """What is wanted of a visit that is booked, or was; None when nothing is."""
    found = data.patterns("errands")
    if found["my_cancel"].search(meaning.plain) or meaning.about(Topic.CANCEL_VISIT):
        return Errand.MOVE if found["move"].search(meaning.plain) else Errand.CANCEL
    heard = next((one for one in _BY_PATTERN if found[one.value].search(meaning.plain)), None)
    if heard in (None, Errand.MOVE) and found["my_move"].search(meaning.plain):
        return Errand.MOVE
    if heard is Errand.MOVE and not meaning.about(Topic.CHANGE_VISIT):
        return None
    if heard is None and meaning.about(Topic.CHANGE_VISIT):
        return Errand.WHEN
    return heard


def hear_birth_date(line: str) -> date | None:
    """A date of birth in a plain text, as Americans say or write it; None where there is none."""
    match = _BIRTH.search(line)
    if match is None:
        return None
    month = MONTHS.index(match[1]) + 1 if match[1] else int(match[4])
    try:
        return date(int(match[3] or match[6]), month, int(match[2] or match[5]))
    except ValueError:
        return None
