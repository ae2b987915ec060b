"""A yes to what was read back, and what else is asked in the same breath: "yes! and do I pay anything now?", "who
is the hygienist? and yes, book it". The yes is settled first; the rest is left for after it."""

import re
from collections.abc import Callable
from dataclasses import replace

from mia.receptionist.understanding.acts import Act, hear_acts
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.wants import Wants, Wish

_YES = (
    r"(?:(?:oh|ok|okay|um|uh|well|hm+|great|perfect|ah)[\s,.!]+)*"
    r"(?:y+e+s+|yeah+|yep|yup|sure|correct|perfect|wonderful|awesome|excellent"
    r"|that works|looks (?:good|right)|that'?s right|that is right|very well|sounds (?:good|great)|s[ií]|claro"
    r"|(?:please |go ahead and )?book it|go ahead|please do|it is)"
    r"(?:[\s,.!]+(?:yes|please|thanks|thank you|book it|go ahead|that'?s (?:right|me|fine|correct)|that works"
    r"|that'?ll do|that will do|do it|por favor|correct|right|all good))*"
)
_AT_START = re.compile(rf"(?P<yes>{_YES})[\s,.!;:-]+(?:(?:and|oh|also|pls|y)\b[\s,]*)*(?P<rest>\S.*)", re.I | re.S)
_AT_END = re.compile(
    r"(?P<rest>.*\S)[\s,.!?;:-]+(?:(?:and|but|so|ok|okay|either way|anyway)\b[\s,]*)*"
    r"(?P<yes>(?:yes|yeah|yep|sure)?[\s,]*(?:please[\s,]*)?book it|yes(?: please)?|go ahead)[\s.!]*",
    re.I | re.S,
)
_DEPENDS = re.compile(
    r"\b(?:but|if|unless|until|only|except|not|wait|depends|though|instead|actually|change|move|make it)\b"
)
"""What makes a yes one that has a condition, or none."""
_NEXT = re.compile(
    r"(?i:then|next|after that|afterwards|now)\b[,:]?\s+(?:for\s+|do\s+|book\s+)?"
    r"(?P<who>[A-Z][\w'-]+|(?:my|her|his|our|the)\s+(?:other\s+)?\w+|me|mine|him|her)\b(?=.*\d|.*\b(?:too|next|after)\b|$)",
)
"""How the visit of the next of several people is asked for: "yes. Next Mabel at 9:30"."""
_NEXT_WORD = re.compile(r"^(?i:then|next|after that|afterwards|now)\b[,:]?\s+(?:for\s+|do\s+|book\s+)?")
_AND_ANOTHER = re.compile(r",?\s+and\s+(?=[A-Z][\w'-]+ (?:at|on)\b)")
_ANOTHER = "also book {}"
_BUT = re.compile(r"(?:but|if|unless|only|except)\b", re.I)
_BUT_ASKS = re.compile(
    r"but[,\s]+(?=(?:what|where|when|who|which|how(?! (?:much|expensive))|is (?:that|it) (?:with|at|in))\b)", re.I
)
"""What makes a question of it, and no condition: "yes, but what if I'm late?"."""
_LATER = (Purpose.ASK, Purpose.TASK, Purpose.CLINICAL, Purpose.OWN)
_NOW = (Purpose.BOOK, Purpose.MOVE, Purpose.CORRECT, Purpose.CANCEL, Purpose.NO, Purpose.QUIT)
_LIKELY, _HARDLY = 0.5, 0.4
"""The probabilities of what may wait until the yes is settled, and the most of what changes the visit."""
_FEWEST_WORDS = 3


def yes_apart(text: str, again: Callable[[str], Meaning], freely: Callable[[str], Meaning]) -> Meaning | None:
    """The yes, with the rest of the message left for later; ``None`` where there is no rest, or it may change what
    was read back. ``again`` understands an answer to what was read back, ``freely`` what is said by itself."""
    found = _AT_START.fullmatch(text.strip()) or _AT_END.fullmatch(text.strip())
    if found is None:
        return None
    left = _BUT_ASKS.sub("", found["rest"])
    if _BUT.match(left):
        return None
    if _NEXT.match(found["rest"]):
        agrees, each = again(found["yes"]), _AND_ANOTHER.split(_NEXT_WORD.sub("", found["rest"]))
        others = tuple(Wants(Purpose.BOOK, (Wish(_ANOTHER.format(one)),)) for one in each)
        return replace(agrees, acts=agrees.acts | {Act.YES}, left=others)
    rest = freely(left)
    asks = "?" in rest.text or is_asking(rest.plain)
    if rest.when.has_time or rest.digits or hear_acts(rest.plain) & {Act.NO, Act.CHANGE}:
        return None
    if not asks and (rest.services or _DEPENDS.search(rest.plain) or len(rest.plain.split()) < _FEWEST_WORDS):
        return None
    purpose = max(_LATER, key=lambda one: rest.purposes.get(one, 0.0))
    if not rest.wants(purpose, least=_LIKELY) or rest.wants(*_NOW, least=_HARDLY):
        return None
    yes = again(found["yes"])
    return replace(yes, acts=yes.acts | {Act.YES}, left=(Wants(purpose, (Wish(left),)),))
