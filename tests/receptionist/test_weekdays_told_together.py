"""Weekdays of one week, days beside others, and days and hours told in figures."""

from datetime import date, datetime, time

import pytest

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when, last_asked

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
        ("next week mon tue thu or fri", ["2026-11-30", "2026-12-01", "2026-12-03", "2026-12-04"]),
        ("Christmas Eve morning before the in-laws land", ["2026-12-24"]),
        ("before New Year's photos. Wed the 16th", ["2026-12-16"]),
        ("she had it done in August, or no, it was September", []),
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


@pytest.mark.parametrize(
    "said", ["any weekday next week but Wednesday", "next week, no wed", "this week but Wednesday"]
)
def test_one_day_of_a_week_is_ruled_out(said: str) -> None:
    wish = hear_when(plain(said), NOW, bounds)
    assert wish.until and wish.days and all(day.weekday() != 2 or day in wish.without for day in wish.days)
    assert any(day.weekday() == 2 for day in wish.without)


def test_a_day_of_every_week_that_is_ruled_out_is_no_wish() -> None:
    wish = hear_when(plain("When can I come? Not Mondays, I do the church pantry Mondays."), NOW, bounds)
    assert not wish.days and wish.without


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("start 8-9am", time(8), time(9)),
        ("start between 8 and 9, any weekday", time(8), time(9)),
        ("I'm off shift at 3, any day", time(15), None),
        ("I'm useless before ten", time(10), None),
        ("neither of us gets out before 3:30 so nothing earlier than 4", time(16), None),
        ("I work until 1, so anything from 2 on", time(14), None),
        ("morning, done by 1", None, time(12)),
    ],
)
def test_hours_from_and_to(said: str, first: time, last: time | None) -> None:
    wish = hear_when(plain(said), NOW, bounds)
    assert (wish.not_before, wish.not_after) == (first, last)


@pytest.mark.parametrize("said", ["next week, like mon-wed", "can't, mon to wed next week"])
def test_days_from_one_to_another(said: str) -> None:
    wish = hear_when(plain(last_asked(said, NOW)), NOW, bounds)
    assert (wish.days[0], wish.until) == (date(2026, 11, 30), date(2026, 12, 2)) and not wish.without


def test_a_limit_by_a_weekday_and_a_date_reaches_up_to_it() -> None:
    wish = hear_when(plain("it has to be by this Saturday the 28th"), NOW, bounds)
    assert (wish.days, wish.until) == ((date(2026, 11, 24),), date(2026, 11, 28))
