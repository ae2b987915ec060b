"""The recall ledger: for each patient and service family the last visit and what follows from it.

It is derived, never edited: :func:`refresh` makes it again from treatments and rules, for a few patients when
one of their visits changes, for all when rules change or records are imported. No trigger does it unseen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.recalls import queries, tallies
from mia.clinic.recalls.rules import set_up_rules
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession
from mia.platform.db.together import Write

BOTOX_CATEGORY, FILLER_CATEGORY = "Botox/Injectables", "Dermal Fillers"
"""Treatment interests (spec §3) by which the groups Botox Patients and Dermal Filler Patients go."""


@dataclass(frozen=True)
class Recall:
    """A patient's standing in one family. ``planned_at``: a visit to come, before which nothing is due."""

    family: str
    service_id: UUID
    last_at: datetime
    planned_at: datetime | None
    due_at: datetime | None
    overdue_at: datetime | None

    def is_due(self, now: datetime) -> bool:
        """Whether a visit is due and none is planned."""
        return self.due_at is not None and self.due_at <= now


async def refresh(session: ClinicSession, patient_ids: Sequence[UUID] | None = None) -> None:
    """Derive the ledger again for some patients, or (None) for the whole clinic, new families included."""
    await queries.lock_ledger(session, patient_ids)
    if patient_ids is None:
        await set_up_rules(session)
    services = await schedule.list_services(session, every=True)
    botox = {service.family for service in services if service.category == BOTOX_CATEGORY}
    filler = {service.family for service in services if service.category == FILLER_CATEGORY}
    await queries.refill(session, patient_ids, botox=sorted(botox), filler=sorted(filler))
    if patient_ids is None:
        await tallies.settle_recall_tallies(session)
        await patients.settle_treatment_tallies(session)


def listing(session: ClinicSession, patient: Patient) -> list[Write]:
    """What :func:`refresh` makes of a patient without history, to be written together with a new one."""
    return queries.listing_writes(session, patient.id, patient.tags, patient.created_at)


async def list_recalls(session: ClinicSession, patient_id: UUID) -> list[Recall]:
    """A patient's recalls, the one due first first."""
    return [
        Recall(row.family, row.service_id, row.last_at, row.planned_at, row.due_at, row.overdue_at)
        for row in await queries.recalls_of(session, patient_id)
    ]


async def count_overdue(session: ClinicSession) -> dict[UUID, int]:
    """Overdue patients per service: those whose last visit of its family was this service."""
    return await tallies.count_overdue(session)


async def count_newly_overdue(session: ClinicSession, since: datetime) -> dict[UUID, int]:
    """Those of them who became overdue after a moment."""
    return await tallies.count_newly_overdue(session, since)
