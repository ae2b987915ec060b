"""What Mia reads back, as a simulated patient hears it: by her words alone, never by what she remembers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

ENGLISH_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SPANISH_MONTHS = (
    *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
    *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
)
_MONTHS = {name: at for names in (ENGLISH_MONTHS, SPANISH_MONTHS) for at, name in enumerate(names, 1)}
_MONTH = "|".join(_MONTHS)
_ON = rf"(?:on \w+, (?P<month>{_MONTH}) (?P<day>\d+)\w*|el \w+ (?P<dia>\d+) de (?P<mes>{_MONTH}))"
_AT = r"(?: at| a las?| al) (?P<clock>noon|mediodía|\d{1,2}(?::\d\d)?)(?: (?P<half>AM|PM|a\. m\.|p\. m\.))?"
_FOR = re.compile(r", (?:for|a nombre de|para) (?P<who>[^,]+), (?:phone|at|teléfono)\b")


@dataclass(frozen=True)
class ReadBack:
    """A visit that Mia told; ``who`` is empty where she named nobody."""

    service: str
    start: datetime
    who: str = ""


def visits_told(said: str, practice: Mapping[str, Any], now: datetime) -> list[ReadBack]:
    """The visits that are told with service, day and hour, in order."""
    ids = {service["name"]: service["id"] for service in practice["services"]}
    names = "|".join(re.escape(name) for name in sorted(ids, key=len, reverse=True))
    person = _FOR.search(said)
    who = person["who"] if person else ""
    return [
        ReadBack(ids[found["name"]], _start(found, now), who)
        for found in re.finditer(rf"\b(?P<name>{names}) {_ON}{_AT}", said)
    ]


def _start(found: re.Match[str], now: datetime) -> datetime:
    month, day = _MONTHS[found["month"] or found["mes"]], int(found["day"] or found["dia"])
    if found["clock"] in ("noon", "mediodía"):
        hour, minute = 12, 0
    else:
        told, _, minutes = found["clock"].partition(":")
        afternoon = (found["half"] or "").lower().startswith("p")
        hour, minute = int(told) % 12 + (12 if afternoon else 0), int(minutes or 0)
    year = now.year + (month < now.month)
    return datetime.combine(date(year, month, day), time(hour, minute))
