"""Which days a name of days stands for, counted from today: "next Friday", "the end of the month"."""

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
EDGE = {"beginning": (0, 1), "start": (0, 1), "early": (0, 1), "first part": (0, 1), "middle": (1, 3)}
EDGE |= {"end": (3, 5), "later": (3, 5), "late": (3, 5), "latter part": (3, 5), "later in": (3, 5)}
"""The weekdays, 0 for Monday, that a part of a week stands for."""
_MONTHS, _LONGEST_MONTH = 3, 31
"""Days of a number among which a weekday is looked for; the largest such number."""
_WEEKS = 4
"""Weeks ahead in which a weekday that is named for any week is looked for."""


@dataclass(frozen=True)
class Days:
    """Alternatives, or a range when ``until`` is set (then ``days`` holds its first day)."""

    days: tuple[date, ...]
    until: date | None = None


def coming(weekday: int, today: date) -> date:
    """The next day of that weekday after today."""
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def weekday_beside(name: str, day: date, *, before: bool) -> date:
    """The weekday of that name that comes right before or after a day."""
    after = coming(WEEKDAYS.index(name), day)
    return after - timedelta(weeks=1 + (after - timedelta(weeks=1) == day)) if before else after


def in_next_week(weekday: int, today: date) -> date:
    """That weekday of the week after this one, weeks starting on Monday."""
    return today - timedelta(days=today.weekday()) + timedelta(days=7 + weekday)


def weekday(name: str) -> int:
    """The number of a weekday by its name, 0 for Monday."""
    return WEEKDAYS.index(name)


def count(word: str | None) -> int:
    """How many: "a", "2", "a couple", "a few"."""
    if word is None or word in ("a", "an", "one"):
        return 1
    if word.isdigit():
        return int(word)
    return 2 if "couple" in word else 3


def named(which: str | None, name: str, today: date) -> date:
    """The day of "Friday", "this Friday" or "next Friday"."""
    number = weekday(name)
    if which == "next":
        return in_next_week(number, today)
    if which == "this" and number == today.weekday():
        return today
    return coming(number, today)


def month_day(month: int, day: int, year: int | None, today: date) -> date:
    """A date of a month, this year or else the next."""
    if year:
        return date(year, month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year >= today else date(today.year + 1, month, day)


def day_of_month(day: int, today: date) -> date:
    """ "The 12th": the next day of that number, which today is not called; ``ValueError`` when there is none."""
    return next(found for found in _days_of_number(day, today) if found > today)


def from_number_to(first: int, last: int, today: date) -> Days:
    """ "The 28th to the 31st": of the next month that has the last of them, where they rise."""
    end = day_of_month(last, today)
    begin = end.replace(day=first) if first <= last else day_of_month(first, today)
    return span(max(begin, today), end)


def weekday_of_month(name: str, day: int, today: date) -> date:
    """ "Monday the 21st": the next day of that number that is such a weekday, if one of the next months has it; who
    errs in the weekday means the next day of that number."""
    soon = list(islice(_days_of_number(day, today), _MONTHS))
    return next((found for found in soon if found.weekday() == weekday(name)), soon[0])


def _days_of_number(day: int, today: date) -> Iterator[date]:
    """The days of that number in the months to come; ``ValueError`` when no month has one."""
    year, month = today.year, today.month
    if not 1 <= day <= _LONGEST_MONTH:
        raise ValueError(day)
    while True:
        if day <= monthrange(year, month)[1] and (found := date(year, month, day)) >= today:
            yield found
        year, month = (year + 1, 1) if month == len(MONTHS) else (year, month + 1)


def month_range(month: int, part: str | None, today: date) -> Days:
    """The days of a month that are to come, or its early, middle or late part."""
    year = today.year if month >= today.month else today.year + 1
    first = date(year, month, 1)
    last = (date(year + (month == 12), month % 12 + 1, 1)) - timedelta(days=1)
    start, end = {
        "early": (first, first.replace(day=10)),
        "mid": (first.replace(day=11), first.replace(day=20)),
        "late": (first.replace(day=21), last),
        "first half": (first, first.replace(day=15)),
        "second half": (first.replace(day=16), last),
    }.get(part or "", (first, last))
    return span(max(start, today), end)


def week_of_month(number: int, month: int, today: date, weeks: int = 1) -> Days:
    """ "The second week of December", or ``weeks`` of them: the first has most of its days in the month."""
    first = month_range(month, None, today).days[0].replace(day=1)
    monday = first + timedelta(days=(3 - first.weekday()) % 7 - 3)
    begins = max(monday + timedelta(weeks=number - 1), first)
    ends = monday + timedelta(weeks=number - 1 + weeks, days=-1)
    return span(max(begins, today), max(ends, today))


def first_full_week(month: int, today: date) -> Days:
    """The first week of a month that begins in it, on its Monday."""
    first = month_range(month, None, today).days[0].replace(day=1)
    monday = first + timedelta(days=-first.weekday() % 7)
    return span(max(monday, today), max(monday + timedelta(days=6), today))


def month_edge(edge: str, which: str | None, name: str | None, today: date) -> Days:
    """ "The end of the month"."""
    month = in_month(name) if name else (today.month % 12 + 1 if which == "next" else today.month)
    part = edge if edge.endswith("half") else {0: "early", 1: "mid"}.get(EDGE[edge][0], "late")
    found = month_range(month, part, today)
    if edge == "end" and found.until:  # its last week
        found = span(max(found.days[0], found.until - timedelta(days=6)), found.until)
    last = found.until or found.days[0]
    return found if last >= today else one(today)


def nth_weekday(which: str, weekday: int, near: str | None, name: str | None, today: date) -> date:
    """ "The last Friday of the month": this month's unless it has gone by."""
    month = in_month(name) if name else (today.month % 12 + 1 if near == "next" else today.month)
    for year, number in ((today.year, month), (today.year + 1, month)) if name else _two_months(month, today):
        first = date(year, number, 1)
        days = [first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * week) for week in range(5)]
        inside = [day for day in days if day.month == number]
        found = inside[-1] if which == "last" else inside[int(which[0]) - 1]
        if found >= today:
            return found
    raise ValueError(which)


def weekdays_of(names: Sequence[str | None], month: int, today: date, most: int | None = None) -> Days:
    """ "A Thursday or Friday in December": any of those to come, or the first ``most`` of them."""
    weekdays = {weekday(name) for name in names if name}
    whole = month_range(month, None, today)
    first, last = whole.days[0], whole.until or whole.days[0]
    every = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return Days(tuple(day for day in every if day.weekday() in weekdays)[:most])


def _two_months(month: int, today: date) -> tuple[tuple[int, int], tuple[int, int]]:
    year = today.year + (month < today.month)
    return (year, month), (year + month // 12, month % 12 + 1)


def week_up_to(day: date, words: str, today: date) -> Days:
    """The week of a holiday, or the one before it."""
    monday = day - timedelta(days=day.weekday() + 7 * ("before" in words))
    return span(max(monday, today), max(monday + timedelta(days=6), today))


def week_with(day: date, today: date) -> Days:
    """The week, from Monday on, that a day lies in: "the week of December 14"; of a Sunday the one that follows."""
    monday = day + timedelta(days=1) if day.weekday() == 6 else day - timedelta(days=day.weekday())
    return span(max(monday, today), max(monday + timedelta(days=6), today))


def weekend_with(day: date) -> Days:
    """The Saturday and Sunday that a day lies in, or comes before."""
    saturday = day - timedelta(days=1) if day.weekday() == 6 else day + timedelta(days=5 - day.weekday())
    return span(saturday, saturday + timedelta(days=1))


def weekends_of(which: str | None, near: str | None, name: str | None, today: date) -> Days:
    """ "Weekends in December", "the first weekend of next month": the Saturdays and Sundays that are to come."""
    month = in_month(name) if name else (today.month % 12 + 1 if near == "next" else today.month)
    names = ("saturday", "sunday")
    days = weekdays_of(names, month, today).days
    saturdays = [day for day in days if day.weekday() == WEEKDAYS.index("saturday")]
    place = {"1st": 0, "first": 0, "2nd": 1, "second": 1, "3rd": 2, "third": 2, "last": -1}.get(which or "")
    return Days(days) if place is None or not saturdays else weekend_with(saturdays[place])


def span(first: date, last: date) -> Days:
    """Days from ``first`` to ``last``."""
    return Days((first,), last) if last > first else Days((first,))


def one(day: date) -> Days:
    """A single day."""
    return Days((day,))


def week(offset: int, today: date, first: int = 0, last: int = 6) -> Days:
    """The week ``offset`` weeks on, or some of its days, from today on."""
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=offset)
    return span(max(monday + timedelta(days=first), today), max(monday + timedelta(days=last), today))


def weekend_near(side: str, day: date) -> Days:
    """The Saturday and Sunday before, around or after a holiday."""
    saturday = coming(5, day) if side == "after" else day + timedelta(days=5 - day.weekday())
    if side == "before":
        saturday -= timedelta(weeks=1)
    return span(saturday, saturday + timedelta(days=1))


def weekend(which: str | None, today: date) -> Days:
    """ "This weekend", "next weekend"."""
    saturday = today if today.weekday() == 5 else coming(5, today)
    if today.weekday() == 6 and which != "next":
        return one(today)
    if which == "next":
        saturday = in_next_week(5, today)
    return span(saturday, saturday + timedelta(days=1))


def from_to(first: date, last: date) -> Days:
    """ "Monday to Wednesday"; a last day before the first is of the next week."""
    return span(first, last if last >= first else last + timedelta(days=7))


def in_month(text: str) -> int:
    """The number of a month by its name, 1 for January."""
    return MONTHS.index(text) + 1


def weekly(names: Sequence[str | None], today: date) -> Days:
    """ "Fridays", "a Friday": any of the next ones."""
    weekdays = [weekday(name) for name in names if name]
    return Days(
        tuple(sorted(coming(day, today) + timedelta(weeks=week) for day in weekdays for week in range(_WEEKS)))
    )


def from_month_to_month(found: re.Match[str], today: date) -> Days | None:
    """ "November 30 to December 10"; "December 4 and December 18" are two days, whose "and" is heard elsewhere."""
    if " and " in found[0] and not found[0].startswith("between"):
        return None
    days = [month_day(in_month(found[at]), int(found[at + 1]), None, today) for at in (1, 3)]
    return span(*days)


def dated(month: str | None, number: str, today: date) -> date:
    """ "December 14", or "the 14th"."""
    return month_day(in_month(month), int(number), None, today) if month else day_of_month(int(number), today)


def each_of(month: str, numbers: list[str], today: date) -> Days | None:
    """Three days or more of one month: "December 1, 8 and 15"; None where the numbers do not rise."""
    days = [int(number) for number in numbers]
    if days != sorted(set(days)) or days[-1] > 31:
        return None
    return Days(tuple(month_day(in_month(month), day, None, today) for day in days))


def in_turn(numbers: list[str], today: date) -> Days | None:
    """ "The 2nd, 3rd or 4th"; None where the days do not rise."""
    days = [day_of_month(int(number), today) for number in numbers]
    return Days(tuple(days)) if days == sorted(set(days)) else None
