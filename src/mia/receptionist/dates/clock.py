"""Which clock times a caller names: "half past two", "after 4", "between nine and eleven"."""

import re
from dataclasses import dataclass, replace
from datetime import time
from typing import Literal

from mia.receptionist.dates.limits import BUSY, as_bounds, as_limits
from mia.receptionist.dates.when import Part

_SOUNDS_LIKE = {"to": "2", "too": "2", "for": "4", "free": "3"}
_NOT_COUNT = (
    r"(?! (?:units?|weeks?|days?|months?|minutes?|hours?|people|of us|syringes?|sessions?|areas?|"
    r"years?|percent|dollars|pounds|lbs?|kilos?|miles?|feet|inches|calories|degrees|mg|ml|th\b|vials?|times?))"
)
_THINGS = (
    r"(?! (?!(?:works|suits|fits|does|sounds|please|thanks|always|unless|perhaps|this|guess|christmas)\b)\w{4,}s\b)"
)
"""What makes a mere number one of things: "two massages"."""
_CLOCK = (
    r"(?:(noon|midday|lunch ?time)"
    r"|(half|quarter)(?: (past|after|to|till|of)|(?<=half)) (\d{1,2})(?: (am|pm))?"
    r"|(5|10|20|25) (past|to|till) (\d{1,2})(?: (am|pm))?"
    r"|(\d{1,2}):([0-5]\d)(?: (am|pm))?"
    r"|(\d{1,2}) (oh [1-9]|[0-5][05]|[0-5]\d(?= (?:am|pm)))(?: (am|pm))?"
    r"|(\d{1,2})([0-5][05])(?: (am|pm))?"
    r"|(\d{1,2})" + _THINGS + r"(?: (?:oclock|ish))?(?: (am|pm))?)"
)
_STRONG = re.compile(
    r"\b(?:(?:(?:make|change|move|switch|push|bump) (?:it|that|this|(?:the|my) time)(?: to)?"
    r"|at|around|about|by|like|say|approximately|roughly|near|closer to)(?: around| about| like| say)? "
    + _CLOCK
    + r")\b"
    + _NOT_COUNT
)
_BARE = re.compile(r"(?<![\w:])" + _CLOCK + r"(?![\w:])" + _NOT_COUNT)
_SELF_EVIDENT = re.compile(
    r"noon|midday|lunch ?time|half|quarter|past|till|^\d+ to \d|:|oclock|ish\b|\b(?:am|pm)\b|"
    r"^\d{1,2} (?:00|15|30|45)$|oh \d"
)
_AFTER = re.compile(
    r"\b(?:any ?time |sometime |a little |no earlier than |not before |(?<!no )(?<!not )later than )*"
    r"(?:after|(?<!half )(?<!quarter )(?<!\d )(?<!not )past|from|since|no earlier than"
    r"|(?:not|nothing) (?:before|until|till|earlier than)"
    r"|(?<!no )(?<!not )later than|starting at) (?:about |around )?"
    + _CLOCK
    + r"(?! (?:to|until|till) \d)\b"
    + _NOT_COUNT
)
_BEFORE = re.compile(
    r"\b(?:any ?time |sometime )?(?:(?<!not )(?<!nothing )(?:before|until|till)|no later than|not after"
    r"|(?<!no )(?<!not )(?<!nothing )earlier than"
    r"|not past) "
    r"(?:about |around )?" + _CLOCK + r"\b" + _NOT_COUNT
)
_EXCLUDES = re.compile(r"(?<!not )(?:before|earlier than)\b")
_TOLD = r"\d{1,4}(?:(?::| )\d\d)?(?: ?(?:am|pm))?"
_BETWEEN = re.compile(
    rf"\b(?:between (?P<a>{_TOLD}|noon) and (?P<b>{_TOLD}|noon)|from (?P<c>{_TOLD}|noon) (?:to|until|"
    rf"till) (?P<d>{_TOLD}|noon)"
    rf"|(?:break|lunch|hour|free|available|off|window)(?: is| are)? (?P<e>{_TOLD}) (?:to|until|till) "
    rf"(?P<f>{_TOLD}))\b"
)
_BUSY_RANGE = re.compile(rf"\b{BUSY}(?: from)? {_CLOCK} (?:until|till|til|to) {_CLOCK}(?![\w:])")
"""Hours that are taken, where others are told as well: "I work 10 to 4, so right when you open"."""
_OVER_BY = re.compile(r"\bover by (?:about |around )?" + _CLOCK + r"\b")
_EARLIEST = 5
"""Before that hour nobody is seen, whatever part of the day is told beside it."""
_PARTS: tuple[tuple[str, Part], ...] = (
    (r"\bmornings?\b|\bin the am\b|\bearly in the day\b", "morning"),
    (r"\bafternoons?\b|\barvo\b|\bin the pm\b|\bafter lunch\b", "afternoon"),
    (r"\bevenings?\b|\btonight\b|\bat night\b|\bafter work\b", "evening"),
)


@dataclass(frozen=True)
class Clock:
    """A clock time as said; ``half`` is ``None`` while it could be morning or afternoon."""

    hour: int
    minute: int
    half: Literal["am", "pm"] | None = None


@dataclass(frozen=True)
class Times:
    """What was said about the time of day. ``edge`` is "opening", "closing" or a fixed time; ``before_alone``: the
    last moment is none of them ("before noon", not "no later than noon"); ``ends``: when it is over."""

    at: Clock | None = None
    after: Clock | None = None
    before: Clock | None = None
    before_alone: bool = False
    part: Part | None = None
    edge: Literal["opening", "closing"] | time | None = None
    ends: Clock | None = None

    @property
    def names_time(self) -> bool:
        """Whether a clock time was told, or an end of the day."""
        return bool(self.at or self.after or self.before or self.edge)


_TOO_EARLY = re.compile(
    r"\b(?:not|nothing|anything but) (?:too |super |so |very |that )?early\b|\bnot an early\b"
    r"|\bnot (?:(?:really|exactly|much of) )?(?:an? )?(?:morning person|(?:1st|first) thing)\b"
)
_TOO_LATE = re.compile(r"\b(?:not|nothing) (?:too |super |so |very |that )?late\b")
_NOT_EARLY, _NOT_LATE = Clock(10, 0, "am"), Clock(4, 0, "pm")


def hear_times(text: str, *, expected: bool) -> Times:
    """Times in a plain text with digits whose day words are already taken out.

    ``expected``: a bare number ("three") counts as a time, because a time was asked for.
    """
    text = re.sub(
        r"\b(at|around|about|after|before|past) (to|too|for|free)\b(?=$| (?:\d|pm|am|oclock|\|))", _homophone, text
    )
    text = re.sub(r"\bbetween (?:to|too) and for\b", "between 2 and 4", text)
    if expected:
        text = re.sub(r"\b(?:to|too) (?=(?:00|15|30|45)\b)", "2 ", text)
        text = re.sub(r"^for (?=(?:00|15|30|45)\b)", "4 ", text)
    text = re.sub(r"\b(\d{1,2}(?::\d\d)?)ish\b", r"\1 ish", text)
    return _hear(as_limits(text), expected)


def _hear(text: str, expected: bool) -> Times:
    """Times in a text whose limits are said as such: taken hours and the end of a visit first, then the rest."""
    if (busy := _BUSY_RANGE.search(text)) and (told := _hear(_left_of(text, busy), expected)).names_time:
        return told
    if over := _OVER_BY.search(text):
        return replace(_hear(_left_of(text, over), expected), ends=_read(over.groups()))
    text = as_bounds(text)
    part = part_of_day(text)
    between = _BETWEEN.search(text)
    if between:
        first = _clock_alone(between["a"] or between["c"] or between["e"])
        last = _clock_alone(between["b"] or between["d"] or between["f"])
        if first and last:
            return Times(after=_same_half(first, last), before=last, part=part)
    after = _latest(_AFTER, text) or (_NOT_EARLY if _TOO_EARLY.search(text) else None)
    before = _first(_BEFORE, text) or (_NOT_LATE if _TOO_LATE.search(text) else None)
    if after or before:
        alone = bool((limit := _BEFORE.search(text)) and _EXCLUDES.search(limit[0]))
        return Times(after=after, before=before, before_alone=alone, part=part)
    at = _first(_STRONG, text) or _bare(text, expected)
    edge = _edge(text)
    return Times(at=at, part=part, edge=None if at else edge)


def part_of_day(text: str) -> Part | None:
    """The part of the day named in a plain text; greetings ("good morning") do not count."""
    text = re.sub(r"\bgood (?:morning|afternoon|evening)\b|\bmorning person\b", " ", text)
    return next((part for pattern, part in _PARTS if re.search(pattern, text)), None)


def resolve(clock: Clock, part: Part | None, bounds: tuple[time, time] | None) -> time | None:
    """The time meant, am or pm by the words, else by the part of day, else by the opening hours.

    ``None`` when there is no such time (25 o'clock).
    """
    hour = clock.hour % 24
    if clock.minute > 59 or clock.hour > 24:
        return None
    if clock.half or hour > 12:
        return time(hour % 12 + 12 * (clock.half == "pm") if clock.half and hour <= 12 else hour, clock.minute)
    early, late = time(hour % 12, clock.minute), time(hour % 12 + 12, clock.minute)
    if part:
        return early if part == "morning" and _EARLIEST <= hour != 12 and not _only(late, early, bounds) else late
    if bounds:
        fits = [t for t in (early, late) if bounds[0] <= t < bounds[1]]
        if len(fits) == 1:
            return fits[0]
    return early if 7 <= hour < 12 else late


def _only(time_of: time, other: time, bounds: tuple[time, time] | None) -> bool:
    """Whether the practice is open at the one time and not at the other."""
    return bounds is not None and bounds[0] <= time_of < bounds[1] and not bounds[0] <= other < bounds[1]


def _left_of(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()]} | {text[match.end() :]}"


def _homophone(match: re.Match[str]) -> str:
    return f"{match[1]} {_SOUNDS_LIKE[match[2]]}"


def _same_half(first: Clock, last: Clock) -> Clock:
    if first.half is None and last.half and first.hour % 12 < last.hour % 12:
        return Clock(first.hour, first.minute, last.half)
    return first


def _first(pattern: re.Pattern[str], text: str) -> Clock | None:
    for match in pattern.finditer(text):
        clock = _read(match.groups())
        if clock:
            return clock
    return None


def _latest(pattern: re.Pattern[str], text: str) -> Clock | None:
    """The latest of several: "I teach until 1, so anything from 2 on"."""
    told = [clock for match in pattern.finditer(text) if (clock := _read(match.groups()))]
    return max(told, key=lambda clock: resolve(clock, None, None) or time(0), default=None)


def _clock_alone(text: str) -> Clock | None:
    match = re.fullmatch(_CLOCK, text.strip())
    return _read(match.groups()) if match else None


def _bare(text: str, expected: bool) -> Clock | None:
    for match in _BARE.finditer(text):
        said = match[0].strip()
        if _SELF_EVIDENT.search(said) or expected:
            clock = _read(match.groups())
            if clock and (clock.hour <= 12 or ":" in said):
                return clock
    return None


def _read(groups: tuple[str | None, ...]) -> Clock | None:
    noon, frac, frac_way, frac_h, frac_half, m, way, h, m_half = groups[:9]
    ch, cm, c_half, sh, sm, s_half, jh, jm, j_half, oh, o_half = groups[9:20]
    if noon:
        return Clock(12, 0, "pm")
    if frac and frac_h:
        minutes = 30 if frac == "half" else 15
        return _shifted(int(frac_h), minutes, frac_way in (None, "past", "after"), frac_half)
    if m and h:
        return _shifted(int(h), int(m), way == "past", m_half)
    for hour, minute, half in ((ch, cm, c_half), (sh, sm, s_half), (jh, jm, j_half), (oh, "0", o_half)):
        if hour and minute is not None:
            number = int(hour)
            value = int(minute.removeprefix("oh "))
            return Clock(number, value, _half(half)) if 1 <= number <= 23 else None
    return None


def _shifted(hour: int, minutes: int, past: bool, half: str | None) -> Clock | None:
    if not 1 <= hour <= 12:
        return None
    if past:
        return Clock(hour, minutes, _half(half))
    return Clock((hour - 2) % 12 + 1, 60 - minutes, _half(half))


def _half(text: str | None) -> Literal["am", "pm"] | None:
    return "am" if text == "am" else "pm" if text == "pm" else None


def _edge(text: str) -> Literal["opening", "closing"] | time | None:
    if re.search(
        r"\b(?:1st|first) thing\b|\bearly (?:morning|in the morning|as possible in the)|\bright when you open|"
        r"\bwhen you(?: guys| all)? open\b|\bearliest in the (?:day|morning)"
        r"|\b(?:as )?early as (?:you|possible|it gets)"
        r"|\bthe earlier the better\b|\b(?:1st|first|earliest) (?:appointment|slot|spot|opening|time|one)"
        r" (?:of the day|that day)",
        text,
    ):
        return "opening"
    if re.search(
        r"\b(?:end of (?:the |that )?(?:day|business)|close of business|late in the day|the later the better"
        r"|(?:last|latest) (?:appointment|slot|spot|opening|thing|possible|you (?:have|got)|time you (?:have|got)"
        r"|one (?:of the day|that day|you have))|(?:as )?late as (?:you|possible|it gets)"
        r"|(?:(?:an?|1|half an) hour|30 minutes|right|just) before (?:you(?: guys)? close|closing))\b",
        text,
    ):
        return "closing"
    fixed = (
        (r"\blate afternoon\b|\blate in the afternoon\b", time(16, 30)),
        (r"\bearly afternoon\b|\bearly in the afternoon\b", time(13)),
        (r"\bmid ?morning\b", time(10, 30)),
        (r"\blate morning\b", time(11)),
        (r"\bmid ?afternoon\b", time(15)),
        (r"\blunch (?:break|hour)\b", time(12)),
    )
    return next((t for pattern, t in fixed if re.search(pattern, text)), None)
