"""Queries for blocked time, occupied providers and rooms, and changes of visits."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, select, update

from mia.clinic.practice.service import Interval
from mia.clinic.schedule.calendar_models import AppointmentChangeRow, BlockedTimeRow, OccupiedTimeRow
from mia.clinic.schedule.models import AppointmentRow
from mia.platform.db.session import ClinicSession


async def busy_intervals(
    session: ClinicSession, window: Interval, leave_out: UUID | None = None
) -> dict[UUID, list[Interval]]:
    """What occupies each provider and room within a window: in order, and joined where it overlaps.

    ``leave_out`` is a visit that is to be moved and stands in no one's way.
    """
    row = OccupiedTimeRow
    query = select(row.resource_id, row.starts_at, row.ends_at).where(
        row.starts_at < window.end, row.ends_at > window.start
    )
    if leave_out is not None:
        query = query.where(row.holder_id != leave_out)
    found: dict[UUID, list[Interval]] = defaultdict(list)
    for resource_id, start, end in await session.sql.execute(query.order_by(row.starts_at)):
        taken = found[resource_id]
        if taken and start < taken[-1].end:
            taken[-1] = Interval(taken[-1].start, max(end, taken[-1].end))
        else:
            taken.append(Interval(start, end))
    return found


async def visits_in_the_way(
    session: ClinicSession,
    interval: Interval,
    *,
    resources: Collection[UUID],
    patient_id: UUID | None = None,
    leave_out: UUID | None = None,
) -> Sequence[AppointmentRow]:
    """Active visits within an interval of any of these providers and rooms, or of a patient."""
    row = AppointmentRow
    concerned = row.provider_id.in_(resources) | row.room_id.in_(resources)
    if patient_id is not None:
        concerned |= row.patient_id == patient_id
    query = select(row).where(
        row.status.in_(("booked", "completed")),
        row.starts_at < interval.end,
        row.busy_until > interval.start,
        concerned,
    )
    if leave_out is not None:
        query = query.where(row.id != leave_out)
    return (await session.sql.scalars(query.order_by(row.starts_at))).all()


async def list_blocks(
    session: ClinicSession, window: Interval, resources: Collection[UUID] | None = None
) -> Sequence[BlockedTimeRow]:
    """Blocked time that touches a window, of all or of these providers and rooms, by time."""
    row = BlockedTimeRow
    query = select(row).where(row.starts_at < window.end, row.ends_at > window.start)
    if resources is not None:
        query = query.where(row.provider_id.in_(resources) | row.room_id.in_(resources))
    return (await session.sql.scalars(query.order_by(row.starts_at, row.id))).all()


async def add_blocks(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    clinic_id = session.scope.clinic_id
    await session.sql.execute(insert(BlockedTimeRow), [{"clinic_id": clinic_id, **row} for row in rows])


async def drop_block(session: ClinicSession, block_id: UUID, *, following: bool = False) -> list[UUID]:
    """The ids of what is free again: a block, or it and those of its series that come after it."""
    row = BlockedTimeRow
    block = await session.sql.get(row, {"clinic_id": session.scope.clinic_id, "id": block_id})
    if block is None:
        return []
    gone = row.id == block_id
    if following and block.series_id is not None:
        gone |= (row.series_id == block.series_id) & (row.starts_at >= block.starts_at)
    return list(await session.sql.scalars(delete(row).where(gone).returning(row.id)))


async def add_change(session: ClinicSession, values: Mapping[str, Any]) -> None:
    await session.sql.execute(insert(AppointmentChangeRow).values(clinic_id=session.scope.clinic_id, **values))


async def find_change(session: ClinicSession, change_id: UUID) -> AppointmentChangeRow | None:
    row = AppointmentChangeRow
    query = select(row).where(row.id == change_id)
    return await session.sql.scalar(query.execution_options(populate_existing=True))


async def list_changes(session: ClinicSession, appointment_id: UUID) -> Sequence[AppointmentChangeRow]:
    row = AppointmentChangeRow
    query = select(row).where(row.appointment_id == appointment_id)
    return (await session.sql.scalars(query.order_by(row.id))).all()


async def mark_undone(session: ClinicSession, change_id: UUID, at: datetime) -> bool:
    """False when it was already undone."""
    row = AppointmentChangeRow
    where = (row.id == change_id, row.undone_at.is_(None))
    statement = update(row).where(*where).values(undone_at=at).returning(row.id)
    return await session.sql.scalar(statement) is not None


async def empty_words(session: ClinicSession, patient_id: UUID) -> None:
    row, visit = AppointmentChangeRow, AppointmentRow
    theirs = select(visit.id).where(visit.patient_id == patient_id)
    await session.sql.execute(update(row).where(row.appointment_id.in_(theirs)).values(reason_sealed=None))
    await session.sql.execute(update(visit).where(visit.patient_id == patient_id).values(note_sealed=None))


async def notes_of(session: ClinicSession, appointment_ids: Collection[UUID]) -> dict[UUID, bytes]:
    """The sealed notes of those visits that have one."""
    row = AppointmentRow
    query = select(row.id, row.note_sealed).where(row.id.in_(appointment_ids), row.note_sealed.is_not(None))
    return {id_: note for id_, note in await session.sql.execute(query) if note is not None}


async def lock_appointment(session: ClinicSession, appointment_id: UUID) -> AppointmentRow | None:
    """The row, held until the transaction ends."""
    row = AppointmentRow
    query = select(row).where(row.id == appointment_id)
    return await session.sql.scalar(query.with_for_update().execution_options(populate_existing=True))


async def change_appointment(session: ClinicSession, appointment_id: UUID, values: Mapping[str, Any]) -> None:
    row = AppointmentRow
    await session.sql.execute(update(row).where(row.id == appointment_id).values(**values))
