"""The organization's log, read in pages and cleared."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, delete, select

from mia.platform.audit import service as audit
from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.logs.models import LogRow
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.log.schemas import CallLogQuery, LogFilter, LogQuery
from mia.voice.resources.paging import page_of
from mia.voice.wire import Json, PageQuery, instant, paged, without_none


async def read_calls(session: OrgSession, query: CallLogQuery) -> Json:
    """A page of what happened in calls and sessions, or in one."""
    wanted = [LogRow.subject_id.is_not(None) if query.call_id is None else LogRow.subject_id == query.call_id]
    rows, total = await _page(session, query, wanted)
    return paged([_line(row) for row in rows], total, query)


async def read_all(session: OrgSession, query: LogQuery) -> Json:
    """A page of everything."""
    wanted = _wanted(session, query)
    if query.webhook_type is not None:
        wanted.append(LogRow.webhook_type == query.webhook_type)
    rows, total = await _page(session, query, wanted)
    return paged([_entry(row) for row in rows], total, query)


async def clear_call(session: OrgSession, call_id: UUID) -> None:
    """Remove what the log says of a call."""
    await _clear(session, [LogRow.subject_id == call_id])


async def clear(session: OrgSession, which: LogFilter) -> None:
    """Remove the rows that are meant; without a filter, all of them."""
    await _clear(session, _wanted(session, which))


def _wanted(session: OrgSession, which: LogFilter) -> list[ColumnElement[bool]]:
    if which.customer_id is not None or which.squad_id is not None:
        raise BadRequest("customerId and squadId are not in the log: use callId")
    wanted: list[ColumnElement[bool]] = []
    if which.type is not None:
        wanted.append(LogRow.type == which.type)
    if which.call_id is not None:
        wanted.append(LogRow.subject_id == which.call_id)
    asked = (
        (CallRecordRow.assistant_id, which.assistant_id),
        (CallRecordRow.phone_number_id, which.phone_number_id),
    )
    for column, value in asked:
        if value is not None:
            mine = (CallRecordRow.org_id == session.scope.org_id, column == value)
            wanted.append(LogRow.subject_id.in_(select(CallRecordRow.id).where(*mine)))
    return wanted


async def _page(
    session: OrgSession, query: PageQuery, wanted: Sequence[ColumnElement[bool]]
) -> tuple[Sequence[LogRow], int]:
    rows = select(LogRow).where(LogRow.org_id == session.scope.org_id, *wanted)
    rows = query.narrow(rows, LogRow.created_at, LogRow.updated_at)
    return await page_of(session, rows, query, LogRow.created_at, LogRow.id)


async def _clear(session: OrgSession, wanted: Sequence[ColumnElement[bool]]) -> None:
    await session.sql.execute(delete(LogRow).where(LogRow.org_id == session.scope.org_id, *wanted))
    await audit.record(session, "voice_log.clear", "voice_log")


def _line(row: LogRow) -> Json:
    return {
        "callId": str(row.subject_id),
        "orgId": str(row.org_id),
        "log": row.text,
        "level": row.level,
        "time": instant(row.created_at),
    }


def _entry(row: LogRow) -> Json:
    shown = {
        "callId": str(row.subject_id) if row.subject_id else None,
        "webhookType": row.webhook_type,
        "error": None if row.level == "INFO" else row.text,
    }
    return {
        "time": instant(row.created_at),
        "orgId": str(row.org_id),
        "type": row.type,
        **row.facts,
    } | without_none(shown)
