"""Reads and writes of recall rules, the ledger, and the list of patients.

The ledger is derived from treatments set by set: one statement for a clinic, or for a few patients.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnExpressionArgument, TextClause, func, select, text, true
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.db.session import ClinicSession
from mia.rebooking.models import LedgerRow, ListedPatientRow, RecallRuleRow

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
        WHERE clinic_id = :clinic_id AND source <> 'removed'
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


async def lock_ledger(session: ClinicSession) -> None:
    """One refill of a clinic at a time."""
    key = f"recall-ledger:{session.scope.clinic_id}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


async def recalls_of(session: ClinicSession, patient_id: UUID) -> Sequence[LedgerRow]:
    """A patient's recalls, the longest overdue first."""
    query = select(LedgerRow).where(
        LedgerRow.clinic_id == session.scope.clinic_id, LedgerRow.patient_id == patient_id
    )
    return (await session.sql.scalars(query.order_by(LedgerRow.due_at.nulls_last(), LedgerRow.family))).all()


async def count_overdue(session: ClinicSession) -> dict[UUID, int]:
    """Overdue patients by the service they had last in the family."""
    query = (
        select(LedgerRow.service_id, func.count())
        .where(LedgerRow.clinic_id == session.scope.clinic_id, LedgerRow.overdue_at <= session.now())
        .group_by(LedgerRow.service_id)
    )
    return dict((await session.sql.execute(query)).all())


# --- the list of patients -----------------------------------------------------------------------


Condition = ColumnExpressionArgument[bool]


@dataclass(frozen=True)
class Slice:
    """Which rows of a group: its condition, and what it is sorted by (descending)."""

    condition: Condition
    order: Any


def slice_of(group: str, now: datetime) -> Slice:
    row = ListedPatientRow
    listed = row.listed_at
    match group:
        case "overdue":
            return Slice(row.overdue_at <= now, row.overdue_at)
        case "botox":
            return Slice(row.botox, listed)
        case "dermal_filler":
            return Slice(row.filler, listed)
        case "vip":
            return Slice(row.vip, listed)
    return Slice(true(), listed)


async def count_listed(session: ClinicSession, *where: Condition) -> int:
    query = select(func.count()).where(ListedPatientRow.clinic_id == session.scope.clinic_id, *where)
    return await session.sql.scalar(query) or 0


async def page_of(
    session: ClinicSession, rows: Slice, *where: Condition, offset: int, limit: int
) -> Sequence[ListedPatientRow]:
    query = (
        select(ListedPatientRow)
        .where(ListedPatientRow.clinic_id == session.scope.clinic_id, rows.condition, *where)
        .order_by(rows.order.desc(), ListedPatientRow.patient_id.desc())
        .offset(offset)
        .limit(limit)
    )
    return (await session.sql.scalars(query)).all()


async def find_listed(session: ClinicSession, patient_id: UUID) -> ListedPatientRow | None:
    query = select(ListedPatientRow).where(
        ListedPatientRow.clinic_id == session.scope.clinic_id, ListedPatientRow.patient_id == patient_id
    )
    return await session.sql.scalar(query)
