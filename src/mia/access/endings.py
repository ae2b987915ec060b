"""Sessions that end or change their token because of something else: a new password, a lost role."""

from uuid import UUID

from sqlalchemy import delete, update

from mia.access.models import SessionRow
from mia.access.tokens import digest, new_token
from mia.db.session import AccountSession


async def end_sessions(session: AccountSession, user_id: UUID, *, keep: UUID | None = None) -> None:
    """End every session of a user but ``keep``; the next request of each is 401."""
    statement = delete(SessionRow).where(SessionRow.user_id == user_id)
    if keep is not None:
        statement = statement.where(SessionRow.id != keep)
    await session.sql.execute(statement)


async def rotate_token(session: AccountSession, session_id: UUID) -> str:
    """A new token for a session that goes on; the former one is void (ASVS 7.2.4)."""
    token = new_token()
    statement = update(SessionRow).where(SessionRow.id == session_id).values(token_hash=digest(token))
    await session.sql.execute(statement)
    return token
