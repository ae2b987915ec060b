"""Reads and writes of texts on phones."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.platform.db.session import ClinicSession
from mia.platform.sandbox_phones.models import SandboxTextRow


async def add_text(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """Keep a text; whether its key is new."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(SandboxTextRow).values(row).on_conflict_do_nothing().returning(SandboxTextRow.id)
    return await session.sql.scalar(statement) is not None


async def find_by_key(session: ClinicSession, key: str) -> UUID | None:
    """The text that was sent with this key."""
    return await session.sql.scalar(select(SandboxTextRow.id).where(SandboxTextRow.key == key))


async def list_texts(session: ClinicSession, limit: int) -> Sequence[SandboxTextRow]:
    """The newest texts first."""
    newest = select(SandboxTextRow).order_by(SandboxTextRow.created_at.desc(), SandboxTextRow.id.desc())
    return (await session.sql.scalars(newest.limit(limit))).all()


async def drop_texts(
    session: ClinicSession, *, before: datetime | None = None, number_blind: bytes | None = None
) -> int:
    """Remove texts older than an instant, or all of one number; returns how many."""
    statement = delete(SandboxTextRow)
    if before is not None:
        statement = statement.where(SandboxTextRow.created_at < before)
    if number_blind is not None:
        statement = statement.where(SandboxTextRow.number_blind == number_blind)
    return len((await session.sql.execute(statement.returning(SandboxTextRow.id))).all())
