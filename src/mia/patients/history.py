"""What was done for one patient."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from mia.audit import service as audit
from mia.db.session import ClinicSession
from mia.patients import queries


@dataclass(frozen=True)
class Treatment:
    """A treatment on a patient's record; ``status`` as in the dashboards."""

    id: UUID
    name: str
    status: str
    performed_at: datetime
    price_cents: int


async def list_treatments(session: ClinicSession, patient_id: UUID) -> list[Treatment]:
    """A patient's treatments, by time."""
    rows = await queries.treatments_of(session, patient_id)
    await audit.record(session, "treatment.read", "treatment", [row.id for row in rows])
    return [Treatment(row.id, row.treatment_name, row.status, row.performed_at, row.price_cents) for row in rows]
