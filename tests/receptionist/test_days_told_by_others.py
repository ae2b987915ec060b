"""Days told by one named before, limits told by what can't be, and dashes in place of words."""

from datetime import date, datetime, time

import pytest

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when, last_asked
from mia.receptionist.dates.when import When
from mia.receptionist.understanding.dashes import without_dashes

_NOW = datetime.fromisoformat("2026-11-24T10:00")  # a Tuesday


def hear(text: str) -> When:
    return hear_when(plain(without_dashes(text)), _NOW, lambda _day: (time(9), time(18)))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("my birthday is Friday the 11th, I need a drip the morning after", 12, 12),
        ("we sail Saturday December 12, ideally the Thursday two days before", 10, 10),
        ("she lands on the 5th, a day or two before is best", 3, 4),
        ("I finish jury duty on the 4th, any time the week after", 7, 13),
        ("our gala is Saturday the 12th, so the weekend before", 5, 6),
        ("the wedding is on the 19th, a week before would be perfect", 12, 12),
        ("the second week of December", 7, 13),
        ("the first two weeks of December", 1, 13),
        ("dec 7-11", 7, 11),
        ("12/7-12/11", 7, 11),
        ("the 7th-11th", 7, 11),
        ("wed thru fri next week", 2, 4),
        ("december 3ish", 3, 3),
    ],
)
def test_a_day_is_told_by_another_one(text: str, first: int, last: int) -> None:
    wish = hear(text)
    assert wish.days[0] == date(2026, 12, first)
    assert (wish.until or wish.days[-1]) == date(2026, 12, last)


def test_who_leaves_on_a_day_comes_before_it() -> None:
    wish = hear("I leave on the 12th, so it has to be before that")
    assert (wish.days, wish.until) == ((date(2026, 11, 24),), date(2026, 12, 11))


@pytest.mark.parametrize(
    ("text", "days"),
    [("the 2nd, 3rd or 4th", (2, 3, 4)), ("either of the first two Wednesdays in December", (2, 9))],
)
def test_each_of_several_days_is_kept(text: str, days: tuple[int, ...]) -> None:
    assert [day.day for day in hear(text).days] == list(days)


@pytest.mark.parametrize(
    ("text", "after", "before"),
    [
        ("the 3rd, I can't do before 11", time(11), None),
        ("the 3rd, I can't make it before noon", time(12), None),
        ("the 3rd, I can't get there until 3", time(15), None),
        ("the 3rd, I can't stay past 4", None, time(16)),
        ("the 3rd, 10 at the earliest, 1 at the latest", time(10), time(13)),
        ("the 3rd, no earlier than 2", time(14), None),
        ("the 3rd after 3, I have to be out by 5:30", time(15), time(16, 30)),
        ("the 3rd, I need to be back at work by 2", None, time(13)),
        ("mornings I'm asleep, is there something at 3 or after on the 8th", time(15), None),
        ("the 3rd, not first thing, I'm not a morning person, but before 1", time(10), time(12, 59)),
        ("the 3rd, 10-2", time(10), time(14)),
        ("friday, 2-4pm", time(14), time(16)),
    ],
)
def test_a_limit_is_told_by_what_can_not_be(text: str, after: time | None, before: time | None) -> None:
    wish = hear(text)
    assert (wish.not_before, wish.not_after, wish.at) == (after, before, None)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("I work 10 to 4 on the 3rd, so right when you open", time(9)),
        ("the very last spot you have on the 3rd", time(17)),
        ("the 3rd, the later the better", time(17)),
    ],
)
def test_the_first_and_the_last_of_a_day(text: str, at: time) -> None:
    assert hear(text).at == at


@pytest.mark.parametrize("text", ["305-555-0102", "2-3 sessions", "5-6 weeks", "555-0102"])
def test_other_dashes_stay(text: str) -> None:
    assert without_dashes(text) == text


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("my exam is on the 15th. The week before would be good, Tuesday through Friday", (8, 9, 10, 11)),
        ("paid on the 15th, so any day after that, preferably a Thursday", (17, 24, 31)),
        ("first week of December, but I'm at jury duty the 1st and 2nd", (3, 4, 5, 6)),
        ("not the 25th, the one after, a Wednesday", (2,)),
        ("every day but Wednesday, when we're off at noon. The 2nd or the 9th", (2, 9)),
    ],
)
def test_days_that_come_of_others_are_narrowed(text: str, days: tuple[int, ...]) -> None:
    wish = hear(text)
    december = [day for day in range(1, 32) if wish.allows(datetime.fromisoformat(f"2026-12-{day:02}T10:00"))]
    assert tuple(december) == days


def test_what_comes_of_the_days_before_it_counts() -> None:
    said = "I've a flight at 4 on the 9th and I'm packing all of the 8th, so the 7th it is"
    assert hear(last_asked(said, _NOW)) == When(days=(date(2026, 12, 7),))


def test_a_greeting_for_a_holiday_names_no_day() -> None:
    assert not hear("okay great, happy Thanksgiving")


def test_days_named_later_are_narrowed_by_the_weeks_before() -> None:
    wish = hear("first fortnight of December, half five or later").updated(hear("any Wednesday or Friday"))
    assert [day.day for day in wish.days] == [2, 4, 9, 11] and wish.not_before == time(17, 30)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("in December before my cruise on the 4th", (1, 2, 3)),
        ("the week before the wedding which is on the 19th", tuple(range(12, 19))),
        ("two weeks before my wedding on the 19th", (5,)),
        ("the day before my party on the 12th", (11,)),
        ("after my shift on the 3rd", (3,)),
        ("not next week, the one after", tuple(range(7, 14))),
        ("Saturday the 5th, otherwise Friday the 11th", (5,)),
    ],
)
def test_what_someone_gets_ready_for_tells_the_days(text: str, days: tuple[int, ...]) -> None:
    wish = hear(text)
    december = [day for day in range(1, 32) if wish.allows(datetime.fromisoformat(f"2026-12-{day:02}T20:00"))]
    assert tuple(december) == days


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("after lunch", 13),
        ("Monday after school", 15),
        ("Tuesday after work", 17),
        ("after my shift, which ends at 4", 16),
        ("school lets out 2:40 so 3:00 on", 15),
        ("Saturday morning if you can, not before 9", 9),
    ],
)
def test_the_hour_from_which_someone_is_free(text: str, hour: int) -> None:
    assert hear(text).not_before == time(hour)


def test_a_part_of_a_day_that_is_ruled_out_is_not_wished_for() -> None:
    wish = hear("next week any time except Wednesday morning")
    assert wish.part is None and date(2026, 12, 2) in wish.without


def test_weekday_evenings_leave_the_weekend_out() -> None:
    wish = hear("weekday evenings")
    assert wish.part == "evening" and date(2026, 11, 28) in wish.without
