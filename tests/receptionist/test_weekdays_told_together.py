"""Weekdays of one week, days beside others, and days and hours told in figures."""

from datetime import date, datetime, time

import pytest

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when

NOW = datetime.fromisoformat("2026-11-24T10:00")


def bounds(_: date | None) -> tuple[time, time]:
    return time(9), time(18)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("next tues or wed", ["2026-12-01", "2026-12-02"]),
        ("Thursday or Friday of next week", ["2026-12-03", "2026-12-04"]),
        ("mid December on a Friday", ["2026-12-11", "2026-12-18"]),
        ("the day after the 8th", ["2026-12-09"]),
        ("Tuesday 15 December, 1pm", ["2026-12-15"]),
    ],
)
def test_weekdays_and_days_beside_others(said: str, days: list[str]) -> None:
    assert [day.isoformat() for day in hear_when(plain(said), NOW, bounds).days] == days


def test_a_range_of_numbers_is_of_the_month_that_has_both() -> None:
    wish = hear_when(plain("the 28th through the 31st"), NOW, bounds)
    assert (wish.days[0], wish.until) == (date(2026, 12, 28), date(2026, 12, 31))


def test_two_hours_that_are_told_last_are_no_days() -> None:
    wish = hear_when(plain("the first Saturday in December, 1 or 2"), NOW, bounds)
    assert (wish.days, wish.at) == ((date(2026, 12, 5),), time(13))
