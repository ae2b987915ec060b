"""Which days a caller names: weekdays, dates, "a week from Monday", "next weekend"."""

import re
from datetime import date, timedelta

from mia.receptionist.dates.beside import hear_beside, is_called_both, tells_by_another
from mia.receptionist.dates.bounds import DATE, day_of
from mia.receptionist.dates.grammar import GRAMMAR, WD
from mia.receptionist.dates.reckoning import (
    MONTHS,
    WEEKDAYS,
    Days,
    weekday,
    weekday_of_month,
)

_MONTH_SHORT = {m[:3]: m for m in MONTHS} | {"sept": "september"}
_SHORT_MONTH = re.compile(
    r"\b(jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b(?= \d| the \d)|\b(feb|apr|jul|aug|sept|oct|nov|dec)\b"
)
"""Short names of months: those that are no other word, and all of them before a number."""
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
    r"\bsat(?= (?:(?:the )?\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))": "saturday",
    r"\bsun(?= (?:(?:the )?\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))": "sunday",
    rf"\b({'|'.join(MONTHS)}|dec|jan) (\d{{1,2}}) ?ish\b": r"around \1 \2",
    r"\bweek ?nights?\b": "evenings on week days only",
    r"\b(for|do|do it|how about|what about|try|or|want|come|prefer|get|have|got|take) sat\b"
    r"(?! (?:down|in|with|at the|there|here|on|next|through|for)\b)": r"\1 saturday",
    r"\bsat(?= (?:mornings?|afternoons?|evenings?|works?|please|pls|at \d)\b)": "saturday",
    r"\bsat (?=or sun\b)": "saturday ",
    r"\bsaturday or sun\b": "saturday or sunday",
    r"\bmwf\b": "mondays and wednesdays and fridays",
    r"\bto morrow\b": "tomorrow",
    r"\b(?:whence|wens|wence|wednes) (?:the|they|day)\b": "wednesday",
    r"\b(next|this|on|for) choose (?:that|they|the|day)\b": r"\1 tuesday",
    r"(?:^|\b(?:on|next|this) )money\b(?=$| (?:at|in|around|morning|afternoon|the|after|before))": "monday",
    r"\b(?:a|the|1) wheat (?=from|after)": "a week ",
    r"\b(half|quarter|\d+) (?:passed|bust|pass|paste)\b": r"\1 past",
}


def mend(text: str) -> str:
    """Repair weekday names that a recognizer split or misspelt, and open short month names."""
    for pattern, name in _MISHEARD.items():
        text = re.sub(pattern, name, text)
    return _SHORT_MONTH.sub(lambda m: _MONTH_SHORT[m[1] or m[2]], text)


_NUMBERED = re.compile(
    rf"\b{WD} (\d{{1,2}})(?!\d|:|/|st|nd|rd|th|ish|am|pm| ?(?:am|pm|oclock|ish|thirty|fifteen)\b)"
)
_OF_MONTH_PART = re.compile(
    rf"(?<!\d )(?<!\dst )(?<!\dnd )(?<!\drd )(?<!\dth )(?<!\dth of )\b({'|'.join(MONTHS)}) (\d{{1,2}}) (am|pm)\b"
)
"""A day of a month with a part of the day: "dec 13 am"."""
_MONTH_DAY = r"\d{1,2}(?:st|nd|rd|th)?(?!\d|:|/| ?(?:am|pm|oclock)\b)"
_MONTH_AGAIN = re.compile(rf"\b({'|'.join(MONTHS)}) {_MONTH_DAY}(?: (?:and |or )?\1 {_MONTH_DAY})+")
"""Days of one month, named with each: "dec 3, dec 10 and dec 17"."""
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)"
_MONTH = rf"(?:{'|'.join(MONTHS)})"
_NO_RANGE = r"(?<!between )(?<!between the )(?<!from )(?<!from the )"
_OF_ONE_MONTH = re.compile(
    rf"{_NO_RANGE}\b(?:{_ORDINAL} (?:(?:or|and) )?(?:the )?)+{_ORDINAL} of {_MONTH}\b"
    rf"|{_NO_RANGE}\b{_MONTH} {_ORDINAL}(?: (?:(?:or|and) )?(?:the )?{_ORDINAL})+(?! of)\b"
)
"""The same with the month named once: "the 5th, 6th or 7th of January"."""
_TIME = re.compile(
    r"\b(?:\d{1,2}:\d\d|\d{1,2} ?(?:am|pm|oclock)|mornings?|afternoons?|evenings?|noon|after|before|between|from"
    r"|any ?time)\b"
    rf"|\b(?:{'|'.join(MONTHS)})\b"
)


def with_dates(text: str, today: date, whole: str = "") -> str:
    """A plain text with "tuesday 8 or wednesday 9" as "tuesday 8th or wednesday 9th", where those dates fall on
    those weekdays and are no hours: there are two, or a time is told beside them, or no clock has such an hour.
    ``whole``: the text of which it is a part."""
    text = _OF_ONE_MONTH.sub(_listed, _MONTH_AGAIN.sub(_listed, text))
    text = _OF_MONTH_PART.sub(lambda m: f"{m[1]} {m[2]}{_ending(int(m[2]))} in the {m[3]}", text)
    found = [match for match in _NUMBERED.finditer(text) if _falls_on(match, today)]
    others = [match for match in _NUMBERED.finditer(whole) if _falls_on(match, today)]
    sure = max(len(found), len(others)) > 1 or bool(_TIME.search(text))
    dates = [match for match in found if sure or int(match[2]) > 12]
    for match in reversed(dates):
        text = f"{text[: match.end()]}{_ending(int(match[2]))}{text[match.end() :]}"
    return text


def _listed(named: re.Match[str]) -> str:
    """The days after the month, which is named once: "december 3 10 and 17"."""
    *numbers, last = re.findall(r"\d+", named[0])
    between = "or" if " or " in named[0] else "and"
    month = next(word for word in named[0].split() if word in MONTHS)
    return f"{month} {' '.join(numbers)} {between} {last}"


def _falls_on(match: re.Match[str], today: date) -> bool:
    try:
        return weekday_of_month(match[1], int(match[2]), today).weekday() == weekday(match[1])
    except ValueError:
        return False


def _ending(number: int) -> str:
    return "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _by_a_date(text: str, today: date) -> tuple[Days, str] | None:
    """Days told by a date that was named before them, whatever else is named: "my exam is on the 15th. The week
    before, Tuesday through Friday"."""
    dated = re.search(DATE, text) if tells_by_another(text) else None
    if dated is None:
        return None
    try:
        day = day_of(dated[0], today)
    except ValueError:
        return None
    rest = " ".join(f"{text[: dated.start()]} | {text[dated.end() :]}".split())
    found = None if is_called_both(text, day, today) else hear_beside(rest, day, today)
    return ((found[0].until and _inside(*found, today)) or found) if found else None


def hear_days(text: str, today: date) -> tuple[Days | None, str]:
    """Days named in a plain text with digits, and the text with those words replaced by ``|``."""
    if beside := _by_a_date(text, today):
        return beside
    for pattern, meaning in GRAMMAR:
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
        alone = len(found.days) == 1 and not found.until and not is_called_both(text, found.days[0], today)
        if alone and (beside := hear_beside(rest, found.days[0], today)):
            return (beside[0].until and _inside(*beside, today)) or beside
        return _with_alternative(found, rest, today)
    return None, text


_WITH_ITS_DATE = re.compile(rf"{WD} (?:the )?\d{{1,2}}(?:st|nd|rd|th)\b")
_NAMED_MONTH = rf"\b(?:{'|'.join(MONTHS)}|(?:this|next) month)\b"


def _inside(found: Days, rest: str, today: date) -> tuple[Days, str] | None:
    """ "Monday or Tuesday before Thanksgiving": the weekdays or dates that are named within a range."""
    other, left = hear_days(rest, today)
    if other is None or found.until is None:
        return None
    if other.until and found.days[0] <= other.days[0] and other.until <= found.until:
        return other, left
    if other.until and not re.search(WD, rest):  # "in December before the 18th": what both have
        first, last = max(found.days[0], other.days[0]), min(found.until, other.until)
        return (Days((first,), last), left) if first <= last and re.search(_NAMED_MONTH, rest) else None
    if other.until and re.search(r"\d", rest):
        return None
    if other.until:  # "that week, Monday through Thursday"
        other = Days(
            tuple(other.days[0] + timedelta(days=n) for n in range((other.until - other.days[0]).days + 1))
        )
    every = [found.days[0] + timedelta(days=n) for n in range((found.until - found.days[0]).days + 1)]
    dated = re.search(r"\d", rest) is not None and (re.search(WD, rest) is None or _WITH_ITS_DATE.search(rest))
    weekdays = {day.weekday() for day in other.days} | {WEEKDAYS.index(name) for name in re.findall(WD, rest)}
    days = [day for day in every if (day in other.days if dated else day.weekday() in weekdays)]
    return (Days(tuple(days)), left) if days else None


_SECOND_ORDINAL = re.compile(r"(\| (?:or|and)) (\d{1,2}(?:st|nd|rd|th)\b)(?! (?:one|1)\b)")


_BEFORE = re.compile(r"(.*?\S)(?: (?:or|and)(?: maybe| possibly| else| even| then| on| the)*)? \|")
_MOST_LISTED = 14


def _with_one_before(found: Days, rest: str, today: date) -> tuple[Days, str]:
    """Join "today" and "or tomorrow", whichever of them was found first; "this week or next week", too."""
    told = _BEFORE.match(rest)
    if told is None or re.search(r"\d", told[1]) or not (len(found.days) > 1 or " or " in told[0]):
        return found, rest
    other, left = hear_days(told[1], today)
    if other is None or not left.endswith("|"):
        return found, rest
    called_both = {*map(date.weekday, other.days)} & {*map(date.weekday, found.days)}  # "Saturday, Dec 5 or 12"
    if (called_both and " or " not in told[0]) or not (both := _either(found, other)):
        return found, rest
    return both, f"{left} {rest[told.end() :]}"


def _either(one: Days, other: Days) -> Days | None:
    """The days of both, one by one; none where these are too many to list."""
    if max(len(_listed_days(one)), len(_listed_days(other))) > _MOST_LISTED:
        return None
    days = sorted({*_listed_days(one), *_listed_days(other)})
    in_a_row = (one.until or other.until) and (days[-1] - days[0]).days + 1 == len(days)
    return Days((days[0],), days[-1]) if in_a_row else Days(tuple(days))


def _listed_days(days: Days) -> tuple[date, ...]:
    if days.until is None:
        return days.days
    return tuple(days.days[0] + timedelta(days=n) for n in range((days.until - days.days[0]).days + 1))


def _with_alternative(found: Days, rest: str, today: date) -> tuple[Days, str]:
    """Join "Tuesday" and "or Thursday"; a second mention that is not an alternative is left alone."""
    rest = _SECOND_ORDINAL.sub(r"\1 the \2", rest)
    more = re.search(r"\| (?:(?:\w+ ){0,2})?(?:or|and)(?: maybe| possibly| else| on| even| if not| then)* ", rest)
    other, left = hear_days(rest[more.end() :], today) if more and not found.until else (None, "")
    if more and other and re.match(r"\s*(?:the |this |next |on )*\|", left):
        found, rest = Days(tuple(sorted({*found.days, *other.days})), other.until), rest[: more.end()] + left
    return _with_one_before(found, rest, today)
