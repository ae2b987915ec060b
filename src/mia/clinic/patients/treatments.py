"""What was done for patients, and what is planned."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from mia.clinic.patients import queries
from mia.clinic.patients.tallies import PATIENTS, treatment_counts
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


class TreatmentStatus(StrEnum):
    """States of a treatment (spec §4)."""

    COMPLETED = "completed"
    PENDING = "pending"
    SCHEDULED = "scheduled"


@dataclass(frozen=True)
class Treatment:
    """A treatment on a patient's record; ``status`` as in the dashboards."""

    id: UUID
    name: str
    status: str
    performed_at: datetime
    price_cents: int
    appointment_id: UUID | None = None


@dataclass(frozen=True)
class NewTreatment:
    """A treatment to add; ``family`` groups services that share a recall (Botox and Dysport). What is none of the
    practice's services has neither.

    ``created_at`` None means now; an import gives the time at which the visit was entered.
    """

    patient_id: UUID
    service_id: UUID | None
    name: str
    family: str
    status: TreatmentStatus
    performed_at: datetime
    price_cents: int
    appointment_id: UUID | None = None
    created_at: datetime | None = None


@dataclass(frozen=True)
class Performed:
    """What was done at a visit, and what it cost."""

    service_id: UUID
    name: str
    family: str
    price_cents: int

    def values(self) -> dict[str, object]:
        """The same as columns."""
        name, price = {"treatment_name": self.name, "family": self.family}, {"price_cents": self.price_cents}
        return {"service_id": self.service_id, **name, **price}


@dataclass(frozen=True)
class RecentTreatment:
    """A line of the dashboards' Recent Treatments."""

    id: UUID
    patient_id: UUID
    patient_name: str = field(repr=False)
    treatment_name: str
    status: TreatmentStatus
    performed_at: datetime
    price_cents: int
    created_at: datetime


@dataclass(frozen=True)
class TreatmentTotals:
    """Counts over all treatments of the clinic; ``patients`` are distinct."""

    treatments: int
    completed: int
    patients: int


async def list_treatments(session: ClinicSession, patient_id: UUID) -> list[Treatment]:
    """A patient's treatments, by time."""
    rows = await queries.treatments_of(session, patient_id)
    await audit.record(session, "treatment.read", "treatment", [row.id for row in rows])
    return [
        Treatment(row.id, row.treatment_name, row.status, row.performed_at, row.price_cents, row.appointment_id)
        for row in rows
    ]


async def add_treatments(session: ClinicSession, treatments: Sequence[NewTreatment]) -> list[UUID]:
    """Add treatments of patients of this clinic; returns their ids in order."""
    ids = [new_id() for _ in treatments]
    rows = [
        {
            "id": id_,
            "patient_id": item.patient_id,
            "service_id": item.service_id,
            "treatment_name": item.name,
            "family": item.family,
            "status": item.status.value,
            "performed_at": item.performed_at,
            "price_cents": item.price_cents,
            "appointment_id": item.appointment_id,
            "created_at": item.created_at or session.now(),
        }
        for id_, item in zip(ids, treatments, strict=True)
    ]
    await queries.add_treatments(session, rows)
    await audit.record(session, "treatment.create", "treatment", ids)
    return ids


async def done_on(session: ClinicSession, patient_ids: Sequence[UUID]) -> set[tuple[UUID, UUID | str, date]]:
    """What was done for some patients on which day (UTC): patient, service (or the name of what is none), day."""
    days = await queries.treatment_days(session, patient_ids)
    return {(patient_id, service_id or name, day) for patient_id, service_id, name, day in days}


async def drop_scheduled_treatment(session: ClinicSession, appointment_id: UUID) -> None:
    """Forget the treatment that a canceled appointment would have been; a completed one stays."""
    await queries.delete_scheduled(session, appointment_id)


async def move_scheduled_treatment(session: ClinicSession, appointment_id: UUID, performed_at: datetime) -> None:
    """The appointment was moved: the treatment that it will be moves with it."""
    await queries.change_treatment_of(session, appointment_id, {"performed_at": performed_at}, was="scheduled")


async def complete_treatment(
    session: ClinicSession, appointment_id: UUID, performed: Performed | None = None
) -> None:
    """The patient came: what was planned is done, or (``performed``) something else, or at another price."""
    values = {"status": "completed", **(performed.values() if performed else {})}
    await queries.change_treatment_of(session, appointment_id, values, was="scheduled")


async def reopen_treatment(session: ClinicSession, appointment_id: UUID, planned: Performed) -> None:
    """What counted as done is planned again, as it was booked."""
    values = {"status": "scheduled", **planned.values()}
    await queries.change_treatment_of(session, appointment_id, values, was="completed")


async def treatment_of_visit(session: ClinicSession, appointment_id: UUID) -> Treatment | None:
    """What a visit is on its patient's record, planned or done."""
    row = await queries.treatment_of(session, appointment_id)
    if row is None:
        return None
    await audit.record(session, "treatment.read", "treatment", [row.id])
    return Treatment(row.id, row.treatment_name, row.status, row.performed_at, row.price_cents, row.appointment_id)


async def recent_treatments(session: ClinicSession, limit: int = 5) -> list[RecentTreatment]:
    """The treatments entered last, newest first (spec §9 shows 5)."""
    rows = await queries.recent_treatments(session, limit)
    await audit.record(session, "treatment.read", "treatment", [row.id for row, _ in rows])
    return [
        RecentTreatment(
            id=row.id,
            patient_id=row.patient_id,
            patient_name=session.unseal(name),
            treatment_name=row.treatment_name,
            status=TreatmentStatus(row.status),
            performed_at=row.performed_at,
            price_cents=row.price_cents,
            created_at=row.created_at,
        )
        for row, name in rows
    ]


async def count_entered(session: ClinicSession, since: datetime) -> int:
    """How many treatments came onto the records after a moment."""
    return await queries.count_entered(session, since)


async def treatment_totals(session: ClinicSession) -> TreatmentTotals:
    """How many treatments the clinic has on record, and of how many patients."""
    counts = await treatment_counts(session)
    patients = counts.pop(PATIENTS, 0)
    return TreatmentTotals(sum(counts.values()), counts.get(TreatmentStatus.COMPLETED, 0), patients)
