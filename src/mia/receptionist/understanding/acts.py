"""Small acts that steer a conversation: yes, no, repeat, wait, goodbye, a person please.

Their patterns stand in ``data/acts.txt``.
"""

import re
from enum import StrEnum

from mia.receptionist import data


class Act(StrEnum):
    """What a caller does with a sentence, beside its content."""

    YES = "yes"
    NO = "no"
    REPEAT = "repeat"
    HOLD = "hold"
    GOODBYE = "goodbye"
    PERSON = "person"
    COMPLAINT = "complaint"
    NO_CONTACT = "no_contact"
    ABUSE = "abuse"
    SPANISH = "spanish"
    START_OVER = "start_over"
    THANKS = "thanks"
    REFUSE = "refuse"
    NOT_DANGER = "not_danger"
    NEITHER = "neither"
    LATER = "later"
    EARLIER = "earlier"
    ANY = "any"
    CHANGE = "change"


_LEAD = r"^(?:oh |well |and |okay so |so |um |hmm |actually )*"


_AGREES = re.compile(
    r"no (?:(?:that|it|this|everything|all)(?: is| sounds| looks| all)* (?:right|correct|fine|good|"
    r"great|perfect|okay)|"
    r"you (?:are|have|got)(?: got)? (?:it|right|that right)|sounds|looks|problem|worries|go ahead)\b"
)


def hear_acts(text: str) -> frozenset[Act]:
    """All acts found in a plain text."""
    found = data.patterns("acts")
    acts = {act for act in Act if act.value in found and found[act.value].search(text)}
    opening = re.sub(_LEAD, "", text)
    acts |= {act for act in (Act.YES, Act.NO) if found[f"{act.value} at the start"].match(opening)}
    return frozenset(_settled(acts, opening))


def _settled(acts: set[Act], text: str) -> set[Act]:
    """Yes or no when both were found: "no, that's right" means yes, "yes, but the day is wrong" no."""
    if Act.NO in acts and _AGREES.match(text):
        return (acts - {Act.NO}) | {Act.YES}
    if {Act.YES, Act.NO} <= acts:
        return acts - {Act.YES}
    return acts
