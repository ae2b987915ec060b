"""Pages of the history: in any order from an index, and by a part of a name from the keyed pieces of names."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, Select, and_, delete, insert, or_, select, tuple_, union

from mia.clinic.inbox.models import ActivityRow, CallerGramRow, MessageRow
from mia.clinic.patients import service as patients
from mia.platform.db.arrays import one_of
from mia.platform.db.grams import GramIndex
from mia.platform.db.session import ClinicSession

Condition = ColumnElement[bool]
Position = tuple[str, datetime, UUID]
"""Where a page ended: status, instant and id of its last row."""
Rows = list[tuple[ActivityRow, bool]]
"""Activities, each with whether it has a transcript."""

STATUSES = ("Answered", "Booked", "Failed", "In progress", "No Answer", "Rebooked", "Scheduled", "Sent")
"""All there are, in the order of the alphabet."""

_CALLERS = GramIndex(CallerGramRow, CallerGramRow.activity_id)
_FEW = 150
"""So many people's activities are looked up; more people are met often enough along the way."""
_BATCH = 500
"""Rows decrypted at a time while looking for a part that is too short for an index."""
_MOST_ROWS = 2_000
"""Rows looked at for one page then; the page may be short and still have a next one."""


async def page_of(
    session: ClinicSession,
    *narrowed: Condition,
    name: str,
    by_status: bool,
    descending: bool,
    after: Position | None,
    limit: int,
) -> tuple[Rows, Position | None]:
    """Up to ``limit`` rows, and where to go on when there is more to look at.

    ``name`` is part of a person's name, in any case and without accents; equal statuses stand newest first.
    """
    wanted = _plain(name)
    source = await _source(session, wanted, narrowed, by_status=by_status)
    order = _Order(by_status=by_status, descending=descending)
    if wanted:
        ids, after = await _bearers(session, source, order, wanted, after, limit)
        return await _whole(session, ids), after
    rows = [(row, bool(said)) for row, said in await _rows(session, source, order, after, limit + 1, _WHOLE)]
    return rows[:limit], _place(rows[limit - 1][0]) if len(rows) > limit else None


async def _bearers(
    session: ClinicSession, source: "_Source", order: "_Order", wanted: str, after: Position | None, limit: int
) -> tuple[list[UUID], Position | None]:
    """Activities of those who bear a name. Some only seem to: to read half as many more at once costs less than to
    look again; and then as many are read as it takes if the share of the others stays what it was."""
    batch = limit + limit // 2 + 1 if source.indexed else _BATCH
    found: list[UUID] = []
    looked_at = 0
    while True:
        rows = await _rows(session, source, order, after, batch, _NAMED)
        for row in rows:
            if wanted in _plain(session.unseal(row.name_sealed)):
                if len(found) == limit:
                    return found, after
                found.append(row.id)
            after = _place(row)
        looked_at += len(rows)
        if len(rows) < batch:
            return found, None
        if looked_at >= _MOST_ROWS:
            return found, after
        batch = min(_BATCH, (limit + 1 - len(found)) * looked_at // max(1, len(found)) * 5 // 4 + 1)


async def index_name(session: ClinicSession, activity_id: UUID, name: str) -> None:
    """Make an activity findable by the name that it bears now."""
    await index_names(session, [(activity_id, name)])


async def index_names(session: ClinicSession, names: Sequence[tuple[UUID, str]]) -> None:
    """The same for several. Those of patients need no index of their own: the patients' leads to them."""
    clinic_id = session.scope.clinic_id
    ids = [activity_id for activity_id, _ in names]
    await session.sql.execute(delete(CallerGramRow).where(CallerGramRow.activity_id.in_(ids)))
    query = select(ActivityRow.id).where(ActivityRow.id.in_(ids))
    callers = set(await session.sql.scalars(query.where(ActivityRow.patient_id.is_(None))))
    rows = [
        {"clinic_id": clinic_id, "gram": gram, "activity_id": activity_id}
        for activity_id, name in names
        if activity_id in callers
        for gram in patients.name_grams(session, name)
    ]
    if rows:
        await session.sql.execute(insert(CallerGramRow), rows)


@dataclass(frozen=True)
class _Order:
    """By status, alphabetically and newest first within each, or else by time."""

    by_status: bool
    descending: bool


@dataclass(frozen=True)
class _Source:
    """Where ids of rows are looked for: a query, with the columns by which it can be ordered and narrowed further.
    ``indexed`` tells whether an index leads to them."""

    ids: Select[UUID]
    row: Any
    indexed: bool


async def _source(
    session: ClinicSession, wanted: str, narrowed: Sequence[Condition], *, by_status: bool
) -> _Source:
    query = select(ActivityRow.id).where(*narrowed)
    if not wanted:
        return _Source(query, ActivityRow, indexed=True)
    words = patients.part_grams(session, wanted)
    if not words:
        return _Source(query, ActivityRow, indexed=False)
    grams = await patients.telling_grams(session, words)
    people = patients.ids_by_grams(grams)
    callers = _CALLERS.having_all(grams)
    known = (await session.sql.scalars(people.limit(_FEW + 1))).all()
    others = [] if len(known) > _FEW else (await session.sql.scalars(callers.limit(_FEW + 1))).all()
    if max(len(known), len(others)) > _FEW:
        caller = and_(ActivityRow.patient_id.is_(None), ActivityRow.id.in_(callers))
        found = query.where(or_(ActivityRow.patient_id.in_(people), caller))
        return _Source(found, ActivityRow, indexed=True)
    # Never the whole history in order, in the hope of a hit. The index of a patient's contacts knows their times.
    status = (ActivityRow.status,) if by_status else ()
    keys = select(ActivityRow.id, ActivityRow.occurred_at, *status).where(*narrowed)
    few = union(keys.where(one_of(ActivityRow.patient_id, known)), keys.where(one_of(ActivityRow.id, others)))
    hits = few.cte("hits").prefix_with("MATERIALIZED")
    return _Source(select(hits.c.id), hits.c, indexed=True)


async def _rows(
    session: ClinicSession,
    source: _Source,
    order: _Order,
    after: Position | None,
    limit: int,
    columns: Sequence[Any],
) -> list[Row[*tuple[Any, ...]]]:
    query, row, descending = source.ids, source.row, order.descending
    place = tuple_(row.occurred_at, row.id)
    if not order.by_status:
        if after is not None:
            query = query.where(place < after[1:] if descending else place > after[1:])
        ids = query.order_by(*_by_time(row, descending)).limit(limit)
        return await _fetched(session, ids, descending, columns)
    # One status after the other: the index has each of them in the order of time.
    found: list[Row[*tuple[Any, ...]]] = []
    for status in sorted(STATUSES, reverse=descending):
        if after is not None and (status > after[0] if descending else status < after[0]):
            continue
        of_status = query.where(row.status == status)
        if after is not None and status == after[0]:
            of_status = of_status.where(place < after[1:])
        ids = of_status.order_by(*_by_time(row, descending=True)).limit(limit - len(found))
        found += await _fetched(session, ids, True, columns)
        if len(found) == limit:
            break
    return found


def _by_time(row: Any, descending: bool) -> tuple[Any, Any]:
    return (row.occurred_at.desc(), row.id.desc()) if descending else (row.occurred_at, row.id)


def _place(row: Any) -> Position:
    return row.status, row.occurred_at, row.id


_NAMED = (ActivityRow.id, ActivityRow.status, ActivityRow.occurred_at, ActivityRow.name_sealed)
_WHOLE = (
    ActivityRow,
    select(MessageRow.id)
    .where(
        MessageRow.clinic_id == ActivityRow.clinic_id,
        MessageRow.conversation_id == ActivityRow.conversation_id,
    )
    .exists(),
)
"""An activity, and whether it has a transcript."""


async def _fetched(
    session: ClinicSession, ids: Select[UUID], descending: bool, columns: Sequence[Any]
) -> list[Row[*tuple[Any, ...]]]:
    """Of the rows of a page. Which these are is read from an index alone where it can be; only they are fetched."""
    query = select(*columns).where(ActivityRow.id.in_(ids))
    return list(await session.sql.execute(query.order_by(*_by_time(ActivityRow, descending))))


async def _whole(session: ClinicSession, ids: Sequence[UUID]) -> Rows:
    """These activities, in this order."""
    query = select(*_WHOLE).where(one_of(ActivityRow.id, ids))
    found = {row.id: (row, bool(said)) for row, said in await session.sql.execute(query)}
    return [found[id_] for id_ in ids if id_ in found]


def _plain(text: str) -> str:
    """Letters without accents, in one case, for comparing names."""
    decomposed = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
