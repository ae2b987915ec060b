"""Reads and writes of calls."""

import json
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import OrgSession
from mia.voice.resources.call.models import CallLine, CallRecordRow
from mia.voice.resources.call.schemas import CallListQuery, CallPageQuery
from mia.voice.resources.call.terms import wanted_terms
from mia.voice.resources.paging import page_of
from mia.voice.wire import Json, to_text


async def find_call(session: OrgSession, call_id: UUID, *, lock: bool = False) -> CallRecordRow | None:
    """The organization's call of that id; ``lock`` holds the row until the transaction ends."""
    key = (session.scope.org_id, call_id)
    return await session.sql.get(CallRecordRow, key, with_for_update=True if lock else None)


async def lock_key(session: OrgSession, key: str) -> None:
    """Until the transaction ends, no one else makes a call with this idempotency key."""
    name = f"voice-call:{session.scope.org_id}:{key}"
    await session.sql.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))


async def lock_caller(session: OrgSession, caller_key: bytes) -> None:
    """Until the transaction ends, no one else gives a line to this caller."""
    number = int.from_bytes(caller_key[:8], signed=True)
    await session.sql.execute(select(func.pg_advisory_xact_lock(number)))


async def count_lines_of(session: OrgSession, caller_key: bytes) -> int:
    """Calls of one caller that hold a line, in all organizations that the session sees. Those of a media worker
    that was killed end within seconds."""
    held = (CallRecordRow.caller_key == caller_key, CallRecordRow.status.in_(("ringing", "in-progress")))
    return await session.sql.scalar(select(func.count()).select_from(CallRecordRow).where(*held)) or 0


async def find_by_key(session: OrgSession, key: str) -> CallRecordRow | None:
    """The call that was made with an idempotency key."""
    mine = (CallRecordRow.org_id == session.scope.org_id, CallRecordRow.idempotency_key == key)
    return await session.sql.scalar(select(CallRecordRow).where(*mine))


async def list_calls(session: OrgSession, query: CallListQuery) -> Sequence[CallRecordRow]:
    """The organization's calls, newest first."""
    rows = select(CallRecordRow).where(CallRecordRow.org_id == session.scope.org_id)
    rows = query.narrow(rows, CallRecordRow.created_at, CallRecordRow.updated_at)
    if query.id is not None:
        rows = rows.where(CallRecordRow.id == query.id)
    if query.assistant_id is not None:
        rows = rows.where(CallRecordRow.assistant_id == query.assistant_id)
    if query.phone_number_id is not None:
        rows = rows.where(CallRecordRow.phone_number_id == query.phone_number_id)
    newest = (CallRecordRow.created_at.desc(), CallRecordRow.id.desc())
    return (await session.sql.scalars(rows.order_by(*newest).limit(query.limit))).all()


async def list_call_page(session: OrgSession, query: CallPageQuery) -> tuple[Sequence[CallRecordRow], int]:
    """A page of the organization's calls, and how many there are."""
    call = CallRecordRow
    rows = select(call).where(call.org_id == session.scope.org_id)
    rows = query.narrow(rows, call.created_at, call.updated_at)
    for column, value in (
        (call.id, query.id),
        (call.assistant_id, query.assistant_id),
        (call.phone_number_id, query.phone_number_id),
        (call.ended_reason, query.ended_reason),
        (call.cost, query.cost),
    ):
        if value is not None:
            rows = rows.where(column == value)
    if query.id_any is not None:
        rows = rows.where(call.id.in_(query.id_any))
    if query.cost_le is not None:
        rows = rows.where(call.cost <= query.cost_le)
    if query.cost_ge is not None:
        rows = rows.where(call.cost >= query.cost_ge)
    wanted, unwanted = wanted_terms(session, query)
    if wanted:
        rows = rows.where(call.terms_blind.contains(wanted))
    if unwanted:
        rows = rows.where(~call.terms_blind.overlap(unwanted))
    return await page_of(session, rows, query, call.created_at, call.id)


async def lines_of_calls(session: OrgSession, call_ids: Sequence[UUID]) -> dict[UUID, list[Json]]:
    """The stored messages of several calls, in order."""
    lines: dict[UUID, list[Json]] = {call_id: [] for call_id in call_ids}
    query = (
        select(CallLine.call_id, CallLine.line_sealed)
        .where(CallLine.org_id == session.scope.org_id, CallLine.call_id.in_(call_ids))
        .order_by(CallLine.call_id, CallLine.position)
    )
    for call_id, sealed in await session.sql.execute(query):
        lines[call_id].append(json.loads(session.unseal(sealed)))
    return lines


async def append_lines(session: OrgSession, call_id: UUID, start: int, lines: Sequence[Json]) -> None:
    """Store further messages of a call, the first of them at position ``start``. What is stored
    already stays, so that a step whose outcome was lost can be repeated."""
    values = [
        {
            "org_id": session.scope.org_id,
            "call_id": call_id,
            "position": position,
            "line_sealed": session.seal(to_text(line)),
        }
        for position, line in enumerate(lines, start)
    ]
    if values:
        await session.sql.execute(insert(CallLine).values(values).on_conflict_do_nothing())


def request_of(session: OrgSession, row: CallRecordRow) -> Json:
    """What was asked for."""
    request: Json = json.loads(session.unseal(row.request_sealed))
    return request


def assistant_of(session: OrgSession, row: CallRecordRow) -> Json:
    """The assistant that answers this call."""
    assistant: Json = json.loads(session.unseal(row.assistant_sealed))
    return assistant
