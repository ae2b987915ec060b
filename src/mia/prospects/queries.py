"""Counting of attempts to book."""

from datetime import datetime

from sqlalchemy import delete, func, insert, select, text

from mia.db.session import ClinicSession
from mia.kernel.ids import new_id
from mia.prospects.models import BookingAttemptRow


async def lock_address(session: ClinicSession, address_blind: bytes) -> None:
    """Until the transaction ends, no other attempt of this address is counted."""
    await session.sql.execute(
        text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"),
        {"key": f"demo-booking:{address_blind.hex()}"},
    )


async def forget_attempts(session: ClinicSession, before: datetime) -> None:
    where = (BookingAttemptRow.clinic_id == session.scope.clinic_id, BookingAttemptRow.created_at < before)
    await session.sql.execute(delete(BookingAttemptRow).where(*where))


async def count_attempts(session: ClinicSession, address_blind: bytes) -> int:
    query = select(func.count()).where(
        BookingAttemptRow.clinic_id == session.scope.clinic_id, BookingAttemptRow.address_blind == address_blind
    )
    return await session.sql.scalar(query) or 0


async def add_attempt(session: ClinicSession, address_blind: bytes) -> None:
    row = {
        "clinic_id": session.scope.clinic_id,
        "id": new_id(),
        "address_blind": address_blind,
        "created_at": session.now(),
    }
    await session.sql.execute(insert(BookingAttemptRow).values(row))
