"""Spoken dates and times, by example and by property."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.platform.words.plain import plain
from mia.receptionist.dates.clock import Clock, resolve
from mia.receptionist.dates.put_right import with_days_put_right
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.dates.shifts import day_after
from mia.receptionist.dates.spoken import hear_when, last_asked
from mia.receptionist.dates.when import When
from mia.receptionist.numbers import ordinal, with_digits

NOW = datetime.fromisoformat("2026-11-21T10:00")  # a Saturday
ZONE = ZoneInfo("America/New_York")
_NOWS = st.integers(0, 5_000_000).map(lambda minutes: NOW + timedelta(minutes=minutes - 1_000_000))
_SALAD = """
    tomorrow today next this tuesday friday november 24th first second at around after before not or and the a week
    month from in two three thirty half past quarter to noon morning afternoon evening pm am 31 30 2:30 february
    29th weekend any time between no actually oclock asap 12 99 25:61 end of day
"""
_WORDS = st.sampled_from(_SALAD.split())


def _open(_day: date | None) -> tuple[time, time]:
    return time(9), time(18)


def hear(text: str, *, expected: bool = False) -> When:
    return hear_when(plain(text), NOW, _open, expected=expected)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("tomorrow", "2026-11-22"),
        ("the day after tomorrow", "2026-11-23"),
        ("Tuesday", "2026-11-24"),
        ("next Tuesday", "2026-11-24"),
        ("this Saturday", "2026-11-21"),
        ("Saturday", "2026-11-28"),
        ("a week from Monday", "2026-11-30"),
        ("Tuesday week", "2026-12-01"),
        ("two Sundays from now", "2026-11-29"),
        ("Monday the 21st", "2026-12-21"),
        ("a week from tomorrow", "2026-11-29"),
        ("two weeks from today", "2026-12-05"),
        ("in three days", "2026-11-24"),
        ("the 24th", "2026-11-24"),
        ("the twentieth", "2026-12-20"),
        ("on the 31st", "2026-12-31"),
        ("November twenty fourth", "2026-11-24"),
        ("24th of November", "2026-11-24"),
        ("Nov 24", "2026-11-24"),
        ("January 5th", "2027-01-05"),
        ("12/3", "2026-12-03"),
        ("2026-12-03", "2026-12-03"),
        ("wensday", "2026-11-25"),
        ("choose day", "2026-11-24"),
        ("not Tuesday, Wednesday", "2026-11-25"),
        ("Tuesday, no sorry, Thursday", "2026-11-26"),
        ("Tuesday. I mean Thursday.", "2026-11-26"),
    ],
)
def test_day_is_understood(text: str, day: str) -> None:
    assert hear(text).one_day == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("next week", "2026-11-23", "2026-11-29"),
        ("early next week", "2026-11-23", "2026-11-24"),
        ("the weekend", "2026-11-21", "2026-11-22"),
        ("next weekend", "2026-11-28", "2026-11-29"),
        ("Monday through Wednesday", "2026-11-23", "2026-11-25"),
        ("between Tuesday and Thursday", "2026-11-24", "2026-11-26"),
        ("in December", "2026-12-01", "2026-12-31"),
        ("next month", "2026-12-01", "2026-12-31"),
        ("in a couple of weeks", "2026-12-05", "2026-12-11"),
        ("the second week of December", "2026-12-07", "2026-12-13"),
        ("the week of December 14", "2026-12-14", "2026-12-20"),
        ("the weekend of the 12th", "2026-12-12", "2026-12-13"),
        ("Monday 14 to Thursday 17, mornings", "2026-12-14", "2026-12-17"),
        ("in December, first full week", "2026-12-07", "2026-12-13"),
        ("the 7th through the 11th", "2026-12-07", "2026-12-11"),
    ],
)
def test_range_is_understood(text: str, first: str, last: str) -> None:
    wish = hear(text)
    assert (wish.days, wish.until) == ((date.fromisoformat(first),), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("at three", "at", "15:00"),
        ("2:30", "at", "14:30"),
        ("two thirty", "at", "14:30"),
        ("half past two", "at", "14:30"),
        ("quarter to three", "at", "14:45"),
        ("ten to five", "at", "16:50"),
        ("at noon", "at", "12:00"),
        ("around eleven", "at", "11:00"),
        ("nine", "at", "09:00"),
        ("9 a.m.", "at", "09:00"),
        ("at to thirty", "at", "14:30"),
        ("at 230", "at", "14:30"),
        ("four oh five", "at", "16:05"),
        ("three in the afternoon", "at", "15:00"),
        ("first thing", "at", "09:00"),
        ("end of the day", "at", "17:00"),
        ("late afternoon", "at", "16:30"),
        ("after 4", "not_before", "16:00"),
        ("nothing before 3 tho", "not_before", "15:00"),
        ("any time after three", "not_before", "15:00"),
        ("before noon", "not_after", "11:59"),
        ("no later than 5", "not_after", "17:00"),
    ],
)
def test_time_is_understood(text: str, field: str, value: str) -> None:
    assert getattr(hear(text, expected=True), field) == time.fromisoformat(value)


@pytest.mark.parametrize(
    "text", ["twenty units of Botox", "I have two kids", "three people", "the first one", "in 10 minutes"]
)
def test_other_numbers_are_no_times(text: str) -> None:
    assert hear(text).at is None


@pytest.mark.parametrize("text", ["good morning", "good afternoon, hello"])
def test_greetings_name_no_part_of_the_day(text: str) -> None:
    assert not hear(text)


def test_days_of_one_month_may_be_named_with_it_each_time() -> None:
    days = (date(2026, 12, 3), date(2026, 12, 10), date(2026, 12, 17))
    assert hear("Dec 3, Dec 10 and Dec 17").days == hear("Dec 3, 10 and 17").days == days


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("today or tomorrow", ["2026-11-21", "2026-11-22"]),
        ("tomorrow or Thursday", ["2026-11-22", "2026-11-26"]),
        ("tomorrow, Thursday or Friday", ["2026-11-22", "2026-11-26", "2026-11-27"]),
        ("next Tuesday or the 15th", ["2026-11-24", "2026-12-15"]),
    ],
)
def test_the_first_of_several_days_counts_whatever_it_is_called(said: str, days: list[str]) -> None:
    assert [day.isoformat() for day in hear(said).days] == days


def test_a_number_of_things_is_no_time_where_one_is_asked_for() -> None:
    assert hear_when(plain("just two massages at once"), NOW, _open, expected=True).at is None


def test_alternatives_and_exclusions_are_kept() -> None:
    assert hear("Tuesday or Thursday").days == (date(2026, 11, 24), date(2026, 11, 26))
    assert hear("any day but Monday").without[:2] == (date(2026, 11, 23), date(2026, 11, 30))
    assert hear("any day but this Monday").without == (date(2026, 11, 23),)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("any time after the 5th", "2026-12-06", "2027-01-03"),
        ("nothing before December 1", "2026-12-01", "2026-12-29"),
        ("the 8th or later", "2026-12-08", "2027-01-05"),
        ("I'm back the 4th", "2026-12-04", "2027-01-01"),
        ("I'm out of town till the 4th", "2026-12-05", "2027-01-02"),
        ("not until December", "2026-12-01", "2026-12-29"),
        ("before the 10th", "2026-11-21", "2026-12-09"),
        ("not after the 12th", "2026-11-21", "2026-12-12"),
        ("by Friday", "2026-11-21", "2026-11-27"),
        ("after the 1st but before the 10th", "2026-12-02", "2026-12-09"),
        ("between the 7th and the 11th", "2026-12-07", "2026-12-11"),
        ("I'm away from the 1st to the 5th, so after that", "2026-12-06", "2027-01-02"),
        ("not next week, the week after", "2026-11-30", "2026-12-06"),
        ("in about two weeks", "2026-12-05", "2026-12-11"),
    ],
)
def test_a_day_may_bound_the_wish(text: str, first: str, last: str) -> None:
    wish = hear(text)
    assert (wish.days[0].isoformat(), wish.until and wish.until.isoformat()) == (first, last)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("the Monday after Thanksgiving", "2026-11-30"),
        ("the Saturday before Christmas", "2026-12-19"),
        ("oh, Thanksgiving. Friday then, the day after", "2026-11-27"),
        ("the day after Thanksgiving", "2026-11-27"),
        ("not this week but the week after, Wednesday, no, Thursday", "2026-11-26"),
        ("I can drop by Friday", "2026-11-27"),
        ("Sun Dec 13 am", "2026-12-13"),
    ],
)
def test_a_day_is_told_by_another(text: str, day: str) -> None:
    assert [each.isoformat() for each in hear(text).days] == [day]


@pytest.mark.parametrize(
    ("text", "days", "out"),
    [
        ("any day but the 3rd", [], "2026-12-03"),
        ("the 3rd is out, maybe the 8th or the 10th", ["2026-12-08", "2026-12-10"], "2026-12-03"),
        ("can't do Friday the 27th, how about the 4th", ["2026-12-04"], "2026-11-27"),
        ("Tuesday or Thursday, just not the 24th", ["2026-11-26"], "2026-11-24"),
        ("in December, but not the week of Christmas", ["2026-12-01"], "2026-12-22"),
        ("after Thanksgiving, but not Black Friday", ["2026-11-27"], "2026-11-27"),
        ("I work Tuesdays, so any other day the week of December 7", ["2026-12-07"], "2026-12-08"),
        ("not on a Monday", [], "2026-11-30"),
        ("not the 24th, 25th or 26th, any morning otherwise", [], "2026-11-25"),
        ("anything but this week", [], "2026-11-22"),
    ],
)
def test_days_ruled_out_are_none_that_are_wished_for(text: str, days: list[str], out: str) -> None:
    wish = hear(text)
    assert [day.isoformat() for day in wish.days] == days
    assert date.fromisoformat(out) in wish.without and not wish.allows(datetime.fromisoformat(f"{out}T10:00"))


def test_a_day_off_suits_and_a_part_of_the_day_may_not() -> None:
    assert hear("I'm off on Wednesdays").days[0] == date(2026, 11, 25)
    assert hear("I can't do mornings").not_before == time(12)
    assert hear("no evenings please").not_after == time(16, 59)


def test_what_declines_an_offer_excludes_no_day_named_after_it() -> None:
    assert hear(last_asked("can't do that, Friday after 11", NOW)).days == (date(2026, 11, 27),)


def test_impossible_dates_are_not_invented() -> None:
    assert not hear("February 30th").days
    assert resolve(Clock(25, 0), None, None) is None


def test_changed_day_keeps_the_time() -> None:
    wish = hear("Tuesday at three").updated(hear("actually make it Thursday"))
    assert (wish.one_day, wish.at) == (date(2026, 11, 26), time(15))


@given(_NOWS, st.integers(0, 89), st.booleans())
def test_any_date_said_in_full_is_heard(now: datetime, ahead: int, spoken: bool) -> None:
    day = now.date() + timedelta(days=ahead)
    said = f"{WEEKDAYS[day.weekday()]} {MONTHS[day.month - 1]} {ordinal(day.day) if spoken else day.day}"
    assert hear_when(plain(said), now, _open).one_day == day


@given(_NOWS, st.integers(0, 6))
def test_a_weekday_is_within_the_next_week(now: datetime, weekday: int) -> None:
    day = hear_when(WEEKDAYS[weekday], now, _open).one_day
    assert day is not None
    assert day.weekday() == weekday
    assert timedelta(0) < day - now.date() <= timedelta(days=7)


@given(st.integers(1, 12), st.sampled_from([0, 15, 30, 45]), st.sampled_from(["am", "pm"]))
def test_any_clock_time_is_heard(hour: int, minute: int, half: str) -> None:
    wish = hear(f"at {hour}:{minute:02d} {half}")
    assert wish.at == time(hour % 12 + 12 * (half == "pm"), minute)


@given(_NOWS, st.lists(_WORDS, max_size=9), st.booleans())
def test_word_salad_gives_a_searchable_wish_or_none(now: datetime, words: list[str], expected: bool) -> None:
    wish = hear_when(plain(" ".join(words)), now, _open, expected=expected)
    assert When.from_json(wish.to_json()) == wish
    found = wish.search(now)
    for key in ("from", "to", "near"):
        if key in found:
            datetime.fromisoformat(found[key]).replace(tzinfo=ZONE).utctimetuple()  # also in a DST gap
    if wish.days and "/" not in " ".join(words):
        assert wish.days[-1] >= now.date() or "february" in words


@pytest.mark.parametrize("now", ["2026-03-07T12:00", "2026-03-08T01:30", "2026-10-31T12:00", "2026-11-01T01:30"])
def test_clock_changes_do_not_move_days(now: str) -> None:
    moment = datetime.fromisoformat(now)
    wish = hear_when("tomorrow at 9", moment, _open)
    assert (wish.one_day, wish.at) == (moment.date() + timedelta(days=1), time(9))


def test_number_words_become_digits() -> None:
    assert with_digits("november twenty fourth at two thirty five") == "november 24th at 2 35"


@pytest.mark.parametrize(
    ("said", "days", "until"),
    [
        ("the week after Thanksgiving", [date(2026, 11, 30)], date(2026, 12, 6)),
        ("sometime the week of Christmas", [date(2026, 12, 21)], date(2026, 12, 27)),
        ("not this Thursday but the one after", [date(2026, 12, 3)], None),
        ("the last Monday of the month", [date(2026, 11, 30)], None),
        ("the second Tuesday in December", [date(2026, 12, 8)], None),
        ("the end of the month", [date(2026, 11, 24)], date(2026, 11, 30)),
        ("next Monday is out, Tuesday would do", [date(2026, 11, 24)], None),
        ("my birthday's December 1st, can I come the day after", [date(2026, 12, 2)], None),
        ("the wedding is on the 12th, so the day before", [date(2026, 12, 11)], None),
        ("the 3rd or the 4th of December", [date(2026, 12, 3), date(2026, 12, 4)], None),
    ],
)
def test_days_are_named_by_what_is_around_them(said: str, days: list[date], until: date | None) -> None:
    heard = hear(said)
    assert (list(heard.days), heard.until) == (days, until)


@pytest.mark.parametrize(
    ("said", "earliest", "latest"),
    [
        ("I work till five, so after that", time(17), None),
        ("I get off work at 4:30", time(16, 30), None),
        ("my lunch break is 12 to 1", time(12), time(13)),
        ("12 to 3ish on Friday", time(12), time(15)),
        ("Tuesday, 9 to 11", time(9), time(11)),
        ("5 to 6 in the evening", time(17), time(18)),
        ("not too early", time(10), None),
        ("nothing too late", None, time(16)),
    ],
)
def test_a_day_of_work_bounds_the_times(said: str, earliest: time | None, latest: time | None) -> None:
    heard = hear(said)
    assert (heard.not_before, heard.not_after) == (earliest, latest)


def test_half_two_is_half_past_two() -> None:
    assert hear("half two on Monday").at == time(14, 30)


def test_weekends_and_weekdays_are_ruled_out_for_good() -> None:
    without = hear("any weekday after 3").without
    assert len(without) == 18 and all(day.weekday() >= 5 for day in without)
    fridays = hear("any day except Fridays or weekends").without
    assert {day.weekday() for day in fridays} == {4, 5, 6}
    wish = hear("any day but Mondays").search(NOW)
    assert wish["without"][0] == "2026-11-23" and "near" not in wish


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Tuesday 8 or Wednesday 9, one o'clock or later", ["2026-12-08", "2026-12-09"]),
        ("Wednesday 2 or Thursday 3 December", ["2026-12-02", "2026-12-03"]),
        ("between ten and eleven on the 2nd or 3rd", ["2026-12-02", "2026-12-03"]),
        ("first or second Tuesday of December", ["2026-12-01", "2026-12-08"]),
        ("Tuesday 8", ["2026-11-24"]),
    ],
)
def test_a_weekday_with_a_number_is_a_date_where_it_cannot_be_an_hour(text: str, days: list[str]) -> None:
    assert [day.isoformat() for day in hear(text).days] == days


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Friday December 11, I'm in court in the mornings", "12:00"),
        ("I have meetings in the morning, so Friday at one or later", "13:00"),
        ("anything after 3 that Monday", "15:00"),
    ],
)
def test_a_part_of_the_day_that_is_taken_leaves_the_rest(text: str, after: str) -> None:
    heard = hear(text)
    assert f"{heard.not_before:%H:%M}" == after and heard.part != "morning"


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("could he come the monday after that", date(2026, 12, 7)),
        ("and the other the next day", date(2026, 12, 1)),
        ("the following friday", date(2026, 12, 4)),
        ("hers thursday that same week", date(2026, 12, 3)),
        ("the day after thanksgiving", None),
        ("the day after tomorrow", None),
        ("friday after 3", None),
    ],
)
def test_a_day_is_told_by_one_before_it(said: str, day: date | None) -> None:
    assert day_after(said, date(2026, 11, 30)) == day


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "a cleaning on the 8th, no sorry the 9th, and a peel",
            "a cleaning on the 9th, and a peel",
        ),
        ("a peel Jan 8, sorry, the 9th and a facial Jan 12", "a peel Jan 9th and a facial Jan 12"),
        ("I can't do the 3rd, no, the 4th and the 5th", "I can't do the 3rd, no, the 4th and the 5th"),
        ("at 3, no sorry 4, and call me", "at 3, no sorry 4, and call me"),
    ],
)
def test_a_day_taken_back_in_a_list_gives_way_to_the_next(said: str, meant: str) -> None:
    assert with_days_put_right(said) == meant


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("somewhere from the 8th to the 12th of December, Thursday is band practice", "2026-12-08", "2026-12-12"),
        ("in December before the 15th", "2026-12-01", "2026-12-14"),
        ("between the 9th and the 11th of December. Thursdays I coach", "2026-12-09", "2026-12-11"),
    ],
)
def test_ranges_keep_to_their_month_and_days_that_are_taken(text: str, first: str, last: str) -> None:
    heard = hear(text)
    assert (heard.days[0].isoformat(), heard.until and heard.until.isoformat()) == (first, last)
    assert "Thurs" not in text or date(2026, 12, 10) in heard.without


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("I work Sundays through Tuesdays", {6, 0, 1}),
        ("Mondays I teach", {0}),
        ("Wednesday is my daughter's ballet class", {2}),
        ("Thursday is best", set()),
        ("Friday is my day off", set()),
    ],
)
def test_days_that_are_taken_are_ruled_out(text: str, days: set[int]) -> None:
    assert {day.weekday() for day in hear(text).without} == days


@pytest.mark.parametrize(
    ("text", "latest"),
    [
        ("any time before two", "13:59"),
        ("no later than noon", "12:00"),
        ("until noon", "12:00"),
        ("between 9 and noon", "12:00"),
    ],
)
def test_before_an_hour_leaves_that_hour_out(text: str, latest: str) -> None:
    assert hear(text).not_after == time.fromisoformat(latest)


def test_a_refusal_rules_out_no_day_that_follows_it() -> None:
    said = "I'm afraid not. December 8, 9 or 11"
    heard = hear_when(plain(last_asked(said, NOW)), NOW, _open)
    assert [day.day for day in heard.days] == [8, 9, 11] and not heard.without


def test_a_date_before_an_hour_is_that_date() -> None:
    assert hear("Wednesday the 9th, 1 or after").one_day == date(2026, 12, 9)


@pytest.mark.parametrize(
    ("text", "earliest", "latest"),
    [
        ("late morning to 2", "11:00", "14:00"),
        ("Monday the 7th, late morning to 2, otherwise I'm at orientation", "11:00", "14:00"),
        ("noon to 3", "12:00", "15:00"),
        ("while they're in daycare, which is nine to noon", "09:00", "12:00"),
        ("early afternoon until 4", "13:00", "16:00"),
        ("something between nine and eleven", "09:00", "11:00"),
    ],
)
def test_hours_may_begin_with_a_part_of_the_day(text: str, earliest: str, latest: str) -> None:
    heard = hear_when(plain(text), NOW, _open, expected=True)
    assert (heard.not_before, heard.not_after) == (time.fromisoformat(earliest), time.fromisoformat(latest))
    assert heard.part is None and heard.at is None


@pytest.mark.parametrize(
    "said",
    [
        "I'm on the road Monday through Thursday. This Friday I got an inspection. So the one after, the eleventh",
        "The one after, the 11th",
        "I fly on the 9th and pack on the 10th, so the eleventh",
    ],
)
def test_a_date_told_last_says_which_day_is_meant(said: str) -> None:
    assert hear_when(plain(last_asked(said, NOW)), NOW, _open, expected=True).one_day == date(2026, 12, 11)


def test_a_day_taken_this_week_is_free_in_the_next() -> None:
    assert hear("This Friday I have court").without == (date(2026, 11, 27),)


def test_the_first_of_several_treatments_is_no_day() -> None:
    assert hear("can you start me with the first filling next Thursday after 2").one_day == date(2026, 11, 26)
