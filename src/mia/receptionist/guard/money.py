"""Amounts of money and shares of a price that a text names."""

import re
from typing import Any

from mia.receptionist.guard.normal import normal

_WRITTEN = re.compile(r"(?:\$|usd) ?(\d[\d,]*)(?:\.(\d\d))?", re.IGNORECASE)
_DOLLARS = re.compile(
    r"(?<![$:\d])\b(\d+)(?: (\d\d)(?= dollars| bucks))? (?:us )?(?:dollars?|bucks|usd|euros?|pounds?)\b"
)
_CENTS = re.compile(r"\b(?P<dollars>\d+ dollars? (?:and )?)?(?P<cents>\d+) cents?\b")
_PERCENT = re.compile(r"\b(\d+) percent\b")
_RATE = re.compile(
    r"(?<![$:\d])\b(\d+) (?:per|an?|each|for each) (?:unit|syringe|session|area|vial|treatment|visit)\b"
)
_COSTS = re.compile(
    r"\b(?:costs?|prices? (?:is|are|of|at|starts? at)|priced at|charge|runs?|fee (?:is|of)|deposit (?:is|of)|"
    r"discount of|save|total (?:is|of)|comes to) (?:you )?(?:about |around |only |just |roughly |up to )?"
    r"(\d+)\b(?! (?:minutes?|hours?|days?|weeks?|months?|percent|units?|cents?|am|pm|oclock|sessions?))"
)
_FREE = re.compile(
    r"\b(?:free of charge|for free|complimentary|no (?:charge|cost|fee)|(?:without|at no)(?: \w+)? (?:charge|cost)|"
    r"on the house|half (?:price|off)|(?:a|your) free|free (?:consult\w*|treatment|session|unit|visit))\b"
)

Amount = tuple[str, int]
"""``("cents", 1400)``, ``("percent", 20)`` or ``("free", 0)``."""


def amounts(text: str) -> set[Amount]:
    """The amounts that a text as written or said names."""
    found: set[Amount] = {
        ("cents", int(dollars.replace(",", "")) * 100 + int(cents or 0))
        for dollars, cents in _WRITTEN.findall(text)
    }
    line = normal(_WRITTEN.sub(" ", text))
    for match in _CENTS.finditer(line):
        dollars = int((match["dollars"] or "0").split()[0])
        found.add(("cents", dollars * 100 + int(match["cents"])))
    rest = _CENTS.sub(" ", line)
    found |= {("cents", int(dollars) * 100 + int(cents or 0)) for dollars, cents in _DOLLARS.findall(rest)}
    rest = _DOLLARS.sub(" ", rest)
    for pattern in (_RATE, _COSTS):
        found |= {("cents", int(number) * 100) for number in pattern.findall(rest)}
    found |= {("percent", int(number)) for number in _PERCENT.findall(line)}
    if _FREE.search(line):
        found.add(("free", 0))
    return found


def service_amounts(service: dict[str, Any]) -> set[Amount]:
    """What a service of ``metadata.practice`` costs."""
    cents = service.get("price_cents")
    found = amounts(f"{service.get('price_note') or ''} {service.get('description') or ''}")
    if cents is not None:
        found |= {("cents", int(cents))} | ({("free", 0)} if int(cents) == 0 else set())
    return found
