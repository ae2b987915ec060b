"""Reads and writes of the calls in which a practice tries Mia."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select

from mia.clinic.tryout.models import TryoutCallRow
from mia.platform.db.session import ClinicSession


async def find_call(session: ClinicSession, call_id: UUID, user_id: UUID | None) -> TryoutCallRow | None:
    """The call of a user, locked."""
    query = select(TryoutCallRow).where(TryoutCallRow.id == call_id, TryoutCallRow.user_id == user_id)
    return await session.sql.scalar(query.with_for_update())


async def find_by_voice_id(session: ClinicSession, voice_id: str) -> TryoutCallRow | None:
    """The call that the voice service names, locked."""
    return await session.sql.scalar(
        select(TryoutCallRow).where(TryoutCallRow.voice_id == voice_id).with_for_update()
    )


async def list_older(session: ClinicSession, than: datetime) -> Sequence[UUID]:
    query = select(TryoutCallRow.id).where(TryoutCallRow.created_at < than)
    return (await session.sql.scalars(query)).all()


async def get_voice_id(session: ClinicSession, call_id: UUID) -> str | None:
    return await session.sql.scalar(select(TryoutCallRow.voice_id).where(TryoutCallRow.id == call_id))


async def drop_call(session: ClinicSession, call_id: UUID) -> None:
    await session.sql.execute(delete(TryoutCallRow).where(TryoutCallRow.id == call_id))
