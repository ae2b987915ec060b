"""Weekdays of a week, weeks of a year, and days right beside another: "Thursday or Friday of next week"."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from mia.receptionist.dates.bounds import DATE, day_of
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS, Days, in_month, in_next_week, month_range, one, span

_WD = f"({'|'.join(WEEKDAYS)})s?"
_PART = rf"(early|mid|late) (?:in )?({'|'.join(MONTHS)})"
_LAST_WEEK = 26
"""The day of December from which the last week of the year is counted."""


def _of_next_week(found: re.Match[str], today: date) -> Days:
    names = re.findall(_WD, found[0])
    return Days(tuple(sorted({in_next_week(WEEKDAYS.index(name), today) for name in names})))


def _weekday_in(name: str, part: str, month: str, today: date) -> Days:
    whole = month_range(in_month(month), part, today)
    first, last = whole.days[0], whole.until or whole.days[0]
    every = (first + timedelta(days=number) for number in range((last - first).days + 1))
    return Days(tuple(day for day in every if day.weekday() == WEEKDAYS.index(name)))


def _beside(words: str, before: str, today: date) -> Days:
    day = day_of(words, today)
    return one(day - timedelta(days=1) if before == "before" else day + timedelta(days=1))


WEEKS: tuple[tuple[str, Callable[[re.Match[str], date], Days | None]], ...] = (
    (
        rf"\bnext (?:week )?(?:on )?(?:{_WD} ){{1,4}}(?:or|and) (?:next )?{_WD}\b(?! (?:the )?\d)"
        rf"|\b(?:{_WD} ){{1,4}}(?:or|and) {_WD} (?:of |in )?(?:the )?(?:next|coming|following) week\b",
        _of_next_week,
    ),
    (rf"\b{_PART} (?:on )?(?:an? |any |some )?{_WD}", lambda m, t: _weekday_in(m[3], m[1], m[2], t)),
    (rf"\b(?:an? |any |some )?{_WD} in {_PART}\b", lambda m, t: _weekday_in(m[1], m[2], m[3], t)),
    (
        r"\blast week (?:of|in) (?:the|this) year\b|\bbetween christmas and (?:the )?new years?\b",
        lambda m, t: span(max(t, date(t.year, 12, _LAST_WEEK)), date(t.year, 12, 31)),
    ),
    (rf"\bday (after|before) ({DATE})", lambda m, t: _beside(m[2], m[1], t)),
)
"""Each pattern with what it means; they come before those for single days."""
