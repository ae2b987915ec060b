"""Organizations: opened by the operator, emptied when no one holds their tokens anymore."""

from uuid import UUID

from sqlalchemy import ColumnElement, delete, exists, or_, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.audit import service as audit
from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth import scope_of_row
from mia.voice.messages.models import OutgoingMessage
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.chat.models import ChatRecord
from mia.voice.resources.org.models import OrgRecord
from mia.voice.resources.session.models import SessionRecord
from mia.voice.wire import Json, instant

SHARED_ORG = UUID("01890000-0000-7000-8000-00000000f0ff")
"""The one organization of all clinics, before each had its own."""


Content = CallRecordRow | SessionRecord | ChatRecord
_FINISHED: dict[str, tuple[type[Content], ColumnElement[bool]]] = {
    "voice_call": (CallRecordRow, CallRecordRow.status == "ended"),
    "voice_session": (SessionRecord, SessionRecord.status == "completed"),
    "voice_chat": (ChatRecord, ChatRecord.session_id.is_(None)),
}


async def open_org(session: OrgSession, name: str) -> Json:
    """Make the session's organization if it is not there; returns it."""
    values = {"id": session.scope.org_id, "name": name, "created_at": session.now(), "updated_at": session.now()}
    await session.sql.execute(insert(OrgRecord).values(values).on_conflict_do_nothing(index_elements=["id"]))
    return _render(await require_org(session))


async def require_org(session: OrgSession) -> OrgRecord:
    """The session's organization; :class:`NotFound` when it was never opened."""
    row = await session.sql.get(OrgRecord, session.scope.org_id)
    if row is None:
        raise NotFound("Organization not found.")
    return row


async def empty_shared_org(database: Database) -> int:
    """Erase what has ended in the shared organization, once its report has arrived; returns how much.

    Its tokens ended with the upgrade: no one can read there, or erase what a patient wants erased. The front office
    keeps what was said by itself. Conversations that were going on end as idle ones do, and go then.
    """
    async with database.system(SystemScope.CRON) as system:
        held = or_(*(exists().where(record.org_id == SHARED_ORG) for record, _ in _FINISHED.values()))
        if not await system.sql.scalar(select(held)):
            return 0
    counts = {}
    async with database.org(scope_of_row(SHARED_ORG, "voice:upkeep")) as session:
        for kind, (record, finished) in _FINISHED.items():
            waiting = exists().where(OutgoingMessage.org_id == SHARED_ORG, OutgoingMessage.subject_id == record.id)
            erased = delete(record).where(record.org_id == SHARED_ORG, finished, ~waiting).returning(record.id)
            counts[kind] = len((await session.sql.scalars(erased)).all())
        await audit.record_purge(session, SHARED_ORG, counts, session.now())
    return sum(counts.values())


def _render(row: OrgRecord) -> Json:
    return {
        "id": str(row.id),
        "name": row.name,
        "createdAt": instant(row.created_at),
        "updatedAt": instant(row.updated_at),
    }
