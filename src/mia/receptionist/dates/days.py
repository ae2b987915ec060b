"""Which days a caller names: weekdays, dates, "a week from Monday", "next weekend"."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from mia.receptionist.dates.holidays import NAMES as HOLIDAYS
from mia.receptionist.dates.holidays import holiday

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
_MONTH_SHORT = {m[:3]: m for m in MONTHS} | {"sept": "september"}
_WD = r"(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?"
_NAMES = "|".join(WEEKDAYS)
_WEEKLY = rf"(?:({_NAMES})s|({_NAMES}))"
_FOR_ANY = re.compile(r"days\b|\b(?:an?|any|some|every|either) \w+day\b")
_MONTH = "(" + "|".join(MONTHS) + ")"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_ORD = r"(\d{1,2})(?:st|nd|rd|th)"
_COUNT = r"(a|an|one|\d{1,2}|couple of|a couple of|a couple|few|a few)"

# What recognizers make of weekday names, and written short forms.
_MISHEARD = {
    r"\b(?:tues|twos|chews|choose|toose) day\b": "tuesday",
    r"\b(?:wens|wends|wednes|when s) ?day\b": "wednesday",
    r"\b(?:wensday|wenesday|wendsday|wednseday)\b": "wednesday",
    r"\b(?:thurs|thirs|thers|furs) day\b": "thursday",
    r"\b(?:thirsday|thersday|thrusday)\b": "thursday",
    r"\b(?:fry|fri) day\b": "friday",
    r"\b(?:mon|mun) day\b": "monday",
    r"\b(?:satur|sat or|sadder) day\b": "saturday",
    r"\b(?:sun|son) day\b": "sunday",
    r"\b(?:tues|tue)\b": "tuesday",
    r"\bweds?\b": "wednesday",
    r"\b(?:thurs|thur|thu)\b": "thursday",
    r"\b(?:fri)\b": "friday",
    r"\b(?:mon)\b": "monday",
    r"\b(on|this|next) sat\b": r"\1 saturday",
    r"\b(on|this|next) sun\b(?! damage)": r"\1 sunday",
    r"\bto morrow\b": "tomorrow",
    r"\b(?:whence|wens|wence|wednes) (?:the|they|day)\b": "wednesday",
    r"\b(next|this|on|for) choose (?:that|they|the|day)\b": r"\1 tuesday",
    r"(?:^|\b(?:on|next|this) )money\b(?=$| (?:at|in|around|morning|afternoon|the|after|before))": "monday",
    r"\b(?:a|the|1) wheat (?=from|after)": "a week ",
    r"\b(half|quarter|\d+) (?:passed|bust|pass|paste)\b": r"\1 past",
}


@dataclass(frozen=True)
class Days:
    """Alternatives, or a range when ``until`` is set (then ``days`` holds its first day)."""

    days: tuple[date, ...]
    until: date | None = None


def mend(text: str) -> str:
    """Repair weekday names that a recognizer split or misspelt, and open short month names."""
    for pattern, name in _MISHEARD.items():
        text = re.sub(pattern, name, text)
    return re.sub(
        r"\b(jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b(?= \d| the \d)",
        lambda m: _MONTH_SHORT[m[1]],
        text,
    )


def hear_days(text: str, today: date) -> tuple[Days | None, str]:
    """Days named in a plain text with digits, and the text with those words replaced by ``|``."""
    for pattern, meaning in _GRAMMAR:
        match = re.search(pattern, text)
        if not match:
            continue
        try:
            found = meaning(match, today)
        except ValueError:  # "February 30th": no such day, and no other reading is better
            return None, text
        if found is None:
            continue
        rest = " ".join(f"{text[: match.start()]} | {text[match.end() :]}".split())
        if found.until and (inside := _inside(found, rest, today)):
            return inside
        return _with_alternative(found, rest, today)
    return None, text


def _inside(found: Days, rest: str, today: date) -> tuple[Days, str] | None:
    """ "Monday or Tuesday before Thanksgiving": the weekdays or dates that are named within a range."""
    other, left = hear_days(rest, today)
    if other is None or found.until is None or other.until:
        return None
    every = [found.days[0] + timedelta(days=n) for n in range((found.until - found.days[0]).days + 1)]
    dated = re.search(r"\d", rest) is not None and re.search(_WD, rest) is None
    weekdays = {day.weekday() for day in other.days}
    days = [day for day in every if (day in other.days if dated else day.weekday() in weekdays)]
    return (Days(tuple(days)), left) if days else None


def _with_alternative(found: Days, rest: str, today: date) -> tuple[Days, str]:
    """Join "Tuesday" and "or Thursday"; a second mention that is not an alternative is left alone."""
    more = re.search(r"\| (?:(?:\w+ ){0,2})?(?:or|and)(?: maybe| possibly| else| on| even)* ", rest)
    if found.until or not more:
        return found, rest
    other, rest_after = hear_days(rest[more.end() :], today)
    if other is None or not re.match(r"\s*(?:the |this |next |on )*\|", rest_after):
        return found, rest
    days = tuple(sorted({*found.days, *other.days}))
    return Days(days, other.until), rest[: more.end()] + rest_after


def coming(weekday: int, today: date) -> date:
    """The next day of that weekday after today."""
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def in_next_week(weekday: int, today: date) -> date:
    """That weekday of the week after this one, weeks starting on Monday."""
    return today - timedelta(days=today.weekday()) + timedelta(days=7 + weekday)


def _weekday(name: str) -> int:
    return WEEKDAYS.index(name)


def _count(word: str | None) -> int:
    if word is None or word in ("a", "an", "one"):
        return 1
    if word.isdigit():
        return int(word)
    return 2 if "couple" in word else 3


def _named(which: str | None, name: str, today: date) -> date:
    weekday = _weekday(name)
    if which == "next":
        return in_next_week(weekday, today)
    if which == "this" and weekday == today.weekday():
        return today
    return coming(weekday, today)


def _month_day(month: int, day: int, year: int | None, today: date) -> date:
    if year:
        return date(year, month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year >= today else date(today.year + 1, month, day)


def _day_of_month(day: int, today: date) -> date:
    year, month = today.year, today.month
    for _ in range(12):
        try:
            found = date(year, month, day)
        except ValueError:
            found = None
        if found and found >= today:
            return found
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    raise ValueError(day)


def _month_range(month: int, part: str | None, today: date) -> Days:
    year = today.year if month >= today.month else today.year + 1
    first = date(year, month, 1)
    last = (date(year + (month == 12), month % 12 + 1, 1)) - timedelta(days=1)
    start, end = {
        "early": (first, first.replace(day=10)),
        "mid": (first.replace(day=11), first.replace(day=20)),
        "late": (first.replace(day=21), last),
    }.get(part or "", (first, last))
    return _range(max(start, today), end)


def _week_of_month(number: int, month: int, today: date) -> Days:
    first = _month_range(month, None, today).days[0].replace(day=1) + timedelta(weeks=number - 1)
    return _range(max(first, today), max(first + timedelta(days=6), today))


def _month_edge(edge: str, which: str | None, name: str | None, today: date) -> Days:
    month = _in_month(name) if name else (today.month % 12 + 1 if which == "next" else today.month)
    part = {0: "early", 1: "mid"}.get(_EDGE[edge][0], "late")
    found = _month_range(month, part, today)
    if edge == "end" and found.until:  # its last week
        found = _range(max(found.days[0], found.until - timedelta(days=6)), found.until)
    last = found.until or found.days[0]
    return found if last >= today else _one(today)


def _nth_weekday(which: str, weekday: int, near: str | None, name: str | None, today: date) -> date:
    """ "The last Friday of the month": this month's unless it has gone by."""
    month = _in_month(name) if name else (today.month % 12 + 1 if near == "next" else today.month)
    for year, number in ((today.year, month), (today.year + 1, month)) if name else _two_months(month, today):
        first = date(year, number, 1)
        days = [first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * week) for week in range(5)]
        inside = [day for day in days if day.month == number]
        found = inside[-1] if which == "last" else inside[int(which[0]) - 1]
        if found >= today:
            return found
    raise ValueError(which)


def _weekdays_of(names: Sequence[str | None], month: int, today: date) -> Days:
    """ "A Thursday or Friday in December": any of those to come."""
    weekdays = {_weekday(name) for name in names if name}
    whole = _month_range(month, None, today)
    first, last = whole.days[0], whole.until or whole.days[0]
    every = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return Days(tuple(day for day in every if day.weekday() in weekdays))


def _two_months(month: int, today: date) -> tuple[tuple[int, int], tuple[int, int]]:
    year = today.year + (month < today.month)
    return (year, month), (year + month // 12, month % 12 + 1)


def _week_up_to(day: date, words: str, today: date) -> Days:
    """The week of a holiday, or the one before it."""
    monday = day - timedelta(days=day.weekday() + 7 * ("before" in words))
    return _range(max(monday, today), max(monday + timedelta(days=6), today))


def _range(first: date, last: date) -> Days:
    return Days((first,), last) if last > first else Days((first,))


def _one(day: date) -> Days:
    return Days((day,))


def _week(offset: int, today: date, first: int = 0, last: int = 6) -> Days:
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=offset)
    return _range(max(monday + timedelta(days=first), today), max(monday + timedelta(days=last), today))


def _weekend_near(side: str, day: date) -> Days:
    """The Saturday and Sunday before, around or after a holiday."""
    saturday = coming(5, day) if side == "after" else day + timedelta(days=5 - day.weekday())
    if side == "before":
        saturday -= timedelta(weeks=1)
    return _range(saturday, saturday + timedelta(days=1))


def _weekend(which: str | None, today: date) -> Days:
    saturday = today if today.weekday() == 5 else coming(5, today)
    if today.weekday() == 6 and which != "next":
        return _one(today)
    if which == "next":
        saturday = in_next_week(5, today)
    return _range(saturday, saturday + timedelta(days=1))


def _from_to(first: date, last: date) -> Days:
    return _range(first, last if last >= first else last + timedelta(days=7))


def _in_month(text: str) -> int:
    return MONTHS.index(text) + 1


def _weekly(names: Sequence[str | None], today: date) -> Days:
    """ "Fridays", "a Friday": any of the next ones."""
    weekdays = [_weekday(name) for name in names if name]
    return Days(
        tuple(sorted(coming(day, today) + timedelta(weeks=week) for day in weekdays for week in range(_WEEKS)))
    )


_WEEKS = 4
"""Weeks ahead in which a weekday that is named for any week is looked for."""
_Meaning = Callable[[re.Match[str], date], Days | None]
_EDGE = {"beginning": (0, 1), "start": (0, 1), "early": (0, 1), "first part": (0, 1), "middle": (1, 3)}
_EDGE |= {"end": (3, 5), "later": (3, 5), "latter part": (3, 5), "later in": (3, 5)}
_EDGE_WORDS = r"(beginning|start|early|first part|middle|end|later in|later|latter part)"

_GRAMMAR: tuple[tuple[str, _Meaning], ...] = (
    (rf"\b(?:the )?week (?:after|following) ({HOLIDAYS})\b", lambda m, t: _week(1, holiday(m[1], t))),
    (rf"\b(?:the )?week (?:before|of) ({HOLIDAYS})\b", lambda m, t: _week_up_to(holiday(m[1], t), m[0], t)),
    (
        rf"\b(?:not )?(?:this )?{_WD} but the (?:one |1 )?(?:after|next|following)(?: that| one| week)?\b",
        lambda m, t: _one(coming(_weekday(m[1]), t) + timedelta(weeks=1)),
    ),
    (
        rf"\b(?:the )?{_WD} (?:after that|after this|following|in 2 weeks)\b",
        lambda m, t: _one(coming(_weekday(m[1]), t) + timedelta(weeks=1)),
    ),
    (
        rf"\b(?:the )?(last|1st|2nd|3rd|4th) {_WD} (?:of|in) (?:(this|the|next) month|{_MONTH})\b",
        lambda m, t: _one(_nth_weekday(m[1], _weekday(m[2]), m[3], m[4], t)),
    ),
    (
        rf"\b(?:a |an |any |some |every )?{_WD}(?: (?:or|and) {_WD})? (?:some ?time )?(?:in|of) {_MONTH}\b",
        lambda m, t: _weekdays_of(m.groups()[:2], _in_month(m[3]), t),
    ),
    (
        rf"\b{_EDGE_WORDS} (?:of |in )?(?:(this|the|next) month|{_MONTH})\b",
        lambda m, t: _month_edge(m[1], m[2], m[3], t),
    ),
    (
        rf"\bweekend (?:right |just )?(before|of|after) ({HOLIDAYS})\b",
        lambda m, t: _weekend_near(m[1], holiday(m[2], t)),
    ),
    (
        rf"\b(?:the )?{_MONTH} (?:the )?{_DAY} (?:through|thru|to|until|till) (?:the )?{_DAY}\b"
        r"(?! (?:am|pm|oclock))",
        lambda m, t: _range(*(_month_day(_in_month(m[1]), int(day), None, t) for day in (m[2], m[3]))),
    ),
    (
        rf"\b(?:the )?{_MONTH} (?:the )?{_DAY},? (?:or|and) (?:the )?{_DAY}\b(?! (?:am|pm|oclock))",
        lambda m, t: Days(tuple(sorted(_month_day(_in_month(m[1]), int(day), None, t) for day in (m[2], m[3])))),
    ),
    (rf"\bday after ({HOLIDAYS})\b", lambda m, t: _one(holiday(m[1], t) + timedelta(days=1))),
    (r"\bblack friday\b", lambda m, t: _one(holiday("thanksgiving", t) + timedelta(days=1))),
    (rf"\b(?:before|by) ({HOLIDAYS})\b", lambda m, t: _range(t, max(t, holiday(m[1], t) - timedelta(days=1)))),
    (r"\bday after (?:tomorrow|that|next)\b", lambda m, t: _one(t + timedelta(days=2))),
    (
        rf"\b(?:{_COUNT} )?weeks? (?:from|after|on) (?:(this|next|the) )?{_WD}\b",
        lambda m, t: _one(_named(m[2], m[3], t) + timedelta(weeks=_count(m[1]))),
    ),
    (rf"\b{_WD} (?:after next|week)\b", lambda m, t: _one(coming(_weekday(m[1]), t) + timedelta(weeks=1))),
    (
        rf"\b{_COUNT} weeks? from (today|tomorrow|now)\b",
        lambda m, t: _one(t + timedelta(weeks=_count(m[1]), days=m[2] == "tomorrow")),
    ),
    (r"\b(?:a |1 )?week (?:from )?tomorrow\b", lambda m, t: _one(t + timedelta(days=8))),
    (r"\bweek after next\b", lambda m, t: _week(2, t)),
    (
        rf"\b(?:in|within) {_COUNT} weeks?(?: time)?\b",
        lambda m, t: _range(t + timedelta(weeks=_count(m[1])), t + timedelta(weeks=_count(m[1]), days=6)),
    ),
    (rf"\bin {_COUNT} days?(?: time)?\b", lambda m, t: _one(t + timedelta(days=_count(m[1])))),
    (rf"\b{_COUNT} days? from (?:now|today)\b", lambda m, t: _one(t + timedelta(days=_count(m[1])))),
    (
        rf"\b{_EDGE_WORDS} (?:of )?(this|the|next) week\b",
        lambda m, t: _week(m[2] == "next", t, *_EDGE[m[1]]),
    ),
    (
        r"\b(\d{4})[ /](\d{1,2})[ /](\d{1,2})\b",
        lambda m, t: _one(date(int(m[1]), int(m[2]), int(m[3]))),
    ),
    (
        rf"\b(?:the )?(\d)(?:st|nd|rd|th) week (?:of|in) {_MONTH}\b",
        lambda m, t: _week_of_month(int(m[1]), _in_month(m[2]), t),
    ),
    (
        rf"\b(?:(?:this|next|on) )?(?:{_WD} )?(?:the )?{_MONTH} (?:the )?{_DAY}(?! (?:pm|am|"
        rf"oclock))(?: (20\d\d))?\b",
        lambda m, t: _one(_month_day(_in_month(m[2]), int(m[3]), int(m[4]) if m[4] else None, t)),
    ),
    (
        rf"\b(?:{_WD} )?(?:the )?{_DAY} of {_MONTH}(?: (20\d\d))?\b",
        lambda m, t: _one(_month_day(_in_month(m[3]), int(m[2]), int(m[4]) if m[4] else None, t)),
    ),
    (
        rf"\b(?:{_WD} )?(?:the )?{_DAY} {_MONTH}(?: (20\d\d))?\b",
        lambda m, t: _one(_month_day(_in_month(m[3]), int(m[2]), int(m[4]) if m[4] else None, t)),
    ),
    (
        r"\b(\d{1,2})/(\d{1,2})(?:/(20)?(\d\d))?\b",
        lambda m, t: _one(_month_day(int(m[1]), int(m[2]), 2000 + int(m[4]) if m[4] else None, t)),
    ),
    (
        rf"\b(?:between |from )?(?:(this|next) )?{_WD} (?:and|to|through|thru|until|till) "
        rf"(?:(?:this|next) )?{_WD}\b",
        lambda m, t: (
            _from_to(_named(m[1], m[2], t), _named(m[1], m[3], t))
            if re.match(r"between|from", m[0]) or not re.search(r" and ", m[0])
            else None
        ),
    ),
    (
        rf"\b{_WD} (?:the )?{_ORD}\b(?! 1\b)",
        lambda m, t: _one(_day_of_month(int(m[2]), t)),
    ),
    (
        rf"\b(?:the |on the |on ){_ORD}\b(?! (?:1|option|slot|time|thing|available|opening|week|appointment))",
        lambda m, t: _one(_day_of_month(int(m[1]), t)),
    ),
    (r"\b(\d{2})(?:st|nd|rd|th)\b(?! (?:1|option))", lambda m, t: _one(_day_of_month(int(m[1]), t))),
    (
        rf"\b(?:(?:on|only|any|some|every|either) )?(?:an? |any |some |every )?{_WEEKLY}"
        rf"(?: (?:or|and) (?:an? |on )?{_WEEKLY})?"
        r"(?! (?:the|at|the)? ?\d)(?! (?:after|week|following|but))\b",
        lambda m, t: _weekly((m[1] or m[2], m[3] or m[4]), t) if _FOR_ANY.search(m[0]) else None,
    ),
    (
        rf"\b(?:(next|this|coming|following)(?: coming| week)? )?(?:on )?{_WD}(?: (next|this) week)?\b",
        lambda m, t: _one(_named("next" if "next" in (m[1], m[3]) else m[1], m[2], t)),
    ),
    (r"\b(?:(this|next|the|coming) )?weekend\b", lambda m, t: _weekend(m[1], t)),
    (r"\b(?:some ?time |any ?time |later )?next week\b", lambda m, t: _week(1, t)),
    (r"\b(?:some ?time |any ?time |later )?this week\b", lambda m, t: _week(0, t)),
    (r"\bnext month\b", lambda m, t: _month_range(t.month % 12 + 1, None, t)),
    (r"\bthis month\b", lambda m, t: _month_range(t.month, None, t)),
    (
        rf"\b(?:in |some ?time in )?(early|mid|late) {_MONTH}\b",
        lambda m, t: _month_range(_in_month(m[2]), m[1], t),
    ),
    (rf"\b(?:in|during|some ?time in|for) {_MONTH}\b", lambda m, t: _month_range(_in_month(m[1]), None, t)),
    (rf"(?<!after )(?<!until )(?<!around )\b({HOLIDAYS})\b", lambda m, t: _one(holiday(m[1], t))),
    (r"\btomorrow\b", lambda m, t: _one(t + timedelta(days=1))),
    (r"\b(?:today|tonight|this (?:morning|afternoon|evening)|right now)\b", lambda m, t: _one(t)),
)
