"""Which days a caller names: weekdays, dates, "a week from Monday", "next weekend"."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from mia.receptionist.dates.holidays import NAMES as HOLIDAYS
from mia.receptionist.dates.holidays import holiday
from mia.receptionist.dates.reckoning import (
    EDGE,
    MONTHS,
    WEEKDAYS,
    Days,
    coming,
    count,
    day_of_month,
    from_to,
    in_month,
    month_day,
    month_edge,
    month_range,
    named,
    nth_weekday,
    one,
    span,
    week,
    week_of_month,
    week_up_to,
    weekday,
    weekdays_of,
    weekend,
    weekend_near,
    weekly,
)

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


def mend(text: str) -> str:
    """Repair weekday names that a recognizer split or misspelt, and open short month names."""
    for pattern, name in _MISHEARD.items():
        text = re.sub(pattern, name, text)
    return re.sub(
        r"\b(jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b(?= \d| the \d)",
        lambda m: _MONTH_SHORT[m[1]],
        text,
    )


_BESIDE = re.compile(rf"\|.*?\bday (after|before)(?: that| it)?\b(?! (?:tomorrow|next|{HOLIDAYS}|{_NAMES}|\d))")
"""The day beside one that was named: "my birthday is the 1st, can I come the day after"."""


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
        if len(found.days) == 1 and not found.until and (beside := _BESIDE.search(rest)):
            day = found.days[0] + timedelta(days=1 if beside[1] == "after" else -1)
            return one(day), _BESIDE.sub("|", rest)
        return _with_alternative(found, rest, today)
    return None, text


def _inside(found: Days, rest: str, today: date) -> tuple[Days, str] | None:
    """ "Monday or Tuesday before Thanksgiving": the weekdays or dates that are named within a range."""
    other, left = hear_days(rest, today)
    if other is None or found.until is None or other.until:
        return None
    every = [found.days[0] + timedelta(days=n) for n in range((found.until - found.days[0]).days + 1)]
    dated = re.search(r"\d", rest) is not None and re.search(_WD, rest) is None
    weekdays = {day.weekday() for day in other.days} | {WEEKDAYS.index(name) for name in re.findall(_WD, rest)}
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


def _from_month_to_month(found: re.Match[str], today: date) -> Days | None:
    """ "November 30 to December 10"; "December 4 and December 18" are two days, whose "and" is heard elsewhere."""
    if " and " in found[0] and not found[0].startswith("between"):
        return None
    days = [month_day(in_month(found[at]), int(found[at + 1]), None, today) for at in (1, 3)]
    return span(*days)


def _each_of(month: str, numbers: list[str], today: date) -> Days | None:
    """Three days or more of one month: "December 1, 8 and 15"; None where the numbers do not rise."""
    days = [int(number) for number in numbers]
    if days != sorted(set(days)) or days[-1] > 31:
        return None
    return Days(tuple(month_day(in_month(month), day, None, today) for day in days))


_Meaning = Callable[[re.Match[str], date], Days | None]
_EDGE_WORDS = r"(beginning|start|early|first part|middle|end|later in|later|latter part)"

_GRAMMAR: tuple[tuple[str, _Meaning], ...] = (
    (rf"\b(?:the )?week (?:after|following) ({HOLIDAYS})\b", lambda m, t: week(1, holiday(m[1], t))),
    (rf"\b(?:the )?week (?:before|of) ({HOLIDAYS})\b", lambda m, t: week_up_to(holiday(m[1], t), m[0], t)),
    (
        rf"\b(?:not )?(?:this )?{_WD} but the (?:one |1 )?(?:after|next|following)(?: that| one| week)?\b",
        lambda m, t: one(coming(weekday(m[1]), t) + timedelta(weeks=1)),
    ),
    (
        rf"\b(?:the )?{_WD} (?:after that|after this|following|in 2 weeks)\b",
        lambda m, t: one(coming(weekday(m[1]), t) + timedelta(weeks=1)),
    ),
    (
        rf"\b(?:the )?(last|1st|2nd|3rd|4th) {_WD} (?:of|in) (?:(this|the|next) month|{_MONTH})\b",
        lambda m, t: one(nth_weekday(m[1], weekday(m[2]), m[3], m[4], t)),
    ),
    (
        rf"\b(?:a |an |any |some |every )?{_WD}(?: (?:or|and) {_WD})? (?:some ?time )?(?:in|of) {_MONTH}\b",
        lambda m, t: weekdays_of(m.groups()[:2], in_month(m[3]), t),
    ),
    (
        rf"\b(first|1st|second|2nd) half of (?:(this|the|next) month|{_MONTH})\b",
        lambda m, t: month_edge(f"{'first' if m[1] in ('first', '1st') else 'second'} half", m[2], m[3], t),
    ),
    (
        rf"\b{_EDGE_WORDS} (?:of |in )?(?:(this|the|next) month|{_MONTH})\b",
        lambda m, t: month_edge(m[1], m[2], m[3], t),
    ),
    (
        rf"\bweekend (?:right |just )?(before|of|after) ({HOLIDAYS})\b",
        lambda m, t: weekend_near(m[1], holiday(m[2], t)),
    ),
    (
        rf"\b(?:the )?{_MONTH} (?:the )?{_DAY} (?:through|thru|to|until|till) (?:the )?{_DAY}\b"
        r"(?! (?:am|pm|oclock))",
        lambda m, t: span(*(month_day(in_month(m[1]), int(day), None, t) for day in (m[2], m[3]))),
    ),
    (
        rf"\b(?:between )?{_MONTH} (?:the )?{_DAY} (?:through|thru|to|until|till|and) {_MONTH} (?:the )?{_DAY}\b",
        lambda m, t: _from_month_to_month(m, t),
    ),
    (
        rf"\b{_MONTH} ((?:(?:the )?{_DAY} ){{2,5}}(?:or|and) (?:the )?{_DAY})(?!\w|:| (?:am|pm|oclock))",
        lambda m, t: _each_of(m[1], re.findall(r"\d+", m[2]), t),
    ),
    (
        rf"\b(?:the )?({_ORD} (?:and )?(?:the )?{_ORD} (?:or|and) (?:the )?{_ORD}) (?:of )?{_MONTH}\b",
        lambda m, t: _each_of(m[5], re.findall(r"\d+", m[1]), t),
    ),
    (
        rf"\b(?:the )?{_MONTH} (?:the )?{_DAY},? (?:or|and) (?:the )?{_DAY}\b(?! (?:am|pm|oclock))",
        lambda m, t: Days(tuple(sorted(month_day(in_month(m[1]), int(day), None, t) for day in (m[2], m[3])))),
    ),
    (rf"\bday after ({HOLIDAYS})\b", lambda m, t: one(holiday(m[1], t) + timedelta(days=1))),
    (r"\bblack friday\b", lambda m, t: one(holiday("thanksgiving", t) + timedelta(days=1))),
    (rf"\b(?:before|by) ({HOLIDAYS})\b", lambda m, t: span(t, max(t, holiday(m[1], t) - timedelta(days=1)))),
    (r"\bday after (?:tomorrow|that|next)\b", lambda m, t: one(t + timedelta(days=2))),
    (
        rf"\b(?:{_COUNT} )?weeks? (?:from|after|on) (?:(this|next|the) )?{_WD}\b",
        lambda m, t: one(named(m[2], m[3], t) + timedelta(weeks=count(m[1]))),
    ),
    (rf"\b{_WD} (?:after next|week)\b", lambda m, t: one(coming(weekday(m[1]), t) + timedelta(weeks=1))),
    (
        rf"\b{_COUNT} weeks? from (today|tomorrow|now)\b",
        lambda m, t: one(t + timedelta(weeks=count(m[1]), days=m[2] == "tomorrow")),
    ),
    (r"\b(?:a |1 )?week (?:from )?tomorrow\b", lambda m, t: one(t + timedelta(days=8))),
    (r"\bweek after next\b", lambda m, t: week(2, t)),
    (
        rf"\b(?:in|within) {_COUNT} weeks?(?: time)?\b",
        lambda m, t: span(t + timedelta(weeks=count(m[1])), t + timedelta(weeks=count(m[1]), days=6)),
    ),
    (rf"\bin {_COUNT} days?(?: time)?\b", lambda m, t: one(t + timedelta(days=count(m[1])))),
    (rf"\b{_COUNT} days? from (?:now|today)\b", lambda m, t: one(t + timedelta(days=count(m[1])))),
    (
        rf"\b{_EDGE_WORDS} (?:of )?(this|the|next) week\b",
        lambda m, t: week(m[2] == "next", t, *EDGE[m[1]]),
    ),
    (
        r"\b(\d{4})[ /](\d{1,2})[ /](\d{1,2})\b",
        lambda m, t: one(date(int(m[1]), int(m[2]), int(m[3]))),
    ),
    (
        rf"\b(?:the )?(\d)(?:st|nd|rd|th) week (?:of|in) {_MONTH}\b",
        lambda m, t: week_of_month(int(m[1]), in_month(m[2]), t),
    ),
    (
        rf"\b(?:(?:this|next|on) )?(?:{_WD} )?(?:the )?{_MONTH} (?:the )?{_DAY}(?! (?:pm|am|"
        rf"oclock))(?: (20\d\d))?\b",
        lambda m, t: one(month_day(in_month(m[2]), int(m[3]), int(m[4]) if m[4] else None, t)),
    ),
    (
        rf"\b(?:{_WD} )?(?:the )?{_DAY} of {_MONTH}(?: (20\d\d))?\b",
        lambda m, t: one(month_day(in_month(m[3]), int(m[2]), int(m[4]) if m[4] else None, t)),
    ),
    (
        rf"\b(?:{_WD} )?(?:the )?{_DAY} {_MONTH}(?: (20\d\d))?\b",
        lambda m, t: one(month_day(in_month(m[3]), int(m[2]), int(m[4]) if m[4] else None, t)),
    ),
    (
        r"\b(\d{1,2})/(\d{1,2})(?:/(20)?(\d\d))?\b",
        lambda m, t: one(month_day(int(m[1]), int(m[2]), 2000 + int(m[4]) if m[4] else None, t)),
    ),
    (
        rf"\b(?:{_WD},? (?:or |and )?){{2,5}}(?:or|and) {_WD}\b",
        lambda m, t: Days(tuple(sorted(coming(weekday(name), t) for name in re.findall(_WD, m[0])))),
    ),
    (
        rf"\b(?:between |from )?(?:(this|next) )?{_WD} (?:and|to|through|thru|until|till) "
        rf"(?:(?:this|next) )?{_WD}\b",
        lambda m, t: (
            from_to(named(m[1], m[2], t), named(m[1], m[3], t))
            if re.match(r"between|from", m[0]) or not re.search(r" and ", m[0])
            else None
        ),
    ),
    (
        rf"\b{_WD} (?:the )?{_ORD}\b(?! 1\b)",
        lambda m, t: one(day_of_month(int(m[2]), t)),
    ),
    (
        rf"\b(?:the |on the |on ){_ORD}\b(?! (?:1|option|slot|time|thing|available|opening|week|appointment))",
        lambda m, t: one(day_of_month(int(m[1]), t)),
    ),
    (r"\b(\d{2})(?:st|nd|rd|th)\b(?! (?:1|option))", lambda m, t: one(day_of_month(int(m[1]), t))),
    (
        rf"\b(?:(?:on|only|any|some|every|either) )?(?:an? |any |some |every )?{_WEEKLY}"
        rf"(?: (?:or|and) (?:an? |on )?{_WEEKLY})?"
        r"(?! (?:the|at)? ?\d(?!\d? (?:or (?:later|after)|am|pm|oclock)\b))(?! (?:after|week|following|but))\b",
        lambda m, t: weekly((m[1] or m[2], m[3] or m[4]), t) if _FOR_ANY.search(m[0]) else None,
    ),
    (
        rf"\b(?:(next|this|coming|following)(?: coming| week)? )?(?:on )?{_WD}(?: (next|this) week)?\b",
        lambda m, t: one(named("next" if "next" in (m[1], m[3]) else m[1], m[2], t)),
    ),
    (r"\b(?:(this|next|the|coming) )?weekend\b", lambda m, t: weekend(m[1], t)),
    (r"\b(?:some ?time |any ?time |later )?next week\b", lambda m, t: week(1, t)),
    (r"\b(?:some ?time |any ?time |later )?this week\b", lambda m, t: week(0, t)),
    (r"\bnext month\b", lambda m, t: month_range(t.month % 12 + 1, None, t)),
    (r"\bthis month\b", lambda m, t: month_range(t.month, None, t)),
    (
        rf"\b(?:in |some ?time in )?(early|mid|late) {_MONTH}\b",
        lambda m, t: month_range(in_month(m[2]), m[1], t),
    ),
    (rf"\b(?:in|during|some ?time in|for) {_MONTH}\b", lambda m, t: month_range(in_month(m[1]), None, t)),
    (rf"(?<!after )(?<!until )(?<!around )\b({HOLIDAYS})\b", lambda m, t: one(holiday(m[1], t))),
    (r"\btomorrow\b", lambda m, t: one(t + timedelta(days=1))),
    (r"\b(?:today|tonight|this (?:morning|afternoon|evening)|(?<!not )right now)\b", lambda m, t: one(t)),
)
