"""How many patients a list has, and how many are overdue, without counting them: sums of the tallies triggers keep.

Being overdue depends on the moment. Whole months that have passed are summed; the current one, a sixtieth of five
years, is counted in its index.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, bindparam, func, select, text

from mia.clinic.recalls.models import LedgerRow, ListedPatientRow, RecallTallyRow
from mia.platform.db.session import ClinicSession

_OVERDUE, _SERVICE = "overdue", "service"

# Subtract exactly what was added, despite concurrent writes.
_SETTLE = text(
    """
    WITH gone AS (DELETE FROM recall_tallies WHERE clinic_id = :clinic_id RETURNING kind, month, label, amount)
    INSERT INTO recall_tallies (clinic_id, kind, month, label, transaction, amount)
    SELECT :clinic_id, kind, month, label, pg_current_xact_id()::text::bigint, sum(amount) FROM gone
    GROUP BY kind, month, label HAVING sum(amount) <> 0
    """
)


@cache
def length_of(group: str) -> ColumnElement[int]:
    """How many patients a group has (its word in the list), within a statement; its parameters: :func:`at_now`."""
    return _length_of(group, None)


def _length_of(group: str, treatments: Sequence[str] | None) -> ColumnElement[int]:
    tally, listed = RecallTallyRow, ListedPatientRow
    kept = select(func.coalesce(func.sum(tally.amount), 0)).where(
        tally.clinic_id == bindparam("clinic_id"), tally.kind == group
    )
    lately = select(func.count()).where(
        listed.clinic_id == bindparam("clinic_id"),
        listed.overdue_at >= bindparam("month_began"),
        listed.overdue_at <= bindparam("now"),
    )
    if treatments is not None:
        kept = kept.where(tally.label.in_(treatments))
        lately = lately.where(listed.treatment.in_(treatments))
    if group != _OVERDUE:
        return kept.scalar_subquery()
    kept = kept.where(tally.month < bindparam("month"))
    return kept.scalar_subquery() + lately.scalar_subquery()


def at_now(session: ClinicSession) -> dict[str, Any]:
    """The parameters of what is said of a clinic's list at this moment."""
    now = session.now()
    month = _month(now)
    return {"clinic_id": session.scope.clinic_id, "now": now, "month": month.date(), "month_began": month}


async def count_listed(session: ClinicSession, group: str, treatments: Sequence[str] | None = None) -> int:
    """Patients of a group, or those of them whose last treatment is one of these."""
    length = length_of(group) if treatments is None else _length_of(group, treatments)
    return int(await session.sql.scalar(select(length), at_now(session)) or 0)


async def count_overdue(session: ClinicSession) -> dict[UUID, int]:
    """Overdue patients by the service they had last in the family."""
    now, month = session.now(), _month(session.now())
    past = (
        select(RecallTallyRow.label, func.sum(RecallTallyRow.amount))
        .where(RecallTallyRow.kind == _SERVICE, RecallTallyRow.month < month.date())
        .group_by(RecallTallyRow.label)
    )
    lately = (
        select(LedgerRow.service_id, func.count())
        .where(LedgerRow.overdue_at >= month, LedgerRow.overdue_at <= now)
        .group_by(LedgerRow.service_id)
    )
    counts = {UUID(label): int(amount) for label, amount in await session.sql.execute(past)}
    for service_id, amount in await session.sql.execute(lately):
        counts[service_id] = counts.get(service_id, 0) + amount
    return {service_id: amount for service_id, amount in counts.items() if amount}


async def count_newly_overdue(session: ClinicSession, since: datetime) -> dict[UUID, int]:
    """Those of them who became overdue after a moment."""
    query = (
        select(LedgerRow.service_id, func.count().label("amount"))
        .where(LedgerRow.overdue_at > since, LedgerRow.overdue_at <= session.now())
        .group_by(LedgerRow.service_id)
    )
    return {row.service_id: row.amount for row in await session.sql.execute(query)}


async def settle_recall_tallies(session: ClinicSession) -> None:
    """Make one row of what many transactions added. Periodic work."""
    await session.sql.execute(_SETTLE, {"clinic_id": session.scope.clinic_id})


def _month(now: datetime) -> datetime:
    """The instant at which the month began, UTC, as the tallies keep it."""
    return now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
