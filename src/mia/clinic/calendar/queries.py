"""Reads and writes of notices to patients and of links to calendars."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.calendar.models import CalendarFeedRow, VisitNoticeRow
from mia.platform.db.session import ClinicSession, SystemSession


async def add_notice(session: ClinicSession, values: Mapping[str, Any]) -> None:
    await session.sql.execute(insert(VisitNoticeRow).values(clinic_id=session.scope.clinic_id, **values))


async def find_notice(session: ClinicSession, *, lock: bool = False, **by: Any) -> VisitNoticeRow | None:
    """The notice with these column values."""
    query = select(VisitNoticeRow).where(VisitNoticeRow.clinic_id == session.scope.clinic_id).filter_by(**by)
    query = query.execution_options(populate_existing=True)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def list_notices(
    session: ClinicSession, appointment_id: UUID, *, state: str | None = None
) -> Sequence[VisitNoticeRow]:
    """The notices about a visit, the first first; locked when a ``state`` is asked for, to be changed."""
    row = VisitNoticeRow
    query = select(row).where(row.clinic_id == session.scope.clinic_id, row.appointment_id == appointment_id)
    if state is not None:
        query = query.where(row.state == state).with_for_update()
    query = query.order_by(row.id).execution_options(populate_existing=True)
    return (await session.sql.scalars(query)).all()


async def change_notice(session: ClinicSession, notice_id: UUID, values: Mapping[str, Any]) -> None:
    where = (VisitNoticeRow.clinic_id == session.scope.clinic_id, VisitNoticeRow.id == notice_id)
    await session.sql.execute(update(VisitNoticeRow).where(*where).values(**values))


async def drop_notice(session: ClinicSession, notice_id: UUID) -> None:
    where = (VisitNoticeRow.clinic_id == session.scope.clinic_id, VisitNoticeRow.id == notice_id)
    await session.sql.execute(delete(VisitNoticeRow).where(*where))


async def list_waiting(
    session: ClinicSession, *, due_before: datetime, stuck_before: datetime, limit: int
) -> Sequence[VisitNoticeRow]:
    """Notices whose time has come, and those handed on of which nothing was heard."""
    row = VisitNoticeRow
    query = select(row).where(
        row.clinic_id == session.scope.clinic_id,
        or_(
            (row.state == "scheduled") & (row.due_at <= due_before),
            (row.state == "sending") & (row.due_at <= stuck_before),
        ),
    )
    return (await session.sql.scalars(query.order_by(row.due_at).limit(limit))).all()


async def list_feeds(session: ClinicSession) -> Sequence[CalendarFeedRow]:
    query = select(CalendarFeedRow).where(CalendarFeedRow.clinic_id == session.scope.clinic_id)
    return (await session.sql.scalars(query.execution_options(populate_existing=True))).all()


async def save_feed(session: ClinicSession, values: Mapping[str, Any]) -> None:
    """Enter a provider's link, in place of the one there was."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(CalendarFeedRow).values(row)
    kept = {name: row[name] for name in ("token_hash", "shows", "created_by", "created_at")}
    index = [CalendarFeedRow.clinic_id, CalendarFeedRow.provider_id]
    await session.sql.execute(statement.on_conflict_do_update(index_elements=index, set_=kept))


async def drop_feed(session: ClinicSession, provider_id: UUID) -> bool:
    row = CalendarFeedRow
    where = (row.clinic_id == session.scope.clinic_id, row.provider_id == provider_id)
    return await session.sql.scalar(delete(row).where(*where).returning(row.id)) is not None


async def find_feed(session: SystemSession, token_hash: bytes) -> CalendarFeedRow | None:
    """The link of a secret, of whatever clinic."""
    return await session.sql.scalar(select(CalendarFeedRow).where(CalendarFeedRow.token_hash == token_hash))
