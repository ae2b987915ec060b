"""Windows of the client analytics: full local days up to yesterday, whatever the clocks do; money to the cent."""

from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.insights.analytics import median_seconds, percent, savings_cents
from mia.clinic.insights.windows import DateRange, Days, Window, window_of
from mia.platform.kernel.errors import Invalid

ZONES = st.sampled_from(["America/New_York", "America/Phoenix", "Pacific/Honolulu", "Europe/Vienna"])
INSTANTS = st.integers(1_577_836_800, 2_082_758_399).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
"""From 2020 to 2035."""
NEW_YORK = ZoneInfo("America/New_York")


@given(INSTANTS, ZONES, st.sampled_from(list(DateRange)))
def test_a_window_ends_with_yesterday_and_begins_at_midnight(now: datetime, name: str, span: DateRange) -> None:
    zone = ZoneInfo(name)
    window = window_of(span, now, zone)
    assert window.until <= now < window.until + timedelta(hours=25)
    assert window.end == now.astimezone(zone).date()
    for instant in (window.since, window.until):
        assert instant.astimezone(zone).time().isoformat() == "00:00:00"


@given(INSTANTS, ZONES, st.sampled_from(list(DateRange)))
def test_the_columns_of_a_chart_cover_the_window_once(now: datetime, name: str, span: DateRange) -> None:
    window = window_of(span, now, ZoneInfo(name))
    steps = window.steps
    assert all(earlier < later for earlier, later in pairwise(steps))
    assert len(steps) <= 31
    if window.first < window.end:
        assert steps[0] == window.first and steps[-1] < window.end
    else:
        assert steps == []


@pytest.mark.parametrize(
    ("today", "hours"),
    [(date(2026, 3, 9), 30 * 24 - 1), (date(2026, 11, 2), 30 * 24 + 1), (date(2026, 6, 15), 30 * 24)],
)
def test_thirty_days_last_an_hour_less_or_more_when_the_clocks_change(today: date, hours: int) -> None:
    now = datetime(today.year, today.month, today.day, 12, tzinfo=NEW_YORK).astimezone(UTC)
    window = window_of(DateRange.MONTH, now, NEW_YORK)
    assert (window.until - window.since) == timedelta(hours=hours)
    assert (window.end - window.first).days == 30


def test_a_call_before_midnight_belongs_to_the_old_day_on_the_night_of_the_change() -> None:
    now = datetime(2026, 11, 1, 3, 30, tzinfo=UTC)  # 23:30 on October 31 in New York
    assert window_of(DateRange.WEEK, now, NEW_YORK).end == date(2026, 10, 31)
    assert window_of(DateRange.WEEK, now + timedelta(hours=1), NEW_YORK).end == date(2026, 11, 1)


def test_three_months_and_this_year_are_those_of_the_calendar() -> None:
    now = datetime(2026, 5, 31, 12, tzinfo=UTC)
    assert window_of(DateRange.QUARTER, now, NEW_YORK).first == date(2026, 2, 28)
    year = window_of(DateRange.YEAR, now, NEW_YORK)
    assert (year.first, year.steps[-1], len(year.steps)) == (date(2026, 1, 1), date(2026, 5, 1), 5)
    first_day = window_of(DateRange.YEAR, datetime(2027, 1, 1, 12, tzinfo=UTC), NEW_YORK)
    assert first_day.first == first_day.end and first_day.steps == []


@given(st.integers(0, 10**9), st.integers(0, 10**6))
def test_savings_are_exact_to_the_cent(seconds: int, cents: int) -> None:
    exact = (Decimal(seconds) * cents / 3600).quantize(Decimal(1), ROUND_HALF_UP)
    assert savings_cents(seconds, cents) == int(exact)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_rates_are_whole_percent_of_what_there_is(part: int, rest: int) -> None:
    whole = part + rest
    exact = (Decimal(100 * part) / whole).quantize(Decimal(1), ROUND_HALF_UP) if whole else None
    assert percent(part, whole) == (None if exact is None else int(exact))


@given(st.lists(st.integers(0, 600), max_size=60))
def test_the_median_is_that_of_the_answers(tenths: list[int]) -> None:
    answers = [{str(one): 1} for one in tenths]
    ordered = sorted(tenths)
    middle = len(ordered) // 2
    if not ordered:
        assert median_seconds(answers) is None
    else:
        exact = ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
        assert median_seconds(answers) == round(exact / 10, 1)


@given(INSTANTS, st.integers(1, 366), st.integers(1, 700))
def test_own_days_are_covered_once_and_compared_with_as_many_before(now: datetime, length: int, ago: int) -> None:
    last = now.astimezone(NEW_YORK).date() - timedelta(days=ago)
    window = window_of(Days(last - timedelta(days=length - 1), last), now, NEW_YORK)
    assert (window.end - window.first).days == length
    assert all(earlier < later for earlier, later in pairwise(window.steps))
    assert window.steps[0] == window.first and window.steps[-1] < window.end
    assert window.before == Window(window.first - timedelta(days=length), window.first, NEW_YORK)


@pytest.mark.parametrize(
    ("first", "last", "field"),
    [
        (date(2026, 6, 1), date(2026, 6, 15), "last"),
        (date(2026, 6, 9), date(2026, 6, 8), "first"),
        (date(2025, 6, 1), date(2026, 6, 8), "first"),
        (date(2023, 6, 1), date(2023, 6, 8), "first"),
    ],
)
def test_own_days_are_over_in_order_and_of_a_year_at_most(first: date, last: date, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        window_of(Days(first, last), datetime(2026, 6, 15, 12, tzinfo=NEW_YORK), NEW_YORK)
    assert list(refused.value.fields) == [field]
