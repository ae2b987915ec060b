"""The turns of phrase that name days, and which days each of them means."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from mia.receptionist.dates.bounds import BOUNDS
from mia.receptionist.dates.holidays import NAMES as HOLIDAYS
from mia.receptionist.dates.holidays import NAMES_OR_NEXT, holiday
from mia.receptionist.dates.reckoning import (
    EDGE,
    MONTHS,
    WEEKDAYS,
    Days,
    coming,
    count,
    dated,
    day_of_month,
    each_of,
    first_full_week,
    from_month_to_month,
    from_number_to,
    from_to,
    in_month,
    in_next_week,
    in_turn,
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
    week_with,
    weekday,
    weekday_of_month,
    weekdays_of,
    weekend,
    weekend_near,
    weekend_with,
    weekends_of,
    weekly,
)
from mia.receptionist.dates.weeks import WEEKS

WD = r"(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?"
NAMES = "|".join(WEEKDAYS)
_WEEKLY = rf"(?:({NAMES})s|({NAMES}))"
_FOR_ANY = re.compile(r"days\b|\b(?:an?|any|some|every|either) \w+day\b")
_MONTH = "(" + "|".join(MONTHS) + ")"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_ORD = r"(\d{1,2})(?:st|nd|rd|th)"
_ONE = r"1\b(?! (?:oclock|am|pm|to|until|on ?wards?|\d|or (?:after|later|before|earlier|so|past|\d)))"
"""The one of "the 2nd one", which plain text has as a digit."""
_COUNT = r"(a|an|one|\d{1,2}|couple of|a couple of|a couple|few|a few)"


_Meaning = Callable[[re.Match[str], date], Days | None]
_EDGE_WORDS = r"(beginning|start|early|first part|middle|end|later in|later|late|latter part)"

GRAMMAR: tuple[tuple[str, _Meaning], ...] = (
    *BOUNDS,
    *WEEKS,
    (
        r"\b(?:not )?(this|next|this coming|the coming) week (?:but )?the (?:week |one |1 )"
        r"(?:after|following)(?: that)?\b",
        lambda m, t: week(1 if m[1] == "this" else 2, t),
    ),
    (rf"\b(?:the )?week (?:after|following) ({NAMES_OR_NEXT})\b", lambda m, t: week(1, holiday(m[1], t))),
    (rf"\b(?:the )?week (?:before|of) ({NAMES_OR_NEXT})\b", lambda m, t: week_up_to(holiday(m[1], t), m[0], t)),
    (
        rf"\bnot (?:the )?{_ORD}(?: (?!or\b|and\b|nor\b)[a-z]+)? (?:but )?the (?:one |1 )?(?:after|following)"
        r"(?: that| it)?\b",
        lambda m, t: one(day_of_month(int(m[1]), t) + timedelta(weeks=1)),
    ),
    (
        rf"\b(?:not (?:this )?{WD}|(?:this )?{WD} but) (?:but )?the (?:one |1 )?(?:after|next|following)"
        r"(?: that| one| week)?\b",
        lambda m, t: one(coming(weekday(m[1] or m[2]), t) + timedelta(weeks=1)),
    ),
    (
        rf"\b(?:the )?{WD} (?:after that|after this|following|in 2 weeks)\b",
        lambda m, t: one(coming(weekday(m[1]), t) + timedelta(weeks=1)),
    ),
    (
        rf"\b(?:the )?week (?:of|beginning|starting)(?: on)? (?:{WD} )?(?:the )?"
        rf"(?:{_MONTH} (?:the )?{_DAY}|{_ORD}(?: of)?(?: {_MONTH})?)\b",
        lambda m, t: week_with(dated(m[2] or m[5], m[3] or m[4], t), t),
    ),
    (
        rf"\bweekend (?:of|on) (?:the )?(?:{_MONTH} (?:the )?{_DAY}|{_ORD}(?: of)?(?: {_MONTH})?)\b",
        lambda m, t: weekend_with(dated(m[1] or m[4], m[2] or m[3], t)),
    ),
    (
        rf"\b{WD} (?:the )?{_ORD} (?:to|through|thru|until|till) {WD} (?:the )?{_ORD}\b",
        lambda m, t: span(day_of_month(int(m[2]), t), day_of_month(int(m[4]), t)),
    ),
    (
        rf"\b(?:the )?(1st|2nd|3rd|4th) or (?:the )?(1st|2nd|3rd|4th|last) {WD} (?:of|in) "
        rf"(?:(this|the|next) month|{_MONTH})\b",
        lambda m, t: Days(tuple(nth_weekday(m[at], weekday(m[3]), m[4], m[5], t) for at in (1, 2))),
    ),
    (
        rf"\b(?:from )?(?:the )?{_ORD} (?:to|through|thru|until|till) (?:the )?{_ORD}(?! (?:of )?{_MONTH})",
        lambda m, t: from_number_to(int(m[1]), int(m[2]), t),
    ),
    (
        rf"\b(?:the )?1st full week (?:of|in) {_MONTH}\b|\b{_MONTH} (?:the )?1st full week\b",
        lambda m, t: first_full_week(in_month(m[1] or m[2]), t),
    ),
    (
        rf"\b(?:(1st|first|2nd|second|3rd|third|last) )?weekends? (?:of|in) (?:(this|the|next) month|{_MONTH})\b",
        lambda m, t: weekends_of(m[1], m[2], m[3], t),
    ),
    (
        rf"\b(?:the )?(last|1st|2nd|3rd|4th) {WD} (?:of|in) (?:(this|the|next) month|{_MONTH})\b",
        lambda m, t: one(nth_weekday(m[1], weekday(m[2]), m[3], m[4], t)),
    ),
    (
        rf"\b(?:first|1st) (2|3) {WD} (?:of|in) {_MONTH}\b",
        lambda m, t: weekdays_of([m[2]], in_month(m[3]), t, int(m[1])),
    ),
    (
        rf"\b(?:the )?(?:first|1st) (2|3|couple(?: of)?|few) weeks (?:of|in) {_MONTH}\b"
        rf"|\b(?:first|1st) fortnight (?:of|in) {_MONTH}\b",
        lambda m, t: week_of_month(1, in_month(m[2] or m[3]), t, count(m[1]) if m[1] else 2),
    ),
    (
        rf"\b(?:the )?last (?:2|couple(?: of)?) weeks (?:of|in) {_MONTH}\b",
        lambda m, t: month_edge("second half", None, m[1], t),
    ),
    (
        rf"\b(?:the )?({_ORD}(?: (?:(?:or|and) )?(?:the )?{_ORD}){{2,6}})\b(?! (?:of )?{_MONTH})",
        lambda m, t: in_turn(re.findall(r"\d+", m[1]), t),
    ),
    (
        rf"\b(?:a |an |any |some |every )?{WD}(?: (?:or|and) {WD})?(?: mornings?| afternoons?| evenings?)? "
        rf"(?:some ?time )?(?:in|of) {_MONTH}\b",
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
        rf"\bweekend (?:right |just )?(before|of|after) ({NAMES_OR_NEXT})\b",
        lambda m, t: weekend_near(m[1], holiday(m[2], t)),
    ),
    (
        rf"\b(?:the )?{_MONTH} (?:the )?{_DAY} (?:through|thru|to|until|till) (?:the )?{_DAY}\b"
        r"(?! (?:am|pm|oclock))",
        lambda m, t: span(*(month_day(in_month(m[1]), int(day), None, t) for day in (m[2], m[3]))),
    ),
    (
        rf"\b(?:between )?{_MONTH} (?:the )?{_DAY} (?:through|thru|to|until|till|and) {_MONTH} (?:the )?{_DAY}\b",
        lambda m, t: from_month_to_month(m, t),
    ),
    (
        r"\b(\d{1,2})/(\d{1,2}) (?:through|thru|to|until|till) (\d{1,2})/(\d{1,2})\b",
        lambda m, t: span(*(month_day(int(m[at]), int(m[at + 1]), None, t) for at in (1, 3))),
    ),
    (
        rf"\b{_MONTH} ((?:(?:the )?{_DAY} ){{2,5}}(?:or|and) (?:the )?{_DAY})(?!\w|:| (?:am|pm|oclock))",
        lambda m, t: each_of(m[1], re.findall(r"\d+", m[2]), t),
    ),
    (
        rf"\b(?:the )?({_ORD} (?:and )?(?:the )?{_ORD} (?:or|and) (?:the )?{_ORD}) (?:of )?{_MONTH}\b",
        lambda m, t: each_of(m[5], re.findall(r"\d+", m[1]), t),
    ),
    (
        rf"\b(?:the )?{_MONTH} (?:the )?{_DAY},? (?:or|and) (?:the )?{_DAY}\b(?! (?:am|pm|oclock))",
        lambda m, t: Days(tuple(sorted(month_day(in_month(m[1]), int(day), None, t) for day in (m[2], m[3])))),
    ),
    (rf"\bday after ({NAMES_OR_NEXT})\b", lambda m, t: one(holiday(m[1], t) + timedelta(days=1))),
    (r"\bblack friday\b", lambda m, t: one(holiday("thanksgiving", t) + timedelta(days=1))),
    (rf"\b(?:before|by) ({NAMES_OR_NEXT})\b", lambda m, t: span(t, max(t, holiday(m[1], t) - timedelta(days=1)))),
    (r"\bday after (?:tomorrow|next)\b", lambda m, t: one(t + timedelta(days=2))),
    (
        rf"\b(?:{_COUNT} )?weeks? (?:from|after|on) (?:(this|next|the) )?{WD}\b",
        lambda m, t: one(named(m[2], m[3], t) + timedelta(weeks=count(m[1]))),
    ),
    (rf"\b{WD} (?:after next|week)\b", lambda m, t: one(coming(weekday(m[1]), t) + timedelta(weeks=1))),
    (
        rf"\b{_COUNT} weeks? from (today|tomorrow|now)\b",
        lambda m, t: one(t + timedelta(weeks=count(m[1]), days=m[2] == "tomorrow")),
    ),
    (
        rf"\b{_COUNT} {WD} (?:from (?:now|today)|away|out)\b",
        lambda m, t: one(coming(weekday(m[2]), t) + timedelta(weeks=count(m[1]) - 1)),
    ),
    (r"\b(?:a |1 )?week (?:from )?tomorrow\b", lambda m, t: one(t + timedelta(days=8))),
    (r"\bweek after next\b", lambda m, t: week(2, t)),
    (r"\bweekend after next\b", lambda m, t: weekend_with(weekend("next", t).days[0] + timedelta(weeks=1))),
    (
        rf"\b(?:the )?last week (?:of|in) (?:(this|the|next) month|{_MONTH})\b",
        lambda m, t: month_edge("end", m[1], m[2], t),
    ),
    (
        rf"\b(?:in|within)(?: about| around)? {_COUNT} weeks?(?: time)?\b|\b{_COUNT} weeks? (?:out|away)\b",
        lambda m, t: span(*(t + timedelta(weeks=count(m[1] or m[2]), days=more) for more in (0, 6))),
    ),
    (rf"\bin {_COUNT} days?(?: time)?\b", lambda m, t: one(t + timedelta(days=count(m[1])))),
    (rf"\b{_COUNT} days? from (?:now|today)\b", lambda m, t: one(t + timedelta(days=count(m[1])))),
    (
        rf"\b{_EDGE_WORDS} (?:of )?(this|the|next) week\b",
        lambda m, t: week(m[2] == "next" or (m[2] == "the" and t.weekday() > EDGE[m[1]][1]), t, *EDGE[m[1]]),
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
        rf"\b(?:(?:this|next|on) )?(?:{WD} )?(?:the )?{_MONTH} (?:the )?{_DAY}(?! (?:pm|am|"
        rf"oclock))(?: (20\d\d))?\b",
        lambda m, t: one(month_day(in_month(m[2]), int(m[3]), int(m[4]) if m[4] else None, t)),
    ),
    (
        rf"\b(?:{WD} )?(?:the )?{_DAY} of {_MONTH}(?: (20\d\d))?\b",
        lambda m, t: one(month_day(in_month(m[3]), int(m[2]), int(m[4]) if m[4] else None, t)),
    ),
    (
        rf"\b(?:{WD} )?(?:the )?{_DAY} {_MONTH}(?: (20\d\d))?\b",
        lambda m, t: one(month_day(in_month(m[3]), int(m[2]), int(m[4]) if m[4] else None, t)),
    ),
    (
        r"\b(\d{1,2})/(\d{1,2})(?:/(20)?(\d\d))?\b",
        lambda m, t: one(month_day(int(m[1]), int(m[2]), 2000 + int(m[4]) if m[4] else None, t)),
    ),
    (
        rf"\b(?:{WD},? (?:or |and )?){{2,5}}(?:or|and) {WD}\b",
        lambda m, t: Days(tuple(sorted(coming(weekday(name), t) for name in re.findall(WD, m[0])))),
    ),
    (
        rf"\b(?:from )?{WD} (?:to|through|thru|until|till) {WD} (?:of )?(?:the )?(?:next|coming|following) week\b"
        rf"|\bnext week {WD} (?:to|through|thru|until|till) {WD}\b",
        lambda m, t: from_to(in_next_week(weekday(m[1] or m[3]), t), in_next_week(weekday(m[2] or m[4]), t)),
    ),
    (
        rf"\b(?:between |from )?(?:(this|next) )?{WD} (?:and|to|through|thru|until|till) "
        rf"(?:(?:this|next) )?{WD}\b",
        lambda m, t: (
            from_to(named(m[1], m[2], t), named(m[1], m[3], t))
            if re.match(r"between|from", m[0]) or not re.search(r" and ", m[0])
            else None
        ),
    ),
    (
        rf"\b{WD} (?:the )?{_ORD}\b(?! {_ONE})",
        lambda m, t: one(weekday_of_month(m[1], int(m[2]), t)),
    ),
    (
        rf"\b(?:the |on the |on ){_ORD}\b"
        rf"(?! {_ONE}| (?:option|slot|time|thing|available|opening|week|appointment))",
        lambda m, t: one(day_of_month(int(m[1]), t)),
    ),
    (
        rf"\b(\d{{2}})(?:st|nd|rd|th)\b(?! {_ONE}| option)",
        lambda m, t: one(day_of_month(int(m[1]), t)),
    ),
    (
        rf"\b(?:(?:on|only|any|some|every|either) )?(?:an? |any |some |every )?{_WEEKLY}"
        rf"(?: (?:or|and) (?:an? |on )?{_WEEKLY})?"
        r"(?! (?:the|at)? ?\d(?!\d? (?:or (?:later|after)|am|pm|oclock)\b))(?! (?:after|week|following|but))\b",
        lambda m, t: weekly((m[1] or m[2], m[3] or m[4]), t) if _FOR_ANY.search(m[0]) else None,
    ),
    (
        rf"\b(?:(next|this|coming|following)(?: coming| week)? )?(?:on )?{WD}(?: (?:of |in )?(next|this) week)?\b",
        lambda m, t: one(named("next" if "next" in (m[1], m[3]) else m[1], m[2], t)),
    ),
    (r"\b(?:(this|next|the|coming) )?weekend\b", lambda m, t: weekend(m[1], t)),
    (r"\bweekends\b", lambda m, t: weekly(("saturday", "sunday"), t)),
    (r"\b(?:some ?time |any ?time |later )?(?:next|this coming|the coming) week\b", lambda m, t: week(1, t)),
    (r"\b(?:some ?time |any ?time |later )?this week\b", lambda m, t: week(0, t)),
    (r"\bnext month\b", lambda m, t: month_range(t.month % 12 + 1, None, t)),
    (r"\bthis month\b", lambda m, t: month_range(t.month, None, t)),
    (
        rf"\b(?:in |some ?time in )?(early|mid|late) {_MONTH}\b",
        lambda m, t: month_range(in_month(m[2]), m[1], t),
    ),
    (rf"\b(?:in|during|some ?time in|for) {_MONTH}\b", lambda m, t: month_range(in_month(m[1]), None, t)),
    (
        r"\b(january|february|july|september|october|november|december)\b(?! (?:the )?\d)",
        lambda m, t: month_range(in_month(m[1]), None, t),
    ),
    (rf"(?<!after )(?<!until )(?<!around )\b({HOLIDAYS})\b", lambda m, t: one(holiday(m[1], t))),
    (r"\btomorrow\b", lambda m, t: one(t + timedelta(days=1))),
    (r"\b(?:today|tonight|this (?:morning|afternoon|evening)|(?<!not )right now)\b", lambda m, t: one(t)),
)
"""Each pattern with what it means; the first one that fits counts."""
