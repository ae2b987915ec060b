"""Sessions that end because of something else, and why: a new password, a lost role, no use.

The reason is kept for a week under the hash of the dead token, so that only the browser that still has it is told.
"""

from datetime import timedelta
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement, delete, insert, select

from mia.identity.models import EndedSessionRow, SessionRow
from mia.identity.principal import SessionKind
from mia.identity.session.sessions import SessionPolicy
from mia.identity.tokens import digest
from mia.platform.db.session import AccountSession, Database
from mia.platform.kernel.scope import SystemScope

_TOLD_FOR = timedelta(days=7)


class Ending(StrEnum):
    """Why a session ended that no one logged out of."""

    IDLE = "idle"
    TOO_OLD = "too_old"
    ELSEWHERE = "elsewhere"
    PASSWORD = "password"
    SECOND_FACTOR = "second_factor"
    ROLE = "role"
    DISABLED = "disabled"


async def end_where(session: AccountSession, condition: ColumnElement[bool], why: Ending) -> int:
    """End the sessions that meet a condition; how many there were."""
    gone = delete(SessionRow).where(condition).returning(SessionRow.token_hash, SessionRow.kind)
    rows = (await session.sql.execute(gone)).all()
    browsers = [row.token_hash for row in rows if row.kind == SessionKind.BROWSER.value]
    if browsers:
        kept = [{"token_hash": one, "why": why.value, "ended_at": session.now()} for one in browsers]
        await session.sql.execute(insert(EndedSessionRow), kept)
    return len(rows)


async def end_sessions(session: AccountSession, user_id: UUID, why: Ending, *, keep: UUID | None = None) -> None:
    """End every session of a user but ``keep``; the next request of each is 401."""
    theirs = SessionRow.user_id == user_id
    await end_where(session, theirs if keep is None else theirs & (SessionRow.id != keep), why)


async def forget_old_sessions(database: Database, policy: SessionPolicy) -> None:
    """End sessions that have run out, and forget why those of a week ago ended. Periodic work."""
    async with database.system(SystemScope.CRON) as session:
        now = session.now()
        unused = (SessionRow.last_seen_at < now - policy.idle) & (SessionRow.kind == SessionKind.BROWSER.value)
        await end_where(session, unused, Ending.IDLE)
        await end_where(session, SessionRow.expires_at < now, Ending.TOO_OLD)
        await session.sql.execute(delete(EndedSessionRow).where(EndedSessionRow.ended_at < now - _TOLD_FOR))


async def find_ending(database: Database, token: str, policy: SessionPolicy) -> Ending | None:
    """Why the session of a token ended; None of one that lives, was logged out of, or never was."""
    async with database.system(SystemScope.LOGIN) as session:
        row = await session.sql.get(EndedSessionRow, digest(token))
        if row is not None:
            return Ending(row.why)
        lived = await session.sql.scalar(select(SessionRow).where(SessionRow.token_hash == digest(token)))
        if lived is None or lived.kind != SessionKind.BROWSER.value:
            return None
        if lived.last_seen_at <= session.now() - policy.idle:
            return Ending.IDLE
        return Ending.TOO_OLD if lived.expires_at <= session.now() else None
