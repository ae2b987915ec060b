"""What only the practice's people can settle: a delay, a lost scarf, a bill, records, a call from another office.

None of it is booked or looked up by the receptionist. It goes to people at once, in the caller's own words. The
patterns stand in ``data/matters.txt``.
"""

import re
from enum import StrEnum

from mia.receptionist import data

_SUPPOSED = re.compile(
    r"\b(?:what if|if i|in case|what happens|policy|policies|"
    r"do you (?:charge|give|offer|do)|is there an?|are there)\b"
)


class Matter(StrEnum):
    """A kind of thing for people, most telling first."""

    OFFICE = "office"
    VENDOR = "vendor"
    LATE = "late"
    LOST = "lost"
    BILLING = "billing"
    RECORDS = "records"
    CANNOT_COME = "cannot_come"


def hear_matter(line: str) -> Matter | None:
    """The matter in a plain text; a question about a rule of the practice is none."""
    if _SUPPOSED.search(line):
        return None
    found = data.patterns("matters")
    return next((matter for matter in Matter if found[matter.value].search(line)), None)
