"""Reads and writes of codes and unverified bookings."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, text, update

from mia.clinic.schedule.service import Appointment
from mia.clinic.verification.models import ContactCodeRow, UnverifiedBookingRow
from mia.platform.db.session import ClinicSession


async def hold_lock(session: ClinicSession, what: str) -> None:
    """Until the transaction ends, no one else counts or adds this."""
    key = f"{what}:{session.scope.clinic_id}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


# --- codes --------------------------------------------------------------------------------------


async def add_code(session: ClinicSession, values: dict[str, Any]) -> None:
    await session.sql.execute(insert(ContactCodeRow).values({"clinic_id": session.scope.clinic_id, **values}))


async def count_codes(session: ClinicSession, since: datetime, where: ColumnElement[bool]) -> int:
    query = select(func.count()).where(ContactCodeRow.created_at > since, where)
    return await session.sql.scalar(query) or 0


async def newest_code(session: ClinicSession, conversation_id: UUID) -> ContactCodeRow | None:
    """The code that was sent last in a conversation, locked."""
    query = select(ContactCodeRow).where(ContactCodeRow.conversation_id == conversation_id)
    query = query.order_by(ContactCodeRow.created_at.desc(), ContactCodeRow.id.desc()).limit(1)
    return await session.sql.scalar(query.with_for_update().execution_options(populate_existing=True))


async def find_code(session: ClinicSession, code_id: UUID) -> ContactCodeRow | None:
    """One code, locked."""
    query = select(ContactCodeRow).where(ContactCodeRow.id == code_id).with_for_update()
    return await session.sql.scalar(query)


async def change_code(session: ClinicSession, code_id: UUID, values: dict[str, Any]) -> None:
    await session.sql.execute(update(ContactCodeRow).where(ContactCodeRow.id == code_id).values(**values))


async def list_used(session: ClinicSession, conversation_id: UUID) -> Sequence[ContactCodeRow]:
    """The codes that were given back rightly in a conversation, in order."""
    query = select(ContactCodeRow).where(
        ContactCodeRow.conversation_id == conversation_id, ContactCodeRow.used_at.is_not(None)
    )
    return (await session.sql.scalars(query.order_by(ContactCodeRow.used_at, ContactCodeRow.id))).all()


async def drop_codes(session: ClinicSession, where: ColumnElement[bool]) -> int:
    statement = delete(ContactCodeRow).where(where)
    return len((await session.sql.execute(statement.returning(ContactCodeRow.id))).all())


# --- bookings -----------------------------------------------------------------------------------


async def add_booking(session: ClinicSession, values: dict[str, Any]) -> None:
    await session.sql.execute(insert(UnverifiedBookingRow).values({"clinic_id": session.scope.clinic_id, **values}))


async def count_bookings(session: ClinicSession, since: datetime, *where: ColumnElement[bool]) -> int:
    """Strangers' bookings since an instant of which no one has shown yet whose they are."""
    row = UnverifiedBookingRow
    query = select(func.count()).where(row.created_at > since, row.verified_at.is_(None), *where)
    return await session.sql.scalar(query) or 0


async def list_of_conversation(session: ClinicSession, conversation_id: UUID) -> Sequence[UnverifiedBookingRow]:
    """What was booked unverified in a conversation and still is, in order."""
    row = UnverifiedBookingRow
    query = select(row).where(row.conversation_id == conversation_id, row.verified_at.is_(None))
    return (await session.sql.scalars(query.order_by(row.created_at, row.id))).all()


async def list_of_visits(session: ClinicSession, visits: Sequence[Appointment]) -> Sequence[UnverifiedBookingRow]:
    """The rows of these appointments, confirmed or not."""
    row = UnverifiedBookingRow
    query = select(row).where(row.appointment_id.in_([visit.id for visit in visits]))
    return (await session.sql.scalars(query)).all()


async def mark_verified(session: ClinicSession, ids: Sequence[UUID]) -> None:
    row = UnverifiedBookingRow
    where = (row.id.in_(ids), row.verified_at.is_(None))
    await session.sql.execute(update(row).where(*where).values(verified_at=session.now()))


async def drop_bookings(session: ClinicSession, where: ColumnElement[bool]) -> int:
    row = UnverifiedBookingRow
    statement = delete(row).where(where)
    return len((await session.sql.execute(statement.returning(row.id))).all())


def of_contacts(blinds: Sequence[bytes]) -> ColumnElement[bool]:
    """Bookings that gave one of these phones or emails."""
    return or_(UnverifiedBookingRow.phone_blind.in_(blinds), UnverifiedBookingRow.email_blind.in_(blinds))
