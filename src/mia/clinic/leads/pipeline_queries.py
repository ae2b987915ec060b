"""Reads and writes of the pipeline."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.leads.models import LeadEventRow, LeadRow
from mia.platform.db.session import ClinicSession


async def lock_number(session: ClinicSession, phone_blind: bytes) -> None:
    """Until the transaction ends, no one else enters a lead with this number."""
    key = f"lead:{session.scope.clinic_id}:{phone_blind.hex()}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


async def add(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """False when there is a lead of this ``intake_key`` already."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(LeadRow).values(row).on_conflict_do_nothing().returning(LeadRow.id)
    return await session.sql.scalar(statement) is not None


async def find(session: ClinicSession, *, lock: bool = False, **by: Any) -> LeadRow | None:
    """The lead with these column values."""
    query = select(LeadRow).filter_by(**by).execution_options(populate_existing=True)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def change(session: ClinicSession, lead_id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(LeadRow).where(LeadRow.id == lead_id).values(**values))


async def list_with_phone(session: ClinicSession, phone_blind: bytes) -> Sequence[LeadRow]:
    """Leads with a number, the newest first."""
    query = select(LeadRow).where(LeadRow.phone_blind == phone_blind)
    query = query.order_by(LeadRow.created_at.desc(), LeadRow.id.desc()).execution_options(populate_existing=True)
    return (await session.sql.scalars(query)).all()


async def add_event(session: ClinicSession, values: Mapping[str, Any]) -> None:
    await session.sql.execute(insert(LeadEventRow).values({"clinic_id": session.scope.clinic_id, **values}))


async def list_events(session: ClinicSession, lead_id: UUID) -> Sequence[LeadEventRow]:
    """What happened to a lead, in order."""
    query = select(LeadEventRow).where(LeadEventRow.lead_id == lead_id)
    return (await session.sql.scalars(query.order_by(LeadEventRow.created_at, LeadEventRow.id))).all()
