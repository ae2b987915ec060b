"""What stands against a visit at a time that someone chose, in words, and what is free instead."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.practice.service import Interval, Practice
from mia.clinic.schedule import calendar_queries as queries
from mia.clinic.schedule import catalogue
from mia.clinic.schedule import queries as visit_queries
from mia.clinic.schedule.appointments import local_span, spoken_time
from mia.clinic.schedule.availability import GRID, Roster, Slot, free_slots
from mia.clinic.schedule.catalogue import Provider, Service
from mia.clinic.schedule.slots.choice import nearest
from mia.clinic.schedule.slots.search import Wish, load_roster
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict

_AHEAD = timedelta(days=14)
_SAME_PERSON, _IN_ALL = 3, 6


class ObstacleKind(StrEnum):
    """Why a time cannot be had. ``closed`` and ``off_shift`` are the practice's own rules: staff may insist."""

    PAST = "past"
    NOT_SKILLED = "not_skilled"
    NO_ROOM = "no_room"
    PROVIDER_BUSY = "provider_busy"
    ROOM_BUSY = "room_busy"
    PATIENT_BUSY = "patient_busy"
    PROVIDER_BLOCKED = "provider_blocked"
    ROOM_BLOCKED = "room_blocked"
    CLOSED = "closed"
    OFF_SHIFT = "off_shift"


WAIVABLE = frozenset({ObstacleKind.CLOSED, ObstacleKind.OFF_SHIFT})
"""Obstacles that staff may pass on purpose."""
OVERBOOKABLE = frozenset({ObstacleKind.PROVIDER_BUSY})
"""Obstacles that a person may pass with a reason: the provider has someone else then. A room holds one visit, a
patient is in one place, and who blocked time meant it."""


@dataclass(frozen=True)
class Obstacle:
    """One thing in the way, as staff reads it; no patient is named. The interval is its own, where it has one."""

    kind: ObstacleKind
    detail: str
    interval: Interval | None = None


@dataclass(frozen=True)
class Alternative:
    """A time that is free, with the names of who and where."""

    slot: Slot
    provider: str
    room: str
    location: str


class NotFree(Conflict):
    """The visit does not fit; says why, and what does."""

    title = "This time is not free"

    def __init__(self, obstacles: Sequence[Obstacle], alternatives: Sequence[Alternative]) -> None:
        super().__init__(" ".join(f"{obstacle.detail}." for obstacle in obstacles))
        self.obstacles = tuple(obstacles)
        self.alternatives = tuple(alternatives)

    @property
    def waivable(self) -> bool:
        """Whether staff may insist."""
        return all(obstacle.kind in WAIVABLE for obstacle in self.obstacles)

    @property
    def overbookable(self) -> bool:
        """Whether staff may overbook the provider."""
        kinds = {obstacle.kind for obstacle in self.obstacles}
        return bool(kinds & OVERBOOKABLE) and kinds <= OVERBOOKABLE | WAIVABLE


@dataclass(frozen=True)
class Plan:
    """A visit as someone wants it. ``leave_out`` is the visit itself when it is moved."""

    service: Service
    provider: Provider
    patient_id: UUID
    starts_at: datetime
    location_id: UUID
    room_id: UUID | None
    leave_out: UUID | None = None

    @property
    def occupied(self) -> Interval:
        """From its start to the end of the cleaning up after it."""
        visit = self.service.visit
        return Interval(self.starts_at, self.starts_at + visit.duration + visit.buffer)


async def find_obstacles(session: ClinicSession, practice: Practice, plan: Plan) -> list[Obstacle]:
    """Everything that stands against a plan, what cannot be passed first."""
    rooms = {room.id: room.name for room in await catalogue.list_rooms(session)}
    found = _by_rule(session, practice, plan)
    if plan.room_id is None:
        place = practice.place_names[plan.location_id]
        found.append(Obstacle(ObstacleKind.NO_ROOM, f"No room at {place} is free then"))
    resources = {plan.provider.id} | ({plan.room_id} if plan.room_id else set())
    names = rooms | {plan.provider.id: plan.provider.name}
    found += await _visits(session, practice.zone, plan, resources, names)
    for block in await queries.list_blocks(session, plan.occupied, resources):
        who = block.provider_id or block.room_id
        assert who is not None
        kind = ObstacleKind.PROVIDER_BLOCKED if block.provider_id else ObstacleKind.ROOM_BLOCKED
        interval = Interval(block.starts_at, block.ends_at)
        words = f"{names[who]} is blocked {_span(interval, practice.zone)}: {session.unseal(block.reason_sealed)}"
        found.append(Obstacle(kind, words, interval))
    return found + await _hours(session, practice, plan)


async def find_alternatives(session: ClinicSession, practice: Practice, plan: Plan) -> list[Alternative]:
    """Free times nearest to a plan: others at the same time, then the same provider, then anyone."""
    now = session.now()
    today = local_span(practice, plan.starts_at.astimezone(practice.zone).date())
    span = Interval(max(now, today.start), max(now, plan.starts_at) + _AHEAD)
    wish = Wish(plan.service.id)
    roster = await load_roster(session, practice, wish, span, leave_out=plan.leave_out)
    visit, chosen = plan.service.visit, list[Slot]()
    moment = Interval(plan.starts_at, plan.starts_at + GRID)
    if plan.starts_at >= now:
        for provider_id in dict.fromkeys(shift.provider_id for shift in roster.shifts):
            alone = _only(roster, provider_id)
            chosen += free_slots(alone, visit, moment, lambda start: start == plan.starts_at)[:1]
    own = free_slots(_only(roster, plan.provider.id), visit, span, lambda _: True)
    chosen += nearest(own, plan.starts_at, _SAME_PERSON)
    chosen += nearest(free_slots(roster, visit, span, lambda _: True), plan.starts_at, _SAME_PERSON)
    stays = await visit_queries.find_appointment(session, plan.leave_out) if plan.leave_out else None
    if stays:  # where the visit is already is no other time
        chosen = [one for one in chosen if (one.provider_id, one.starts_at) != (stays.provider_id, stays.starts_at)]
    return await with_names(session, practice, list(dict.fromkeys(chosen))[:_IN_ALL])


async def pick_room(session: ClinicSession, plan: Plan, prefer: UUID | None = None) -> UUID | None:
    """A room of the plan's location that is free: the preferred one if it can be, else the first."""
    rooms = [room for room in await catalogue.list_rooms(session) if room.location_id == plan.location_id]
    rooms.sort(key=lambda room: room.id != prefer)
    busy = await queries.busy_intervals(session, plan.occupied, plan.leave_out)
    return next((room.id for room in rooms if not busy.get(room.id)), None)


async def location_of(
    session: ClinicSession, practice: Practice, provider: Provider, starts_at: datetime, prefer: UUID | None
) -> UUID:
    """Where a provider would see a patient then: where they work, else where they were to, else the first place."""
    local = starts_at.astimezone(practice.zone)
    shifts = [shift for shift in await catalogue.list_shifts(session) if shift.provider_id == provider.id]
    today = [shift for shift in shifts if shift.weekday == local.weekday()]
    now = [shift for shift in today if shift.starts <= local.time() < shift.ends]
    places = [shift.location_id for shift in now or today]
    if prefer is not None and (prefer in places or not places):
        return prefer
    return [*places, *(shift.location_id for shift in shifts), *(one.id for one in practice.locations)][0]


def _only(roster: Roster, provider_id: UUID) -> Roster:
    return replace(roster, shifts=[shift for shift in roster.shifts if shift.provider_id == provider_id])


def _by_rule(session: ClinicSession, practice: Practice, plan: Plan) -> list[Obstacle]:
    """What no roster can change."""
    found = []
    today = local_span(practice, session.now().astimezone(practice.zone).date())
    if plan.starts_at < today.start:
        found.append(Obstacle(ObstacleKind.PAST, f"{spoken_time(plan.starts_at, practice.zone)} has passed"))
    if plan.service.id not in plan.provider.service_ids:
        words = f"{plan.provider.name} does not do {plan.service.name}"
        found.append(Obstacle(ObstacleKind.NOT_SKILLED, words))
    return found


async def _visits(
    session: ClinicSession, zone: ZoneInfo, plan: Plan, resources: set[UUID], names: dict[UUID, str]
) -> list[Obstacle]:
    found = []
    rows = await queries.visits_in_the_way(
        session, plan.occupied, resources=resources, patient_id=plan.patient_id, leave_out=plan.leave_out
    )
    for row in rows:
        interval = Interval(row.starts_at, row.busy_until)
        when = _span(interval, zone)
        if row.provider_id in resources:
            words = f"{names[row.provider_id]} has another appointment {when}, including cleanup"
            found.append(Obstacle(ObstacleKind.PROVIDER_BUSY, words, interval))
        if row.room_id in resources:
            words = f"{names[row.room_id]} is in use {when}, including cleanup"
            found.append(Obstacle(ObstacleKind.ROOM_BUSY, words, interval))
        own = Interval(row.starts_at, row.ends_at)
        if row.patient_id == plan.patient_id and own.overlaps(plan.occupied):
            words = f"The patient has another appointment {_span(own, zone)}"
            found.append(Obstacle(ObstacleKind.PATIENT_BUSY, words, own))
    return found


async def _hours(session: ClinicSession, practice: Practice, plan: Plan) -> list[Obstacle]:
    """Whether the practice is open and the provider works; the buffer may go beyond."""
    seen = Interval(plan.starts_at, plan.starts_at + plan.service.visit.duration)
    day = plan.starts_at.astimezone(practice.zone).date()
    place = practice.place_names[plan.location_id]
    if not any(_holds(stretch, seen) for stretch in practice.open_on(day, plan.location_id)):
        return [Obstacle(ObstacleKind.CLOSED, f"{place} is closed {_span(seen, practice.zone)}")]
    shifts = [
        shift
        for shift in await catalogue.list_shifts(session)
        if shift.provider_id == plan.provider.id and shift.location_id == plan.location_id
    ]
    working = Roster(practice, shifts, ()).working(day)
    if any(_holds(stretch, seen) for _, stretch in working):
        return []
    words = f"{plan.provider.name} does not work at {place} {_span(seen, practice.zone)}"
    return [Obstacle(ObstacleKind.OFF_SHIFT, words)]


def _holds(outer: Interval, inner: Interval) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


async def with_names(session: ClinicSession, practice: Practice, slots: Sequence[Slot]) -> list[Alternative]:
    """Free times with the names of who and where."""
    providers = {provider.id: provider.name for provider in await catalogue.list_providers(session)}
    rooms = {room.id: room.name for room in await catalogue.list_rooms(session)}
    return [
        Alternative(slot, providers[slot.provider_id], rooms[slot.room_id], practice.place_names[slot.location_id])
        for slot in slots
    ]


def _span(interval: Interval, zone: ZoneInfo) -> str:
    """``from 2:00 PM to 2:45 PM``; with the days where it is longer than one."""
    start, end = interval.start.astimezone(zone), interval.end.astimezone(zone)
    if start.date() == end.date():
        return f"from {_clock(start)} to {_clock(end)}"
    return f"from {spoken_time(start.astimezone(UTC), zone)} to {spoken_time(end.astimezone(UTC), zone)}"


def _clock(local: datetime) -> str:
    return f"{local.hour % 12 or 12}:{local:%M} {'AM' if local.hour < 12 else 'PM'}"
