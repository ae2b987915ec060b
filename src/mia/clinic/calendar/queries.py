"""Reads and writes of links to calendars."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.calendar.models import CalendarFeedRow
from mia.platform.db.session import ClinicSession, SystemSession


async def list_feeds(session: ClinicSession) -> Sequence[CalendarFeedRow]:
    return (await session.sql.scalars(select(CalendarFeedRow).execution_options(populate_existing=True))).all()


async def save_feed(session: ClinicSession, values: Mapping[str, Any]) -> None:
    """Enter a provider's link, in place of the one there was."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(CalendarFeedRow).values(row)
    kept = {name: row[name] for name in ("token_hash", "shows", "created_by", "created_at")}
    index = [CalendarFeedRow.clinic_id, CalendarFeedRow.provider_id]
    await session.sql.execute(statement.on_conflict_do_update(index_elements=index, set_=kept))


async def drop_feed(session: ClinicSession, provider_id: UUID) -> bool:
    row = CalendarFeedRow
    return await session.sql.scalar(delete(row).where(row.provider_id == provider_id).returning(row.id)) is not None


async def find_feed(session: SystemSession, token_hash: bytes) -> CalendarFeedRow | None:
    """The link of a secret, of whatever clinic."""
    return await session.sql.scalar(select(CalendarFeedRow).where(CalendarFeedRow.token_hash == token_hash))
