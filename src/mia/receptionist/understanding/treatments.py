"""Which treatment is wanted, where others are taken back, replaced or not known yet."""

import re

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import between_corrections
from mia.receptionist.practice import Practice
from mia.receptionist.understanding import lexicon
from mia.receptionist.understanding.who.minors import for_children, is_for_child

_UNSURE = re.compile(
    r"\b(?:no idea|not (?:even )?sure|do not (?:even )?know|dunno|unsure)(?: \w+){0,2} (?:what|which)(?: \w+){0,2}?"
    r" (?:i|we) (?:even )?(?:need|want|should (?:get|do|have|book))\b"
    r"|\b(?:do not know|not sure|no idea) (?:if|whether) (?:i|we) (?:need|want|should)\b(?=.*\bor\b)"
    r"|\b(?:sit|set|sat) down with (?:someone|somebody|you|one of you"
    r"|an? (?:provider|doctor|nurse|person|specialist|expert))\b"
    r"|\b(?:someone|somebody|anyone|anybody|a dentist|a provider|one of you)"
    r" (?:to |can |could |who can )?(?:just |please |first )*(?:take a |have a )?look"
    r"(?! (?:(?:it|that|this|them) )?(?:up|into|for|out|around|and)\b)"
    r"(?: first| at (?:it|me|them|this))?\b"
    r"|\bcome (?:in|by)(?: and| to)? (?:only|just) talk\b|\btell me what (?:is |makes |would be )?"
    r"(?:sense|worth it|best)\b"
    r"|^(?:(?:ok|okay|and|so|hm+|well) )*which (?:one|of (?:them|those|these|the two))"
    r"(?: (?:is|would be|works?|do you))?"
    r"(?: (?:better|best|right|recommend|suggest|good))?(?: for)? (?:the|my|these|those|me|his|her)\b"
)
"""What someone says who wants advice before any treatment: a consultation, whichever treatments they name."""
_REPLACED = re.compile(
    r"\b(?:instead of|rather than|in place of)"
    r"(?: (?!i\b|we\b|on\b|at\b|and\b|but\b|please\b|can\b|could\b|for\b|this\b)\w+){1,4}"
)


_ABOUT = re.compile(
    r"\b(consult(?:ation)?) (?:about|for|on|regarding|re)(?: (?:an?|the|my|some|getting|having|possible))*(?= )"
)
_LONGEST_NAME = 4
"""Words of a treatment's name that are looked for after that."""
_REFUSED = re.compile(
    r"\b(?:no|not (?:an?|the)|without (?:an?|any)|do not (?:want|need|book)(?: an?| any| the| me an?)?)"
    r" (?:\w+ )?\w+(?=$| (?:and|but|please|just|only|the|an?|i|for|exam|thanks)\b| \|)"
)


_DENIED = re.compile(r"(?<!why )(?<!if )(?<!or )\bnot (?:for |to )?(?:lose|losing|gain|gaining) \w+")


def wanted(line: str, practice: Practice) -> lexicon.Found | None:
    """The treatment that is wanted: a consultation where someone does not know which."""
    if practice.consultation and seeks_advice(line, practice):
        return lexicon.Found((practice.consultation.id,), plain(practice.consultation.name), "alias")
    told = without_taken_back(without_refused(line, practice), practice)
    told = lexicon.without_references(_without_replaced(_without_subject(told, practice), practice), practice)
    return for_child(line, lexicon.find_services(told, practice), practice)


def seeks_advice(line: str, practice: Practice) -> bool:
    """Whether someone wants to talk before they know which treatment they need, and the practice offers that."""
    return practice.consultation is not None and bool(_UNSURE.search(line))


def without_taken_back(line: str, practice: Practice) -> str:
    """A plain text from its last correction on that names another treatment: "an IV, no sorry, the sauna"."""
    parts = between_corrections(line)
    for place in range(len(parts) - 1, 0, -1):
        found = lexicon.find_services(parts[place], practice)
        if found and found.by != "part":
            return " ".join(parts[place:])
    return line


def without_denied(line: str) -> str:
    """A plain text without what a visit is not for: "something to relax, not to lose weight"."""
    return _DENIED.sub(" ", line)


def without_refused(line: str, practice: Practice) -> str:
    """A plain text without a treatment that is refused beside another that is wanted: "an exam, no fillings"."""
    rest = _REFUSED.sub(lambda said: " | " if lexicon.find_services(said[0], practice) else said[0], line)
    return rest if rest != line and lexicon.find_services(rest, practice) else line


def _without_subject(line: str, practice: Practice) -> str:
    """A plain text without the treatment that a consultation is about: "a consultation about lip filler"."""
    about = _ABOUT.search(line) if practice.consultation else None
    words = line[about.end() :].split()[:_LONGEST_NAME] if about else []
    for count in range(1, len(words) + 1):
        found = lexicon.find_services(" ".join(words[:count]), practice)
        if about and found and found.by != "part":
            return " ".join((line[: about.end(1)], *line[about.end() :].split()[count:]))
    return line


def _without_replaced(line: str, practice: Practice) -> str:
    """A plain text without the treatment that another takes the place of: "yes, the peel instead of the facial"."""
    rest = _REPLACED.sub(" ", line)
    return rest if rest != line and lexicon.find_services(rest, practice) else line


def for_child(line: str, found: lexicon.Found | None, practice: Practice) -> lexicon.Found | None:
    """ "A checkup for my kid" is the children's one, whatever else is called so; another treatment stays."""
    service = for_children(practice) if found and is_for_child(line) else None
    if found is None or service is None or service.id in found.ids:
        return None if found and lexicon.tells_where_alone(found) else found
    called = plain(" ".join((service.name, *service.aliases)))
    same = found.by == "part" or any(word.rstrip("s") in called for word in found.words.split())
    return lexicon.Found((service.id,), found.words, "alias") if same else found
