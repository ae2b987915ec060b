"""A day told by one that was named before it: "my birthday is the 11th, can I come the morning after?"."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from mia.receptionist.dates.bounds import from_day, up_to_day
from mia.receptionist.dates.holidays import NAMES as HOLIDAYS
from mia.receptionist.dates.holidays import holiday
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS, Days, count, one, span, weekday_beside, weekend_with

_WD = rf"({'|'.join(WEEKDAYS)})"
_SIDE = r"(after|afterwards?|later|before|prior|earlier|ahead)"
_EARLIER = ("before", "prior", "earlier", "ahead")
_NO_OTHER = (
    rf"(?: (?:of )?(?:that|it|this|then)\b)?(?! (?:tomorrow|today|next|christmas|new year|work|school|class|lunch"
    rf"|dinner|noon|surgery|\w+ing\b|i |he |she |they |we |{HOLIDAYS}|{'|'.join((*MONTHS, *WEEKDAYS))}|\d))"
)
"""What may follow, so that the day is none told by something else: "the day after my finals"."""
_COUNT = r"(an?|one|1|couple(?: of)?|a couple(?: of)?|few|a few|\d{1,2})"
_IN_DAYS = {"d": 1, "w": 7}
_DAY = r"(?<!any )(?<!some )day"
_PART = r"(?<!any )(?<!some )(?:morning|afternoon|evening|night)"


def _sign(side: str) -> int:
    return -1 if side in _EARLIER else 1


def _week(side: str, day: date) -> Days:
    monday = day - timedelta(days=day.weekday()) + _sign(side) * timedelta(weeks=1)
    return span(monday, monday + timedelta(days=6))


def _either(side: str, day: date, least: int, most: int) -> Days:
    found = sorted(day + _sign(side) * timedelta(days=number) for number in (least, most))
    return span(found[0], found[1])


_MEANINGS: tuple[tuple[str, Callable[[re.Match[str], date], Days]], ...] = (
    (
        rf"{_WD} (?:the )?{_COUNT} (?:days?|weeks?) {_SIDE}{_NO_OTHER}",
        lambda m, day: one(weekday_beside(m[1], day, before=_sign(m[3]) < 0)),
    ),
    (
        rf"(?:the )?{_WD} (?:right |just )?(before|after){_NO_OTHER}",
        lambda m, day: one(weekday_beside(m[1], day, before=m[2] == "before")),
    ),
    (
        rf"{_COUNT} (day|week) (?:or|to) {_COUNT} {_SIDE}{_NO_OTHER}",
        lambda m, day: _either(m[4], day, *(count(m[at]) * _IN_DAYS[m[2][0]] for at in (1, 3))),
    ),
    (
        rf"{_COUNT} (?:or|to) {_COUNT} (days?|weeks?) {_SIDE}{_NO_OTHER}",
        lambda m, day: _either(m[4], day, *(count(m[at]) * _IN_DAYS[m[3][0]] for at in (1, 2))),
    ),
    (
        rf"{_COUNT} (days?|weeks?) {_SIDE}{_NO_OTHER}",
        lambda m, day: one(day + _sign(m[3]) * count(m[1]) * timedelta(days=_IN_DAYS[m[2][0]])),
    ),
    (
        rf"weekend (before|after){_NO_OTHER}",
        lambda m, day: weekend_with(weekend_with(day).days[0] + _sign(m[1]) * timedelta(weeks=1)),
    ),
    (rf"week (before|after){_NO_OTHER}|following week", lambda m, day: _week(m[1] or "after", day)),
    (rf"{_DAY} (after|before){_NO_OTHER}", lambda m, day: one(day + timedelta(days=_sign(m[1])))),
    (
        rf"{_PART} (after|before)(?! (?:the|my|our|his|her|their)\b){_NO_OTHER}",
        lambda m, day: one(day + timedelta(days=_sign(m[1]))),
    ),
    (r"(?:next|following) (?:day|morning)", lambda m, day: one(day + timedelta(days=1))),
)
_TOLD = tuple((re.compile(rf"\b(?:{pattern})\b"), meaning) for pattern, meaning in _MEANINGS)
_UP_TO = re.compile(r"\b(?:before|earlier than|prior to|ahead of) (?:that|then)\b")
_FROM = re.compile(r"\b(?:after|later than|past) (?:that|then)\b")
_AN_HOUR = re.compile(r"\b(?:at|by|until|till|from|after|before) \d|\d ?(?:am|pm)\b|\d:\d|\bnoon\b")
"""Beside an hour, "before that" means the hour."""
_OR = re.compile(r"\| or(?: maybe)?(?: the)? *$")


def hear_beside(rest: str, day: date, today: date) -> tuple[Days, str] | None:
    """The day that the words after ``|`` tell by the ``day`` that stood there, and the other words; ``None`` where
    none do. A day that was called by both is that day: "Thanksgiving. Friday then, the day after"."""
    after = rest.find("|") + 1
    for pattern, meaning in _TOLD:
        match = pattern.search(rest, after)
        if match is None:
            continue
        found = meaning(match, day)
        left = f"{rest[: match.start()]} | {rest[match.end() :]}"
        if found.days[0] < today:
            return None
        if _OR.search(rest[: match.start()]) and not found.until:
            return Days(tuple(sorted({day, *found.days}))), left
        return found, left
    return None if _AN_HOUR.search(rest) else _bounded(rest, after, day, today)


def _bounded(rest: str, after: int, day: date, today: date) -> tuple[Days, str] | None:
    """ "I leave on the 12th, so before that", "paid on the 15th, so any day after that"."""
    a_day = timedelta(days=1)
    if (bound := _UP_TO.search(rest, after)) and day > today:
        found = up_to_day(day - a_day, today)
    elif bound := _FROM.search(rest, after):
        found = from_day(day + a_day, today)
    else:
        return None
    return found, f"{rest[: bound.start()]} | {rest[bound.end() :]}"


def tells_by_another(line: str) -> bool:
    """Whether a plain text tells a day by one that was named before it: "the Tuesday right before that"."""
    told = any(pattern.search(line) for pattern, _ in _TOLD)
    return told or bool(_UP_TO.search(line) or _FROM.search(line))


def is_called_both(text: str, day: date, today: date) -> bool:
    """Whether a feast next to the day was named, so that "the day after" only says which day that is."""
    feasts = [holiday(name[0], today) for name in re.finditer(HOLIDAYS, text)]
    return any(abs((feast - day).days) == 1 for feast in feasts)
