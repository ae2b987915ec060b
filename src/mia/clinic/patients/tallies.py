"""How many treatments a clinic has, without counting them: sums of the tallies that triggers keep."""

from sqlalchemy import func, select, text

from mia.clinic.patients.tally_models import TreatmentTallyRow
from mia.platform.db.session import ClinicSession

PATIENTS = "patients"
"""The tally of distinct patients; the others are statuses."""

# Subtract exactly what was added, despite concurrent writes.
_SETTLE = text(
    """
    WITH gone AS (DELETE FROM treatment_tallies WHERE clinic_id = :clinic_id RETURNING what, amount)
    INSERT INTO treatment_tallies (clinic_id, what, transaction, amount)
    SELECT :clinic_id, what, pg_current_xact_id()::text::bigint, sum(amount) FROM gone GROUP BY what
    """
)


async def treatment_counts(session: ClinicSession) -> dict[str, int]:
    """Treatments by status, and under :data:`PATIENTS` how many patients they are of."""
    query = select(TreatmentTallyRow.what, func.sum(TreatmentTallyRow.amount)).group_by(TreatmentTallyRow.what)
    return {what: int(amount) for what, amount in await session.sql.execute(query)}


async def settle_treatment_tallies(session: ClinicSession) -> None:
    """Make one row of what many transactions added. Periodic work."""
    await session.sql.execute(_SETTLE, {"clinic_id": session.scope.clinic_id})
