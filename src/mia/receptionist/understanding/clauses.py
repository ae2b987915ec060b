"""The clauses of an utterance: a question and a wish said in one breath are two acts."""

import re

_END = re.compile(
    r"(?<=[.?!;])(?<!\bDr\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bSt\.)\s+(?:\d[).]\s+)?|^\d[).]\s+|\s*(?<![\d.])\b\d\)\s+|\s*\n+\s*(?:\d[).]\s+)?",
    re.IGNORECASE,
)
_IS = r"is(?! (?:also |just )?(?:due|overdue|new to|never|needing|having|getting)\b)"
"""No question begins so: "my girl turned 8 and is due a checkup"."""
_BEGINS = (
    r"(?:if (?:so|not)|also|could|can|do|does|did|"
    + _IS
    + r"|are|will|would|whats?|wheres?|hows|when|how|which|who"
    r"|whether|i'd|i'll|i would|i want|i need|i'm looking|book|schedule|put me|let's"
    r"|(?:please |pls )?(?:cancel|move|change|reschedule|switch|push|take (?:me|us)|tell|send|stop))\b"
)
_JOIN = re.compile(
    rf"(?:,\s+|\s+)(?:and|but|so|also|plus)\s+(?:also\s+|u[hm],?\s+)*(?={_BEGINS})|[,:]\s+(?={_BEGINS})"
    r"|,?\s+or\s+(?:u[hm],?\s+)*(?=if not\b)",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"(?:is|was|would|will) (?:that|this|it)(?: be)? "
    r"(?:ok|okay|all ?right|alright|fine|possible|a problem|a thing|cool|allowed|doable|right|correct|weird)\W*$"
    r"|is (?:it|that|this)(?: any)? (?:cheaper|less)\W*$|(?:cheaper|less) or not\W*$"
    r"|do (?:you|yall)(?: guys)? (?:take|accept|honor|bill|do|have) (?:that|this|it|them|those)(?: ones?)?\W*$",
    re.IGNORECASE,
)
"""What asks about the words before it alone: "I can't pay it all at once, is that ok?"."""
_SUPPOSES = re.compile(r"\b(?:if|in case|suppose|supposing)\b(?!.*\b(?:then|please)\b)", re.IGNORECASE)
_CHANGES = re.compile(
    r"(?:cancel|move|change|reschedule|switch|push)\b|.*\b(?:cancel\w*|reschedul\w*|back out|bail)\b", re.IGNORECASE
)
_ASKS = re.compile(r"(?:what|how|is|are|do|does|will|would|can|could)\b.*\?", re.IGNORECASE)
_PARKS = re.compile(r"\b(?:park\w*|garage)\b", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:total|together|in all|all in|combined|come to)\b", re.IGNORECASE)
_ONE_MORE = re.compile(r"also (?:the|an?|some|my)\b(?!.*\?.*\?)", re.IGNORECASE)
"""A sum that is asked for, and what goes into it: "what's the total for two peels | and also the facial?"."""
_FEWEST_WORDS = 2
_TIME = re.compile(
    r"\W*(?:\d{1,2}:\d\d|\d{1,2}(?= ?[ap]\.?m|[.,!;])|noon|tomorrow|today|(?:mon|tues|wednes|thurs|fri|satur|sun)"
    r"day)"
    r"(?: ?[ap]\.?m\b)?\W*$",
    re.IGNORECASE,
)
"""A word that answers by itself: "11:30. Is that one free?"."""
_FIRST = re.compile(r"(?:^|\s)\(?1[.):]\s*[a-z].*\s\(?2[.):]\s*[a-z]", re.IGNORECASE | re.DOTALL)
_NUMBERED = re.compile(r"(?:^|\s)\(?[1-9][.):]\s*(?=[a-z])", re.IGNORECASE)
"""Questions that someone has numbered: "1. do you take Cigna? 2. where do I park"."""
_APOLOGY = re.compile(
    r"^(?:\w+ ?){0,3}[,.!]? ?(?:please )?(?:excuse|sorry (?:for|about)) my (?:\w+ )?english[\s,.!?:;-]+(?=\w)",
    re.IGNORECASE,
)
"""How some begin, whatever they want."""


_NOT_FOR_ME = re.compile(
    r"\bnot for (?:me|myself)\b[,.;]? *(?:but|it is|it['\u2019]s)? *(?=for (?:my|our|his|her)\b)", re.IGNORECASE
)


def without_apology(text: str) -> str:
    """What someone says after "Good day, excuse my English", which resembles many things."""
    return _APOLOGY.sub("", text.strip())


def without_oneself(text: str) -> str:
    """A wish for someone else without who it is not for: "not for me but for my mother"."""
    return _NOT_FOR_ME.sub("", text)


def clauses(text: str) -> list[str]:
    """The clauses of ``text``, in order; a piece of one word but a time, or about what was just said, goes with
    what stands beside it."""
    found: list[str] = []
    text = _NUMBERED.sub("\n", text) if _FIRST.search(text) else text
    for sentence in _END.split(text.strip()):
        for piece in _JOIN.split(sentence):
            short = _is_short(piece) or (found and _is_short(found[-1]))
            if found and (short or _REFERS.match(piece) or _goes_on(found[-1], piece)):
                found[-1] = f"{found[-1]} {piece}".strip()
            elif piece.strip():
                found.append(piece.strip())
    return found


def _is_short(piece: str) -> bool:
    return len(piece.split()) < _FEWEST_WORDS and not _TIME.match(piece)


def _goes_on(before: str, piece: str) -> bool:
    """Whether a piece is a part of what is supposed before it: "if I oversleep | and cancel that morning", "if I
    need to cancel | what do you take?"."""
    if _TOTAL.search(before) and _ONE_MORE.match(piece):
        return True
    if not _SUPPOSES.search(before):
        return False
    if _PARKS.search(before) and piece.lower().startswith("how much"):
        return True
    return bool(_CHANGES.match(piece) or (_CHANGES.match(before) and _ASKS.match(piece)))
