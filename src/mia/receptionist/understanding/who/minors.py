"""Who under 18 a visit is for, in words and figures."""

import re

from mia.receptionist.practice import Practice, Service

_AGE = (
    r"(?:[1-9]|1[0-7]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen)"
)
_KIN = r"(?:(?:step|grand|god)?(?:daughter|son)|kid|child|sister|brother|niece|nephew|boy|girl)"
OF_CHILDREN = frozenset({"son", "daughter", "kid", "child", "boy", "girl", "stepson", "stepdaughter", "grandson"})
_OWN = re.compile(
    rf"\bi am (?:only |just )?{_AGE}(?: years?(?: old)?)?(?=$| (?:and|but|can|could|so|old|please)\b)"
    r"|\bi am (?:still )?(?:a minor|under ?age|under 18|under eighteen)\b"
)
_ANOTHERS = re.compile(
    rf"\b(?:he is|she is|they are(?: both)?|{_KIN} is) (?:only |just )?{_AGE}(?: years?(?: old)?)?(?!\w)"
    r"(?! (?:(?:to|till|until|am|pm|oclock|minutes?|mins?|weeks?|months?|days?|hours?|percent|th|thirty|feet|foot"
    r"|pounds|out|years? (?:younger|older|sober|clean))\b|\d))"
    rf"|\b(?:my|our|an?) {_AGE} years? old\b"
    rf"|\b(?:he|she|{_KIN}(?: \w+){{0,2}}) (?:just |has just |is about to )?(?:turned|turn|turns) {_AGE}\b"
    rf"|\b(?:my|our) (?:\w+ )?{_KIN} (?:\w+ ){{1,2}}{_AGE} (?:has|needs|is|wants|who|and i)\b"
    rf"|\b{_KIN} (?:\w+ ){{0,2}}(?:aged?|of) {_AGE}(?! (?:weeks?|months?|days?))\b"
    rf"|\b(?:we are|boys?|girls?|twins?|kids?|sons?|daughters?|teens?)(?: \w+){{0,2}} (?:all|both) {_AGE}"
    r"(?=$| (?:and|but|can|could|so|years?|of)\b)"
    rf"|\b(?:boys?|girls?|twins?|kids?|sons?|daughters?)(?: is| are| who is| who are)? (?:ages?|aged) {_AGE}\b"
    r"|\bis (?:still )?(?:a minor|under ?age|under 18|under eighteen)\b"
)
_CHILD = re.compile(
    r"\b(?:kids?|kiddos?|kiddies|child|children|toddlers?|little (?:one|ones|boy|girl|guy)|(?:son|daughter) is"
    r"|(?:my|our|the) twins)\b"
)
_FOR_ONESELF = re.compile(r"\b(?:(?:for|just|only) (?:me|myself|mine)|(?:mine|me|myself) (?:only|alone|instead))\b")
_CHILDREN = re.compile(
    r"\b(two|2|both|three|3)(?: of)? (?:my |our |the )?(?:little )?"
    r"(?:kids|kiddos|kiddies|children|daughters|sons|boys|girls|ones)\b"
    r"|\b(?:my|our|the) (?:\w+ )?twins\b"
)
_MORE = {"two": 1, "2": 1, "both": 1, "three": 2, "3": 2}
_FOR_THEM = re.compile(r"\b(?:kids?|child(?:ren)?|p(?:a)?ediatric|toddler|infant)\b", re.IGNORECASE)


def is_minor(line: str, *, for_a_child: bool) -> bool:
    """Whether a plain text tells that someone under 18 is to come, for whom nothing is booked here.

    ``for_a_child``: the visit is the practice's own for children, which who brings them books.
    """
    return bool(_OWN.search(line)) or (not for_a_child and bool(_ANOTHERS.search(line)))


def is_minor_oneself(line: str) -> bool:
    """Whether a plain text says that the one who speaks is under 18."""
    return bool(_OWN.search(line))


def is_for_grown_up(line: str) -> bool:
    """Whether a plain text asks for oneself, after a child was told of: "then do a facial for me instead"."""
    return bool(_FOR_ONESELF.search(line)) and not is_for_child(line)


def is_for_child(line: str) -> bool:
    """Whether a plain text is about a child's visit."""
    return bool(_CHILD.search(line) or _ANOTHERS.search(line))


def more_children(line: str) -> int:
    """How many children are to come beside the first."""
    found = _CHILDREN.search(line)
    return _MORE[found[1] or "both"] if found else 0


def for_children(practice: Practice) -> Service | None:
    """The practice's visit for children, if it has one alone."""
    found = [s for s in practice.services if _FOR_THEM.search(" ".join((s.name, *s.aliases)))]
    return found[0] if len(found) == 1 else None
