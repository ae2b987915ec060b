"""Reads and writes of leads."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select, update
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
