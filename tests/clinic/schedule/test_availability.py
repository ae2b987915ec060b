"""Free slots keep every rule, whatever the hours, the bookings and the clock changes."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from hypothesis import example, given, settings
from hypothesis import strategies as st

from mia.clinic.practice.service import Closure, Interval, Location, OpeningHours, Practice, PracticeSettings
from mia.clinic.schedule.availability import Room, Roster, Shift, Slot, Visit, free_slots
from mia.platform.kernel.ids import new_id

NEW_YORK = ZoneInfo("America/New_York")
MAIN, BRANCH = new_id(), new_id()
ANA, BO = new_id(), new_id()
ROOMS = (Room(new_id(), MAIN), Room(new_id(), MAIN), Room(new_id(), BRANCH))
HOLDERS = (ANA, BO, *(room.id for room in ROOMS))
SPRING, AUTUMN = date(2027, 3, 14), date(2026, 11, 1)
"""Sundays on which the clocks change."""

days = st.one_of(st.dates(date(2026, 10, 25), date(2027, 3, 20)), st.sampled_from([SPRING, AUTUMN]))
quarters = st.integers(0, 95).map(lambda step: time(step // 4, step % 4 * 15))
spans = st.tuples(quarters, quarters).filter(lambda span: span[0] < span[1])
visits = st.builds(
    Visit,
    st.sampled_from([15, 30, 45, 75]).map(lambda minutes: timedelta(minutes=minutes)),
    st.sampled_from([0, 10, 15, 30]).map(lambda minutes: timedelta(minutes=minutes)),
)


def anything(_start: datetime) -> bool:
    return True


def practice(hours: Sequence[OpeningHours], closures: Sequence[Closure] = ()) -> Practice:
    places = tuple(Location(id_, "", "", "", "") for id_ in (MAIN, BRANCH))
    return Practice(
        clinic_id=new_id(),
        name="",
        timezone="America/New_York",
        settings=PracticeSettings("", "", "", 0),
        locations=places,
        hours=tuple(hours),
        closures=tuple(closures),
        facts=(),
    )


def every_day(span: tuple[time, time]) -> list[OpeningHours]:
    return [OpeningHours(place, day, *span) for place in (MAIN, BRANCH) for day in range(7)]


def local_day(day: date) -> Interval:
    start = datetime.combine(day, time(), NEW_YORK)
    return Interval(start.astimezone(UTC), (start + timedelta(days=1)).astimezone(UTC))


@st.composite
def rosters(draw: st.DrawFn) -> tuple[Roster, Interval]:
    """A roster of two people at two places with bookings around a local day, and the day."""
    day = draw(days)
    window = local_day(day)
    shifts = [
        Shift(who, draw(st.sampled_from([MAIN, BRANCH])), day.weekday(), *draw(spans))
        for who in (ANA, BO)
        for _ in range(draw(st.integers(0, 2)))
    ]
    busy: dict[UUID, list[Interval]] = {}
    for who in HOLDERS:
        taken: list[Interval] = []
        cursor = window.start - timedelta(hours=2)
        for gap, length in draw(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 16)), max_size=6)):
            start = cursor + timedelta(minutes=15 * gap)
            cursor = start + timedelta(minutes=10 * length)
            taken.append(Interval(start, cursor))
        busy[who] = taken
    closed = draw(st.sampled_from([None, None, MAIN]))
    closures = [Closure(closed, day, day, "")] if closed else []
    return Roster(practice(every_day(draw(spans)), closures), shifts, ROOMS, busy), window


@settings(max_examples=150)
@given(made=rosters(), visit=visits)
def test_every_free_slot_keeps_every_rule(made: tuple[Roster, Interval], visit: Visit) -> None:
    roster, window = made
    slots = free_slots(roster, visit, window, anything)
    starts = [slot.starts_at for slot in slots]
    assert starts == sorted(set(starts))
    for slot in slots:
        local, local_end = slot.starts_at.astimezone(NEW_YORK), slot.ends_at.astimezone(NEW_YORK)
        occupied = Interval(slot.starts_at, slot.ends_at + visit.buffer)
        assert slot.starts_at.minute % 15 == 0 and slot.ends_at - slot.starts_at == visit.duration
        assert window.start <= slot.starts_at < window.end
        assert any(
            shift.provider_id == slot.provider_id
            and shift.location_id == slot.location_id
            and _within(local, local_end, shift.starts, shift.ends)
            for shift in roster.shifts
        )
        assert any(
            item.location_id == slot.location_id and _within(local, local_end, item.opens, item.closes)
            for item in roster.practice.hours
            if item.weekday == local.weekday()
        )
        assert not any(closure.location_id == slot.location_id for closure in roster.practice.closures)
        assert slot.room_id in {room.id for room in ROOMS if room.location_id == slot.location_id}
        for who in (slot.provider_id, slot.room_id):
            assert not any(occupied.overlaps(taken) for taken in roster.busy[who])


def _within(start: datetime, end: datetime, opens: time, closes: time) -> bool:
    """Whether a visit lies in wall-clock hours. Times that come twice on a day satisfy either reading."""
    twice = start.replace(fold=0).utcoffset() != start.replace(fold=1).utcoffset() or (
        end.replace(fold=0).utcoffset() != end.replace(fold=1).utcoffset()
    )
    return twice or (opens <= start.time() and (end.time() <= closes and end.date() == start.date()))


@settings(max_examples=100)
@given(made=rosters(), visit=visits)
def test_nothing_free_is_left_out(made: tuple[Roster, Interval], visit: Visit) -> None:
    """Every quarter hour that passes all checks done naively is among the slots."""
    roster, window = made
    found = {slot.starts_at for slot in free_slots(roster, visit, window, anything)}
    start = window.start
    while start < window.end:
        if any(_fits(roster, visit, start, shift) for shift in roster.shifts):
            assert start in found
        start += timedelta(minutes=15)


def _fits(roster: Roster, visit: Visit, start: datetime, shift: Shift) -> bool:
    day = start.astimezone(NEW_YORK).date()
    end = start + visit.duration
    shift_start = datetime.combine(day, shift.starts, NEW_YORK).astimezone(UTC)
    shift_end = datetime.combine(day, shift.ends, NEW_YORK).replace(fold=1).astimezone(UTC)
    occupied = Interval(start, end + visit.buffer)
    return (
        shift_start <= start
        and end <= shift_end
        and any(item.start <= start and end <= item.end for item in roster.practice.open_on(day, shift.location_id))
        and not any(occupied.overlaps(taken) for taken in roster.busy[shift.provider_id])
        and any(
            room.location_id == shift.location_id
            and not any(occupied.overlaps(taken) for taken in roster.busy[room.id])
            for room in ROOMS
        )
    )


@given(days)
@example(SPRING)
@example(AUTUMN)
def test_a_full_day_has_the_slots_of_its_real_hours(day: date) -> None:
    shift = Shift(ANA, MAIN, day.weekday(), time(0), time(12))
    roster = Roster(practice(every_day((time(0), time(12)))), [shift], ROOMS)
    hours = {SPRING: 11, AUTUMN: 13}.get(day, 12)
    slots = free_slots(roster, Visit(timedelta(minutes=15), timedelta()), local_day(day), anything)
    assert len(slots) == hours * 4


def test_a_buffer_may_run_past_closing_but_not_into_the_next_visit() -> None:
    day = date(2026, 11, 23)
    shift = Shift(ANA, MAIN, 0, time(9), time(10))
    visit = Visit(timedelta(minutes=30), timedelta(minutes=30))
    roster = Roster(practice(every_day((time(9), time(10)))), [shift], ROOMS)
    nine = datetime(2026, 11, 23, 14, tzinfo=UTC)
    assert _starts(free_slots(roster, visit, local_day(day), anything)) == [
        nine,
        nine + timedelta(minutes=15),
        nine + timedelta(minutes=30),
    ]
    later = Interval(nine + timedelta(minutes=45), nine + timedelta(minutes=60))
    booked = Roster(roster.practice, [shift], ROOMS, {ANA: [later]})
    assert free_slots(booked, visit, local_day(day), anything) == []


def test_of_two_free_people_the_one_with_less_that_day_is_offered() -> None:
    day = date(2026, 11, 23)
    shifts = [Shift(who, MAIN, 0, time(9), time(12)) for who in (ANA, BO)]
    nine = datetime(2026, 11, 23, 14, tzinfo=UTC)
    busy = {ANA: [Interval(nine, nine + timedelta(minutes=30))]}
    roster = Roster(practice(every_day((time(9), time(12)))), shifts, ROOMS, busy)
    slots = free_slots(roster, Visit(timedelta(minutes=30), timedelta()), local_day(day), anything)
    assert {slot.provider_id for slot in slots} == {BO}


def test_without_a_free_room_nobody_can_be_seen() -> None:
    day = date(2026, 11, 23)
    window = local_day(day)
    shifts = [Shift(ANA, MAIN, 0, time(9), time(12))]
    busy = {room.id: [window] for room in ROOMS if room.location_id == MAIN}
    roster = Roster(practice(every_day((time(9), time(12)))), shifts, ROOMS, busy)
    assert free_slots(roster, Visit(timedelta(minutes=30), timedelta()), window, anything) == []


def _starts(slots: Sequence[Slot]) -> list[datetime]:
    return [slot.starts_at for slot in slots]
