"""The stretches of days that the client analytics looks at (spec §2, Date Range), in the clinic's zone.

Only full days count: none ends later than with yesterday (design: figures of the client analytics).
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from mia.platform.kernel.errors import Invalid

_LONGEST_BY_DAY = 31
_LONGEST_BY_WEEK = 100
_WEEK = timedelta(days=7)
_LONGEST = timedelta(days=366)
_EARLIEST = timedelta(days=3 * 366)


class DateRange(StrEnum):
    """The spec's options."""

    WEEK = "7d"
    MONTH = "30d"
    QUARTER = "3m"
    YEAR = "year"

    @property
    def label(self) -> str:
        """The spec's words."""
        return _LABELS[self]


_LABELS = {
    DateRange.WEEK: "Last 7 days",
    DateRange.MONTH: "Last 30 days",
    DateRange.QUARTER: "Last 3 months",
    DateRange.YEAR: "This year",
}


@dataclass(frozen=True)
class Days:
    """A stretch of the reader's own, with its last day."""

    first: date
    last: date


@dataclass(frozen=True)
class Window:
    """Full local days from ``first`` up to, not with, ``end``; empty when they are the same day."""

    first: date
    end: date
    zone: ZoneInfo

    @property
    def since(self) -> datetime:
        """The instant at which it begins, UTC."""
        return midnight(self.first, self.zone)

    @property
    def until(self) -> datetime:
        """The instant at which it is over, UTC."""
        return midnight(self.end, self.zone)

    @property
    def steps(self) -> list[date]:
        """The days at which the columns of a chart begin: each day, each seventh, or the first of each month."""
        days = (self.end - self.first).days
        if days <= _LONGEST_BY_DAY:
            return [self.first + timedelta(days=number) for number in range(days)]
        if days <= _LONGEST_BY_WEEK:
            return [self.first + _WEEK * number for number in range(-(-days // 7))]
        begin = self.first.year * 12 + self.first.month
        months = [date(number // 12, number % 12 + 1, 1) for number in range(begin, begin + 13)]
        return [self.first, *(month for month in months if month < self.end)]

    @property
    def before(self) -> "Window":
        """As many days that end where it begins."""
        return Window(self.first - (self.end - self.first), self.first, self.zone)


def window_of(span: DateRange | Days, now: datetime, zone: ZoneInfo) -> Window:
    """The window of an option, or of days of the reader's own, at an aware instant. ``This year`` is empty on its
    first day."""
    today = now.astimezone(zone).date()
    if isinstance(span, Days):
        return _own_window(span, today, zone)
    match span:
        case DateRange.WEEK:
            first = today - timedelta(days=7)
        case DateRange.MONTH:
            first = today - timedelta(days=30)
        case DateRange.QUARTER:
            first = _months_before(today, 3)
        case DateRange.YEAR:
            first = date(today.year, 1, 1)
    return Window(first, today, zone)


def _own_window(days: Days, today: date, zone: ZoneInfo) -> Window:
    if days.last >= today:
        raise Invalid("Choose days up to yesterday", fields={"last": "Not later than yesterday"})
    if days.first > days.last:
        raise Invalid("The first day comes after the last", fields={"first": "Not later than the last day"})
    if days.last - days.first >= _LONGEST:
        raise Invalid("Choose a year at most", fields={"first": "At most a year before the last day"})
    if today - days.first > _EARLIEST:
        raise Invalid("Choose days of the last three years", fields={"first": "Not more than three years ago"})
    return Window(days.first, days.last + timedelta(days=1), zone)


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """When a local day begins, UTC."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _months_before(day: date, count: int) -> date:
    """The same day of an earlier month, or that month's last."""
    months = day.year * 12 + day.month - 1 - count
    first = date(months // 12, months % 12 + 1, 1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(day.day, last.day))
