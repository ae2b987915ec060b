"""How a visit is told of that someone has already, or has had: it is no wish for a new one."""

import re

from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.understanding.who.people import KIN

_IS_BOOKED = re.compile(
    r"^(?:(?:so|hi|hey|hello|well|okay) )*(?:i |we )?(?:have|has|had|got|have got)(?: got)? (?:an?|my|our|the) "
    r"(?:\w+ ){1,4}?(?:scheduled|booked|on the books|coming up|set up|lined up|appointment)\b"
)
_HAS = re.compile(
    r"(?<!\bcan )(?<!\bcould )(?<!\bmay )(?<!\bshould )(?<!\bdo )(?<!\bdoes )(?<!\bif )"
    rf"\b(?:(?:i|we|he|she) (?:(?:also|already|still|do|just) )?|(?:my|our) (?:\w+ )?{KIN}(?: \w+){{0,3}}? )"
    r"(?:have|has|have got|has got|(?:am|is|are) (?:in|down|up|set|booked) for"
    r"|(?:am|is|are) (?:in your chair|seeing (?:you|dr\w*)|coming (?:in|to you) (?:already|anyway)))\b"
    r"(?! (?:to|time|never|not)\b)"
)
_HAS_ME = re.compile(r"\b(?:you|yall) (?:have|got) (?:me|us) (?:(?:down|in|booked|scheduled) )?(?:for|at|on)\b")
_OVER = re.compile(
    r"^(?:(?:so|hi|hey|hello) )*(?:i|we) (?:was|were|came) in\b"
    r"|\bwent (?:fine|well|great|good|okay|all right|smooth\w*|perfect\w*)\b"
)

_DAY = rf"(?:{'|'.join(WEEKDAYS)}|today|tomorrow|tonight)"
_DATED = (
    rf"(?: (?:appointment|visit|session|this|next|coming|on|the|at|in|{_DAY}|{'|'.join(MONTHS)}|morning|afternoon"
    r"|evening|noon|am|pm|\d+(?:st|nd|rd|th)?))*"
)
_NAMED = (
    r"(?:(?:so|hi|hey|hello|well|okay|and|also|quick question|one question|question|just|it is) )*"
    r"(?:for|about|regarding|concerning|re|with|before|after|during|at) "
    rf"(?:(?:my|our|his|her) (?:\w+ ){{0,2}}?|(?:(?:this|next) )?{_DAY} )"
)
"""How a visit that is there is named before a question about it: "for my Botox this Friday, ...?"."""

_GOT = r"(?:have|had|got|made|booked|scheduled|set up)"
_ONE = r"(?:appointment|appt|visit|booking|session|slot|spot)"
_POINTS_AT = re.compile(
    rf"\b(?:i|we)(?: have| had)? (?:already|still) {_GOT} (?:got |booked |made )?"
    rf"(?:(?:one|something)\b(?! (?:else|of))|(?:an?|my|our|the|that) (?:\w+ )?{_ONE}\b"
    r"|.*\b(?:booked|scheduled|with you)\b)"
    rf"|\b(?:the|that) (?:\w+ ){{1,3}}?(?:that )?(?:i|we) (?:have )?(?:already|still) (?:have |had )?{_GOT}\b"
    r"|\bthe (?:\w+ ){1,3}?(?:that )?(?:i|we) (?:have|had|got)(?: got)? "
    r"(?:booked|scheduled|set up|down|with you|on)\b"
    rf"|\b(?:the|that) (?:one|{_ONE}) (?:that )?(?:i|we) (?:have|had|booked|made)\b"
    rf"|\b(?:my|the|that) (?:old|existing|current|original) (?:one|{_ONE})\b"
)
"""How a visit that is there is pointed at, in answer to what someone would like: "the massage I already had"."""
_PAST = re.compile(r"\b(?:last|previous|before|ago|again|same|usual|since|used to|loved|liked)\b")
"""What makes it a visit that was: "the facial I had with you last time"."""


def points_at_one(line: str) -> bool:
    """Whether a plain text points at a visit that is there, and not at one that was."""
    return bool(_POINTS_AT.search(line) and not _PAST.search(line))


def names_one(line: str, words: str) -> bool:
    """Whether a plain clause does nothing but name a visit that is there, by the ``words`` of its treatment."""
    return bool(words) and bool(re.fullmatch(f"{_NAMED}{re.escape(words)}{_DATED}", line))


def tells_of_one(line: str, *, dated: bool) -> bool:
    """Whether a plain clause tells of a visit that is booked: "I've got a peel set up", and where a treatment and a
    day are named (``dated``) "my wife has a facial on the 10th"."""
    return bool(_IS_BOOKED.search(line) or (dated and (_HAS.search(line) or _HAS_ME.search(line))))


def is_over(line: str) -> bool:
    """Whether a plain clause tells of a visit that was: "the filling on Thursday went fine"."""
    return bool(_OVER.search(line))
