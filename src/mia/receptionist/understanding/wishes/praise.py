"""Praise: who only tells how good the team was, in whichever words."""

import re

from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic

_GOOD = re.compile(
    r"\b(?:amazing\w*|great|love[sd]?|best|thankful|grateful|wonderful\w*|perfect\w*|awesome|beautiful\w*|gorgeous"
    r"|gentle|kind|sweet\w*|fantastic|incredible|excellent|happy|recommend|compliments?|lovely|brilliant|phenomenal"
    r"|a pro|angels?|gems?|rocks?|five stars?|5 stars?)\b"
)
_OF_US = re.compile(
    r"\b(?:job|did|does|made|makes|work|visit|team|staff|she|he|they|everyone|everybody|you all|yall|you guys|your"
    r"|treated|feel|felt|looks?|came out|turned out|results?)\b"
)
_REGRETS = re.compile(
    r"\b(?:not|but|never|no|nothing|wrong|bad|hurts?|pain\w*|swollen|swelling|bruis\w+|bleed\w*|uneven|terrible"
    r"|horrible|awful|unfortunately|disappoint\w*|however|refund|charged?|bill\w*|want|need|lumps?|problem|issue"
    r"|except|until|though|rude|waited|late|sue|lawyer|if|would|will|can|could|book|appointment|schedule)\b"
)
"""What makes of praise a complaint, or a wish."""
_WISHES = (Purpose.BOOK, Purpose.ASK, Purpose.CLINICAL, Purpose.CANCEL, Purpose.MOVE, Purpose.OWN)
_RESEMBLES = (Topic.SMALL_TALK, Topic.COMPLAINT, Topic.MESSAGE)
_MOST, _LEAST, _FEWEST_WORDS = 0.25, 0.4, 6
"""The most probable wish for something else, the probability of what praise resembles, and the words of it."""


def is_praise(meaning: Meaning) -> bool:
    """Whether a message is praise for the team and nothing else."""
    line = meaning.plain
    good = len(line.split()) >= _FEWEST_WORDS and _GOOD.search(line) and _OF_US.search(line)
    if not good or _REGRETS.search(line) or "?" in meaning.text:
        return False
    return meaning.resembles(*_RESEMBLES, least=_LEAST) and meaning.hardly_wants(*_WISHES, most=_MOST)
