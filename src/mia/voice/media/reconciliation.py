"""Calls whose media worker is gone, and calls that no one ever joined: closed and reported."""

from collections.abc import Collection
from uuid import UUID

import structlog
from sqlalchemy import func, or_, select, update

from mia.platform.db.session import Database, SystemSession
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import JOIN_WINDOW, scope_of_row
from mia.voice.resources.call.inbound import NO_FREE_LINE
from mia.voice.resources.call.lifecycle import end_call
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.outbound import OUTBOUND_CALL, SCHEDULED
from mia.voice.resources.call.service import WEB_CALL, WEBSOCKET_CALL
from mia.voice.resources.phone_number.service import find_number
from mia.voice.telephony.ports import Account, HangUp
from mia.voice.workers.models import MediaWorkerRecord
from mia.voice.workers.registry import forget_old_workers, is_lost

log = structlog.get_logger()

_NEVER_JOINED = "customer-did-not-answer"
_LOST = "worker-shutdown"


async def end_lost_calls(database: Database, hang_up: HangUp | None = None) -> int:
    """End what cannot go on; returns how many calls. Safe to run anywhere, any time, in parallel.

    What was said until then is in the end-of-call report, which the outbox delivers. A phone that still
    rings is silenced by ``hang_up``.
    """
    async with database.system(SystemScope.CRON) as system:
        lost = select(CallRecordRow.org_id, CallRecordRow.id).outerjoin(
            MediaWorkerRecord, MediaWorkerRecord.id == CallRecordRow.worker_id
        )
        orphaned = or_(MediaWorkerRecord.id.is_(None), is_lost())
        # A queued call with a worker is being dialled: it may have rung, so no one dials it again.
        claimed = CallRecordRow.worker_id.is_not(None)
        told = (CallRecordRow.provider_call_id, CallRecordRow.phone_number_id)
        left_alone = lost.add_columns(*told).where(CallRecordRow.status != "ended")
        orphans = (await system.sql.execute(left_alone.where(claimed, orphaned))).all()
        wanted = func.greatest(
            CallRecordRow.created_at, func.coalesce(CallRecordRow.earliest_at, CallRecordRow.created_at)
        )
        too_late = func.coalesce(CallRecordRow.latest_at, wanted + JOIN_WINDOW) < system.now()
        waiting = (CallRecordRow.status == "queued", ~claimed, too_late)
        unjoined = (await system.sql.execute(lost.add_columns(CallRecordRow.type).where(*waiting))).all()
        await forget_old_workers(system)
    ended = 0
    for org_id, call_id, provider_call_id, number_id in orphans:
        if await _end(database, org_id, call_id, _LOST):
            ended += 1
            if provider_call_id and hang_up is not None:
                await hang_up(provider_call_id, await _account(database, org_id, number_id))
    for org_id, call_id, kind in unjoined:
        reason = _NEVER_JOINED if kind in (WEB_CALL, WEBSOCKET_CALL) else NO_FREE_LINE
        ended += await _end(database, org_id, call_id, reason)
    return ended


async def _account(database: Database, org_id: UUID, number_id: UUID | None) -> Account | None:
    """The account that the number of a call was imported with."""
    if number_id is None:
        return None
    async with database.org(scope_of_row(org_id, "voice:reconciliation")) as session:
        number = await find_number(session, number_id)
    return number[1] if number is not None else None


async def release_scheduled_calls(database: Database) -> int:
    """Queue the calls whose time has come; returns how many."""
    async with database.system(SystemScope.CRON) as system:
        due = update(CallRecordRow).where(
            CallRecordRow.status == SCHEDULED, CallRecordRow.earliest_at <= system.now()
        )
        released = await system.sql.scalars(due.values(status="queued").returning(CallRecordRow.id))
        return len(released.all())


async def waiting_to_be_placed(database: Database) -> list[tuple[UUID, UUID]]:
    """Organization and id of calls to phones that no media worker has taken yet, the oldest first."""
    async with database.system(SystemScope.CRON) as system:
        query = select(CallRecordRow.org_id, CallRecordRow.id).where(
            CallRecordRow.type == OUTBOUND_CALL,
            CallRecordRow.status == "queued",
            CallRecordRow.worker_id.is_(None),
        )
        rows = await system.sql.execute(query.order_by(CallRecordRow.created_at))
        return [(row.org_id, row.id) for row in rows]


async def end_calls(database: Database, call_ids: Collection[UUID]) -> None:
    """End calls that their worker knows nothing of anymore."""
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


async def open_calls(system: SystemSession, worker_id: UUID) -> set[UUID]:
    """The calls that, by the database, a worker holds."""
    query = select(CallRecordRow.id).where(CallRecordRow.worker_id == worker_id, CallRecordRow.status != "ended")
    return set((await system.sql.scalars(query)).all())
