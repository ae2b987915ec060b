"""Reads and writes of intents to answer a lead."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, or_, select, update
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.leads.answers.models import FollowUpRow
from mia.platform.db.session import ClinicSession


async def add_follow_up(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """False when the key is known already."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(FollowUpRow).values(row).on_conflict_do_nothing().returning(FollowUpRow.id)
    return await session.sql.scalar(statement) is not None


async def find_follow_up(session: ClinicSession, *, lock: bool = False, **by: Any) -> FollowUpRow | None:
    """The intent with these column values."""
    query = select(FollowUpRow).where(FollowUpRow.clinic_id == session.scope.clinic_id).filter_by(**by)
    query = query.execution_options(populate_existing=True)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def change_follow_up(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    where = (FollowUpRow.clinic_id == session.scope.clinic_id, FollowUpRow.id == id)
    await session.sql.execute(update(FollowUpRow).where(*where).values(**values))


async def newest_of_leads(session: ClinicSession, lead_ids: Sequence[UUID]) -> Sequence[FollowUpRow]:
    """The last intent of each lead that has one."""
    query = (
        select(FollowUpRow)
        .where(FollowUpRow.clinic_id == session.scope.clinic_id, FollowUpRow.lead_id.in_(lead_ids))
        .ext(distinct_on(FollowUpRow.lead_id))
        .order_by(FollowUpRow.lead_id, FollowUpRow.created_at.desc(), FollowUpRow.id.desc())
        .execution_options(populate_existing=True)
    )
    return (await session.sql.scalars(query)).all()


async def newest_at(session: ClinicSession, address_blind: bytes, since: datetime) -> FollowUpRow | None:
    """The last intent that may have reached a number since an instant."""
    query = (
        select(FollowUpRow)
        .where(FollowUpRow.clinic_id == session.scope.clinic_id, FollowUpRow.address_blind == address_blind)
        .where(FollowUpRow.touched_at >= since, FollowUpRow.state.not_in(["failed", "blocked", "cancelled"]))
        .order_by(FollowUpRow.touched_at.desc(), FollowUpRow.id.desc())
        .limit(1)
        .execution_options(populate_existing=True)
    )
    return await session.sql.scalar(query)


async def list_touches(
    session: ClinicSession, address_blinds: Sequence[bytes], since: datetime, leave_out: UUID | None
) -> list[datetime]:
    """When someone at these addresses was, or will be, contacted."""
    at = func.coalesce(FollowUpRow.touched_at, FollowUpRow.due_at)
    query = select(at).where(
        FollowUpRow.clinic_id == session.scope.clinic_id,
        FollowUpRow.address_blind.in_(address_blinds),
        or_(FollowUpRow.touched_at.is_not(None), FollowUpRow.state.in_(["scheduled", "sending"])),
        at > since,
    )
    if leave_out is not None:
        query = query.where(FollowUpRow.id != leave_out)
    return list(await session.sql.scalars(query))


async def last_general(session: ClinicSession, address_blind: bytes, leave_out: UUID | None) -> datetime | None:
    """When a number last got, or is to get, the one text of those that no one has proven."""
    query = select(func.max(FollowUpRow.created_at)).where(
        FollowUpRow.clinic_id == session.scope.clinic_id,
        FollowUpRow.address_blind == address_blind,
        FollowUpRow.general,
        FollowUpRow.state.not_in(["failed", "blocked", "cancelled"]),
    )
    if leave_out is not None:
        query = query.where(FollowUpRow.id != leave_out)
    return await session.sql.scalar(query)


async def list_waiting(
    session: ClinicSession, *, due_before: datetime, stuck_before: datetime, limit: int
) -> Sequence[FollowUpRow]:
    """Intents whose time has come, and calls that were being placed when something stopped."""
    query = select(FollowUpRow).where(
        FollowUpRow.clinic_id == session.scope.clinic_id,
        or_(
            (FollowUpRow.state == "scheduled") & (FollowUpRow.due_at <= due_before),
            (FollowUpRow.state == "sending")
            & (FollowUpRow.channel == "call")
            & FollowUpRow.voice_id.is_(None)
            & (FollowUpRow.touched_at <= stuck_before),
        ),
    )
    return (await session.sql.scalars(query.order_by(FollowUpRow.due_at).limit(limit))).all()


async def list_unsettled(session: ClinicSession, before: datetime, limit: int) -> Sequence[FollowUpRow]:
    """Texts that were handed on before an instant, and of which nothing was heard."""
    query = select(FollowUpRow).where(
        FollowUpRow.clinic_id == session.scope.clinic_id,
        FollowUpRow.state == "sending",
        FollowUpRow.text_id.is_not(None),
        FollowUpRow.touched_at < before,
    )
    return (await session.sql.scalars(query.order_by(FollowUpRow.touched_at).limit(limit))).all()


async def list_scheduled(session: ClinicSession, address_blind: bytes) -> Sequence[FollowUpRow]:
    """What is planned for a number."""
    query = select(FollowUpRow).where(
        FollowUpRow.clinic_id == session.scope.clinic_id,
        FollowUpRow.address_blind == address_blind,
        FollowUpRow.state == "scheduled",
    )
    return (await session.sql.scalars(query.with_for_update())).all()


async def list_of_leads(session: ClinicSession, lead_ids: Sequence[UUID]) -> Sequence[FollowUpRow]:
    query = select(FollowUpRow).where(
        FollowUpRow.clinic_id == session.scope.clinic_id, FollowUpRow.lead_id.in_(lead_ids)
    )
    return (await session.sql.scalars(query)).all()


async def empty_addresses(session: ClinicSession, before: datetime) -> int:
    """Remove the addresses of intents that ended and were begun before an instant; returns how many."""
    where = (
        FollowUpRow.clinic_id == session.scope.clinic_id,
        FollowUpRow.created_at < before,
        FollowUpRow.address_sealed.is_not(None),
        FollowUpRow.state.not_in(["scheduled", "sending"]),
    )
    changed = update(FollowUpRow).where(*where).values(address_sealed=None, address_blind=None, offers=[])
    return len((await session.sql.execute(changed.returning(FollowUpRow.id))).all())
