"""Puts days and times of one utterance together, corrections included."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from mia.receptionist.dates.clock import Times, hear_times, part_of_day, resolve
from mia.receptionist.dates.days import WEEKDAYS, coming, hear_days, mend
from mia.receptionist.dates.when import When
from mia.receptionist.numbers import with_digits

Bounds = Callable[[date | None], tuple[time, time] | None]

_CORRECTION = re.compile(
    r"\b(?:no wait|wait no|no sorry|sorry no|i mean|i meant|actually|or rather|scratch that|make (?:it|that)|"
    r"let us (?:do|say|make it)|instead of that|no i said|"
    r"no(?! (?:later|earlier|sooner|more|less|preference|problem|matter|rush)))\b"
)
_PRONOUN = re.compile(
    r"\b(the(?: \w+)?|first|second|third|last|later|latest|earlier|earliest|other|that|this|which|either|"
    r"morning|afternoon|evening|middle|good|next|another|any|no|new|a|each|every) one\b"
    r"(?! (?:pm|am|thirty|fifteen|forty|oclock))"
)
_WD = "(" + "|".join(WEEKDAYS) + ")"
_RULED_OUT = re.compile(
    rf"\b(?:not|except|but not|any(?:thing)? day but|any day but|anything but|instead of|rather than|can not do|"
    rf"can not make|does not work on|busy on|working on|away on) (?:on )?(?:this |next )?(tomorrow|today|{_WD})\b"
    rf"|\b(tomorrow|today|{_WD}) (?:does not work|will not work|is no good|is not good|is bad|is out|is impossible)"
)
_SOONEST = re.compile(
    r"\b(?:as soon as (?:possible|you can|i can)|asap|a s a p|soonest|earliest (?:you have|available|possible|"
    r"opening|appointment|slot|you can|time)|(?:first|1st|next) (?:available|opening|open|free)|"
    r"(?:any ?time|any ?day|"
    r"when ?ever)(?! (?:after|before|between|from|in|on|next|this|today|tomorrow|but|except))|sooner the better|"
    r"no preference|do not (?:care|mind)|does not matter|you (?:choose|pick|decide)|i am "
    r"(?:flexible|open|easy|free)|"
    r"flexible|what(?:ever)? (?:do )?you have|quickest|right away|what is open|any of them|next opening)\b"
)


def hear_when(text: str, now: datetime, bounds: Bounds, *, expected: bool = False) -> When:
    """The wish in a plain text (see ``plain``), empty when there is none.

    ``now`` is the practice's local time; ``bounds`` gives the opening hours of a day (``None``: of
    the week) to settle am or pm; ``expected`` lets a bare number count as a time.
    """
    line = mend(with_digits(_PRONOUN.sub(r"\1", text)))
    wish = When()
    for place, piece in enumerate(_pieces(line)):
        corrected = place > 0 or wish.has_time or bool(_CORRECTION.match(line))
        heard = _hear_piece(piece, now, bounds, expected=expected or corrected)
        wish = wish.updated(heard)
    return wish


def _pieces(line: str) -> list[str]:
    """Split at corrections, so that what was said last wins."""
    return [p for p in _CORRECTION.split(line) if p and p.strip()]


def _hear_piece(piece: str, now: datetime, bounds: Bounds, *, expected: bool) -> When:
    today = now.date()
    without = []
    for match in _RULED_OUT.finditer(piece):
        name = match[1] or match[3]
        without.append(_named_day(name, today))
    piece = _RULED_OUT.sub(" | ", piece)
    days, rest = hear_days(piece, today)
    soonest = bool(_SOONEST.search(rest)) and days is None
    rest = re.sub(r"\bright away\b|\basap\b", " ", rest)
    times = hear_times(re.sub(r"\d+(?:st|nd|rd|th)\b(?! (?:thing|app|slot))", " ", rest), expected=expected)
    wish = When(
        days=days.days if days else (),
        until=days.until if days else None,
        soonest=soonest,
        without=tuple(without),
        part=times.part or part_of_day(piece),
    )
    return _timed(wish, times, bounds(wish.one_day) or bounds(None))


def _named_day(name: str, today: date) -> date:
    if name in ("today", "tomorrow"):
        return today + timedelta(days=name == "tomorrow")
    return coming(WEEKDAYS.index(name), today)


def _timed(wish: When, times: Times, bounds: tuple[time, time] | None) -> When:
    at, after, before = (
        resolve(clock, wish.part, bounds) if clock else None for clock in (times.at, times.after, times.before)
    )
    if times.edge == "opening" and bounds:
        return replace(wish, at=bounds[0], part="morning")
    if times.edge == "closing" and bounds:
        return replace(wish, at=_earlier(bounds[1], timedelta(hours=1)))
    if isinstance(times.edge, time):
        return replace(wish, at=times.edge)
    # "Three in the afternoon" is a time; the part of day has done its work.
    return replace(wish, at=at, not_before=after, not_after=before, part=None if at else wish.part)


def _earlier(moment: time, by: timedelta) -> time:
    return (datetime.combine(date.min + timedelta(days=1), moment) - by).time()
