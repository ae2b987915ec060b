"""A few slots that give a real choice."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.schedule.availability import Slot
from mia.clinic.schedule.slots.choice import PartOfDay, nearest, part_of_day, spread
from mia.platform.kernel.ids import new_id

NEW_YORK = ZoneInfo("America/New_York")
MONDAY = datetime(2026, 11, 23, tzinfo=NEW_YORK)
_ID = new_id()


def slot(days: int, hour: int, minute: int = 0) -> Slot:
    start = (MONDAY + timedelta(days=days)).replace(hour=hour, minute=minute).astimezone(UTC)
    return Slot(start, start + timedelta(minutes=30), _ID, _ID, _ID)


def whole_day(days: int) -> list[Slot]:
    return [slot(days, hour, minute) for hour in range(9, 18) for minute in (0, 15, 30, 45)]


slots = st.lists(
    st.builds(slot, st.integers(0, 9), st.integers(9, 19), st.sampled_from([0, 15, 30, 45])), unique=True
)


def test_many_days_give_one_slot_each_early_and_late_in_turn() -> None:
    free = [item for day in range(5) for item in whole_day(day)]
    assert spread(free, NEW_YORK, 3) == [slot(0, 9), slot(1, 12), slot(2, 9)]


def test_one_day_is_spread_over_its_hours() -> None:
    assert spread(whole_day(0), NEW_YORK, 3) == [slot(0, 9), slot(0, 12), slot(0, 15)]


def test_two_days_share_three_slots() -> None:
    assert spread(whole_day(0) + whole_day(1), NEW_YORK, 3) == [slot(0, 9), slot(0, 13, 30), slot(1, 9)]


def test_slots_near_a_wish_come_nearest_first_and_apart() -> None:
    wish = slot(0, 14, 30).starts_at
    assert nearest(whole_day(0), wish, 3) == [slot(0, 14, 30), slot(0, 14), slot(0, 15)]


def test_near_a_wish_closeness_gives_way_to_number() -> None:
    free = [slot(0, 14), slot(0, 14, 15)]
    assert nearest(free, slot(0, 14).starts_at, 3) == free


@given(slots, st.integers(1, 5))
def test_a_choice_is_in_order_without_doubles_and_as_long_as_can_be(free: list[Slot], limit: int) -> None:
    free = sorted(free, key=lambda item: item.starts_at)
    chosen = spread(free, NEW_YORK, limit)
    assert chosen == sorted(chosen, key=lambda item: item.starts_at)
    assert len(set(chosen)) == len(chosen) == min(limit, len(free))
    assert set(chosen) <= set(free)
    if free:
        assert chosen[0] == free[0]


@given(slots, st.integers(1, 5))
def test_the_nearest_slot_comes_first(free: list[Slot], limit: int) -> None:
    wish = slot(4, 12).starts_at
    chosen = nearest(free, wish, limit)
    assert len(chosen) == min(limit, len(free)) == len(set(chosen))
    if free:
        assert abs(chosen[0].starts_at - wish) == min(abs(item.starts_at - wish) for item in free)


def test_parts_of_the_day_follow_the_clinics_clock() -> None:
    expected = {9: PartOfDay.MORNING, 12: PartOfDay.AFTERNOON, 16: PartOfDay.AFTERNOON, 17: PartOfDay.EVENING}
    assert {hour: part_of_day(slot(0, hour).starts_at, NEW_YORK) for hour in expected} == expected
