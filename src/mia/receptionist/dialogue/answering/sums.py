"""What several of the same treatment, or several treatments, cost in all: "14 units and 10 more", "the peel and the
facial together"."""

import re
from collections.abc import Sequence

from mia.platform.words.plain import plain
from mia.receptionist.dialogue.answering.offered import named_in
from mia.receptionist.dialogue.saying.speaking import say_money
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.numbers import with_digits
from mia.receptionist.practice import Service

TOTAL = re.compile(
    r"\b(?:my|the|our|a) (?:grand )?total\b|\bin total\b|\bin all\b|\ball in\b|\b(?:al)?together\b|\bcombined\b"
    r"|\b(?:come|comes|add|adds|adding) (?:up |out )?to\b"
)
"""How it is asked what several treatments cost at once."""
_EACH = re.compile(r"(?:per|each|a|an) (?P<unit>[a-z]+)$")
_MANY = {"tooth": "teeth", "foot": "feet"}
_NUMBER = r"(?<!at )\b(?P<n>\d{1,2}|a couple(?: of)?) "
_MORE = re.compile(r"\b(?:and|plus) (?:another )?(\d{1,3}) (?:more\b|(?:around|on|in|for|at|between|to) )")
"""What is counted in the units named before: "14 units in the forehead and 10 around the eyes"."""
_OFTEN = re.compile(rf"{_NUMBER}(?P<of>(?:[a-z]+ ){{0,2}}[a-z]+)")
_NO_COUNT = re.compile(
    r"(?:hours?|min(?:ute)?s?|days?|weeks?|months?|years?|percent|dollars|bucks|am|pm|oclock|of|or|to|and|people)\b"
)


def tell_sum(scene: Scene, services: Sequence[Service], text: str) -> None:
    """Say what the treatments whose prices were told come to, where more than one of them was asked for."""
    line = with_digits(plain(text))
    known = [(one, one.price_cents) for one in services if one.price_cents and _is_whole(one)]
    counts = [_count(scene, one, line, alone=len(services) == 1) for one, _ in known]
    several = len(services) > 1
    if len(known) != len(services) or not scene.practice.prices:
        return
    if several and TOTAL.search(line):
        total = sum(count * cents for count, (_, cents) in zip(counts, known, strict=True))
        scene.say("in_all", total=say_money(total))
    elif not several and counts and counts[0] > 1:
        scene.say("in_all_for", count=str(counts[0]), total=say_money(counts[0] * known[0][1]))


def _is_whole(service: Service) -> bool:
    """Whether a price is all that one of them costs: "from $90" is not."""
    note = plain(service.price_note)
    return not note or bool(_EACH.match(note)) or note == "each"


def _count(scene: Scene, service: Service, line: str, *, alone: bool) -> int:
    """How many of a treatment, or of the units it is priced by, are asked for."""
    unit = _EACH.match(plain(service.price_note))
    if unit:
        one = unit["unit"]
        counted = re.findall(rf"\b(\d{{1,3}})(?: \w+)? (?:{one}s?|{_MANY.get(one, one)})\b", line)
        if counted:
            more = _MORE.findall(line) if alone and len(counted) == 1 else []
            return sum(map(int, (*counted, *more)))
    for found in _OFTEN.finditer(line):
        if not _NO_COUNT.match(found["of"]) and service in named_in(found["of"], scene.practice):
            return 2 if found["n"].startswith("a ") else int(found["n"])
    return 1
