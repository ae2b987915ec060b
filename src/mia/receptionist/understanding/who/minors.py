"""Who under 18 a visit is for, in words and figures."""

import re

from mia.receptionist.practice import Practice, Service

_AGE = (
    r"(?:[1-9]|1[0-7]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen)"
)
_GROWN_AGE = r"(?:1[89]|[2-9]\d|eighteen|nineteen|(?:twenty|thirty|forty|fifty)(?: \w+)?)"
_OLD = r" ?(?:years? old|yrs? olds?|yo|y o)"
_KIN = r"(?:(?:step|grand|god)?(?:daughter|son)|kid|child|sister|brother|niece|nephew|boy|girl|lad|teen(?:ager)?)"
_YOUNG = r"(?:(?:step|grand|god)?(?:daughter|son)|boy|girl|lad|youngest|oldest|eldest)"
OF_CHILDREN = frozenset({"son", "daughter", "kid", "child", "boy", "girl", "stepson", "stepdaughter", "grandson"})
_OWN = re.compile(
    rf"\bi am (?:only |just )?{_AGE}(?: years?(?: old)?)?(?=$| (?:and|but|can|could|so|old|please)\b)"
    r"|\bi am (?:still )?(?:a minor|under ?age|under 18|under eighteen)\b"
)
_NO_AGE = (
    r"(?! (?:(?:to|till|until|am|pm|oclock|minutes?|mins?|weeks?|months?|days?|hours?|percent|th|thirty|feet|foot"
    r"|pounds|out|of|blocks?|miles?|inches|dollars|years? (?:younger|older|sober|clean))\b|\d))"
)
_NO_NAME = r"(?<!the )(?<!an )(?!(?:it|this|that|there|what|which|one|time|price|\w+day|floor|suite|apartment)\b)"
_ANOTHERS = re.compile(
    rf"\b(?:he is|she is|hes|shes|they are(?: both)?|theyre(?: both)?|(?:kids|boys|girls) are|{_KIN}(?: who)? is"
    rf"|{_YOUNG}(?: \w+){{0,2}} is) (?:only |just )?{_AGE}"
    rf"(?: years?(?: old)?)?(?!\w){_NO_AGE}"
    rf"|\b(?:my|our|an?|the) {_AGE}{_OLD}\b"
    r"(?! (?:crowns?|bridge|fillings?|veneers?|implants?|scars?|tattoos?)\b)"
    rf"|\b(?:he|she|{_KIN}(?: \w+){{0,2}}) (?:just |has just |is about to |will be )?"
    rf"(?:turn(?:s|ed|ing)? |(?<=will be )){_AGE}(?!\w){_NO_AGE}"
    rf"|\b{_NO_NAME}\w+ is {_AGE} and {_NO_NAME}\w+ is {_AGE}(?!\w){_NO_AGE}"
    rf"|\b(?:my|our) (?:\w+ )?{_KIN} (?:\w+ ){{0,2}}{_AGE} (?:has|he|she|needs|is|wants|who|and (?:my|i|our))\b"
    rf"|\b(?:my|our) (?:\w+ )?{_KIN} {_AGE}$"
    rf"|\b{_KIN} (?:\w+ ){{0,2}}(?:aged?|of) {_AGE}(?! (?:weeks?|months?|days?))\b"
    rf"|\b(?:we are|boys?|girls?|twins?|kids?|sons?|daughters?|teens?)(?: \w+){{0,2}} (?:all|both) {_AGE}"
    r"(?=$| (?:and|but|can|could|so|years?|of)\b)"
    rf"|\b(?:boys?|girls?|twins?|kids?|sons?|daughters?)(?: is| are| who is| who are)? (?:ages?|aged) {_AGE}\b"
    r"|\bis (?:still )?(?:a minor|under ?age|under 18|under eighteen)\b"
)
_GRADE = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|1st|2nd|3rd|4th|5th|6th|7th|8th)"
_CHILD = re.compile(
    r"\b(?:kids?|kiddos?|kiddies|child|children|toddlers?|little (?:one|ones|boy|girl|guy)|(?:son|daughter) is"
    r"|(?:my|our|the) twins|(?:my|our) (?:teens?|teenagers?)|(?:a|my|our) teenager)\b"
    rf"|\b(?:my|our|the) {_YOUNG}(?: \w+)? (?:is )?due\b"
    rf"|\b(?:my|our) {_YOUNG}(?: \w+)? has (?:his|her) (?:very )?first (?:check ?up|exam|cleaning|dentist|dental)\b"
    rf"|\b(?:{_GRADE} grade(?:rs?)?|kindergart\w+|preschoolers?|(?:middle|grade) schoolers?|high schoolers?"
    r"|high school (?:freshman|sophomore|junior|senior))\b"
    r"|\bbaby first\b|\b(?:my|our) baby(?! (?:shower|bump|weight|teeth|tooth)\b)"
)
_GROWN = re.compile(
    rf"\b(?:{_KIN}(?: \w+)?(?: who)? is|he is|she is|{_KIN}) {_GROWN_AGE}(?!\w)"
    r"(?! (?:minutes?|months?|weeks?|days?))"
    rf"|\b{_GROWN_AGE}{_OLD}\b|\b(?:turned|turning) {_GROWN_AGE}\b|\b(?:grown|grown up|adult) {_KIN}s?\b"
    rf"|\b{_KIN} is (?:in college|married|off at college)"
)
"""Kin who are no children."""
_CIRCUMSTANCE = re.compile(
    r"\b(?:drop|pick)(?:s|ped|ping|ed|ing)? (?:up |off )?(?:my |the |our )?(?:kids?|children|son|daughter)\b"
    r"|\bi have (?:an? |\w+ )?(?:little )?(?:kids?|children|toddler|baby|newborn)(?= (?:at|so|and i|at home)\b)"
    r"|\b(?:son|daughter|kid) is (?:picking|driving|bringing|taking|watching|getting|(?:\w+ )?min(?:ute)?s)\b"
    r"|\bteach\w*(?: \w+){0,2} grade\b|\bkindergarten teacher\b"
)
"""Children who are the reason for an hour, not the ones who come."""
_FOR_ONESELF = re.compile(r"\b(?:(?:for|just|only) (?:me|myself|mine)|(?:mine|me|myself) (?:only|alone|instead))\b")
_CHILDREN = re.compile(
    r"\b(two|2|both|three|3)(?: of)? (?:my |our |the )?(?:little )?"
    r"(?:kids|kiddos|kiddies|children|daughters|sons|boys|girls|ones)\b"
    r"|(?<!before )(?<!since )(?<!after )(?<!while )(?<!had )\b(?:my|our|the) (?:\w+ )?twins\b"
    r"|\b(?:my|our) (two|three)(?= (?:need|are due|have|want|could)\b)"
    rf"|\b{_NO_NAME}\w+ is {_AGE} and {_NO_NAME}\w+ is {_AGE}(?!\w){_NO_AGE}"
    rf"|\b(?:{_KIN}s|children|ages?) (?:are )?(?:ages |aged )?{_AGE} and {_AGE}(?!\w){_NO_AGE}"
    rf"|\b{_KIN} (?:(?!at |on )\w+ )?{_AGE} and (?:my |our )?{_KIN} (?:(?!at |on )\w+ )?{_AGE}(?!\w){_NO_AGE}"
)
_MORE = {"two": 1, "2": 1, "both": 1, "three": 2, "3": 2}
_TALK = re.compile(r"\b(?:consult\w*|coach\w*|counsel\w*|nutrition\w*|dietitian|dietician)\b", re.IGNORECASE)
"""Visits at which nothing is done to anyone."""
_CARE = re.compile(
    r"\b(?:kids?|child(?:ren)?|p(?:a)?ediatric|exam|check-?up|clean\w*|hygiene|filling|cavity)\b", re.IGNORECASE
)
_FOR_THEM = re.compile(r"\b(?:kids?|child(?:ren)?|p(?:a)?ediatric|toddler|infant)\b", re.IGNORECASE)


def is_minor(line: str, *, for_a_child: bool) -> bool:
    """Whether a plain text tells that someone under 18 is to come, for whom nothing is booked here.

    ``for_a_child``: who brings the child may book the visit (``parents_book``).
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
    line = _CIRCUMSTANCE.sub(" ", line)
    return bool(_ANOTHERS.search(line) or (_CHILD.search(line) and not _GROWN.search(line)))


def more_children(line: str) -> int:
    """How many children are to come beside the first."""
    found = _CHILDREN.search(line)
    return _MORE[found[1] or found[2] or "both"] if found else 0


def parents_book(practice: Practice, service_id: str) -> bool:
    """Whether a parent may book that for someone under 18: what is nothing but talk, and care where children are
    patients; nothing for looks."""
    service = practice.service(service_id)
    called = " ".join((service.name, *service.aliases)) if service else ""
    return bool(_TALK.search(called) or (sees_children(practice) and _CARE.search(called)))


def sees_children(practice: Practice) -> bool:
    """Whether children are patients of the practice: it has visits of their own for them."""
    return bool(visits_of_children(practice))


def visits_of_children(practice: Practice) -> list[Service]:
    """The practice's visits for children."""
    return [s for s in practice.services if _FOR_THEM.search(" ".join((s.name, *s.aliases)))]


def for_children(practice: Practice) -> Service | None:
    """The practice's visit for children, if it has one alone."""
    found = visits_of_children(practice)
    return found[0] if len(found) == 1 else None
