"""What patients want of the visits they have, or had: hear of one, move it, cancel it, or have the same again.

The patterns stand in ``data/errands.txt``: turns of phrase, and the parts from which people make their own. The
classifier knows visits to change and to cancel by likeness, too.
"""

import re
from dataclasses import replace
from datetime import date
from enum import StrEnum

from mia.platform.words.plain import plain
from mia.receptionist import data
from mia.receptionist.dates.reckoning import MONTHS
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.topics import Topic

_BIRTH = re.compile(
    rf"\b({'|'.join(MONTHS)}) (?:the )?(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?((?:19|20)\d\d)\b"
    r"|\b(\d{1,2})[ /.-](\d{1,2})[ /.-]((?:19|20)\d\d)\b"
)


class Errand(StrEnum):
    """What is wanted of a visit of one's own."""

    SAME = "same"
    NEXT = "next"
    WHEN = "when"
    MOVE = "move"
    CANCEL = "cancel"


_WISHES = (("shift", Errand.MOVE), ("drop", Errand.CANCEL), ("ask", Errand.WHEN))
"""Sections of patterns, most telling first: who names another time cancels nothing."""
_BY_LIKENESS = (
    (Topic.CANCEL_VISIT, Errand.CANCEL),
    (Topic.CHANGE_VISIT, Errand.MOVE),
    (Topic.OWN_VISIT, Errand.WHEN),
)
_ALIKE, _ALIKE_OF_OWN = 0.8, 0.4
"""Probabilities from which a likeness tells the errand: alone, and where a visit of one's own is named."""
_MINE = re.compile(
    r"\b(?:make|keep|is|was|when|time|day|date|off|cancel\w*|drop|scrap|mov(?:e|ing)|bring|push|bump|shift|delay|swap|switch"
    r"|change|postpone|reschedule) (?:my|our)\b"
)
"""A treatment is booked in "when is my Botox"; in "Botox for my forehead" it is not."""
_HAVE = (
    r"\b(?:(?:i|we|he|she) (?:(?:also|already|still|do|just) )?(?:have|have got|has|got|am in for|am down for|"
    r"am up for|am set for|are in for) "
    r"(?:an? |my |the |our |two |both )?(?:\w+ )?{0}"
    r"|(?:do|make|keep|have|get|see|need|want) (?:my|our|his|her|the|that) (?:\w+ ){{0,2}}{0} "
    r"(?:moved|later|earlier|sooner|another|changed)"
    r"|(?:my|our|his|her) (?:\w+ ){{0,2}}{0}(?: thing| one| appointment| visit)? (?:is|was|are) "
    r"(?:on|at|set for|scheduled|booked|this|next|for|tomorrow|tonight|\w+day))\b"
)
"""How a visit that stands is told of, beside the treatment's own words: "I have a cleaning", "my peel is on"."""
_ONE_MORE = re.compile(
    r"\b(?:add|book|schedule|get|want|like|need|do|make|set up) (?:to )?(?:\w+ ){0,3}"
    r"(?:another (?!day|time|date|week|slot)|one more|a second|an additional|an extra)"
)
_BESIDE_IT = re.compile(
    r"\b(?:(?:right|straight|directly) after(?=$| (?:that|it|mine|this)\b)|afterwards?"
    r"|while i am (?:there|at it|in)"
    r"|in the same (?:visit|trip|go)|back to back|since i am (?:there|coming in|in) (?:anyway|already))\b"
)
"""How one more is told by the visit that is there: "could I get a peel right afterwards?"."""
_REFUSES_NEW = re.compile(
    r"\b(?:no|nothing|not an?|without an?) new(?: (?:day|date|time|one|appointment|visit|booking))?\b"
    r"|\bwithout another (?:day|date|time|one|appointment|visit|booking)?\b"
    r"|\b(?:not|no need to) (?:put|book|sign|pencil|schedule|set|give) (?:me |us |it )?(?:(?:down|in|up|for|to) )*"
    r"(?:another|an? new|anything new|again)\b"
    r"|\bnot (?:\w+ )?(?:want|need|looking for) (?:an? |any )?(?:new|another|other|replacement) "
    r"(?:one|day|date|appointment|visit|time|booking)\b"
    r"|\b(?:no|not|without|no need to) (?:rebook\w*|reschedul\w*)\b"
)
_MOVES = re.compile(r"\b(?:mov|push|bump|shift|switch|swap|reschedul|chang|postpon|bring|pull|slid)\w*\b")
_MOVES_NOT = re.compile(
    r"\b(?:do not|no need to|without|not) (?:resched\w+|mov(?:e|ing) it|postpon\w+)\b"
    r"|\bchanging (?:rooms?|area|table|station|stall)\b"
)
_OF_NONE = re.compile(
    r"\b(?:wait(?:ing)? ?list|cancell?ation list|standby)\b"
    r"|\bfrom (?:my|our|an|another) (?:(?:old|other|former|previous) )?(?:clinic|dentist|doctor|practice|office"
    r"|place|spa) to (?:you|yours|here|this)\b"
    r"|\bis (?:my|the) (?:appointment|visit|consult\w*) (?:free|covered)\b"
)
"""Words of a list to be put on, and of a price, which sound like a visit that is there."""
_CANNOT_COME = re.compile(
    r"\b(?:can not|will not|not going to|not gonna|unable to|no way (?:i|we)(?: can| will)?)(?: \w+){0,3}?"
    r" (?:make|get out for|come|do|attend|keep|get there|be there)\b"
)
ANOTHER_DAY = re.compile(
    r"\b(?:instead|possible|could (?:i|we|you|it)|can (?:i|we|you|it)|would|how about|what about|open)\b"
)
"""Who can't come to a visit and asks for a day has one, and wants it moved."""
HAS_SEVERAL = re.compile(
    r"\bi (?:have|got|have got) (?:two|2|both|three|3|several) (?:\w+ )?"
    r"(?:things|appointments|appts?|visits|bookings)\b(?=.* only )"
)
"""What someone says who has more visits than they can come to."""
_SENTENCES = re.compile(r"[.,;:!?]+\s")
_OTHER_THINGS = re.compile(r"\b(?:memberships?|subscriptions?|plans?|cards?|orders?|packages?|emails?|texts?)\b")
"""What else may be canceled."""
_WHAT_IF = re.compile(
    r"\bif (?:i|we) (?:just )?(?:mov|chang|switch|push|resched|cancel)\w*\b"
    r".*\b(?:same|too|as well|still|also|fee)\b"
)
_SUPPOSES = re.compile(
    r"(?:(?:and|so|but|okay|ok|also|then) )*"
    r"(?:what(?: happens| then| do i (?:pay|owe|lose)| is it)?|how about) if\b"
)
"""How a question about what has not happened begins."""
_PLACE = re.compile(r"^(?:\w+ ){0,2}where (?:is|are|will|do|should|would)\b")
"""Where a visit will be is a question about the practice's address, and the same for everyone."""
_BY_PATTERN = (Errand.SAME, Errand.NEXT, Errand.WHEN, Errand.MOVE)


def hear_errand(meaning: Meaning, *, composed: bool = True) -> Errand | None:
    """What is wanted of a visit that is booked, or was; None when nothing is.

    ``composed``: also where no turn of phrase is known, but a visit of one's own is named beside a wish.
    """
    if is_of_none(meaning.plain):
        return None
    meaning = replace(meaning, plain=_MOVES_NOT.sub(" ", meaning.plain))
    heard = _by_phrase(meaning)
    if composed and heard in (None, Errand.WHEN):
        return _by_parts(meaning) or heard
    return heard


def is_named(meaning: Meaning) -> bool:
    """Whether words, and no likeness, tell what is wanted of a visit that is booked."""
    return meaning.by_rule and hear_errand(meaning, composed=False) is not None


def only_supposes(meaning: Meaning) -> bool:
    """Whether a change is only asked about: "and if I just move it, same thing?"."""
    supposes = _WHAT_IF.search(meaning.plain) or _SUPPOSES.match(meaning.plain)
    return "?" in meaning.text and bool(supposes)


def _by_parts(meaning: Meaning) -> Errand | None:
    """A visit of one's own and what is wanted of it, in whichever words; a question about a rule is none."""
    found, line = data.patterns("errands"), meaning.plain
    cannot = cannot_come(meaning)
    if (found["supposed"].search(line) and not cannot) or _PLACE.search(line) or adds_another(line):
        return None
    if found["again"].search(line):
        return Errand.SAME
    own = bool(found["own"].search(line) or (meaning.services and (_MINE.search(line) or tells_of_own(meaning))))
    if meaning.services and _CANNOT_COME.search(line):
        if meaning.when.has_day and ANOTHER_DAY.search(line):
            return Errand.MOVE
        own = True
    by_words = next((e for name, e in _WISHES if own and found[name].search(line)), None)
    least = _ALIKE_OF_OWN if own else _ALIKE
    if not own and (meaning.resembles(Topic.OWN_VISIT, least=0) or (meaning.services and meaning.when.has_day)):
        return None  # "Thursday the 26th for a consult? I'm off that day" is a wish for a new one
    return by_words or next((e for topic, e in _BY_LIKENESS if meaning.resembles(topic, least=least)), None)


def cannot_come(meaning: Meaning) -> bool:
    """Whether someone says that they can't come to a treatment: "can't make acupuncture tonight"."""
    return bool(meaning.services and meaning.when.has_day and _CANNOT_COME.search(meaning.plain))


def tells_of_own(meaning: Meaning) -> bool:
    """Whether a visit that stands is told of: "I have a cleaning on the 2nd", "my whitening is on the 14th"."""
    return bool(re.search(_HAVE.format(re.escape(meaning.service_words)), meaning.plain))


def _by_phrase(meaning: Meaning) -> Errand | None:
    found = data.patterns("errands")
    outright = cancels_outright(meaning)
    if outright or found["my_cancel"].search(meaning.plain) or meaning.about(Topic.CANCEL_VISIT):
        return Errand.MOVE if found["move"].search(meaning.plain) else Errand.CANCEL
    heard = next((one for one in _BY_PATTERN if found[one.value].search(meaning.plain)), None)
    if heard in (None, Errand.MOVE) and found["my_move"].search(meaning.plain):
        return Errand.MOVE
    if heard is Errand.MOVE and not meaning.about(Topic.CHANGE_VISIT):
        return None
    if heard is None and meaning.about(Topic.CHANGE_VISIT) and meaning.by_rule:
        return Errand.WHEN
    return heard


def cancels_outright(meaning: Meaning) -> bool:
    """Whether a sentence of its own cancels a visit, whatever the others ask: "What do I pay then? Cancel it."."""
    sentences = map(plain, _SENTENCES.split(meaning.text))
    of_visits = not _OTHER_THINGS.search(meaning.plain)
    outright = data.patterns("errands")["outright"]
    return of_visits and any(outright.search(one) and not _SUPPOSES.match(one) for one in sentences)


def is_of_none(line: str) -> bool:
    """Whether a plain text is about a list to be put on, or a price, and only sounds like a visit that is there."""
    return bool(_OF_NONE.search(line))


def names_own(line: str) -> bool:
    """Whether a plain text has words of a visit that is there."""
    return bool(data.patterns("errands")["own"].search(line))


def names_a_change(line: str) -> bool:
    """Whether a plain text has words of a visit that is there, or of what may become of it."""
    found = data.patterns("errands")
    return any(found[heading].search(line) for heading in ("own", "shift", "drop", "ask"))


def drops(line: str) -> bool:
    """Whether a plain text has words by which something is given up: "don't move it, just cancel it"."""
    return bool(data.patterns("errands")["drop"].search(line))


def shifts(line: str) -> bool:
    """Whether a plain text has words by which something gets another time."""
    return bool(data.patterns("errands")["shift"].search(line))


def refuses_new(line: str) -> bool:
    """Whether no visit is wanted in place of one that is there: "no new day", "don't put me down for another"."""
    return bool(_REFUSES_NEW.search(line))


def adds_another(line: str) -> bool:
    """Whether one more visit is wanted beside the one that is told of."""
    beside = _BESIDE_IT.search(line) and not _MOVES.search(line)
    return bool(_ONE_MORE.search(line) or beside)


def hear_birth_date(line: str) -> date | None:
    """A date of birth in a plain text, as Americans say or write it; None where there is none."""
    match = _BIRTH.search(line)
    if match is None:
        return None
    month = MONTHS.index(match[1]) + 1 if match[1] else int(match[4])
    try:
        return date(int(match[3] or match[6]), month, int(match[2] or match[5]))
    except ValueError:
        return None
