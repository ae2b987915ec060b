"""Reads and writes of the catalogue, the roster and the appointments."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Select, bindparam, func, insert, select, text, update

from mia.clinic.patients import service as patients
from mia.clinic.practice.service import Interval
from mia.clinic.schedule.models import (
    AppointmentRow,
    ProviderRow,
    ProviderServiceRow,
    RoomRow,
    ServiceRow,
    ShiftRow,
)
from mia.platform.db.arrays import insert_of
from mia.platform.db.driver import Prepared
from mia.platform.db.session import ClinicSession

CatalogueTable = type[ServiceRow] | type[ProviderRow] | type[ProviderServiceRow] | type[ShiftRow] | type[RoomRow]

ACTIVE = ("booked", "completed")
"""Statuses that occupy a provider and a room; the exclusion constraints name the same."""


OFFERED = ("active",)
EVERY = ("active", "retired", "removed")
"""What was ever offered; names of past visits are among them."""


async def list_services(session: ClinicSession, statuses: Sequence[str] = OFFERED) -> Sequence[ServiceRow]:
    query = select(ServiceRow).where(ServiceRow.status.in_(statuses))
    return (await session.sql.scalars(query.order_by(ServiceRow.position))).all()


async def list_providers(session: ClinicSession, statuses: Sequence[str] = OFFERED) -> Sequence[ProviderRow]:
    query = select(ProviderRow).where(ProviderRow.status.in_(statuses))
    return (await session.sql.scalars(query.order_by(ProviderRow.position))).all()


async def services_by_provider(session: ClinicSession, statuses: Sequence[str] = OFFERED) -> dict[UUID, list[UUID]]:
    query = (
        select(ProviderServiceRow.provider_id, ProviderServiceRow.service_id)
        .join(
            ServiceRow,
            (ServiceRow.clinic_id == ProviderServiceRow.clinic_id)
            & (ServiceRow.id == ProviderServiceRow.service_id),
        )
        .where(ServiceRow.status.in_(statuses))
        .order_by(ServiceRow.position)
    )
    found: dict[UUID, list[UUID]] = defaultdict(list)
    for provider_id, service_id in await session.sql.execute(query):
        found[provider_id].append(service_id)
    return found


async def list_shifts(session: ClinicSession, statuses: Sequence[str] = OFFERED) -> Sequence[ShiftRow]:
    """The shifts of such providers, in their order."""
    query = (
        select(ShiftRow)
        .join(ProviderRow, (ProviderRow.clinic_id == ShiftRow.clinic_id) & (ProviderRow.id == ShiftRow.provider_id))
        .where(ProviderRow.status.in_(statuses))
        .order_by(ProviderRow.position, ShiftRow.weekday, ShiftRow.starts)
    )
    return (await session.sql.scalars(query)).all()


async def list_rooms(session: ClinicSession, statuses: Sequence[str] = OFFERED) -> Sequence[RoomRow]:
    query = select(RoomRow).where(RoomRow.status.in_(statuses))
    return (await session.sql.scalars(query.order_by(RoomRow.position))).all()


async def lock_day(session: ClinicSession, day: date) -> None:
    """Until the transaction ends, no one else books on this local day of the clinic.

    The exclusion constraints decide; the lock spares rivals the deadlock into which PostgreSQL lets
    concurrent inserts under such constraints run.
    """
    await session.sql.execute(
        text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"),
        {"key": f"appointments:{session.scope.clinic_id}:{day.isoformat()}"},
    )


async def add_rows(session: ClinicSession, table: CatalogueTable, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of one catalogue table for the session's clinic."""
    if rows:
        clinic_id = session.scope.clinic_id
        await session.sql.execute(insert(table), [{"clinic_id": clinic_id, **row} for row in rows])


async def add_appointments(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert appointments of the session's clinic; without rows nothing is asked."""
    if not rows:
        return
    await session.sql.execute(insert_of(AppointmentRow, session.scope.clinic_id, rows))


class AppointmentNames(NamedTuple):
    """An appointment with the names of its service and provider: as light as can be, a day has hundreds."""

    id: UUID
    patient_id: UUID
    service_id: UUID
    service: str
    provider_id: UUID
    provider: str
    room_id: UUID
    location_id: UUID
    starts_at: datetime
    ends_at: datetime
    busy_until: datetime
    status: str
    source: str
    overbooked_by: UUID | None
    arrival: str
    created_at: datetime
    updated_at: datetime


async def find_appointment(session: ClinicSession, appointment_id: UUID) -> AppointmentNames | None:
    found = await _named(session, _appointments().where(AppointmentRow.id == appointment_id))
    return found[0] if found else None


async def patients_of(session: ClinicSession, appointment_ids: Sequence[UUID]) -> dict[UUID, UUID]:
    query = select(AppointmentRow.id, AppointmentRow.patient_id).where(AppointmentRow.id.in_(appointment_ids))
    return {row.id: row.patient_id for row in await session.sql.execute(query)}


async def find_by_key(session: ClinicSession, idempotency_key: str) -> AppointmentNames | None:
    query = _appointments().where(AppointmentRow.idempotency_key == idempotency_key)
    found = await _named(session, query)
    return found[0] if found else None


async def list_of_patient(session: ClinicSession, patient_id: UUID) -> list[AppointmentNames]:
    query = _appointments().where(AppointmentRow.patient_id == patient_id)
    return await _named(session, query.order_by(AppointmentRow.starts_at))


async def list_of_provider(session: ClinicSession, provider_id: UUID, window: Interval) -> list[AppointmentNames]:
    query = _appointments().where(
        AppointmentRow.provider_id == provider_id,
        AppointmentRow.starts_at >= window.start,
        AppointmentRow.starts_at < window.end,
    )
    return await _named(session, query.order_by(AppointmentRow.starts_at))


@cache
def _visits() -> Prepared:
    row = AppointmentRow
    of_window = (row.starts_at >= bindparam("start"), row.starts_at < bindparam("end"))
    lines = _appointments().add_columns(ProviderRow.position).where(*of_window)
    visits = patients.with_contacts(lines, row.patient_id)
    return Prepared(visits.order_by(visits.selected_columns.starts_at, visits.selected_columns.position))


async def list_between(session: ClinicSession, window: Interval) -> list[tuple[AppointmentNames, patients.Contact]]:
    """Each with its patient. The reading is kept in the audit log."""
    values = {**patients.contact_values(session), "start": window.start, "end": window.end}
    return [
        (AppointmentNames(*visit), patients.contact_of(session, name, phone, tags, unverified_at))
        for *visit, _position, name, phone, tags, unverified_at in await _visits().rows(session.sql, values)
    ]


async def count_by_service(session: ClinicSession, window: Interval) -> dict[UUID, int]:
    row = AppointmentRow
    query = (
        select(row.service_id, func.count())
        .where(row.status.in_(ACTIVE), row.starts_at >= window.start, row.starts_at < window.end)
        .group_by(row.service_id)
    )
    return dict((await session.sql.execute(query)).all())


async def set_status(session: ClinicSession, appointment_id: UUID, old: str, new: str) -> bool:
    """Move one appointment from a status to another; False when it had another status."""
    row = AppointmentRow
    statement = update(row).where(row.id == appointment_id, row.status == old).values(status=new).returning(row.id)
    return await session.sql.scalar(statement) is not None


def _appointments() -> Select[*tuple[Any, ...]]:
    """The columns of :class:`AppointmentNames`, in its order; its parameter is ``clinic_id``."""
    row = AppointmentRow
    names = {"service": ServiceRow.name, "provider": ProviderRow.name}
    return (
        select(*(names.get(field) or getattr(row, field) for field in AppointmentNames._fields))
        .join(ServiceRow, (ServiceRow.clinic_id == row.clinic_id) & (ServiceRow.id == row.service_id))
        .join(ProviderRow, (ProviderRow.clinic_id == row.clinic_id) & (ProviderRow.id == row.provider_id))
        .where(row.clinic_id == bindparam("clinic_id"))
    )


async def _named(session: ClinicSession, query: Select[*tuple[Any, ...]]) -> list[AppointmentNames]:
    rows = await session.sql.execute(query, {"clinic_id": session.scope.clinic_id})
    return [AppointmentNames(*row) for row in rows]
