"""Times of day and days that a text names, in whatever words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS

_HALF_DAY = 12 * 60


@dataclass(frozen=True)
class Clock:
    """A time of day in minutes after midnight; ``open``: it could be morning or afternoon."""

    minutes: int
    open: bool = False

    def means(self, other: "Clock") -> bool:
        """Whether both may be the same time."""
        if self.open or other.open:
            return self.minutes % _HALF_DAY == other.minutes % _HALF_DAY
        return self.minutes == other.minutes


@dataclass(frozen=True)
class Day:
    """A day as named: by weekday, by month and day, by the day of the month, or several of them."""

    weekday: int | None = None
    month: int | None = None
    number: int | None = None

    def is_on(self, day: date) -> bool:
        """Whether ``day`` is what was named."""
        return (
            self.weekday in (None, day.weekday())
            and self.month in (None, day.month)
            and self.number in (None, day.day)
        )

    @property
    def is_date(self) -> bool:
        """Whether more than a weekday was named."""
        return self.number is not None


@dataclass(frozen=True)
class Named:
    """A time or day and where in the text it stands."""

    at: int
    what: Clock | Day


_WEEKDAY = "|".join((*WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), "tues", "thurs", "thur"))
_MONTH = "|".join((*MONTHS, *(month[:3] for month in MONTHS), "sept"))
_PM = r"(?: (?P<{0}>am|pm|in the morning|in the afternoon|in the evening|at night))?"
_UNITS = (
    r"(?! (?:(?:to|and|or) \d+ )?(?:units?|weeks?|days?|months?|years?|minutes?|mins?|hours?|percent|dollars?|"
    r"bucks|cents?|syringes?|sessions?|areas?|treatments?|people|persons?|providers?|locations?|times|vials?|visits?|"
    r"steps?|miles?|blocks?|stars?|of|more|other|different|most|per|a (?:unit|syringe)|th|st|nd|rd|different)\b)"
)
_TIMES = tuple(
    re.compile(rf"\b(?:{pattern})\b")
    for pattern in (
        r"(?P<h>\d{1,2}):(?P<m>[0-5]\d)" + _PM.format("p"),
        r"(?P<half>half) past (?P<h>\d{1,2})" + _PM.format("p"),
        r"(?P<quarter>quarter) (?P<way>past|after|to|till|of|before) (?P<h>\d{1,2})" + _PM.format("p"),
        r"(?P<m>\d{1,2}) minutes? (?P<way>past|after|to|till|before) (?P<h>\d{1,2})" + _PM.format("p"),
        r"(?P<m>5|10|20|25) (?P<way>past|after|till) (?P<h>\d{1,2})" + _PM.format("p"),
        r"(?P<h>\d{1,2}) (?:o|oh|0) ?(?P<m>[0-9])" + _PM.format("p"),
        r"(?P<h>\d{1,2}) (?P<m>[0-5]\d) (?P<p>am|pm|in the (?:morning|afternoon|evening))",
        r"(?<=at )(?P<h>\d{1,2}) (?P<m>[0-5]\d)",
        r"(?P<h>\d{1,2}) oclock" + _PM.format("p"),
        r"(?P<h>\d{1,2}) (?P<p>am|pm|in the (?:morning|afternoon|evening)|at night)",
        r"(?P<word>noon|midday|midnight)",
        r"(?P<h>\d{1,2}) ?ish",
        r"(?P<h>\d{1,2})(?= (?:to|or) \d{1,2}(?::\d\d)? (?:am|pm)\b)",
        r"(?P<h>\d{1,2})(?= to \d{1,2}\b" + _UNITS + r")" + _UNITS,
        r"(?:at|by|around|about|before|after|until|till|from|between|as late as|as early as) (?P<h>\d{1,2})"
        + _UNITS,
    )
)
_SAYS_MORE = re.compile(r"(?::\d\d| (?:am|pm|oclock|\d))")
_GOES_ON = re.compile(rf" (?:or|and|to|until|till|through) (?P<h>\d{{1,2}})\b{_UNITS}")
_DAYS = re.compile(
    rf"\b(?:(?P<wd1>{_WEEKDAY})(?: the)? )?(?P<mo1>{_MONTH}) (?:the )?(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\b"
    r"(?! (?:am|pm))"
    rf"|\b(?:(?P<wd2>{_WEEKDAY})(?: the)? )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<mo2>{_MONTH})\b"
    rf"|\b(?P<wd3>{_WEEKDAY}) (?:the )?(?P<d3>\d{{1,2}})(?:st|nd|rd|th)\b"
    r"|\bthe (?P<d4>\d{1,2})(?:st|nd|rd|th)\b"
    r"(?! (?:one|1|option|time|visit|floor|slot|street|avenue|thing|step|of))"
    r"|(?<![\d/])(?P<mo5>\d{1,2})/(?P<d5>\d{1,2})(?:/\d{2,4})?(?![\d/])"
    rf"|\b(?P<wd6>{_WEEKDAY})\b|\b(?P<relative>today|tonight|tomorrow)\b"
)
_PHONE = re.compile(r"\+?\b1? ?\d{3} \d{3} \d{4}\b|\b\d{3} \d{4}\b|\+?\b\d{7,15}\b|(?:\b(?:\d{1,3}|oh?)\b ?){7,}")


def moments(text: str, now: datetime) -> list[Named]:
    """All times and days that a normal text names, in the order in which they stand."""
    text = _PHONE.sub(lambda match: "#" * len(match[0]), text)
    days = list(_days(text, now))
    rest = text
    for match in _DAYS.finditer(text):
        rest = rest[: match.start()] + "#" * len(match[0]) + rest[match.end() :]
    return sorted([*days, *_clocks(rest)], key=lambda named: named.at)


def _days(text: str, now: datetime) -> Iterator[Named]:
    for match in _DAYS.finditer(text):
        parts = {key: value for key, value in match.groupdict().items() if value}
        if relative := parts.pop("relative", None):
            day = now.date() + timedelta(days=relative == "tomorrow")
            yield Named(match.start(), Day(day.weekday(), day.month, day.day))
            continue
        found: dict[str, str] = {key.rstrip("0123456789"): value for key, value in parts.items()}
        number = int(found["d"]) if "d" in found else None
        month = _month(found["mo"]) if "mo" in found else None
        weekday = _weekday(found["wd"]) if "wd" in found else None
        yield Named(match.start(), Day(weekday, month, number))


def _clocks(text: str) -> Iterator[Named]:
    for pattern in _TIMES:
        while (match := pattern.search(text)) is not None:
            clock = _read(match.groupdict())
            end = match.end()
            if clock is not None:
                yield Named(match.start(), clock)
            following = _GOES_ON.match(text, end)
            # "10 or 2 pm": the second is read by itself when it says more than its number
            if following and clock is not None and not _SAYS_MORE.match(text, following.end()):
                further = _read(following.groupdict())
                if further is not None:
                    yield Named(following.start(), further)
                end = following.end()
            text = text[: match.start()] + "#" * (end - match.start()) + text[end:]


def _read(parts: dict[str, str | None]) -> Clock | None:
    if word := parts.get("word"):
        return Clock(0 if word == "midnight" else _HALF_DAY)
    hour = int(parts.get("h") or 0)
    minute = 30 if parts.get("half") else 15 if parts.get("quarter") else int(parts.get("m") or 0)
    if hour > 24 or minute > 59:
        return None
    minutes = hour * 60 + minute
    if (parts.get("way") or "past") in ("to", "till", "of", "before"):
        minutes -= 2 * minute
    part = parts.get("p")
    if part is None:
        return Clock(minutes % (2 * _HALF_DAY), open=hour <= 12)
    late = part in ("pm", "in the afternoon", "in the evening") or (part == "at night" and hour >= 5)
    return Clock(minutes % _HALF_DAY + (_HALF_DAY if late else 0))


def _weekday(name: str) -> int:
    return next(place for place, day in enumerate(WEEKDAYS) if name.startswith(day[:3]))


def _month(name: str) -> int:
    if name.isdigit():
        return int(name)
    return next(place for place, month in enumerate(MONTHS, 1) if month.startswith(name[:3]))
