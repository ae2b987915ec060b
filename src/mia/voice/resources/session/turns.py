"""Turns of a written conversation: one at a time, each leased to the chat that it becomes.

The lease is short and renewed while the turn runs, so that a process that dies in mid-turn keeps no one waiting. A
turn that lost its lease, because its process stood still, stores nothing.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from uuid import UUID

import structlog
from sqlalchemy import ColumnElement, func, or_, update
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.scope import OrgScope
from mia.voice.resources.session.models import SessionRecord

log = structlog.get_logger()

LEASE_SECONDS = 15
"""How long a turn counts as going on after the last word of its process."""
RENEW_SECONDS = 5


class SessionBusy(Conflict):
    """Another turn of the session is going on; it is over in a moment."""

    retryable = True


async def take_turn(session: OrgSession, session_id: UUID, chat_id: UUID) -> None:
    """Lease an active session for the turn that becomes ``chat_id``; :class:`SessionBusy` while another has it."""
    free = or_(SessionRecord.busy_until.is_(None), SessionRecord.busy_until < func.now())
    taken = update(SessionRecord).where(*_of(session, session_id), free)
    taken = taken.values(busy_until=_lease(), busy_chat_id=chat_id)
    if (await session.sql.execute(taken.returning(SessionRecord.id))).one_or_none() is None:
        raise SessionBusy("The session is busy with an earlier message.")


async def give_back_turn(session: OrgSession, session_id: UUID, chat_id: UUID) -> None:
    """End the lease of a turn, if it has it still."""
    mine = SessionRecord.busy_chat_id == chat_id
    ended = update(SessionRecord).where(*_of(session, session_id), mine)
    await session.sql.execute(ended.values(busy_until=None, busy_chat_id=None))


def end_turn(row: SessionRecord, chat_id: UUID) -> None:
    """The turn is done: end its lease in the locked row. :class:`SessionBusy` when another turn has it by now."""
    if row.busy_chat_id != chat_id:
        raise SessionBusy("Another message was answered meanwhile.")
    row.busy_until = row.busy_chat_id = None


@asynccontextmanager
async def keeping_turn(database: Database, scope: OrgScope, session_id: UUID, chat_id: UUID) -> AsyncIterator[None]:
    """Renew the lease for as long as the block runs."""
    renewing = asyncio.create_task(_renew(database, scope, session_id, chat_id))
    try:
        yield
    finally:
        renewing.cancel()
        await asyncio.gather(renewing, return_exceptions=True)


async def _renew(database: Database, scope: OrgScope, session_id: UUID, chat_id: UUID) -> None:
    while True:
        await asyncio.sleep(RENEW_SECONDS)
        try:
            async with database.org(scope) as session:
                mine = (*_of(session, session_id), SessionRecord.busy_chat_id == chat_id)
                await session.sql.execute(update(SessionRecord).where(*mine).values(busy_until=_lease()))
        except (SQLAlchemyError, OSError) as error:  # the next renewal may succeed
            log.warning("turn_not_renewed", error=type(error).__name__)


def _of(session: OrgSession, session_id: UUID) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return SessionRecord.org_id == session.scope.org_id, SessionRecord.id == session_id


def _lease() -> ColumnElement[datetime]:
    return func.now() + func.make_interval(0, 0, 0, 0, 0, 0, LEASE_SECONDS)
