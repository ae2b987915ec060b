"""Where a person is signed in: the list of their browsers and programs, and its ends."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select

from mia.identity.models import SessionRow
from mia.identity.principal import Principal, SessionKind
from mia.identity.session.endings import Ending, end_sessions, end_where
from mia.identity.session.sessions import SessionPolicy, note
from mia.platform.db.session import Database
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import SystemScope


@dataclass(frozen=True)
class Device:
    """A session as its owner sees it. ``network`` is part of its address, ``device`` what it says it is."""

    id: UUID
    device: str
    network: str
    created_at: datetime
    last_seen_at: datetime
    kind: SessionKind
    current: bool


async def list_devices(database: Database, principal: Principal, policy: SessionPolicy) -> list[Device]:
    """The sessions that still live, the current one first, then the one used last."""
    async with database.system(SystemScope.LOGIN) as session:
        now = session.now()
        used = (SessionRow.kind == SessionKind.API.value) | (SessionRow.last_seen_at > now - policy.idle)
        rows = await session.sql.scalars(
            select(SessionRow)
            .where(SessionRow.user_id == principal.user_id, SessionRow.expires_at > now, used)
            .order_by((SessionRow.id == principal.session_id).desc(), SessionRow.last_seen_at.desc())
        )
        return [_device(row, principal) for row in rows]


async def end_device(database: Database, principal: Principal, session_id: UUID) -> None:
    """End one of the person's sessions; :class:`NotFound` for any other."""
    async with database.system(SystemScope.LOGIN) as session:
        theirs = (SessionRow.id == session_id) & (SessionRow.user_id == principal.user_id)
        if not await end_where(session, theirs, Ending.ELSEWHERE):
            raise NotFound
        await note(session, principal.user_id, "session.revoke")


async def end_everywhere(database: Database, principal: Principal) -> None:
    """End all of the person's sessions, this one too."""
    async with database.system(SystemScope.LOGIN) as session:
        await end_sessions(session, principal.user_id, Ending.ELSEWHERE)
        await note(session, principal.user_id, "session.revoke_all")


def _device(row: SessionRow, principal: Principal) -> Device:
    current = row.id == principal.session_id
    kind = SessionKind(row.kind)
    return Device(row.id, row.device, row.network, row.created_at, row.last_seen_at, kind, current)
