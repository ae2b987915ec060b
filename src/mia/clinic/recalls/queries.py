"""Reads and writes of recall rules and the ledger.

The ledger is derived from treatments set by set: one statement for a clinic, or for a few patients.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import TextClause, select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.recalls.models import LedgerRow, ListedPatientRow, RecallRuleRow
from mia.platform.db.session import ClinicSession
from mia.platform.db.together import Insertion, Write

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
    return (await session.sql.scalars(select(RecallRuleRow).order_by(RecallRuleRow.family))).all()


# --- the ledger ---------------------------------------------------------------------------------

_CLEAR_LEDGER = "DELETE FROM recall_ledger WHERE clinic_id = :clinic_id {of_them}"
_CLEAR_LIST = "DELETE FROM recall_patients WHERE clinic_id = :clinic_id {of_them}"

_FILL_LEDGER = """
    WITH done AS (
        SELECT DISTINCT ON (patient_id, family) patient_id, family, service_id, performed_at
        FROM treatments
        WHERE clinic_id = :clinic_id AND status = 'completed' AND service_id IS NOT NULL {of_them}
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
    ), everyone AS (
        SELECT id AS patient_id, tags, created_at
        FROM patients
        WHERE clinic_id = :clinic_id AND source <> 'removed' AND archived_at IS NULL AND merged_into IS NULL
    )
    INSERT INTO recall_patients
        (clinic_id, patient_id, treatment, last_at, overdue_at, planned_at, botox, filler, vip, listed_at)
    SELECT :clinic_id, everyone.patient_id, newest.treatment_name, newest.performed_at, recalls.overdue_at,
        planned.at, coalesce(recalls.botox, false), coalesce(recalls.filler, false), 'VIP' = ANY(everyone.tags),
        coalesce(newest.performed_at, everyone.created_at)
    FROM everyone
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
    """Derive ledger and list again from the treatments of some patients, or of all (None)."""
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


_SHARED = "pg_advisory_xact_lock_shared(hashtextextended(%(clinic)s, 0))"
_LISTING = Insertion(ListedPatientRow.__table__, "clinic_id", "patient_id", "vip", "listed_at")


def listing_writes(
    session: ClinicSession, patient_id: UUID, tags: Sequence[str], listed_at: datetime
) -> list[Write]:
    """A patient without history on the list, and the lock that keeps a refill of the whole clinic away."""
    clinic_id = session.scope.clinic_id
    values = {"clinic_id": clinic_id, "patient_id": patient_id, "vip": "VIP" in tags, "listed_at": listed_at}
    return [Write(_SHARED, {"clinic": f"recall-ledger:{clinic_id}"}, is_call=True), _LISTING.of(values)]


async def recalls_of(session: ClinicSession, patient_id: UUID) -> Sequence[LedgerRow]:
    """A patient's recalls, the longest overdue first."""
    query = select(LedgerRow).where(LedgerRow.patient_id == patient_id)
    return (await session.sql.scalars(query.order_by(LedgerRow.due_at.nulls_last(), LedgerRow.family))).all()
