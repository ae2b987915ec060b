"""The calendar's days, also those on which the clocks change."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.practice.service import Interval, Practice, PracticeSettings
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.appointments import local_span
from mia.clinic.schedule.service import Place
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from tests.fakes.practice import ZONE, make_patient, make_practice

ZONES = ("America/New_York", "America/Phoenix", "Europe/London", "Australia/Lord_Howe", "Asia/Kathmandu")


def practice_in(zone: str) -> Practice:
    settings = PracticeSettings("+13055550100", "+13055550101", "", 2400)
    return Practice(
        clinic_id=uuid4(),
        name="Anywhere",
        timezone=zone,
        settings=settings,
        locations=(),
        hours=(),
        closures=(),
        facts=(),
    )


@given(st.dates(date(2000, 1, 2), date(2060, 12, 31)), st.sampled_from(ZONES), st.integers(1, 7))
def test_days_lie_edge_to_edge_and_begin_at_local_midnight(first: date, zone: str, count: int) -> None:
    practice = practice_in(zone)
    spans = [local_span(practice, first + timedelta(days=offset)) for offset in range(count)]
    for offset, span in enumerate(spans):
        local = span.start.astimezone(ZoneInfo(zone))
        assert (local.date(), local.hour) == (first + timedelta(days=offset), 0)
        assert timedelta(hours=23) <= span.end - span.start <= timedelta(hours=25)
    assert all(before.end == after.start for before, after in pairwise(spans))
    assert local_span(practice, first, count) == Interval(spans[0].start, spans[-1].end)


@given(st.dates(date(2020, 1, 1), date(2040, 12, 31)), st.integers(0, 24 * 4 - 1), st.sampled_from(ZONES))
def test_each_instant_of_a_day_belongs_to_that_day_alone(day: date, quarter: int, zone: str) -> None:
    practice = practice_in(zone)
    span = local_span(practice, day)
    instant = min(span.start + timedelta(minutes=15 * quarter), span.end - timedelta(minutes=15))
    assert instant.astimezone(practice.zone).date() == day


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 3, 8), 23), (date(2026, 3, 9), 24), (date(2026, 11, 1), 25)]
)
async def test_the_board_says_how_long_its_days_are(
    database: Database, clock: MovableClock, day: date, hours: int
) -> None:
    practice = await make_practice(database, f"practice-{new_id().hex}")
    async with database.clinic(practice.scope) as session:
        board = await schedule.read_board(session, day, 1)
    (shown,) = board.days
    assert shown.span.end - shown.span.start == timedelta(hours=hours)


async def test_visits_keep_their_instants_when_the_clocks_change(database: Database, clock: MovableClock) -> None:
    """From Friday before to Monday after the change: the same hour on the wall is another one in UTC."""
    clock.set(datetime(2026, 3, 2, 16, tzinfo=UTC))
    practice = await make_practice(database, f"practice-{new_id().hex}")
    patient = await make_patient(database, practice)
    starts = [datetime(2026, 3, day, 9, 0, tzinfo=ZONE) for day in (6, 9)]
    async with database.clinic(practice.scope) as session:
        visit, _ = await schedule.place_visit(
            session, patient, practice.botox, Place(starts[0], practice.dr_reyes), idempotency_key=new_id().hex
        )
        assert visit.starts_at == datetime(2026, 3, 6, 14, tzinfo=UTC)
        moved, _ = await schedule.move_visit(session, visit.id, Place(starts[1], practice.dr_reyes))
        board = await schedule.read_board(session, date(2026, 3, 6), 7)
    assert moved.starts_at == datetime(2026, 3, 9, 13, tzinfo=UTC)
    assert moved.spoken == "Monday, March 9th at 9:00 AM"
    assert [entry.appointment.starts_at for entry in board.visits] == [moved.starts_at]
    working = {day.day: [one.interval for one in day.working] for day in board.days}
    assert not working[date(2026, 3, 8)]
    assert {one.start for one in working[date(2026, 3, 9)]} == {datetime(2026, 3, 9, 13, tzinfo=UTC)}
