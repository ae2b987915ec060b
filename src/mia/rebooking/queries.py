"""Reads and writes of recall rules, the ledger, and the list of patients.

The ledger is derived from treatments set by set: one statement for a clinic, or for a few patients.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnExpressionArgument, Select, TextClause, and_, bindparam, func, select, text, true
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.db.arrays import one_of
from mia.db.session import ClinicSession
from mia.rebooking.models import LedgerRow, ListedPatientRow, RecallRuleRow
from mia.rebooking.narrowing import Sort
from mia.rebooking.tallies import at_now, length_of

# --- rules --------------------------------------------------------------------------------------


async def add_rules(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Those families that have a rule keep it."""
    if rows:
        values = [{"clinic_id": session.scope.clinic_id, **row} for row in rows]
        await session.sql.execute(upsert(RecallRuleRow).values(values).on_conflict_do_nothing())


async def save_rule(session: ClinicSession, values: Mapping[str, Any]) -> None:
    statement = upsert(RecallRuleRow).values({"clinic_id": session.scope.clinic_id, **values})
    changes = {name: value for name, value in values.items() if name != "family"}
    await session.sql.execute(statement.on_conflict_do_update(index_elements=["clinic_id", "family"], set_=changes))


async def list_rules(session: ClinicSession) -> Sequence[RecallRuleRow]:
    query = select(RecallRuleRow).where(RecallRuleRow.clinic_id == session.scope.clinic_id)
    return (await session.sql.scalars(query.order_by(RecallRuleRow.family))).all()


# --- the ledger ---------------------------------------------------------------------------------

_CLEAR_LEDGER = "DELETE FROM recall_ledger WHERE clinic_id = :clinic_id {of_them}"
_CLEAR_LIST = "DELETE FROM recall_patients WHERE clinic_id = :clinic_id {of_them}"

_FILL_LEDGER = """
    WITH done AS (
        SELECT DISTINCT ON (patient_id, family) patient_id, family, service_id, performed_at
        FROM treatments
        WHERE clinic_id = :clinic_id AND status = 'completed' {of_them}
            AND patient_id NOT IN (
                SELECT id FROM patients WHERE clinic_id = :clinic_id AND archived_at IS NOT NULL
            )
        ORDER BY patient_id, family, performed_at DESC
    ), planned AS (
        SELECT patient_id, family, max(performed_at) AS at
        FROM treatments
        WHERE clinic_id = :clinic_id AND status <> 'completed' AND performed_at > :now {of_them}
        GROUP BY patient_id, family
    )
    INSERT INTO recall_ledger
        (clinic_id, patient_id, family, service_id, last_at, planned_at, due_at, overdue_at, lapsed_at)
    SELECT :clinic_id, done.patient_id, done.family, done.service_id, done.performed_at, planned.at,
        CASE WHEN rules.due_days IS NOT NULL
            THEN greatest(done.performed_at + make_interval(days => rules.due_days), planned.at) END,
        CASE WHEN rules.overdue_days IS NOT NULL
            THEN greatest(done.performed_at + make_interval(days => rules.overdue_days), planned.at) END,
        CASE WHEN rules.lapsed_days IS NOT NULL
            THEN greatest(done.performed_at + make_interval(days => rules.lapsed_days), planned.at) END
    FROM done
    LEFT JOIN planned ON planned.patient_id = done.patient_id AND planned.family = done.family
    LEFT JOIN recall_rules AS rules ON rules.clinic_id = :clinic_id AND rules.family = done.family
    """

_FILL_LIST = """
    WITH newest AS (
        SELECT DISTINCT ON (patient_id) patient_id, treatment_name, performed_at
        FROM treatments
        WHERE clinic_id = :clinic_id AND status = 'completed' {of_them}
        ORDER BY patient_id, performed_at DESC
    ), planned AS (
        SELECT patient_id, min(performed_at) AS at
        FROM treatments
        WHERE clinic_id = :clinic_id AND status <> 'completed' AND performed_at > :now {of_them}
        GROUP BY patient_id
    ), recalls AS (
        SELECT patient_id, min(overdue_at) AS overdue_at,
            bool_or(family = ANY(CAST(:botox AS text[]))) AS botox,
            bool_or(family = ANY(CAST(:filler AS text[]))) AS filler
        FROM recall_ledger
        WHERE clinic_id = :clinic_id {of_them}
        GROUP BY patient_id
    ), everybody AS (
        SELECT id AS patient_id, tags, created_at
        FROM patients
        WHERE clinic_id = :clinic_id AND source <> 'removed' AND archived_at IS NULL AND merged_into IS NULL
    )
    INSERT INTO recall_patients
        (clinic_id, patient_id, treatment, last_at, overdue_at, planned_at, botox, filler, vip, listed_at)
    SELECT :clinic_id, everybody.patient_id, newest.treatment_name, newest.performed_at, recalls.overdue_at,
        planned.at, coalesce(recalls.botox, false), coalesce(recalls.filler, false), 'VIP' = ANY(everybody.tags),
        coalesce(newest.performed_at, everybody.created_at)
    FROM everybody
    LEFT JOIN newest USING (patient_id)
    LEFT JOIN planned USING (patient_id)
    LEFT JOIN recalls USING (patient_id)
    WHERE true {of_them}
    """


def _statements(of_them: str) -> list[TextClause]:
    templates = (_CLEAR_LEDGER, _FILL_LEDGER, _CLEAR_LIST, _FILL_LIST)
    return [text(template.format(of_them=of_them)) for template in templates]


# Two sets of statements, so that the plan for a few patients is never that for all.
_REFILL_ALL = _statements("")
_REFILL_SOME = _statements("AND patient_id = ANY(CAST(:patients AS uuid[]))")


async def refill(
    session: ClinicSession, patient_ids: Sequence[UUID] | None, *, botox: Sequence[str], filler: Sequence[str]
) -> None:
    """Derive ledger and list anew from the treatments of some patients, or of all (None)."""
    values: dict[str, Any] = {
        "clinic_id": session.scope.clinic_id,
        "now": session.now(),
        "botox": list(botox),
        "filler": list(filler),
    }
    if patient_ids is not None:
        values["patients"] = list(patient_ids)
    for statement in _REFILL_ALL if patient_ids is None else _REFILL_SOME:
        await session.sql.execute(statement, values)


async def lock_ledger(session: ClinicSession, patient_ids: Sequence[UUID] | None) -> None:
    """One refill at a time of a clinic (None, or very many), or of each of these patients."""
    clinic = {"clinic": f"recall-ledger:{session.scope.clinic_id}"}
    if patient_ids is None or len(patient_ids) > _MOST_LOCKS:
        await session.sql.execute(_LOCK_ALL, clinic)
        return
    await session.sql.execute(_SHARE_ALL, clinic)
    # In one order, so that no two wait for each other.
    await session.sql.execute(_LOCK_SOME, {"patients": sorted(set(patient_ids))})


_MOST_LOCKS = 1000
"""PostgreSQL holds some ten thousand for all transactions together."""
_LOCK_ALL = text("SELECT pg_advisory_xact_lock(hashtextextended(:clinic, 0))")
_SHARE_ALL = text("SELECT pg_advisory_xact_lock_shared(hashtextextended(:clinic, 0))")
_LOCK_SOME = text(
    "SELECT pg_advisory_xact_lock(hashtextextended('recall-ledger:' || id, 0)) "
    "FROM unnest(CAST(:patients AS uuid[])) AS id"
)


async def recalls_of(session: ClinicSession, patient_id: UUID) -> Sequence[LedgerRow]:
    """A patient's recalls, the longest overdue first."""
    query = select(LedgerRow).where(
        LedgerRow.clinic_id == session.scope.clinic_id, LedgerRow.patient_id == patient_id
    )
    return (await session.sql.scalars(query.order_by(LedgerRow.due_at.nulls_last(), LedgerRow.family))).all()


# --- the list of patients -----------------------------------------------------------------------


Condition = ColumnExpressionArgument[bool]
_MINE = ListedPatientRow.clinic_id == bindparam("clinic_id")


@dataclass(frozen=True, eq=False)
class Slice:
    """Which rows of a group: its condition, and what it is sorted by (descending unless told otherwise).

    Its parameters: :func:`mia.rebooking.tallies.at_now`.
    """

    condition: Condition
    order: Any
    ascending: bool = False

    @cached_property
    def page(self) -> Select[*tuple[Any, ...]]:
        """The statement for its pages, put together once."""
        return _page(self, from_end=False)

    @cached_property
    def page_from_end(self) -> Select[*tuple[Any, ...]]:
        """The same for pages that are nearer to the end, counted from there."""
        return _page(self, from_end=True)


@cache
def slice_of(group: str) -> Slice:
    row = ListedPatientRow
    listed = row.listed_at
    match group:
        case "overdue":
            return Slice(row.overdue_at <= bindparam("now"), row.overdue_at)
        case "botox":
            return Slice(row.botox, listed)
        case "dermal_filler":
            return Slice(row.filler, listed)
        case "vip":
            return Slice(row.vip, listed)
    return Slice(true(), listed)


def narrow(rows: Slice, narrowed: Sequence[Condition | TextClause], sort: Sort | None) -> Slice:
    """Fewer of the rows, in another order where one is named."""
    condition = and_(rows.condition, *narrowed)
    match sort:
        case None:
            return Slice(condition, rows.order, rows.ascending)
        case Sort.LAST_VISIT | Sort.LAST_VISIT_OLDEST:
            return Slice(condition, ListedPatientRow.listed_at, sort is Sort.LAST_VISIT_OLDEST)
        case Sort.ADDED | Sort.ADDED_OLDEST:
            # Ids are made in the order of time (UUIDv7).
            return Slice(condition, ListedPatientRow.patient_id, sort is Sort.ADDED_OLDEST)


async def count_narrowed(session: ClinicSession, where: Condition) -> int:
    """Rows that no tally counts."""
    query = select(func.count()).where(_MINE, where)
    return await session.sql.scalar(query, at_now(session)) or 0


@dataclass(frozen=True)
class Listed:
    """What the list keeps of a patient. ``overdue_at`` may be to come."""

    patient_id: UUID
    treatment: str | None
    last_at: datetime | None
    overdue_at: datetime | None


_LISTED = (
    ListedPatientRow.patient_id,
    ListedPatientRow.treatment,
    ListedPatientRow.last_at,
    ListedPatientRow.overdue_at,
)


async def first_page(session: ClinicSession, group: str, limit: int) -> tuple[list[Listed], int]:
    """The beginning of a group that nothing narrows, and its length."""
    found = (await session.sql.execute(_first_page(group), {**at_now(session), "skipped": 0, "most": limit})).all()
    return [Listed(*row[:-1]) for row in found], int(found[0][-1]) if found else 0


@cache
def _first_page(group: str) -> Select[*tuple[Any, ...]]:
    return slice_of(group).page.add_columns(length_of(group))


async def page_of(
    session: ClinicSession, rows: Slice, *, offset: int, limit: int, total: int | None = None
) -> list[Listed]:
    """Rows in order. With the ``total`` of them, the second half is reached from the end."""
    from_end = total is not None and offset > total // 2
    if from_end:
        assert total is not None
        limit = min(limit, max(0, total - offset))
        offset = total - offset - limit
    page = rows.page_from_end if from_end else rows.page
    found = await session.sql.execute(page, {**at_now(session), "skipped": offset, "most": limit})
    return [Listed(*row) for row in found]


def _page(rows: Slice, *, from_end: bool) -> Select[*tuple[Any, ...]]:
    """Which rows these are is read from the index alone; only they are fetched."""
    id_, order = ListedPatientRow.patient_id, _ordered(rows, ascending=rows.ascending != from_end)
    ids = select(id_).where(_MINE, rows.condition).order_by(*order)
    ids = ids.offset(bindparam("skipped")).limit(bindparam("most"))
    query = select(*_LISTED).where(_MINE, id_.in_(ids.scalar_subquery()))
    return query.order_by(*_ordered(rows, ascending=rows.ascending))


def _ordered(rows: Slice, *, ascending: bool) -> tuple[Any, Any]:
    row = ListedPatientRow
    if ascending:
        return rows.order, row.patient_id
    return rows.order.desc(), row.patient_id.desc()


async def treatments_of(session: ClinicSession, rows: Slice, ids: Sequence[UUID]) -> dict[UUID, str | None]:
    """Those of the patients who are in the list, each with the last treatment."""
    row = ListedPatientRow
    # These few are looked up, and asked whether they are listed: as a condition, that tempts the server to read all
    # who are.
    query = select(row.patient_id, row.treatment, and_(rows.condition).label("listed"))
    found = await session.sql.execute(query.where(_MINE, one_of(row.patient_id, ids)), at_now(session))
    return {patient_id: treatment for patient_id, treatment, listed in found if listed}


async def list_some(session: ClinicSession, ids: Sequence[UUID]) -> dict[UUID, Listed]:
    query = select(*_LISTED).where(_MINE, one_of(ListedPatientRow.patient_id, ids))
    return {found.patient_id: Listed(*found) for found in await session.sql.execute(query, at_now(session))}
