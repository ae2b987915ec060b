"""Reads and writes of intents to contact someone."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.consent.service import Touch
from mia.clinic.recalls.models import OutreachRow
from mia.platform.db.session import ClinicSession

_SUBJECT = "recall"


async def lock_patient(session: ClinicSession, patient_id: UUID) -> None:
    """Until the transaction ends, no one else decides about contacting this patient."""
    key = f"outreach:{session.scope.clinic_id}:{patient_id}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


async def add_outreach(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """False when the key is known already."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(OutreachRow).values(row).on_conflict_do_nothing().returning(OutreachRow.id)
    return await session.sql.scalar(statement) is not None


async def find_outreach(session: ClinicSession, *, lock: bool = False, **by: Any) -> OutreachRow | None:
    """The intent with these column values."""
    query = select(OutreachRow).where(OutreachRow.clinic_id == session.scope.clinic_id).filter_by(**by)
    query = query.execution_options(populate_existing=True)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def change_outreach(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    where = (OutreachRow.clinic_id == session.scope.clinic_id, OutreachRow.id == id)
    await session.sql.execute(update(OutreachRow).where(*where).values(**values))


async def list_touches(
    session: ClinicSession,
    patient_id: UUID,
    address_blinds: Sequence[bytes],
    since: datetime,
    leave_out: UUID | None,
) -> list[Touch]:
    """When a person was, or will be, contacted: by patient and by each address, which others may share."""
    at = func.coalesce(OutreachRow.touched_at, OutreachRow.due_at)
    query = select(at).where(
        OutreachRow.clinic_id == session.scope.clinic_id,
        or_(OutreachRow.patient_id == patient_id, OutreachRow.address_blind.in_(address_blinds)),
        or_(OutreachRow.touched_at.is_not(None), OutreachRow.state.in_(["scheduled", "sending"])),
        at > since,
    )
    if leave_out is not None:
        query = query.where(OutreachRow.id != leave_out)
    return [Touch(moment, _SUBJECT) for moment in await session.sql.scalars(query)]


async def list_waiting(
    session: ClinicSession, *, due_before: datetime, stuck_before: datetime, limit: int
) -> Sequence[OutreachRow]:
    """Intents whose time has come, and calls that were being placed when something stopped."""
    query = select(OutreachRow).where(
        OutreachRow.clinic_id == session.scope.clinic_id,
        or_(
            (OutreachRow.state == "scheduled") & (OutreachRow.due_at <= due_before),
            (OutreachRow.state == "sending")
            & (OutreachRow.kind == "call")
            & OutreachRow.voice_id.is_(None)
            & (OutreachRow.touched_at <= stuck_before),
        ),
    )
    return (await session.sql.scalars(query.order_by(OutreachRow.due_at).limit(limit))).all()


async def list_unsettled(session: ClinicSession, before: datetime, limit: int) -> Sequence[OutreachRow]:
    """Messages that were handed on before an instant, and of which nothing was heard."""
    query = select(OutreachRow).where(
        OutreachRow.clinic_id == session.scope.clinic_id,
        OutreachRow.state == "sending",
        OutreachRow.kind == "message",
        OutreachRow.touched_at < before,
    )
    return (await session.sql.scalars(query.order_by(OutreachRow.touched_at).limit(limit))).all()


async def list_scheduled(session: ClinicSession, patient_id: UUID) -> Sequence[OutreachRow]:
    query = select(OutreachRow).where(
        OutreachRow.clinic_id == session.scope.clinic_id,
        OutreachRow.patient_id == patient_id,
        OutreachRow.state == "scheduled",
    )
    return (await session.sql.scalars(query.with_for_update())).all()


async def newest_touch(session: ClinicSession, patient_id: UUID, since: datetime) -> OutreachRow | None:
    """The last contact with a patient that went out after an instant."""
    query = (
        select(OutreachRow)
        .where(OutreachRow.clinic_id == session.scope.clinic_id, OutreachRow.patient_id == patient_id)
        .where(OutreachRow.touched_at >= since, OutreachRow.state.not_in(["failed", "blocked", "cancelled"]))
        .order_by(OutreachRow.touched_at.desc(), OutreachRow.id.desc())
        .limit(1)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return await session.sql.scalar(query)
