"""What several of the same treatment, or several treatments, cost in all: "14 units and 10 more", "the peel and the
facial together"."""

import re
from collections.abc import Sequence

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.answering.aspects import is_special_price
from mia.receptionist.dialogue.answering.offered import named_in
from mia.receptionist.dialogue.saying.speaking import say_money
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.numbers import with_digits
from mia.receptionist.practice import Service
from mia.receptionist.understanding.meaning import Meaning

TOTAL = re.compile(
    r"\b(?:how much|what(?: is)?|all) total\b|\btotal (?:if|for|of|cost|price)\b"
    r"|\b(?:my|the|our|a) (?:grand )?total\b|\bin total\b|\bin all\b|\ball in\b|\b(?:al)?together\b|\bcombined\b"
    r"|\b(?:do|did|get|got|have|had|want|book|for|of|with|take) (?:them )?both\b(?! (?:of us|kids|my|children))"
    r"|\b(?:the )?(?:2|two|three|3) (?:of them|things|treatments) (?:how much|what)\b"
    r"|\b(?:how much|what) (?:is|are|for|would|do|does|will) (?:all|both)\b"
    r"|\b(?:come|comes|add|adds|adding) (?:up |out )?to\b"
)
"""How it is asked what several treatments cost at once."""
_SUPPOSES = re.compile(
    r"\b(?:if|say|suppose) (?:i|we|she|he) (?:\w+ )?(?:did|do|get|got|want|wanted|need|had|have)\b"
)
_EACH = re.compile(r"(?:per|each|a|an) (?P<unit>[a-z]+)$")
_MANY = {"tooth": "teeth", "foot": "feet"}
_NUMBER = r"(?<!at )\b(?P<n>\d{1,2}|a couple(?: of)?) "
_MORE = re.compile(r"\b(?:and|plus) (?:another )?(\d{1,3}) (?:more\b|(?:around|on|in|for|at|between|to) )")
"""What is counted in the units named before: "14 units in the forehead and 10 around the eyes"."""
_NEXT = re.compile(
    r"(?:(?:and|so|okay|also|with) )*(?:(?:plus|what about|how about|for) )?(?:the |an? |your )?(?:\w+ ){0,2}\w+"
    r"(?: (?:price|alone|too|then|by itself|only)){0,3}"
)
"""What only names one more."""
_OFTEN = re.compile(rf"{_NUMBER}(?P<of>(?:[a-z]+ ){{0,2}}[a-z]+)")
_NO_COUNT = re.compile(
    r"(?:hours?|min(?:ute)?s?|days?|weeks?|months?|years?|percent|dollars|bucks|am|pm|oclock|of|or|to|and|people)\b"
)


_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATES = re.compile(
    rf"\b{_MONTH} (?:the )?\d{{1,2}}\b|\b(?:the )?\d{{1,2}}(?:st|nd|rd|th)\b|\b\d{{1,2}}/\d{{1,2}}\b"
)
"""Numbers of days, which count nothing: "Nov 29, sauna first"."""
_GROUP = re.compile(
    r"\b(?P<n>[2-6]) of us\b|\b(?P<m>\d{1,2}) (?:people|ppl|persons|adults)\b|\b(?:both|each) of us\b|\bus both\b"
    r"|\b(?:are|we|i) both\b|\bboth (?:need|want|due|get)\b|\bmy \w+ and (?:i|me|myself)\b"
    r"|\b(?:me|i|myself) and my (?!\d)\w+\b"
)
"""How many people there are for whom something is told."""
_MORE_PEOPLE = re.compile(r"\b(?:kids|children|family|everyone|everybody|all of us|my \d \w+)\b")
_MIXED = re.compile(r"\b(?:\d|an?|both|us|we|me)\b(?: \w+){0,3}? (?:and )?\d (?:\w+ )?(?:kids|children)\b")
"""Grown-ups and children told in one breath: "2 adults and 3 kids"."""
_PIECES = re.compile(
    r"[,.;?!]+(?:\s|$)|\b(?:and|plus)\b(?= (?:he|she|they|my|also|two|three|four|the|an?|\d)\b)", re.IGNORECASE
)
_JUST_NOW, _SEVERAL = 4, 2
"""Turns for which prices are remembered, and prices that are added up."""


def tell_sum(scene: Scene, services: Sequence[Service], text: str) -> None:
    """Say what the treatments whose prices were told come to, where more than one of them was asked for, and it is
    certain how many."""
    line = with_digits(plain(text))
    known = [(one, one.price_cents) for one in services if one.price_cents and _is_whole(one)]
    several = len(services) > 1
    if not several and _MIXED.search(line):
        return  # the price of a child's visit is another
    elsewhere = is_special_price(plain(scene.message))  # "her place is 9 a unit, will you match it?"
    if len(known) != len(services) or not scene.practice.prices or elsewhere:
        return
    counts = [_count(scene, one, text, alone=not several) for one, _ in known]
    _remember(scene, [(one, count) for (one, _), count in zip(known, counts, strict=True)])
    counted = any((count or 0) > 1 for count in counts)
    if several and (counted or TOTAL.search(line) or _SUPPOSES.search(line)):
        _say_total(scene, [(one, count) for (one, _), count in zip(known, counts, strict=True)])
    elif not several and counts and (counts[0] or 0) > 1:
        count = counts[0] or 1
        scene.say("in_all_for", count=str(count), total=say_money(count * known[0][1]))


def tell_asked_before(scene: Scene, meaning: Meaning) -> bool:
    """Say what comes together that was priced just before: "and all together?"; whether that was asked."""
    if meaning.services or not TOTAL.search(meaning.plain) or not scene.practice.prices:
        return False
    state = scene.state
    asked = {id_: count for turn, id_, count in state.priced if turn >= state.turns - _JUST_NOW}
    known = [(one, count) for id_, count in asked.items() if (one := scene.practice.service(id_))]
    return len(known) >= _SEVERAL and _say_total(scene, known)


def goes_on(scene: Scene, meaning: Meaning) -> bool:
    """Whether a treatment is only named right after a price was told: "and the peel?"."""
    told = scene.state.priced[-1][0] if scene.state.priced else -1
    return told >= scene.state.turns - 1 and len(meaning.services) == 1 and bool(_NEXT.fullmatch(meaning.plain))


def _remember(scene: Scene, counted: Sequence[tuple[Service, int | None]]) -> None:
    state = scene.state
    kept = [entry for entry in state.priced if entry[0] >= state.turns - _JUST_NOW]
    state.priced = [*kept, *((state.turns, one.id, count) for one, count in counted)]


def _say_total(scene: Scene, counted: Sequence[tuple[Service, int | None]]) -> bool:
    """Say the sum, if all counts are certain; whether they are."""
    sums = [count * (one.price_cents or 0) for one, count in counted if count]
    if len(sums) < len(counted):
        return False
    scene.say("in_all", total=say_money(sum(sums)))
    return True


def _is_whole(service: Service) -> bool:
    """Whether a price is all that one of them costs: "from $90" is not."""
    note = plain(service.price_note)
    return not note or bool(_EACH.match(note)) or note == "each"


def _count(scene: Scene, service: Service, text: str, *, alone: bool) -> int | None:
    """How many of a treatment, or of the units it is priced by, are asked for; ``None``: that is not certain."""
    line = _DATES.sub(" | ", with_digits(plain(text)))
    told = _told(scene, service, line, alone=alone)
    pieces = [with_digits(plain(piece)) for piece in _PIECES.split(text)]
    own = next((piece for piece in pieces if service in named_in(piece, scene.practice)), line)
    group = _GROUP.search(own)
    people = int(group["n"] or group["m"] or 2) if group else 1
    if told:
        return None if told > 1 < people else told * people
    if people > 1:
        return people
    one = re.search(
        r"\b(?:an?|1|the|her|his|my) (?:\w+ )?" + re.escape(plain(service.name)).removesuffix("s"), line
    )
    doubtful = _EACH.match(plain(service.price_note)) or _GROUP.search(line) or _MORE_PEOPLE.search(line)
    return 1 if one or alone or not doubtful else None


def _told(scene: Scene, service: Service, line: str, *, alone: bool) -> int:
    """The number that is told with a treatment or its unit; 0 where none is."""
    unit = _EACH.match(plain(service.price_note))
    if unit:
        one = unit["unit"]
        counted = re.findall(rf"\b(\d{{1,3}})(?: \w+)? (?:{one}s?|{_MANY.get(one, one)})\b", line)
        if counted:
            more = _MORE.findall(line) if alone and len(counted) == 1 else []
            return sum(map(int, (*counted, *more)))
    for found in _OFTEN.finditer(line):
        thing = re.sub(r"ies\b", "y", found["of"])
        if found["n"].isdigit() and int(found["n"]) * 100 == service.price_cents:
            continue  # "it's 110, not 45 like the sauna?"
        if not _NO_COUNT.match(thing) and service in named_in(thing, scene.practice):
            return 2 if found["n"].startswith("a ") else int(found["n"])
    return 0
