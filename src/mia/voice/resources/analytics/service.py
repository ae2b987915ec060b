"""Answers to queries over calls, computed where the calls are."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Float, SQLColumnExpression, case, cast, func, literal, literal_column, select
from sqlalchemy.dialects.postgresql import JSONB

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.resources.analytics.schemas import AnalyticsQuery, Column, Group, Operation, TimeRange
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.terms import verdicts
from mia.voice.wire import Json, instant, to_text, without_none

MOST_GROUPS = 10_000

_JUDGED: Group = "analysis.successEvaluation"
_DEFAULT_SPAN = timedelta(days=7)
_SECONDS = cast(CallRecordRow.usage["seconds"].astext, Float)


def _cost_of(part: str) -> SQLColumnExpression[Any]:
    """What a part of a call that has ended cost (``call/costs.py``)."""
    kept = cast(CallRecordRow.usage["costs"][part].astext, Float)
    return case((CallRecordRow.usage.is_not(None), func.coalesce(kept, 0.0)))


_GROUPS: dict[Group, SQLColumnExpression[Any]] = {
    "type": CallRecordRow.type,
    "assistantId": CallRecordRow.assistant_id,
    "endedReason": CallRecordRow.ended_reason,
    "status": CallRecordRow.status,
}
_COLUMNS: dict[Column, SQLColumnExpression[Any]] = {
    "id": CallRecordRow.id,
    "cost": CallRecordRow.cost,
    "costBreakdown.llm": _cost_of("llm"),
    "costBreakdown.stt": _cost_of("stt"),
    "costBreakdown.tts": _cost_of("tts"),
    "costBreakdown.vapi": _cost_of("vapi"),
    "costBreakdown.ttsCharacters": cast(CallRecordRow.usage["characters"].astext, Float),
    "costBreakdown.llmPromptTokens": cast(CallRecordRow.usage["promptTokens"].astext, Float),
    "costBreakdown.llmCompletionTokens": cast(CallRecordRow.usage["completionTokens"].astext, Float),
    "duration": _SECONDS,
    "minutesUsed": _SECONDS / 60,
}


async def answer(session: OrgSession, query: AnalyticsQuery) -> Json:
    """The groups that the query asks for, each with its results; a column that no call of a group has is null.

    :class:`BadRequest` when a result would have the name of another, or there would be too many groups.
    """
    _check(query)
    span = query.time_range
    end = span.end or session.now()
    start = span.start or end - _DEFAULT_SPAN
    keys = _keys(session, query)
    made = [_result(operation) for operation in query.operations]
    rows = (
        select(*keys.values(), *made)
        .where(
            CallRecordRow.org_id == session.scope.org_id,
            CallRecordRow.created_at >= start,
            CallRecordRow.created_at < end,
        )
        .limit(MOST_GROUPS + 1)
    )
    if keys:
        places = range(1, len(keys) + 1)
        rows = rows.group_by(*map(_place, places)).order_by(*map(_place, places))
    found = (await session.sql.execute(rows)).all()
    if len(found) > MOST_GROUPS:
        raise BadRequest(
            f"{query.name} has more than {MOST_GROUPS} groups: ask for a longer step or a shorter time"
        )
    names = [*keys, *(operation.name for operation in query.operations)]
    result = [_shown(names, row, span) for row in found]
    return {"name": query.name, "timeRange": _told(span, start, end), "result": result}


def _check(query: AnalyticsQuery) -> None:
    names = ["date", *query.groups, *(operation.name for operation in query.operations)]
    if len(set(names)) < len(names):
        raise BadRequest(f"{query.name} would have two results of the same name: give an alias")
    if any(each.column == "id" and each.operation != "count" for each in query.operations):
        raise BadRequest(f"{query.name}: id can only be counted")


def _keys(session: OrgSession, query: AnalyticsQuery) -> dict[str, SQLColumnExpression[Any]]:
    keys: dict[str, SQLColumnExpression[Any]] = {}
    if query.time_range.step:
        zone = query.time_range.timezone
        keys["date"] = func.date_trunc(query.time_range.step, CallRecordRow.created_at, zone)
    known = _GROUPS | {_JUDGED: _verdict(session)} if _JUDGED in query.groups else _GROUPS
    return keys | {group: known[group] for group in query.groups}


def _verdict(session: OrgSession) -> SQLColumnExpression[Any]:
    """How a call was judged, by its keyed hash: the verdict is sealed. Null where it was not, or by a text."""
    names = cast(literal(to_text(verdicts(session))), JSONB)
    term = func.unnest(CallRecordRow.terms_blind).column_valued("term")
    named = func.encode(term, "hex")
    found = select(names[named].astext).where(names.has_key(named)).limit(1)
    return found.correlate(CallRecordRow).scalar_subquery()


def _result(operation: Operation) -> ColumnElement[Any]:
    made: ColumnElement[Any] = getattr(func, operation.operation)(_COLUMNS[operation.column])
    return made


def _place(number: int) -> ColumnElement[Any]:
    """A column of the result by its place: a repeated expression with a parameter is another one to PostgreSQL."""
    return literal_column(str(number))


def _shown(names: Sequence[str], row: Sequence[Any], span: TimeRange) -> Json:
    return {name: _plain(value, span) for name, value in zip(names, row, strict=True)}


def _plain(value: Any, span: TimeRange) -> Any:
    match value:
        case datetime():
            return value.astimezone(ZoneInfo(span.timezone)).isoformat(timespec="milliseconds")
        case UUID():
            return str(value)
        case Decimal():
            return float(value)
        case _:
            return value


def _told(span: TimeRange, start: datetime, end: datetime) -> Json:
    return without_none(
        {"step": span.step, "start": instant(start), "end": instant(end), "timezone": span.timezone}
    )
