"""Reads and writes of leads."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.leads.models import LeadRow
from mia.platform.db.session import ClinicSession

_ONCE = ("id", "created_at", "stage_at", "source", "visitor")
"""What a lead keeps from when it came in."""


async def upsert_lead(session: ClinicSession, conversation_id: UUID, values: Mapping[str, Any]) -> LeadRow:
    """Add the conversation's lead, or write ``values`` over the one there is."""
    row = {"clinic_id": session.scope.clinic_id, "conversation_id": conversation_id, **values}
    statement = upsert(LeadRow).values(row)
    statement = statement.on_conflict_do_update(
        index_elements=["clinic_id", "conversation_id"],
        set_={name: value for name, value in values.items() if name not in _ONCE},
    )
    return (
        await session.sql.scalars(statement.returning(LeadRow), execution_options={"populate_existing": True})
    ).one()


async def find_lead(session: ClinicSession, conversation_id: UUID) -> LeadRow | None:
    query = select(LeadRow).where(LeadRow.conversation_id == conversation_id)
    return await session.sql.scalar(query, execution_options={"populate_existing": True})


async def drop_lead(session: ClinicSession, conversation_id: UUID) -> None:
    await session.sql.execute(delete(LeadRow).where(LeadRow.conversation_id == conversation_id))


async def add_lead(session: ClinicSession, values: Mapping[str, Any]) -> None:
    await session.sql.execute(insert(LeadRow).values({"clinic_id": session.scope.clinic_id, **values}))


async def find_booked(session: ClinicSession, appointment_id: UUID) -> UUID | None:
    """The lead that booked an appointment."""
    query = select(LeadRow.id).where(LeadRow.appointment_id == appointment_id)
    return await session.sql.scalar(query.order_by(LeadRow.created_at.desc()).limit(1))


async def list_booked(session: ClinicSession, limit: int) -> list[UUID]:
    """Appointments of leads that have a consult booked."""
    query = (
        select(LeadRow.appointment_id)
        .where(LeadRow.stage == "consult_booked")
        .order_by(LeadRow.stage_at)
        .limit(limit)
    )
    return [id_ for id_ in await session.sql.scalars(query) if id_ is not None]


async def find_leads(
    session: ClinicSession, phone_blind: bytes | None, email_blind: bytes | None, appointment_ids: Sequence[UUID]
) -> Sequence[LeadRow]:
    """Leads with this number or address, or that booked one of these appointments."""
    known: list[ColumnElement[bool]] = [LeadRow.appointment_id.in_(appointment_ids)]
    known += [LeadRow.phone_blind == phone_blind] if phone_blind is not None else []
    known += [LeadRow.email_blind == email_blind] if email_blind is not None else []
    query = select(LeadRow).where(or_(*known))
    return (await session.sql.scalars(query.order_by(LeadRow.created_at, LeadRow.id))).all()


async def leads_at(session: ClinicSession, blinds: Sequence[bytes]) -> Sequence[LeadRow]:
    """Leads with one of these numbers or addresses."""
    query = select(LeadRow).where(or_(LeadRow.phone_blind.in_(blinds), LeadRow.email_blind.in_(blinds)))
    return (await session.sql.scalars(query.order_by(LeadRow.created_at, LeadRow.id))).all()


async def list_newest(session: ClinicSession, limit: int) -> Sequence[LeadRow]:
    """The newest who are no patients, and can be written to."""
    reachable = or_(LeadRow.phone_sealed.is_not(None), LeadRow.email_sealed.is_not(None))
    query = select(LeadRow).where(LeadRow.patient_id.is_(None), LeadRow.visitor.is_(False), reachable)
    return (await session.sql.scalars(query.order_by(LeadRow.created_at.desc(), LeadRow.id).limit(limit))).all()


async def list_leads(session: ClinicSession, ids: Sequence[UUID]) -> Sequence[LeadRow]:
    query = select(LeadRow).where(LeadRow.id.in_(ids))
    return (await session.sql.scalars(query.order_by(LeadRow.created_at, LeadRow.id))).all()


async def drop_leads(session: ClinicSession, ids: Sequence[UUID]) -> None:
    await session.sql.execute(delete(LeadRow).where(LeadRow.id.in_(ids)))


async def empty_words(session: ClinicSession, before: datetime) -> int:
    """Remove what was said from leads last changed before an instant; who they are stays."""
    words = (LeadRow.intent_sealed, LeadRow.preferred_sealed, LeadRow.message_sealed, LeadRow.next_step_sealed)
    said = or_(*[column.is_not(None) for column in words])
    where = (LeadRow.updated_at < before, said)
    changed = update(LeadRow).where(*where).values({column.key: None for column in words})
    return len((await session.sql.execute(changed.returning(LeadRow.id))).all())
