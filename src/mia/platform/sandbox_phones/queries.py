"""Reads and writes of texts on phones."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.platform.db.session import ClinicSession
from mia.platform.sandbox_phones.models import HandsetTextRow


async def add_text(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """Keep a text; whether its key is new."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(HandsetTextRow).values(row).on_conflict_do_nothing().returning(HandsetTextRow.id)
    return await session.sql.scalar(statement) is not None


async def find_by_key(session: ClinicSession, key: str) -> UUID | None:
    """The text that was sent with this key."""
    mine = (HandsetTextRow.clinic_id == session.scope.clinic_id, HandsetTextRow.key == key)
    return await session.sql.scalar(select(HandsetTextRow.id).where(*mine))


async def list_texts(session: ClinicSession, limit: int) -> Sequence[HandsetTextRow]:
    """The newest texts first."""
    query = select(HandsetTextRow).where(HandsetTextRow.clinic_id == session.scope.clinic_id)
    newest = (HandsetTextRow.created_at.desc(), HandsetTextRow.id.desc())
    return (await session.sql.scalars(query.order_by(*newest).limit(limit))).all()


async def drop_texts(
    session: ClinicSession, *, before: datetime | None = None, number_blind: bytes | None = None
) -> int:
    """Remove texts older than an instant, or all of one number; returns how many."""
    statement = delete(HandsetTextRow).where(HandsetTextRow.clinic_id == session.scope.clinic_id)
    if before is not None:
        statement = statement.where(HandsetTextRow.created_at < before)
    if number_blind is not None:
        statement = statement.where(HandsetTextRow.number_blind == number_blind)
    return len((await session.sql.execute(statement.returning(HandsetTextRow.id))).all())
