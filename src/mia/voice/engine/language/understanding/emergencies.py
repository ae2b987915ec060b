"""Recognises words that may mean danger. Recall comes first: better one call too many to a person.

Nothing here weighs symptoms; a hit leads to the fixed script and a person (spec: clinical words are
never answered with advice). The words stand in ``data/emergencies.txt``.
"""

import re
from enum import StrEnum

from mia.voice.engine.language import data


class Danger(StrEnum):
    """``NOW``: the 911 script. ``CRISIS``: thoughts of suicide, with the 988 line as well.
    ``ASKED``: a general question about emergencies."""

    NOW = "now"
    CRISIS = "crisis"
    ASKED = "asked"


_QUESTION = re.compile(
    r"(?:(?:and|so|but|okay|hi|hello) )*(?:what if|does|can|could|will|would|is there|are there|do you|how common|"
    r"have you|do people|how long|how much|how bad|should i worry|i am (?:afraid|worried|scared|"
    r"nervous)|any risk)\b"
)


def hear_danger(text: str) -> Danger | None:
    """The danger a plain text may speak of, ``None`` when there is none.

    Denials ("it's not an emergency", "no trouble breathing") and plainly general questions ("what do
    I do in an emergency?") are not taken for one; a symptom told in the first person always is.
    """
    found = data.patterns("emergencies")
    if found["crisis"].search(text):
        return Danger.CRISIS
    rest = found["denied"].sub(" | ", text)
    if found["now"].search(rest):
        general = found["in general"].search(rest)
        in_person = found["right now"].search(found["in general"].sub(" ", rest))
        if general and (not in_person or _QUESTION.match(rest)):
            return Danger.ASKED
        return Danger.NOW
    return Danger.ASKED if re.search(r"\bemergenc(?:y|ies)\b", rest) else None
