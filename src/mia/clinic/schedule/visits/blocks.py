"""Blocked time: a provider or a room that is unavailable, and why."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval, local_days
from mia.clinic.schedule import calendar_queries, catalogue, queries
from mia.clinic.schedule.appointments import spoken_time
from mia.clinic.schedule.calendar_models import BlockedTimeRow
from mia.clinic.schedule.slots.obstacles import NotFree, Obstacle, ObstacleKind
from mia.clinic.schedule.visits.writing import fits
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

_LONGEST = timedelta(days=62)
"""Longer absences are closures or changed shifts."""
_FARTHEST = timedelta(days=366)
"""How far ahead blocked time may repeat."""
_WEEKEND = 5
"""Monday is 0."""


class Rhythm(StrEnum):
    """How often blocked time comes again."""

    DAILY = "daily"
    WEEKDAYS = "weekdays"
    WEEKLY = "weekly"


@dataclass(frozen=True)
class Repeat:
    """Blocked time that comes again until a day, at the same time on the practice's clocks. ``skip_taken`` leaves
    out the days on which visits are in the way."""

    rhythm: Rhythm
    until: date
    skip_taken: bool = False


@dataclass(frozen=True)
class Block:
    """Time that is blocked for one provider or one room."""

    id: UUID
    provider_id: UUID | None
    room_id: UUID | None
    starts_at: datetime
    ends_at: datetime
    reason: str = field(repr=False)
    series_id: UUID | None = None


async def block_time(
    session: ClinicSession,
    *,
    provider_id: UUID | None,
    room_id: UUID | None,
    interval: Interval,
    reason: str,
    repeat: Repeat | None = None,
) -> list[Block]:
    """Block a provider's or a room's time, once or again and again. :class:`NotFree` with the visits that lie in
    it: they go first, and nothing is blocked."""
    resource = provider_id or room_id
    if resource is None or (provider_id and room_id):
        raise Invalid("Block a provider or a room", fields={"provider_id": "Exactly one of provider and room"})
    interval = Interval(interval.start.astimezone(UTC), interval.end.astimezone(UTC))
    if not timedelta() < interval.end - interval.start <= _LONGEST:
        raise Invalid("The time ends after it starts, and within two months", fields={"ends_at": "Not acceptable"})
    name = await _name_of(session, resource)
    practice = await practices.get_practice(session)
    stretches = _again(interval, repeat, practice.zone) if repeat else [interval]
    for day in sorted({day for one in stretches for day in local_days(one, practice.zone)}):
        await queries.lock_day(session, day)
    taken = await _in_the_way(session, stretches, resource, name)
    if repeat and repeat.skip_taken:
        stretches = [one for one in stretches if one not in taken]
        if not stretches:
            raise Invalid("Every one of these days has an appointment then", fields={"repeat": "No day is free"})
    elif taken:
        raise NotFree(list(taken.values()), ())
    series_id = new_id() if repeat else None
    blocks = [Block(new_id(), provider_id, room_id, one.start, one.end, reason, series_id) for one in stretches]
    if not await fits(session, calendar_queries.add_blocks(session, [_row(session, block) for block in blocks])):
        raise NotFree([Obstacle(ObstacleKind.PROVIDER_BUSY, "Someone just booked this time")], ())
    await audit.record(session, "block.create", "block", [block.id for block in blocks])
    await realtime.publish(session, "appointment.changed", blocks[0].id)
    return blocks


async def unblock(session: ClinicSession, block_id: UUID, *, following: bool = False) -> None:
    """Give blocked time free again, ``following`` with all of its series that comes after it; :class:`NotFound`
    when the clinic has none of this id."""
    gone = await calendar_queries.drop_block(session, block_id, following=following)
    if not gone:
        raise NotFound
    await audit.record(session, "block.delete", "block", gone)
    await realtime.publish(session, "appointment.changed", block_id)


async def list_blocks(session: ClinicSession, window: Interval, provider_id: UUID | None = None) -> list[Block]:
    """Blocked time that touches a window, of everyone or of one provider, by time."""
    resources = None if provider_id is None else [provider_id]
    rows = await calendar_queries.list_blocks(session, window, resources)
    return [_block(session, row) for row in rows]


async def _name_of(session: ClinicSession, resource: UUID) -> str:
    names = {provider.id: provider.name for provider in await catalogue.list_providers(session)}
    names |= {room.id: room.name for room in await catalogue.list_rooms(session)}
    if resource not in names:
        raise NotFound
    return names[resource]


def _again(first: Interval, repeat: Repeat, zone: ZoneInfo) -> list[Interval]:
    """The first stretch and those that follow, each at the same time on the clocks of its day."""
    start, end = first.start.astimezone(zone), first.end.astimezone(zone)
    if first.end - first.start > timedelta(days=1):
        raise Invalid("Blocked time that repeats ends within a day", fields={"ends_at": "More than a day"})
    if not start.date() <= repeat.until <= start.date() + _FARTHEST:
        raise Invalid("It repeats until a day within a year", fields={"repeat": "Not acceptable"})
    step = timedelta(days=7 if repeat.rhythm is Rhythm.WEEKLY else 1)
    days = range(0, (repeat.until - start.date()).days + 1, step.days)
    shifts = [timedelta(days=each) for each in days]
    if repeat.rhythm is Rhythm.WEEKDAYS:
        shifts = [each for each in shifts if (start + each).weekday() < _WEEKEND] or [timedelta()]
    found = [Interval((start + each).astimezone(UTC), (end + each).astimezone(UTC)) for each in shifts]
    return [one for one in found if one.start < one.end]  # of a night, clocks may skip it


async def _in_the_way(
    session: ClinicSession, stretches: Sequence[Interval], resource: UUID, name: str
) -> dict[Interval, Obstacle]:
    """The stretches in which visits lie, each with the first of them."""
    zone = (await practices.get_practice(session)).zone
    whole = Interval(stretches[0].start, stretches[-1].end)
    found: dict[Interval, Obstacle] = {}
    for row in await calendar_queries.visits_in_the_way(session, whole, resources=[resource]):
        taken = Interval(row.starts_at, row.busy_until)
        kind = ObstacleKind.PROVIDER_BUSY if row.provider_id == resource else ObstacleKind.ROOM_BUSY
        words = f"{name} has an appointment on {spoken_time(row.starts_at, zone)}"
        for one in stretches:
            if one.overlaps(taken):
                found.setdefault(one, Obstacle(kind, words, taken))
    return found


def _row(session: ClinicSession, block: Block) -> dict[str, Any]:
    return {
        "id": block.id,
        "created_at": session.now(),
        "provider_id": block.provider_id,
        "room_id": block.room_id,
        "starts_at": block.starts_at,
        "ends_at": block.ends_at,
        "reason_sealed": session.seal(block.reason),
        "created_by": session.scope.actor,
        "series_id": block.series_id,
    }


def _block(session: ClinicSession, row: BlockedTimeRow) -> Block:
    reason = session.unseal(row.reason_sealed)
    return Block(row.id, row.provider_id, row.room_id, row.starts_at, row.ends_at, reason, row.series_id)
