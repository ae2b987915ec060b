"""Days told by one that they come before or after: "any time after the 5th", "by Friday", "the Monday after
Thanksgiving"."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from mia.receptionist.dates.holidays import NAMES as HOLIDAYS
from mia.receptionist.dates.holidays import NAMES_OR_NEXT, holiday
from mia.receptionist.dates.reckoning import (
    MONTHS,
    WEEKDAYS,
    Days,
    coming,
    count,
    day_of_month,
    in_month,
    in_next_week,
    month_day,
    month_range,
    one,
    span,
    weekday_beside,
)

_AHEAD = timedelta(weeks=4)
"""How far ahead is looked where only the first day is told."""
_NAMES, _MONTH = "|".join(WEEKDAYS), "|".join(MONTHS)
DATE = (
    rf"(?:(?:{_NAMES}) )?(?:the )?(?:(?:{_MONTH}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)"
    rf"(?: (?:of )?(?:{_MONTH}))?|\d{{1,2}}/\d{{1,2}})(?![\d:/]| ?(?:am|pm|oclock)\b)"
)
_DAY = rf"({DATE}|{NAMES_OR_NEXT})"
_WEEKDAY = rf"(?:(?:this|next) )?({_NAMES})\b"
_ABSENT = r"(?:away|on the road|out of town|gone|travell?ing|on vacation|abroad|overseas|out|not back|not here)"
_AFTER = (
    r"(?:(?<!one )(?<!1 )(?<!right )(?<!\bday )(?<!days )(?<!week )(?<!weeks )(?<!weekend )after|later than|past)"
)
_FROM = (
    r"(?:no earlier than|no sooner than|(?:not|nothing) (?:before|until|till)|on or after|starting(?: on)?|"
    r"as of|(?:am|be|get|gets|home) back(?: on| by)?"
    r"|be (?:okay|fine|better|well|ready|recovered|good) (?:again )?by)"
)
_BEFORE = (
    r"(?:(?<!not )(?<!nothing )(?<!\bday )(?<!days )(?<!week )(?<!weeks )(?<!weekend )before|earlier than|prior to)"
)
_BY = (
    r"(?:no later than|(?:not|nothing) (?:after|past|later than)|on or before|up (?:to|until)|"
    r"(?<!drop )(?<!stop )(?<!come )(?<!swing )(?<!pop )(?<!walk )by)"
)


def day_of(words: str, today: date) -> date:
    """The day of "Friday the 4th", "December 14", "the 14th", "12/14" or a feast."""
    if slashed := re.search(r"(\d{1,2})/(\d{1,2})", words):
        return month_day(int(slashed[1]), int(slashed[2]), None, today)
    number, month = re.search(r"\d{1,2}", words), re.search(_MONTH, words)
    if number is None:
        return holiday(words, today)
    if month:
        return month_day(in_month(month[0]), int(number[0]), None, today)
    return day_of_month(int(number[0]), today)


def from_day(first: date, today: date) -> Days:
    """That day and the weeks after it."""
    return span(max(first, today), max(first, today) + _AHEAD)


def up_to_day(last: date, today: date) -> Days:
    """The days up to that one."""
    return span(today, max(last, today))


def _between(first: date, last: date) -> Days | None:
    return span(first, last) if first <= last else None


_A_DAY = timedelta(days=1)


def _beside(day: date, told: re.Match[str]) -> Days:
    """The day or week before or after a day: "two weeks before my wedding on the 19th"."""
    step = _A_DAY if told[3] == "after" else -_A_DAY
    if told[1] is None and told[2] == "week":
        return span(*sorted((day + step, day + 7 * step)))
    return one(day + count(told[1]) * step * (7 if told[2].startswith("week") else 1))


_OF_A_DAY = r"(?:shift|work|class|school|lunch|meeting|appointment|practice|visit|one|morning|afternoon|evening)\b"
_EVENT = (
    rf"(?:my|our|the|his|her|their|an?) (?:(?!\d|on\b|{_OF_A_DAY})\w+ ){{1,4}}?"
    r"(?:(?:which|that) )?(?:(?:is|s|comes up|takes place|starts) )?(?:on )?"
)
"""What someone is to be ready for: "before my cruise on the 11th"."""
_LEAVES = (
    r"(?:i|we) (?:(?:am|are) )?(?:leav(?:e|ing)|fly(?:ing)?|head(?:ing)?|tak(?:e|ing) off|ship(?:ping)?"
    r"|deploy(?:ing)?|sail(?:ing)?)(?! (?:work|school|the (?:house|office)|at)\b)"
    r"(?: (?:out|off|away|home|back|town))*(?: (?:for|to) (?:(?!\d)\w+ ){0,2}?(?!\d)\w+)?(?: on| by)?"
)
"""After which nobody is here: "I leave for Peru on the 10th"."""
BOUNDS: tuple[tuple[str, Callable[[re.Match[str], date], Days | None]], ...] = (
    (
        rf"\b(?<!or )(?<!and )(?<!a )(?<!any )(?<!some )(?:the |that )?({_NAMES}) "
        rf"(?:(?:right|just) (?=\w+ (?:{NAMES_OR_NEXT})))?(before|after) {_DAY}",
        lambda m, t: one(weekday_beside(m[1], day_of(m[3], t), before=m[2] == "before")),
    ),
    (
        rf"\bafter {_DAY} (?:and|but) before {_DAY}",
        lambda m, t: _between(day_of(m[1], t) + _A_DAY, day_of(m[2], t) - _A_DAY),
    ),
    (
        rf"\b(?<!before )(?<!until )(?<!by )(?<!after )({HOLIDAYS}) (?:week )?(?:so |then )?({_NAMES})\b"
        rf"(?! (?:the )?(?:\d|{_MONTH}))",
        lambda m, t: one(coming(WEEKDAYS.index(m[2]), holiday(m[1], t))),
    ),
    (rf"\bbetween {_DAY} and {_DAY}", lambda m, t: _between(day_of(m[1], t), day_of(m[2], t))),
    (rf"\b{_FROM} {_DAY}(?! (?:to|through|until|till)\b)", lambda m, t: from_day(day_of(m[1], t), t)),
    (
        rf"\b{_FROM} ({_MONTH})\b(?! (?:the )?\d)",
        lambda m, t: from_day(month_range(in_month(m[1]), None, t).days[0], t),
    ),
    (rf"\b(?:{_FROM}|from|beginning) next week\b(?: on)?", lambda m, t: from_day(in_next_week(0, t), t)),
    (
        r"\b(?:by|before) (?:the )?end of (this|the|next) week\b",
        lambda m, t: up_to_day(in_next_week(5, t) - timedelta(weeks=m[1] != "next"), t),
    ),
    (rf"\b{_DAY} (?:on ?wards?|(?:or|and) (?:later|after|beyond))\b", lambda m, t: from_day(day_of(m[1], t), t)),
    (rf"\bfrom {_DAY} on\b", lambda m, t: from_day(day_of(m[1], t), t)),
    (rf"\b{_ABSENT} (?:until|till|through) {_DAY}", lambda m, t: from_day(day_of(m[1], t) + _A_DAY, t)),
    (rf"\b(?:{_BY}|by (?:this|that)) {_DAY}", lambda m, t: up_to_day(day_of(m[1], t), t)),
    (rf"\b{_AFTER} {_DAY}", lambda m, t: from_day(day_of(m[1], t) + _A_DAY, t)),
    (rf"\b{_BEFORE} {_DAY}", lambda m, t: up_to_day(day_of(m[1], t) - _A_DAY, t)),
    (
        rf"\b(?:(an?|1|2|3|4|couple(?: of)?|few) )?(days?|weeks?) (before|after) {_EVENT}{_DAY}",
        lambda m, t: _beside(day_of(m[4], t), m),
    ),
    (rf"\b(?:{_BEFORE}|ahead of) {_EVENT}{_DAY}", lambda m, t: up_to_day(day_of(m[1], t) - _A_DAY, t)),
    (rf"\b{_AFTER} {_EVENT}{_DAY}", lambda m, t: from_day(day_of(m[1], t) + _A_DAY, t)),
    (rf"\b{_LEAVES} {_DAY}", lambda m, t: up_to_day(day_of(m[1], t) - _A_DAY, t)),
    (rf"\b{_BY} {_WEEKDAY}", lambda m, t: up_to_day(coming(WEEKDAYS.index(m[1]), t), t)),
    (rf"\b{_BEFORE} {_WEEKDAY}", lambda m, t: up_to_day(coming(WEEKDAYS.index(m[1]), t) - _A_DAY, t)),
)
"""Each pattern with what it means; they come before those for the days themselves."""
