"""Changes to services, providers with their shifts, and rooms.

Nothing that was ever booked is deleted: it is retired (no longer offered) or removed (hidden).
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, TypeVar
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import InstrumentedAttribute

from mia.clinic.schedule import queries
from mia.clinic.schedule.availability import Room, Shift
from mia.clinic.schedule.catalogue import Provider, Service, provider_of, service_of
from mia.clinic.schedule.models import (
    AppointmentRow,
    ProviderRow,
    ProviderServiceRow,
    RoomRow,
    ServiceRow,
    ShiftRow,
)
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

KEPT = ("active", "retired")
"""What the practice still sees."""


class Offered(StrEnum):
    """What visits are booked with."""

    SERVICE = "service"
    PROVIDER = "provider"
    ROOM = "room"
    LOCATION = "location"


T = TypeVar("T")


@dataclass(frozen=True)
class Kept(Generic[T]):
    """A catalog item; ``retired`` ones can't be booked."""

    value: T
    retired: bool


@dataclass(frozen=True)
class Staffer:
    """A provider with the stretches of the week in which they work."""

    provider: Provider
    shifts: tuple[Shift, ...]


@dataclass(frozen=True)
class Planned:
    """Visits to come: how many, and when the next begins."""

    count: int
    next_at: datetime | None


_ROWS: dict[Offered, type[ServiceRow] | type[ProviderRow] | type[RoomRow]] = {
    Offered.SERVICE: ServiceRow,
    Offered.PROVIDER: ProviderRow,
    Offered.ROOM: RoomRow,
}
_BOOKED_WITH: dict[Offered, InstrumentedAttribute[UUID]] = {
    Offered.SERVICE: AppointmentRow.service_id,
    Offered.PROVIDER: AppointmentRow.provider_id,
    Offered.ROOM: AppointmentRow.room_id,
    Offered.LOCATION: AppointmentRow.location_id,
}


async def keep_services(session: ClinicSession) -> list[Kept[Service]]:
    """The services that the practice sees, in its order."""
    rows = await queries.list_services(session, KEPT)
    return [Kept(service_of(row), row.status == "retired") for row in rows]


async def keep_staff(session: ClinicSession) -> list[Kept[Staffer]]:
    """The providers that the practice sees, in its order."""
    services = await queries.services_by_provider(session, KEPT)
    shifts = [
        Shift(row.provider_id, row.location_id, row.weekday, row.starts, row.ends)
        for row in await queries.list_shifts(session, KEPT)
    ]
    return [
        Kept(
            Staffer(
                provider_of(row, services.get(row.id, ())),
                tuple(shift for shift in shifts if shift.provider_id == row.id),
            ),
            row.status == "retired",
        )
        for row in await queries.list_providers(session, KEPT)
    ]


async def keep_rooms(session: ClinicSession) -> list[Kept[Room]]:
    """The rooms that the practice sees, in order of preference."""
    rows = await queries.list_rooms(session, KEPT)
    return [Kept(Room(row.id, row.location_id, row.name), row.status == "retired") for row in rows]


async def put_service(session: ClinicSession, service: Service) -> None:
    """Enter a service, last in the order, or replace the one with its id."""
    await _put(session, ServiceRow, {**asdict(service), "aliases": list(service.aliases)})


async def put_staffer(session: ClinicSession, staffer: Staffer) -> None:
    """Enter a provider with services and shifts, or replace the one with its id."""
    person = staffer.provider
    told = {"id": person.id, "name": person.name, "title": person.title, "gender": person.gender}
    await _put(session, ProviderRow, told)
    for table in (ProviderServiceRow, ShiftRow):
        await session.sql.execute(delete(table).where(table.provider_id == person.id))
    skills = [{"provider_id": person.id, "service_id": service_id} for service_id in person.service_ids]
    await queries.add_rows(session, ProviderServiceRow, skills)
    await queries.add_rows(session, ShiftRow, [asdict(shift) for shift in staffer.shifts])


async def put_room(session: ClinicSession, room: Room) -> None:
    """Enter a room, or replace the one with its id."""
    await _put(session, RoomRow, asdict(room))


async def set_offered(session: ClinicSession, kind: Offered, object_id: UUID, status: str) -> None:
    """Make something of the catalogue ``active``, ``retired`` or ``removed``; :class:`NotFound` for no such."""
    row = _ROWS[kind]
    changed = await session.sql.scalar(
        update(row).where(row.id == object_id).values(status=status).returning(row.id)
    )
    if changed is None:
        raise NotFound


async def count_planned(session: ClinicSession, kind: Offered, object_id: UUID) -> Planned:
    """The booked visits to come that need something."""
    query = select(func.count(), func.min(AppointmentRow.starts_at)).where(
        AppointmentRow.status == "booked",
        AppointmentRow.starts_at >= session.now(),
        _BOOKED_WITH[kind] == object_id,
    )
    count, next_at = (await session.sql.execute(query)).one()
    return Planned(count, next_at)


async def count_at_location(session: ClinicSession, location_id: UUID) -> tuple[int, int]:
    """How many providers have shifts at a location, and how many rooms it has."""
    people = (
        select(func.count(func.distinct(ShiftRow.provider_id)))
        .join(ProviderRow, (ProviderRow.clinic_id == ShiftRow.clinic_id) & (ProviderRow.id == ShiftRow.provider_id))
        .where(ShiftRow.location_id == location_id, ProviderRow.status.in_(queries.OFFERED))
    )
    rooms = select(func.count()).where(RoomRow.location_id == location_id, RoomRow.status.in_(queries.OFFERED))
    return await session.sql.scalar(people) or 0, await session.sql.scalar(rooms) or 0


async def _put(
    session: ClinicSession, table: type[ServiceRow] | type[ProviderRow] | type[RoomRow], values: dict[str, Any]
) -> None:
    clinic_id = session.scope.clinic_id
    last = select(func.coalesce(func.max(table.position) + 1, 0)).where(table.clinic_id == clinic_id)
    statement = upsert(table).values(clinic_id=clinic_id, position=last.scalar_subquery(), **values)
    changed = {name: value for name, value in values.items() if name != "id"}
    await session.sql.execute(statement.on_conflict_do_update(index_elements=["clinic_id", "id"], set_=changed))
