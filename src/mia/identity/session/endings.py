"""Sessions that end because of something else: a new password, a lost role."""

from uuid import UUID

from sqlalchemy import delete

from mia.identity.models import SessionRow
from mia.platform.db.session import AccountSession


async def end_sessions(session: AccountSession, user_id: UUID, *, keep: UUID | None = None) -> None:
    """End every session of a user but ``keep``; the next request of each is 401."""
    statement = delete(SessionRow).where(SessionRow.user_id == user_id)
    if keep is not None:
        statement = statement.where(SessionRow.id != keep)
    await session.sql.execute(statement)
