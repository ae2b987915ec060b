"""Reads and writes of leads."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.db.session import ClinicSession
from mia.leads.models import LeadRow


async def upsert_lead(session: ClinicSession, conversation_id: UUID, values: Mapping[str, Any]) -> LeadRow:
    """Add the conversation's lead, or write ``values`` over the one there is."""
    row = {"clinic_id": session.scope.clinic_id, "conversation_id": conversation_id, **values}
    statement = upsert(LeadRow).values(row)
    statement = statement.on_conflict_do_update(
        index_elements=["clinic_id", "conversation_id"],
        set_={name: value for name, value in values.items() if name not in ("id", "created_at")},
    )
    return (
        await session.sql.scalars(statement.returning(LeadRow), execution_options={"populate_existing": True})
    ).one()


async def find_lead(session: ClinicSession, conversation_id: UUID) -> LeadRow | None:
    query = select(LeadRow).where(
        LeadRow.clinic_id == session.scope.clinic_id, LeadRow.conversation_id == conversation_id
    )
    return await session.sql.scalar(query, execution_options={"populate_existing": True})


async def change_lead(session: ClinicSession, conversation_id: UUID, values: Mapping[str, Any]) -> None:
    where = (LeadRow.clinic_id == session.scope.clinic_id, LeadRow.conversation_id == conversation_id)
    await session.sql.execute(update(LeadRow).where(*where).values(**values))


async def drop_lead(session: ClinicSession, conversation_id: UUID) -> None:
    where = (LeadRow.clinic_id == session.scope.clinic_id, LeadRow.conversation_id == conversation_id)
    await session.sql.execute(delete(LeadRow).where(*where))


async def add_lead(session: ClinicSession, values: Mapping[str, Any]) -> None:
    await session.sql.execute(insert(LeadRow).values({"clinic_id": session.scope.clinic_id, **values}))


async def change_booked_lead(
    session: ClinicSession, appointment_id: UUID, values: Mapping[str, Any]
) -> UUID | None:
    """Change the lead that booked an appointment; its id, or None when there is none."""
    where = (LeadRow.clinic_id == session.scope.clinic_id, LeadRow.appointment_id == appointment_id)
    return await session.sql.scalar(update(LeadRow).where(*where).values(**values).returning(LeadRow.id))


async def find_leads(
    session: ClinicSession, phone_blind: bytes | None, appointment_ids: Sequence[UUID]
) -> Sequence[LeadRow]:
    """Leads with this number, or that booked one of these appointments."""
    booked = LeadRow.appointment_id.in_(appointment_ids)
    known = or_(LeadRow.phone_blind == phone_blind, booked) if phone_blind is not None else booked
    query = select(LeadRow).where(LeadRow.clinic_id == session.scope.clinic_id, known)
    return (await session.sql.scalars(query.order_by(LeadRow.created_at, LeadRow.id))).all()


async def drop_leads(session: ClinicSession, ids: Sequence[UUID]) -> None:
    where = (LeadRow.clinic_id == session.scope.clinic_id, LeadRow.id.in_(ids))
    await session.sql.execute(delete(LeadRow).where(*where))


async def empty_words(session: ClinicSession, before: datetime) -> int:
    """Remove what was said from leads last changed before an instant; who they are stays."""
    said = or_(LeadRow.intent_sealed.is_not(None), LeadRow.preferred_sealed.is_not(None))
    where = (LeadRow.clinic_id == session.scope.clinic_id, LeadRow.updated_at < before, said)
    changed = update(LeadRow).where(*where).values(intent_sealed=None, preferred_sealed=None)
    return len((await session.sql.execute(changed.returning(LeadRow.id))).all())
