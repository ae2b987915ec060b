"""Reads and writes of sessions."""

import json
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import func, select

from mia.platform.db.session import OrgSession, SystemSession
from mia.voice.resources.paging import page_of
from mia.voice.resources.session.models import SessionRecord
from mia.voice.resources.session.schemas import SessionListQuery
from mia.voice.wire import Json


async def find_session(session: OrgSession, session_id: UUID, *, lock: bool = False) -> SessionRecord | None:
    """The organization's session of that id; ``lock`` holds the row until the transaction ends."""
    key = (session.scope.org_id, session_id)
    return await session.sql.get(SessionRecord, key, with_for_update=True if lock else None)


async def list_sessions(session: OrgSession, query: SessionListQuery) -> tuple[Sequence[SessionRecord], int]:
    """A page of the organization's sessions, and how many there are."""
    rows = select(SessionRecord).where(SessionRecord.org_id == session.scope.org_id)
    rows = query.narrow(rows, SessionRecord.created_at, SessionRecord.updated_at)
    if query.name is not None:
        rows = rows.where(SessionRecord.name == query.name)
    if query.assistant_id is not None:
        rows = rows.where(SessionRecord.assistant_id == query.assistant_id)
    if query.workflow_id is not None:
        rows = rows.where(SessionRecord.workflow_id == query.workflow_id)
    return await page_of(session, rows, query, SessionRecord.created_at, SessionRecord.id)


async def idle_sessions(system: SystemSession, usual: timedelta) -> list[tuple[UUID, UUID]]:
    """Active sessions in which nothing has happened for as long as each says, or else for the ``usual`` time;
    (organization, session) pairs."""
    seconds = func.coalesce(SessionRecord.expiration_seconds, usual.total_seconds())
    expires_at = SessionRecord.last_active_at + func.make_interval(0, 0, 0, 0, 0, 0, seconds)
    query = select(SessionRecord.org_id, SessionRecord.id).where(
        SessionRecord.status == "active", expires_at < system.now()
    )
    return [(row.org_id, row.id) for row in await system.sql.execute(query.limit(200))]


def unsealed(session: OrgSession, sealed: bytes) -> Json:
    """A sealed JSON object."""
    value: Json = json.loads(session.unseal(sealed))
    return value


def messages_of(session: OrgSession, row: SessionRecord) -> list[Json]:
    """The stored messages of a session."""
    messages: list[Json] = json.loads(session.unseal(row.messages_sealed))
    return messages
