"""Calls whose media worker is gone, and calls that nobody ever joined: closed and reported."""

from collections.abc import Collection
from uuid import UUID

import structlog
from sqlalchemy import or_, select

from mia.db.session import Database
from mia.kernel.scope import SystemScope
from mia.voice.auth import JOIN_WINDOW, scope_of_row
from mia.voice.media.models import MediaWorkerRecord
from mia.voice.media.registry import forget_old_workers, is_lost
from mia.voice.resources.call.lifecycle import end_call
from mia.voice.resources.call.models import CallRecordRow

log = structlog.get_logger()

_NEVER_JOINED = "customer-did-not-answer"
_LOST = "worker-shutdown"


async def end_lost_calls(database: Database) -> int:
    """End what cannot go on; returns how many calls. Safe to run anywhere, any time, in parallel.

    What was said until then is in the end-of-call report, which the outbox delivers.
    """
    async with database.system(SystemScope.CRON) as system:
        lost = select(CallRecordRow.org_id, CallRecordRow.id).outerjoin(
            MediaWorkerRecord, MediaWorkerRecord.id == CallRecordRow.worker_id
        )
        orphaned = or_(MediaWorkerRecord.id.is_(None), is_lost())
        held = CallRecordRow.status.in_(("ringing", "in-progress"))
        orphans = (await system.sql.execute(lost.where(held, orphaned))).all()
        too_late = CallRecordRow.created_at < system.now() - JOIN_WINDOW
        unjoined = (await system.sql.execute(lost.where(CallRecordRow.status == "queued", too_late))).all()
        await forget_old_workers(system)
    ended = 0
    for rows, reason in ((orphans, _LOST), (unjoined, _NEVER_JOINED)):
        for org_id, call_id in rows:
            ended += await _end(database, org_id, call_id, reason)
    return ended


async def end_calls(database: Database, call_ids: Collection[UUID]) -> None:
    """End calls that their worker knows nothing of any more."""
    async with database.system(SystemScope.CRON) as system:
        query = select(CallRecordRow.org_id, CallRecordRow.id).where(CallRecordRow.id.in_(call_ids))
        rows = (await system.sql.execute(query)).all()
    for org_id, call_id in rows:
        await _end(database, org_id, call_id, _LOST)


async def _end(database: Database, org_id: UUID, call_id: UUID, reason: str) -> bool:
    async with database.org(scope_of_row(org_id, "voice:reconciliation")) as session:
        done = await end_call(session, call_id, reason, session.now())
    if done:
        log.info("lost_call_ended", call_id=str(call_id), reason=reason)
    return done
