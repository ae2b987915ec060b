"""Which slots are free: a pure computation over hours, shifts, rooms and what is booked."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from mia.clinic.practice.service import Interval, Practice, local_days, wall_clock

GRID = timedelta(minutes=15)
"""Slots start on quarter hours; every zone in use is a multiple of it away from UTC."""


@dataclass(frozen=True)
class Shift:
    """A stretch of one weekday (Monday is 0) in which a provider works at a location, wall-clock time."""

    provider_id: UUID
    location_id: UUID
    weekday: int
    starts: time
    ends: time


@dataclass(frozen=True)
class Room:
    """A treatment room."""

    id: UUID
    location_id: UUID
    name: str = ""


@dataclass(frozen=True)
class Visit:
    """What is to be fitted in: the time with the patient, and the cleaning up after it."""

    duration: timedelta
    buffer: timedelta


@dataclass(frozen=True)
class Slot:
    """A visit that would fit. The room is one that is free now; booking may pick another."""

    starts_at: datetime
    ends_at: datetime
    provider_id: UUID
    location_id: UUID
    room_id: UUID


@dataclass(frozen=True)
class Roster:
    """What is needed to say whether someone has time.

    ``shifts`` hold only providers who do the service, ``rooms`` stand in order of preference, ``busy``
    maps a provider or room to its occupied intervals: sorted, not overlapping, buffers included.
    """

    practice: Practice
    shifts: Sequence[Shift]
    rooms: Sequence[Room]
    busy: Mapping[UUID, Sequence[Interval]] = field(default_factory=dict)

    def is_free(self, who: UUID, interval: Interval) -> bool:
        """Whether a provider or room has nothing in the interval."""
        taken = self.busy.get(who, ())
        before_end = bisect_left(taken, interval.end, key=lambda item: item.start)
        return before_end == 0 or taken[before_end - 1].end <= interval.start

    def free_room(self, location_id: UUID, interval: Interval) -> UUID | None:
        """The preferred room of a location that is free in the interval."""
        return next(
            (room.id for room in self.rooms if room.location_id == location_id and self.is_free(room.id, interval)),
            None,
        )

    def working(self, day: date) -> Iterator[tuple[Shift, Interval]]:
        """The parts of the day's shifts that lie within opening hours."""
        zone = self.practice.zone
        for shift in self.shifts:
            hours = wall_clock(day, shift.starts, shift.ends, zone) if shift.weekday == day.weekday() else None
            for stretch in self.practice.open_on(day, shift.location_id) if hours else ():
                if hours and (shared := hours.intersection(stretch)):
                    yield shift, shared


Accept = Callable[[datetime], bool]
"""Whether a start suits the wish (part of the day)."""


def could_start(roster: Roster, visit: Visit, window: Interval, accept: Accept) -> Iterator[tuple[datetime, Shift]]:
    """Starts within the window at which someone works, whether or not they are booked already.

    The visit ends within opening hours and the shift; its buffer may go beyond.
    """
    for day in local_days(window, roster.practice.zone):
        for shift, stretch in roster.working(day):
            start = _on_grid(max(stretch.start, window.start))
            last = min(stretch.end - visit.duration, window.end - timedelta(microseconds=1))
            while start <= last:
                if accept(start):
                    yield start, shift
                start += GRID


def free_slots(roster: Roster, visit: Visit, window: Interval, accept: Accept) -> list[Slot]:
    """One free slot for each possible start in the window, in order of time.

    Of several providers free at one time, the one with the least booked that day is taken.
    """
    zone = roster.practice.zone
    load = Counter(
        (who, item.start.astimezone(zone).date()) for who, taken in roster.busy.items() for item in taken
    )
    best: dict[datetime, tuple[int, Slot]] = {}
    for start, shift in could_start(roster, visit, window, accept):
        rank = load[shift.provider_id, start.astimezone(zone).date()]
        if start in best and best[start][0] <= rank:
            continue
        occupied = Interval(start, start + visit.duration + visit.buffer)
        if not roster.is_free(shift.provider_id, occupied):
            continue
        room_id = roster.free_room(shift.location_id, occupied)
        if room_id is not None:
            slot = Slot(start, start + visit.duration, shift.provider_id, shift.location_id, room_id)
            best[start] = rank, slot
    return [slot for _, (_, slot) in sorted(best.items())]


def _on_grid(instant: datetime) -> datetime:
    """The first quarter hour not before ``instant``."""
    epoch = datetime(2000, 1, 1, tzinfo=UTC)
    return epoch + -((epoch - instant) // GRID) * GRID
