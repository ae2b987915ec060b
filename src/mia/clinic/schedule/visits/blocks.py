"""Blocked time: a provider or a room that is unavailable, and why."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

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


@dataclass(frozen=True)
class Block:
    """Time that is blocked for one provider or one room."""

    id: UUID
    provider_id: UUID | None
    room_id: UUID | None
    starts_at: datetime
    ends_at: datetime
    reason: str = field(repr=False)


async def block_time(
    session: ClinicSession, *, provider_id: UUID | None, room_id: UUID | None, interval: Interval, reason: str
) -> Block:
    """Block a provider's or a room's time. :class:`NotFree` with the visits that lie in it: they go first."""
    resource = provider_id or room_id
    if resource is None or (provider_id and room_id):
        raise Invalid("Block a provider or a room", fields={"provider_id": "Exactly one of provider and room"})
    interval = Interval(interval.start.astimezone(UTC), interval.end.astimezone(UTC))
    if not timedelta() < interval.end - interval.start <= _LONGEST:
        raise Invalid("The time ends after it starts, and within two months", fields={"ends_at": "Not acceptable"})
    name = await _name_of(session, resource)
    practice = await practices.get_practice(session)
    for day in local_days(interval, practice.zone):
        await queries.lock_day(session, day)
    block_id = new_id()
    row = {
        "id": block_id,
        "created_at": session.now(),
        "provider_id": provider_id,
        "room_id": room_id,
        "starts_at": interval.start,
        "ends_at": interval.end,
        "reason_sealed": session.seal(reason),
        "created_by": session.scope.actor,
    }
    if not await fits(session, calendar_queries.add_block(session, row)):
        raise NotFree(await _in_the_way(session, interval, resource, name), ())
    await audit.record(session, "block.create", "block", [block_id])
    await realtime.publish(session, "appointment.changed", block_id)
    return Block(block_id, provider_id, room_id, interval.start, interval.end, reason)


async def unblock(session: ClinicSession, block_id: UUID) -> None:
    """Give blocked time free again; :class:`NotFound` when the clinic has none of this id."""
    if not await calendar_queries.drop_block(session, block_id):
        raise NotFound
    await audit.record(session, "block.delete", "block", [block_id])
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


async def _in_the_way(session: ClinicSession, interval: Interval, resource: UUID, name: str) -> list[Obstacle]:
    zone = (await practices.get_practice(session)).zone
    rows = await calendar_queries.visits_in_the_way(session, interval, resources=[resource])
    found = []
    for row in rows:
        kind = ObstacleKind.PROVIDER_BUSY if row.provider_id == resource else ObstacleKind.ROOM_BUSY
        words = f"{name} has an appointment on {spoken_time(row.starts_at, zone)}"
        found.append(Obstacle(kind, words, Interval(row.starts_at, row.busy_until)))
    return found or [Obstacle(ObstacleKind.PROVIDER_BUSY, "Someone just booked this time")]


def _block(session: ClinicSession, row: BlockedTimeRow) -> Block:
    return Block(
        row.id, row.provider_id, row.room_id, row.starts_at, row.ends_at, session.unseal(row.reason_sealed)
    )
