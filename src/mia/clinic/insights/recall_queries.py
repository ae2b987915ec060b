"""Counts who is due, what contacts brought and when patients were here last: a clinic's whole rebooking in a few
set-based statements, whose answers are small and hold no one's name."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import TextClause, select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.insights.models import RecallSummaryRow
from mia.platform.db.session import ClinicSession

_STANDINGS = text(
    """
    SELECT CAST(ledger.service_id AS text) AS service_id,
        coalesce(CAST(visit.provider_id AS text), '') AS provider_id,
        count(*) FILTER (WHERE NOT overdue AND NOT lapsed) AS due,
        count(*) FILTER (WHERE overdue AND NOT lapsed) AS overdue,
        count(*) FILTER (WHERE lapsed) AS lapsed
    FROM (
        SELECT *, overdue_at <= :now AS overdue, lapsed_at <= :now AS lapsed
        FROM recall_ledger
        WHERE clinic_id = :clinic_id AND due_at <= :now
    ) AS ledger
    LEFT JOIN LATERAL (
        SELECT appointments.provider_id
        FROM treatments
        JOIN appointments ON appointments.clinic_id = :clinic_id AND appointments.id = treatments.appointment_id
        WHERE treatments.clinic_id = :clinic_id AND treatments.patient_id = ledger.patient_id
            AND treatments.family = ledger.family AND treatments.performed_at = ledger.last_at
        LIMIT 1
    ) AS visit ON true
    GROUP BY 1, 2
    """
)

_CONTACTS = text(
    """
    SELECT to_char(touch.touched_at AT TIME ZONE :zone, 'YYYY-MM') AS month, touch.channel, touch.wording,
        count(*) AS contacted,
        count(*) FILTER (WHERE touch.state IN ('answered', 'booked')) AS answered,
        count(*) FILTER (WHERE touch.state = 'booked') AS booked,
        coalesce(sum(line.value_cents) FILTER (WHERE touch.state = 'booked'), 0) AS cents
    FROM outreach AS touch
    JOIN activities AS line ON line.clinic_id = :clinic_id AND line.id = touch.activity_id
    WHERE touch.clinic_id = :clinic_id AND touch.purpose = 'recall' AND touch.touched_at >= :since
        AND touch.state NOT IN ('failed', 'blocked', 'cancelled')
    GROUP BY 1, 2, 3
    """
)

_COHORTS = text(
    """
    SELECT least(
            CAST(extract(year FROM age) * 12 + extract(month FROM age) AS int), :most
        ) AS months, count(*) AS patients, count(*) FILTER (WHERE planned) AS planned
    FROM (
        SELECT age(:now, last_at) AS age, planned_at > :now AS planned
        FROM recall_patients
        WHERE clinic_id = :clinic_id AND last_at <= :now
    ) AS seen
    GROUP BY 1 ORDER BY 1
    """
)


async def count_standings(session: ClinicSession) -> list[dict[str, Any]]:
    """Patients due, overdue and lapsed by the service they had last and by who did it."""
    return await _all(session, _STANDINGS, {"now": session.now()})


async def count_contacts(session: ClinicSession, since: datetime, zone: str) -> list[dict[str, Any]]:
    """Contacts since an instant by month, channel and wording, and what they brought."""
    return await _all(session, _CONTACTS, {"since": since, "zone": zone})


async def count_cohorts(session: ClinicSession, most: int) -> list[dict[str, Any]]:
    """Patients by full months since their last visit; ``most`` and more are one cohort."""
    return await _all(session, _COHORTS, {"now": session.now(), "most": most})


async def find_summary(session: ClinicSession) -> RecallSummaryRow | None:
    return await session.sql.scalar(select(RecallSummaryRow))


async def save_summary(session: ClinicSession, content: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    values = {"made_at": session.now(), "content": content}
    statement = upsert(RecallSummaryRow).values(clinic_id=session.scope.clinic_id, **values)
    await session.sql.execute(statement.on_conflict_do_update(index_elements=["clinic_id"], set_=values))


async def _all(session: ClinicSession, statement: TextClause, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = await session.sql.execute(statement, {"clinic_id": session.scope.clinic_id, **values})
    return [{**row} for row in rows.mappings()]
