"""Days that callers name by their feast: "the day after Thanksgiving", "New Year's Eve"."""

import re
from datetime import date, timedelta

_FIXED = {
    "new years? eve": (12, 31),
    "new years?(?: day)?": (1, 1),
    "valentines?(?: day)?": (2, 14),
    "(?:4th|fourth) of july|july fourth|independence day": (7, 4),
    "halloween": (10, 31),
    "(?:christmas|xmas) eve": (12, 24),
    "christmas(?: day)?|xmas": (12, 25),
}
_NTH_WEEKDAY = {  # month, weekday (Monday = 0), which of the month (-1: the last)
    "presidents? day": (2, 0, 3),
    "memorial day": (5, 0, -1),
    "labor day": (9, 0, 1),
    "thanksgiving(?: day)?": (11, 3, 4),
}
_DAY_AFTER = {"black friday": "thanksgiving"}
NAMES = "|".join((*_FIXED, *_NTH_WEEKDAY, *_DAY_AFTER))
_NEXT = "the holiday"
_GREAT = ("memorial day", "july fourth", "labor day", "thanksgiving", "christmas", "new year")
NAMES_OR_NEXT = f"{NAMES}|{_NEXT}"
"""Also "the week after the holiday": the next one that most people have off."""


def holiday(name: str, today: date) -> date:
    """The next such day, today included. ``name`` is plain text that one of ``NAMES`` matched."""
    if name == _NEXT:
        return min(holiday(one, today) for one in _GREAT)
    this_year = _in_year(name, today.year)
    return this_year if this_year >= today else _in_year(name, today.year + 1)


def _in_year(name: str, year: int) -> date:
    if name in _DAY_AFTER:
        return _in_year(_DAY_AFTER[name], year) + timedelta(days=1)
    for pattern, (month, day) in _FIXED.items():
        if re.fullmatch(pattern, name):
            return date(year, month, day)
    for pattern, (month, weekday, which) in _NTH_WEEKDAY.items():
        if re.fullmatch(pattern, name):
            return _nth(year, month, weekday, which)
    raise ValueError(name)


def _nth(year: int, month: int, weekday: int, which: int) -> date:
    first = date(year, month, 1)
    day = first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (max(which, 1) - 1))
    while which < 0 and (day + timedelta(days=7)).month == month:
        day += timedelta(days=7)
    return day
