"""Days that do not suit: "any day but the 3rd", "not next week", "I'm away from the 1st to the 5th"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from mia.receptionist.dates.days import hear_days
from mia.receptionist.dates.holidays import NAMES as HOLIDAYS
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS, coming, in_next_week

_WEEKS = 9
"""How far ahead a weekday that never suits is left out."""
_MOST_DAYS = 31
_NAMES, _MONTH = "|".join(WEEKDAYS), "|".join(MONTHS)
_NUMBER = r"\d{1,2}(?:st|nd|rd|th)"
_DATE = (
    rf"(?:(?:{_NAMES}) )?(?:the )?(?:(?:{_MONTH}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?! ?(?:am|pm|oclock|:))"
    rf"|{_NUMBER}(?: (?:of )?(?:{_MONTH}))?(?! (?:one|option|slot|time|thing|available|week|appointment)\b)"
    r"|\d{1,2}/\d{1,2}(?!\d))"
)
_RANGE = rf"(?:from )?{_DATE} (?:through|to|until|till) (?:{_DATE}|\d{{1,2}}\b)"
_WEEK = (
    rf"(?:the )?(?:whole )?week (?:of|before|after) (?:the holiday|{HOLIDAYS}|{_DATE})"
    r"|(?:this|next|this coming|the coming) (?:whole )?week(?!ends?\b|days?\b)"
)
_FEAST = rf"(?:the )?(?:day (?:before|after) )?(?:{HOLIDAYS})"
_WEEKDAY = rf"(?:(?:the|this|next|an?|any) )?(?:tomorrow|today|weekends?|(?:{_NAMES})s?)"
_BARE = rf"(?:{_NAMES})s?\b(?! (?:works?|is|would|if|at|in|morning|afternoon|evening|the \d|\d))"
_EVERY = rf"(?:{_NAMES})s? (?:through|thru|to) (?:{_NAMES})s?"
_ONE = rf"(?:on )?(?:{_EVERY}|{_RANGE}|{_WEEK}|{_DATE}|{_FEAST}|{_WEEKDAY})"
_SOME = rf"{_ONE}(?:(?: {_DATE})*,? (?:or|and|nor) {_ONE})*"
_TAKEN_BY = (
    r"(?:my |our |the |an? |all )?(?:(?!after|before|around|during|at|not|best|good|fine)\w+ )?"
    r"(?:choir|practice|rehearsals?|church|temple|mosque|bingo|class(?:es)?"
    r"|school|court|yoga|pilates|training|(?:staff )?meetings?|dialysis|chemo|bowling|poker|book club|recital"
    r"|soccer|baseball|swim(?:ming)?|ballet|karate|shifts?|inventory|therapy|rounds|payroll|game (?:day|night)"
    r"|date night|band|scouts)"
)
"""What takes a day up: "Thursday is choir"."""
_BUSY = (
    r"(?:(?:(?:at|in|on) )?(?:jury duty|court|trial|an? (?:conference|wedding|funeral|retreat|seminar)|shift)"
    r"|golfing|fishing|hunting|skiing|hiking|camping|teaching|flying(?: out)?|driving|hosting|moving|packing"
    r"|studying|babysitting|volunteering|coaching|performing|playing|racing|filming|presenting|testifying)"
)
"""What someone does on a day that is no day for a visit then: "I'm golfing Friday"."""
_RULES_OUT = re.compile(
    rf"\b(?:not|except|(?:any ?(?:day|time|thing|morning|afternoon|evening|weekend)|every ?day|each day) but|"
    rf"other than|apart from|instead of|rather than|can not (?:do|make|come)|does not work on|never(?: do)?|avoid|"
    rf"busy|working|away|on the road|out of town|gone|on vacation|travell?ing|booked up|"
    rf"(?:but|and|just) no(?= (?:{_NAMES}))|(?<=week )(?:but|no)(?= {_BARE})|week ?days? but|"
    rf"no(?= (?:weekends|(?:{_NAMES})s))|"
    rf"i (?:work|teach|coach)(?= (?:on )?(?:{_NAMES})s)|i (?:am|will be|have)(?: got)? {_BUSY})"
    r"(?: (?:for |on )?the days? (?:\w+ ){1,7}?(?:is|are))?"
    rf"(?: for| on| during| over| every)? (?P<before>{_SOME})\b(?: (?:mornings?|afternoons?|evenings?)\b)?"
    r"(?! (?:(?!or\b|and\b)[a-z]+ )?(?:but )?the (?:week |one |1 )?(?:after|following|next)\b)"
    rf"|\b(?P<after>{_SOME})(?: (?:s|is|are|will be))?"
    r" (?:(?:does|do|will) not (?:work|do)|no good|not good|bad|out|impossible|not (?:possible|great|an option))\b"
    rf"(?: (?:and )?(?P<too>{_SOME}) (?:too|as well|either)\b)?"
    rf"|\b(?P<taken>(?:(?:this|next) )?(?:{_NAMES})s?(?: (?:and|or) (?:{_NAMES})s?)*)"
    rf"(?: (?:s|is|are|i have|we have)) {_TAKEN_BY}\b"
    rf"|\b(?P<mine>(?:{_NAMES})s(?: (?:and|or) (?:{_NAMES})s)*) i (?:always |also )?"
    r"(?:work|teach|coach|volunteer|babysit|travel|drive|sing|rehearse|train|am (?:at|in) )"
)
_OF_THE_WEEK = re.compile(rf"(?:\b(?:{_WEEKDAY}|on|or|and|nor|through|thru|to)\b|\s|,)+")


@dataclass(frozen=True)
class RuledOut:
    """The days that do not suit, the last of a time away, and the words beside them."""

    days: frozenset[date]
    absent_until: date | None
    rest: str


def rule_out(line: str, today: date) -> RuledOut:
    """The days that a plain text with digits rules out."""
    days: set[date] = set()
    absent: list[date] = []
    for match in _RULES_OUT.finditer(line):
        words = " ".join(filter(None, match.groups()))
        found = set(_days_of(words, today))
        days |= found
        absent += [max(found)] if found and re.search(_RANGE, words) else []
    return RuledOut(frozenset(days), max(absent, default=None), _RULES_OUT.sub(" | ", line))


def of_the_week(names: str, today: date) -> set[date]:
    """The days of "this Monday", "Fridays or weekends": a weekday without a week is meant for good."""
    return set(_of_the_week(names, today))


def _days_of(words: str, today: date) -> Iterator[date]:
    if _OF_THE_WEEK.fullmatch(words):
        yield from _of_the_week(words, today)
        return
    found, rest = hear_days(words, today)
    if found is None:
        return
    last = found.until or found.days[0]
    yield from found.days
    yield from (found.days[0] + timedelta(days=n) for n in range(min((last - found.days[0]).days, _MOST_DAYS) + 1))
    yield from _days_of(rest.replace("|", " ").strip(), today)


def _of_the_week(names: str, today: date) -> Iterator[date]:
    if every := re.search(rf"({_NAMES})s? (?:through|thru|to) ({_NAMES})s?", names):
        begin, end = (WEEKDAYS.index(name) for name in every.groups())
        between = " ".join(WEEKDAYS[(begin + n) % 7] for n in range((end - begin) % 7 + 1))
        names = f"{names[: every.start()]} {between} {names[every.end() :]}"
    for which, name in re.findall(rf"(?:(this|next) )?(tomorrow|today|weekends?|{_NAMES})", names):
        if name in ("today", "tomorrow"):
            yield today + timedelta(days=name == "tomorrow")
            continue
        weekdays = (5, 6) if name.startswith("weekend") else (WEEKDAYS.index(name),)
        for weekday in weekdays:
            first = in_next_week(weekday, today) if which == "next" else coming(weekday, today)
            weeks = 1 if which else _WEEKS
            yield from (first + timedelta(weeks=week) for week in range(weeks))
