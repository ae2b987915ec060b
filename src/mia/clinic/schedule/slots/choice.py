"""Which of the free slots to offer: a few that differ, or the ones nearest to a wish."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import groupby
from zoneinfo import ZoneInfo

from mia.clinic.schedule.availability import Slot

_NOON, _EVENING = 12, 17
_GAP = timedelta(minutes=30)
"""Offers near a wished time lie at least this far apart, as long as there are enough."""


class PartOfDay(StrEnum):
    """Morning until noon, afternoon until 5 PM, evening after, in the clinic's zone."""

    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"


def part_of_day(instant: datetime, zone: ZoneInfo) -> PartOfDay:
    """The part of the local day in which an instant lies."""
    hour = instant.astimezone(zone).hour
    if hour < _NOON:
        return PartOfDay.MORNING
    return PartOfDay.AFTERNOON if hour < _EVENING else PartOfDay.EVENING


def nearest(slots: Sequence[Slot], wish: datetime, limit: int) -> list[Slot]:
    """Up to ``limit`` slots by distance from ``wish``, apart from each other where possible."""
    ranked = sorted(slots, key=lambda slot: (abs(slot.starts_at - wish), slot.starts_at))
    chosen: list[Slot] = []
    for slot in ranked:
        if len(chosen) < limit and all(abs(slot.starts_at - other.starts_at) >= _GAP for other in chosen):
            chosen.append(slot)
    rest = [slot for slot in ranked if slot not in chosen]
    return chosen + rest[: limit - len(chosen)]


def spread(slots: Sequence[Slot], zone: ZoneInfo, limit: int) -> list[Slot]:
    """Up to ``limit`` slots, soonest first, that give a real choice.

    With enough days, one on each of the first days, early and late in turn; otherwise spread over the
    hours of the days there are. ``slots`` are in order of time.
    """
    days = [list(group) for _, group in groupby(slots, key=lambda slot: _local_day(slot, zone))]
    if len(days) >= limit:
        return [_early(day) if turn % 2 == 0 else _late(day, zone) for turn, day in enumerate(days[:limit])]
    chosen: list[Slot] = []
    for index, day in enumerate(days):
        share = limit // len(days) + (1 if index < limit % len(days) else 0)
        chosen += _evenly(day, share)
    rest = [slot for slot in slots if slot not in chosen]
    return sorted(chosen + rest[: limit - len(chosen)], key=lambda slot: slot.starts_at)


def _local_day(slot: Slot, zone: ZoneInfo) -> date:
    return slot.starts_at.astimezone(zone).date()


def _early(day: Sequence[Slot]) -> Slot:
    return day[0]


def _late(day: Sequence[Slot], zone: ZoneInfo) -> Slot:
    """The first slot after noon, or the last of a morning."""
    later = (slot for slot in day if part_of_day(slot.starts_at, zone) is not PartOfDay.MORNING)
    return next(later, day[-1])


def _evenly(day: Sequence[Slot], count: int) -> list[Slot]:
    """``count`` slots at even steps through a day, the first included."""
    count = min(count, len(day))
    return [day[index * len(day) // count] for index in range(count)]
