"""When a practice is open: wall-clock hours turned into instants, daylight saving included."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo


@dataclass(frozen=True)
class OpeningHours:
    """A stretch of one weekday (Monday is 0), in the clinic's wall-clock time."""

    location_id: UUID
    weekday: int
    opens: time
    closes: time


@dataclass(frozen=True)
class CallHours:
    """A stretch of one weekday (Monday is 0) in which the practice's people take calls, wall-clock."""

    weekday: int
    begins: time
    ends: time


@dataclass(frozen=True)
class Closure:
    """Closed days, both ends included; ``location_id`` None closes the whole practice."""

    location_id: UUID | None
    first_day: date
    last_day: date
    reason: str


@dataclass(frozen=True, order=True)
class Interval:
    """Instants from ``start`` up to, not including, ``end``; aware, UTC."""

    start: datetime
    end: datetime

    def overlaps(self, other: "Interval") -> bool:
        return self.start < other.end and other.start < self.end

    def intersection(self, other: "Interval") -> "Interval | None":
        """What both share; None when that is nothing."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return Interval(start, end) if start < end else None


def wall_clock(day: date, start: time, end: time, zone: ZoneInfo) -> Interval | None:
    """The instants between two wall-clock times of a day; None when a clock change leaves nothing.

    Of a time that comes twice, the first counts as start and the second as end; of a time that is
    skipped, the reading that makes the stretch shorter, so that no one is booked after closing.
    """
    begins = datetime.combine(day, start, zone).astimezone(UTC)
    ends = datetime.combine(day, end, zone).replace(fold=1).astimezone(UTC)
    return Interval(begins, ends) if begins < ends else None


def open_intervals(
    hours: Sequence[OpeningHours], closures: Sequence[Closure], zone: ZoneInfo, location_id: UUID, day: date
) -> list[Interval]:
    """The instants of a local day at which a location is open, in order."""
    if any(_closes(closure, location_id, day) for closure in closures):
        return []
    stretches = (
        wall_clock(day, item.opens, item.closes, zone)
        for item in hours
        if item.location_id == location_id and item.weekday == day.weekday()
    )
    return sorted(stretch for stretch in stretches if stretch)


def call_intervals(
    hours: Sequence[CallHours], closures: Sequence[Closure], zone: ZoneInfo, day: date
) -> list[Interval]:
    """The instants of a local day at which the practice's people take calls, in order; none of a day on which the
    whole practice is closed."""
    if any(_closes(closure, None, day) for closure in closures):
        return []
    of_day = (item for item in hours if item.weekday == day.weekday())
    stretches = (wall_clock(day, item.begins, item.ends, zone) for item in of_day)
    return sorted(stretch for stretch in stretches if stretch)


def local_days(window: Interval, zone: ZoneInfo) -> Iterator[date]:
    """The local dates that a window of instants touches."""
    day = window.start.astimezone(zone).date()
    last = window.end.astimezone(zone).date()
    while day <= last:
        yield day
        day += timedelta(days=1)


def _closes(closure: Closure, location_id: UUID | None, day: date) -> bool:
    return closure.location_id in (None, location_id) and closure.first_day <= day <= closure.last_day
