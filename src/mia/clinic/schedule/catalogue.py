"""Services, providers and rooms."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Literal, cast
from uuid import UUID

from mia.clinic.schedule import queries
from mia.clinic.schedule.availability import Room, Shift, Visit
from mia.clinic.schedule.models import ProviderRow, ProviderServiceRow, RoomRow, ServiceRow, ShiftRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound


@dataclass(frozen=True)
class Service:
    """Something a patient can book.

    ``category`` is one of the treatment interests of spec §3; ``family`` groups services that share a
    recall. Days count from the last completed one: never proposed before ``min_interval_days``, due at
    ``recall_days``, overdue from ``overdue_days``; None where there is no recall. ``description_es``: in
    Spanish, "" where the practice has not written it.
    """

    id: UUID
    name: str
    category: str
    family: str
    aliases: tuple[str, ...]
    description: str
    duration_minutes: int
    buffer_minutes: int
    price_cents: int
    price_note: str
    min_interval_days: int | None
    recall_days: int | None
    overdue_days: int | None
    description_es: str = ""

    @property
    def visit(self) -> Visit:
        """The time it takes."""
        return Visit(timedelta(minutes=self.duration_minutes), timedelta(minutes=self.buffer_minutes))


Gender = Literal["woman", "man"]


@dataclass(frozen=True)
class Provider:
    """Someone who treats patients, and the services they do in the catalogue's order. ``gender``: for patients who
    would rather be treated by a woman, or by a man; ``None`` where the practice has not said."""

    id: UUID
    name: str
    title: str
    service_ids: tuple[UUID, ...]
    gender: Gender | None = None


async def list_services(session: ClinicSession, *, every: bool = False) -> list[Service]:
    """The catalog, in the practice's order; ``every`` adds retired items."""
    statuses = queries.EVERY if every else queries.OFFERED
    return [service_of(row) for row in await queries.list_services(session, statuses)]


def service_of(row: ServiceRow) -> Service:
    """The service that stands in a row."""
    return Service(
        id=row.id,
        name=row.name,
        category=row.category,
        family=row.family,
        aliases=tuple(row.aliases),
        description=row.description,
        duration_minutes=row.duration_minutes,
        buffer_minutes=row.buffer_minutes,
        price_cents=row.price_cents,
        price_note=row.price_note,
        min_interval_days=row.min_interval_days,
        recall_days=row.recall_days,
        overdue_days=row.overdue_days,
        description_es=row.description_es,
    )


async def get_service(session: ClinicSession, service_id: UUID) -> Service:
    """One service, offered or not anymore; :class:`NotFound` when the clinic never had it."""
    for service in await list_services(session, every=True):
        if service.id == service_id:
            return service
    raise NotFound


def provider_of(row: ProviderRow, service_ids: Sequence[UUID]) -> Provider:
    """The provider that stands in a row, with the services they do."""
    return Provider(row.id, row.name, row.title, tuple(service_ids), cast(Gender | None, row.gender))


async def list_providers(session: ClinicSession) -> list[Provider]:
    """Everyone who treats patients, in the practice's order."""
    services = await queries.services_by_provider(session)
    return [provider_of(row, services.get(row.id, ())) for row in await queries.list_providers(session)]


async def list_shifts(session: ClinicSession) -> list[Shift]:
    """The working hours of all providers, in the providers' order."""
    return [
        Shift(row.provider_id, row.location_id, row.weekday, row.starts, row.ends)
        for row in await queries.list_shifts(session)
    ]


async def is_performed(session: ClinicSession, service_id: UUID) -> bool:
    """Whether anyone who performs a service has a shift."""
    working = {shift.provider_id for shift in await list_shifts(session)}
    return any(one.id in working and service_id in one.service_ids for one in await list_providers(session))


async def list_rooms(session: ClinicSession) -> list[Room]:
    """All treatment rooms, in order of preference."""
    return [Room(row.id, row.location_id, row.name) for row in await queries.list_rooms(session)]


async def set_up(
    session: ClinicSession,
    *,
    services: Sequence[Service],
    providers: Sequence[Provider],
    shifts: Sequence[Shift],
    rooms: Sequence[Room],
) -> None:
    """Enter the catalogue and roster of a practice that has none; its locations must stand already."""
    offered = [
        {**asdict(service), "aliases": list(service.aliases), "position": i} for i, service in enumerate(services)
    ]
    staff = [
        {"id": person.id, "name": person.name, "title": person.title, "gender": person.gender, "position": i}
        for i, person in enumerate(providers)
    ]
    skills = [{"provider_id": one.id, "service_id": id_} for one in providers for id_ in one.service_ids]
    places = [{**asdict(room), "position": i} for i, room in enumerate(rooms)]
    await queries.add_rows(session, ServiceRow, offered)
    await queries.add_rows(session, ProviderRow, staff)
    await queries.add_rows(session, ProviderServiceRow, skills)
    await queries.add_rows(session, ShiftRow, [asdict(shift) for shift in shifts])
    await queries.add_rows(session, RoomRow, places)
