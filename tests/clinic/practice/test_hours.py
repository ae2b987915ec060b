"""Wall-clock hours become instants, on the days on which the clock changes too."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.practice.hours import Closure, Interval, OpeningHours, local_days, open_intervals, wall_clock
from mia.platform.kernel.ids import new_id

NEW_YORK = ZoneInfo("America/New_York")
SPRING = date(2027, 3, 14)  # 02:00 becomes 03:00
AUTUMN = date(2026, 11, 1)  # 02:00 becomes 01:00
MAIN, BRANCH = new_id(), new_id()
MONDAY = date(2026, 11, 23)

zones = st.sampled_from(["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
days = st.dates(date(2026, 1, 1), date(2028, 12, 31))
times = st.times().map(lambda value: value.replace(second=0, microsecond=0))


def utc(hour: int, minute: int = 0, day: date = MONDAY) -> datetime:
    return datetime.combine(day, time(hour, minute), UTC)


@pytest.mark.parametrize(
    ("day", "opens", "closes", "start", "end"),
    [
        (MONDAY, time(9), time(18), utc(14), utc(23)),
        (date(2026, 7, 6), time(9), time(18), utc(13, day=date(2026, 7, 6)), utc(22, day=date(2026, 7, 6))),
        (SPRING, time(0), time(12), utc(5, day=SPRING), utc(16, day=SPRING)),
        (AUTUMN, time(0), time(12), utc(4, day=AUTUMN), utc(17, day=AUTUMN)),
    ],
)
def test_hours_follow_the_clock_of_the_zone(
    day: date, opens: time, closes: time, start: datetime, end: datetime
) -> None:
    assert wall_clock(day, opens, closes, NEW_YORK) == Interval(start, end)


def test_a_stretch_that_the_clock_skips_is_nothing() -> None:
    assert wall_clock(SPRING, time(2), time(2, 45), NEW_YORK) is None


@given(day=days, opens=times, closes=times, name=zones)
def test_no_instant_of_a_stretch_shows_a_time_outside_it(day: date, opens: time, closes: time, name: str) -> None:
    zone = ZoneInfo(name)
    stretch = wall_clock(day, opens, closes, zone)
    if stretch is None:
        return
    instant = stretch.start
    while instant < stretch.end:
        shown = instant.astimezone(zone)
        assert shown.date() == day
        assert opens <= shown.time() < closes or _comes_twice(shown)
        instant += timedelta(minutes=15)


def _comes_twice(local: datetime) -> bool:
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()


def test_a_location_has_its_own_hours_and_may_close_for_lunch() -> None:
    hours = [
        OpeningHours(MAIN, 0, time(14), time(18)),
        OpeningHours(MAIN, 0, time(9), time(13)),
        OpeningHours(BRANCH, 1, time(9), time(13)),
    ]
    assert open_intervals(hours, [], NEW_YORK, MAIN, MONDAY) == [
        Interval(utc(14), utc(18)),
        Interval(utc(19), utc(23)),
    ]
    assert open_intervals(hours, [], NEW_YORK, BRANCH, MONDAY) == []


@pytest.mark.parametrize(
    ("closure", "is_open"),
    [
        (Closure(None, MONDAY, MONDAY, "Holiday"), False),
        (Closure(MAIN, MONDAY - timedelta(days=3), MONDAY, "Works"), False),
        (Closure(BRANCH, MONDAY, MONDAY, "Works"), True),
        (Closure(None, MONDAY + timedelta(days=1), MONDAY + timedelta(days=1), "Holiday"), True),
    ],
)
def test_closures_close_their_location_on_their_days(closure: Closure, is_open: bool) -> None:
    hours = [OpeningHours(MAIN, 0, time(9), time(18))]
    assert bool(open_intervals(hours, [closure], NEW_YORK, MAIN, MONDAY)) is is_open


def test_a_window_touches_each_local_day_once() -> None:
    window = Interval(utc(3), utc(6, day=MONDAY + timedelta(days=1)))
    assert list(local_days(window, NEW_YORK)) == [MONDAY - timedelta(days=1), MONDAY, MONDAY + timedelta(days=1)]
