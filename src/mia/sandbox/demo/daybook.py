"""Finds a free time for a sample visit: the same rules as real bookings, with less choice and more speed."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from uuid import UUID

from mia.clinic.practice.service import Interval, Practice, wall_clock
from mia.clinic.schedule.service import Provider, Room, Service, Shift

GRID = timedelta(minutes=15)
_DAYS_TRIED = 12


@dataclass(frozen=True)
class Place:
    """Where and when a visit fits."""

    provider_id: UUID
    location_id: UUID
    room_id: UUID
    starts_at: datetime


class Daybook:
    """Who works when, and what is taken; each provider has a room of their own at each location."""

    def __init__(
        self, practice: Practice, providers: Sequence[Provider], shifts: Sequence[Shift], rooms: Sequence[Room]
    ) -> None:
        self._practice = practice
        self._skills = {person.id: frozenset(person.service_ids) for person in providers}
        self._shifts = {
            day: [shift for shift in shifts if shift.weekday == day] for day in {shift.weekday for shift in shifts}
        }
        self._rooms = {
            (shift.location_id, day, shift.provider_id): room
            for day, working in self._shifts.items()
            for shift, room in _rooms_of(working, rooms)
        }
        self._open: dict[tuple[date, UUID], list[Interval]] = {}
        self._taken: dict[tuple[UUID, date], list[Interval]] = defaultdict(list)

    def occupy(self, provider_id: UUID | None, room_id: UUID | None, taken: Interval) -> None:
        """Keep a time free of sample appointments that a visitor booked: for the provider and for the room."""
        day = taken.start.astimezone(self._practice.zone).date()
        shared = {who for (_, _, who), room in self._rooms.items() if room == room_id}
        for busy in shared | ({provider_id} if provider_id else set()):
            self._taken[busy, day].append(taken)

    def working(self, day: date) -> list[Shift]:
        """The shifts of a local day on which their location opens."""
        shifts = self._shifts.get(day.weekday(), [])
        return [shift for shift in shifts if self._open_on(day, shift.location_id)]

    def count(self, provider_id: UUID, day: date) -> int:
        """How many visits a provider has on a day."""
        return len(self._taken[provider_id, day])

    def can(self, provider_id: UUID, service: Service) -> bool:
        """Whether a provider does a service."""
        return service.id in self._skills[provider_id]

    def place(self, rng: Random, service: Service, wished: date) -> Place | None:
        """Take a time for a service on the wished local day or, when full or closed, one soon after."""
        for offset in range(_DAYS_TRIED):
            day = wished + timedelta(days=offset)
            able = [shift for shift in self.working(day) if self.can(shift.provider_id, service)]
            rng.shuffle(able)
            for shift in able:
                if place := self.place_with(rng, service, day, shift):
                    return place
        return None

    def place_with(self, rng: Random, service: Service, day: date, shift: Shift) -> Place | None:
        """Take a time in one shift, from a random hour on; None when it is full."""
        hours = wall_clock(day, shift.starts, shift.ends, self._practice.zone)
        for stretch in self._open_on(day, shift.location_id) if hours else ():
            shared = hours.intersection(stretch) if hours else None
            steps = (shared.end - shared.start - service.visit.duration) // GRID if shared else -1
            if shared is None or steps < 0:
                continue
            first = rng.randint(0, steps)
            for step in (*range(first, steps + 1), *range(first)):
                if place := self._take(service, day, shift, shared.start + step * GRID):
                    return place
        return None

    def _take(self, service: Service, day: date, shift: Shift, start: datetime) -> Place | None:
        room_id = self._rooms.get((shift.location_id, shift.weekday, shift.provider_id))
        occupied = Interval(start, start + service.visit.duration + service.visit.buffer)
        taken = self._taken[shift.provider_id, day]
        if room_id is None or any(occupied.overlaps(other) for other in taken):
            return None
        taken.append(occupied)
        return Place(shift.provider_id, shift.location_id, room_id, start)

    def _open_on(self, day: date, location_id: UUID) -> list[Interval]:
        key = day, location_id
        if key not in self._open:
            self._open[key] = self._practice.open_on(day, location_id)
        return self._open[key]


def _rooms_of(working: Sequence[Shift], rooms: Sequence[Room]) -> list[tuple[Shift, UUID]]:
    """A room for each shift of a weekday as far as there are rooms, no two of a location the same."""
    free: dict[UUID, list[UUID]] = defaultdict(list)
    for room in rooms:
        free[room.location_id].append(room.id)
    return [(shift, free[shift.location_id].pop(0)) for shift in working if free[shift.location_id]]
