"""Reads and writes of temporary leads."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.leads.temporary.models import FormConsentRow, TemporaryLeadDayRow, TemporaryLeadRow
from mia.platform.db.session import ClinicSession, SystemSession


async def add_lead(session: ClinicSession, values: Mapping[str, Any]) -> TemporaryLeadRow | None:
    """The new row; None when there is one of this id."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    added = upsert(TemporaryLeadRow).values(row).on_conflict_do_nothing().returning(TemporaryLeadRow)
    return await session.sql.scalar(added)


async def count_one(session: ClinicSession, day: date) -> None:
    """One more on a day of the clinic's calendar."""
    values = {"clinic_id": session.scope.clinic_id, "day": day, "captured": 1}
    statement = upsert(TemporaryLeadDayRow).values(values)
    more = {"captured": TemporaryLeadDayRow.captured + 1}
    await session.sql.execute(statement.on_conflict_do_update(index_elements=["clinic_id", "day"], set_=more))


async def captured_on(session: ClinicSession, day: date) -> int:
    query = select(TemporaryLeadDayRow.captured).where(TemporaryLeadDayRow.day == day)
    return await session.sql.scalar(query) or 0


async def list_leads(session: ClinicSession, most: int) -> Sequence[TemporaryLeadRow]:
    """The clinic's, the newest first."""
    newest = select(TemporaryLeadRow).order_by(TemporaryLeadRow.created_at.desc(), TemporaryLeadRow.id.desc())
    return (await session.sql.scalars(newest.limit(most))).all()


async def lock_lead(session: ClinicSession, lead_id: UUID) -> TemporaryLeadRow | None:
    """The lead, which no one else changes until this transaction ends."""
    query = select(TemporaryLeadRow).where(TemporaryLeadRow.id == lead_id).with_for_update()
    return await session.sql.scalar(query, execution_options={"populate_existing": True})


async def change_lead(session: ClinicSession, lead_id: UUID, values: Mapping[str, Any]) -> TemporaryLeadRow:
    changed = (
        update(TemporaryLeadRow).where(TemporaryLeadRow.id == lead_id).values(**values).returning(TemporaryLeadRow)
    )
    return (await session.sql.scalars(changed, execution_options={"populate_existing": True})).one()


async def drop_lead(session: ClinicSession, lead_id: UUID) -> bool:
    dropped = delete(TemporaryLeadRow).where(TemporaryLeadRow.id == lead_id).returning(TemporaryLeadRow.id)
    return await session.sql.scalar(dropped) is not None


async def drop_of_lead(session: ClinicSession, lead_id: UUID) -> Sequence[UUID]:
    """Delete those that are this lead of the pipeline; returns their ids."""
    dropped = delete(TemporaryLeadRow).where(TemporaryLeadRow.lead_id == lead_id).returning(TemporaryLeadRow.id)
    return (await session.sql.scalars(dropped)).all()


async def drop_expired(session: ClinicSession, now: datetime) -> Sequence[UUID]:
    """Delete the clinic's that have had their time; returns their ids."""
    dropped = delete(TemporaryLeadRow).where(TemporaryLeadRow.expires_at <= now).returning(TemporaryLeadRow.id)
    return (await session.sql.scalars(dropped)).all()


async def clinics_with_expired(session: SystemSession) -> Sequence[UUID]:
    query = select(TemporaryLeadRow.clinic_id).where(TemporaryLeadRow.expires_at <= session.now())
    return (await session.sql.scalars(query.distinct())).all()


async def add_form_consent(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """False when the form's proof is kept already."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    added = upsert(FormConsentRow).values(row).on_conflict_do_nothing().returning(FormConsentRow.id)
    return await session.sql.scalar(added) is not None
