"""Times told by the one that stands: "an hour later", "same time the week after", "same day but after lunch"."""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta

from mia.receptionist.dates.holidays import NAMES_OR_NEXT
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS, coming, weekday
from mia.receptionist.dates.when import When

_NUMBERS = {
    "a": 1.0, "an": 1.0, "one": 1.0, "half an": 0.5, "a half": 0.5, "two": 2.0, "a couple of": 2.0, "a couple": 2.0,
    "three": 3.0, "four": 4.0, "ten": 10.0, "fifteen": 15.0, "twenty": 20.0, "thirty": 30.0, "forty five": 45.0,
    "five": 5.0, "half": 0.5,
}  # fmt: skip
_BY = re.compile(
    r"\b(\d{1,3}|half an|a half|half|an?|one|two|a couple of|a couple|three|four|five|ten|fifteen|twenty|thirty|"
    r"forty five) (hours?|minutes?|mins?|days?|weeks?) "
    r"(later|earlier|sooner|after that|before that|back|forward|up)\b"
)
_PUSHED = re.compile(
    r"\b(?:push|mov|shift|bump|delay|kick|scoot|slid|pull|bring|postpon|nudg)\w*"
    r"(?: (?!to\b|for\b|until\b|from\b)\w+){0,4}?"
    r"(?: (back|out|off|down|later|forward|up|ahead|earlier|sooner))?(?: by)? "
    r"(\d{1,3}|half an|a half|half|an?|one|two|a couple of|a couple|three|four|five|ten|fifteen|twenty|thirty|"
    r"forty five) (hours?|minutes?|mins?|days?|weeks?)\b(?! (?:from|of|before|after|ago|notice|in advance))"
)
"""How far a visit is pushed: "push it two weeks", "move it up an hour"."""
_SAME_TIME = re.compile(r"\bsame (?:time|hour)\b")
_SAME_DAY_AND_TIME = re.compile(
    r"\bsame (?:day|week ?day)(?: of the week)?(?: and|,| &)? (?:same )?(?:time|hour)\b"
)
_SAME_DAY = re.compile(r"\b(?:same|that) day\b")
_NEXT_WEEK = re.compile(r"\b(?:the )?(?<!same )(?<!that )(?<!this )(?:week after|following week|week later)\b")
_WEEK_BEFORE = re.compile(
    r"\b(?:the )?week before(?: that| it)?(?=$| (?:same|at|if|instead|please|would|or|then)\b)"
)
_SAME_WEEKDAY = re.compile(r"\bsame (?:week ?day|day of the week)\b")
_LATER, _SOONER = re.compile(r"\blater\b(?! than)"), re.compile(r"\b(?:earlier|sooner)\b(?! than)")
_WD = rf"({'|'.join(WEEKDAYS)})"
_NO_OTHER = (
    rf"(?! (?:tomorrow|next|work|school|class|lunch|my|the|{NAMES_OR_NEXT}|{'|'.join((*MONTHS, *WEEKDAYS))}|\d))"
)
_NEXT_DAY = re.compile(rf"\b(?:the )?(?:next|following) day\b|\bday after(?: that| it)?\b{_NO_OTHER}")
_DAY_BEFORE = re.compile(rf"\bday before(?: that| it)?\b{_NO_OTHER}")
_WEEKDAY_AFTER = re.compile(
    rf"\b(?:the )?{_WD} (?:right )?(?:after that{_NO_OTHER}|following"
    r"|after(?=$| (?:instead|please|works|would|is|or|at)\b))"
    rf"|\bfollowing {_WD}\b"
)
_THAT_WEEK = re.compile(rf"\b{_WD}s? (?:of |in |on )?(?:that|the same|this same|the very same) (?:same )?week\b")
_ITS_WEEK = re.compile(
    r"\b(?:that|the same|same|its own)(?: same)? week\b|\bweek of (?:my|the|that) (?:appointment|visit|one)\b"
)
_DATED = re.compile(rf"\b(?:{'|'.join(MONTHS)}|next (?:week|month)|this|today|tomorrow|\d+(?:st|nd|rd|th))\b")
_UNITS = {"h": "hours", "m": "minutes", "d": "days", "w": "weeks"}
_EARLIER = ("earlier", "sooner", "before that", "forward", "up", "ahead")


def hear_shift(line: str, start: datetime) -> When | None:
    """The wish that a plain text tells by a visit's own ``start`` (local time); None where it tells none."""
    if by := _BY.search(line):
        return _moved(start, by[1], by[2], earlier=by[3] in _EARLIER)
    if by := _PUSHED.search(line):
        return _moved(start, by[2], by[3], earlier=by[1] in _EARLIER)
    if after := day_after(line, start.date()):
        return When(days=(after,), at=start.time() if _SAME_TIME.search(line) else None)
    wish = When()
    alike = _SAME_TIME.search(line) or _SAME_DAY.search(line) or _SAME_WEEKDAY.search(line)
    if alike and (weeks := _weeks(line)):
        wish = replace(wish, days=(start.date() + timedelta(weeks=weeks),))
    elif _SAME_DAY.search(line):
        wish = _on_the_day(line, start)
    if _SAME_TIME.search(line) or _SAME_DAY_AND_TIME.search(line):
        wish = replace(wish, at=start.time())
    return wish or None


def _weeks(line: str) -> int:
    """By how many weeks a visit is to change."""
    return 1 if _NEXT_WEEK.search(line) else -1 if _WEEK_BEFORE.search(line) else 0


def _on_the_day(line: str, start: datetime) -> When:
    """The day of a visit, at another hour of it: "same day but later"."""
    wish = When(days=(start.date(),))
    if _LATER.search(line):
        return replace(wish, not_before=(start + timedelta(minutes=1)).time())
    return replace(wish, not_after=(start - timedelta(minutes=1)).time()) if _SOONER.search(line) else wish


def _moved(start: datetime, count: str, unit: str, *, earlier: bool) -> When:
    """The day and time that far from ``start``."""
    number = float(count) if count.isdigit() else _NUMBERS[count]
    by = timedelta(**{_UNITS[unit[0]]: number})
    new = start - by if earlier else start + by
    return When(days=(new.date(),), at=new.time())


def told_by(line: str, start: datetime, heard: When) -> When:
    """What was ``heard`` in a plain text, counted from the visit that begins at ``start`` where it is told by that:
    "the week after", "that same week but on the Wednesday", "Friday, same time"."""
    monday = start.date() - timedelta(days=start.weekday())
    week = monday if _ITS_WEEK.search(line) else monday + timedelta(weeks=1) if _NEXT_WEEK.search(line) else None
    dated = heard.has_day and bool(_DATED.search(line))
    if not heard.has_day and (_weeks(line) or not week) and (shift := hear_shift(line, start)):
        heard = shift.updated(heard)
    elif week and not dated:
        in_week = tuple(sorted({week + timedelta(days=day.weekday()) for day in heard.days}))
        one_day = bool(heard.days) and not heard.until
        heard = replace(
            heard, days=in_week if one_day else (week,), until=None if one_day else week + timedelta(days=6)
        )
    return replace(heard, at=start.time()) if _SAME_TIME.search(line) and not heard.has_time else heard


def day_after(line: str, day: date) -> date | None:
    """The day that a plain text tells by one named before: "the Monday after that", "the next day"."""
    if found := _WEEKDAY_AFTER.search(line):
        return coming(weekday(found[1] or found[2]), day)
    if found := _THAT_WEEK.search(line):
        return day + timedelta(days=weekday(found[1]) - day.weekday())
    if _NEXT_DAY.search(line):
        return day + timedelta(days=1)
    return day - timedelta(days=1) if _DAY_BEFORE.search(line) else None
