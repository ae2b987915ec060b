"""Patients: who they are, how to reach them, what was done. Every read and write is audited."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from uuid import UUID

from mia.audit import service as audit
from mia.consent import service as consent
from mia.db.session import ClinicSession
from mia.kernel.errors import NotFound
from mia.kernel.ids import new_id
from mia.patients import queries
from mia.patients.contact import display_phone, is_same_name, normalize_email, normalize_name, normalize_phone
from mia.patients.history import Treatment, list_treatments
from mia.patients.models import PatientRow

__all__ = [
    "NewPatient",
    "NewTreatment",
    "Patient",
    "RecentTreatment",
    "Treatment",
    "TreatmentStatus",
    "TreatmentTotals",
    "add_treatments",
    "anonymize_patient",
    "count_overdue",
    "display_phone",
    "drop_scheduled_treatment",
    "find_by_email",
    "find_by_phone",
    "find_or_create_by_phone",
    "get_patient",
    "get_patients",
    "import_patients",
    "is_same_name",
    "list_treatments",
    "normalize_email",
    "normalize_name",
    "normalize_phone",
    "recent_treatments",
    "treatment_totals",
]


class TreatmentStatus(StrEnum):
    """States of a treatment (spec §4)."""

    COMPLETED = "completed"
    PENDING = "pending"
    SCHEDULED = "scheduled"


@dataclass(frozen=True)
class Patient:
    """A person. ``phone`` is E.164; what identifies the person is kept out of ``repr``."""

    id: UUID
    name: str = field(repr=False)
    phone: str | None = field(repr=False)
    email: str | None = field(repr=False)
    birth_date: date | None = field(repr=False)
    note: str | None = field(repr=False)
    tags: tuple[str, ...]
    created_at: datetime


@dataclass(frozen=True)
class NewPatient:
    """A person to add. ``source`` says who entered them: ``mia``, ``staff`` or ``import``."""

    name: str = field(repr=False)
    phone: str | None = field(default=None, repr=False)
    email: str | None = field(default=None, repr=False)
    birth_date: date | None = field(default=None, repr=False)
    note: str | None = field(default=None, repr=False)
    tags: tuple[str, ...] = ()
    source: str = "staff"
    created_at: datetime | None = None


@dataclass(frozen=True)
class NewTreatment:
    """A treatment to add; ``family`` groups services that share a recall (Botox and Dysport).

    ``created_at`` None means now; an import gives the time at which the visit was entered.
    """

    patient_id: UUID
    service_id: UUID
    name: str
    family: str
    status: TreatmentStatus
    performed_at: datetime
    price_cents: int
    appointment_id: UUID | None = None
    created_at: datetime | None = None


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


async def get_patient(session: ClinicSession, patient_id: UUID) -> Patient:
    """One patient; :class:`NotFound` when the clinic has no such patient."""
    found = await get_patients(session, [patient_id])
    if not found:
        raise NotFound
    return found[patient_id]


async def get_patients(session: ClinicSession, ids: Sequence[UUID]) -> dict[UUID, Patient]:
    """Those of the patients that the clinic has, by id."""
    return {item.id: item for item in await _opened(session, await queries.find_patients(session, ids))}


async def find_by_phone(session: ClinicSession, phone: str) -> list[Patient]:
    """Everybody with this number (any notation), the oldest record first."""
    return await _opened(session, await queries.find_by_phone(session, session.blind(normalize_phone(phone))))


async def find_by_email(session: ClinicSession, email: str) -> list[Patient]:
    """Everybody with this address, the oldest record first."""
    return await _opened(session, await queries.find_by_email(session, session.blind(normalize_email(email))))


async def find_or_create_by_phone(
    session: ClinicSession,
    name: str,
    phone: str,
    *,
    email: str | None = None,
    source: str,
    proof: str,
) -> Patient:
    """The patient of this name and number, added when there is none, for somebody who just gave both.

    An existing record is never changed: another name under a known number is another person. What was
    given is consent to be contacted about the appointment; ``proof`` is the id of the conversation.
    Raises :class:`Invalid` naming ``name``, ``phone`` or ``email``.
    """
    name, number = normalize_name(name), normalize_phone(phone)
    address = normalize_email(email) if email else None
    await consent.record_number_given(session, number, consent.Purpose.APPOINTMENT, proof)
    await queries.lock_phone(session, session.blind(number))
    for patient in await find_by_phone(session, number):
        if is_same_name(patient.name, name):
            return patient
    (patient_id,) = await import_patients(session, [NewPatient(name, number, address, source=source)])
    return await get_patient(session, patient_id)


async def import_patients(session: ClinicSession, people: Sequence[NewPatient]) -> list[UUID]:
    """Add people as they are, without looking for duplicates; returns their ids in order."""
    ids = [new_id() for _ in people]
    rows = [_row(session, id_, person) for id_, person in zip(ids, people, strict=True)]
    await queries.add_patients(session, rows)
    await audit.record(session, "patient.create", "patient", ids)
    return ids


async def anonymize_patient(session: ClinicSession, patient_id: UUID, *, name: str = "Removed visitor") -> None:
    """Remove everything that says who a patient is; the record stays, so that counts do."""
    nobody = {"name_sealed": session.seal(name), "tags": []}
    unknown = ("phone", "email")
    cleared = {f"{name}_{form}": None for name in unknown for form in ("sealed", "blind")}
    await queries.change_patient(
        session, patient_id, {**nobody, **cleared, "birth_date_sealed": None, "note_sealed": None}
    )
    await audit.record(session, "patient.anonymize", "patient", [patient_id])


async def add_treatments(session: ClinicSession, treatments: Sequence[NewTreatment]) -> None:
    """Add treatments of patients of this clinic."""
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


async def drop_scheduled_treatment(session: ClinicSession, appointment_id: UUID) -> None:
    """Forget the treatment that a cancelled appointment would have been; a completed one stays."""
    await queries.delete_scheduled(session, appointment_id)


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


async def treatment_totals(session: ClinicSession) -> TreatmentTotals:
    """How many treatments the clinic has on record, and of how many patients."""
    totals = await queries.treatment_totals(session)
    return TreatmentTotals(totals.treatments, totals.completed, totals.patients)


async def count_overdue(session: ClinicSession, overdue_after: Mapping[UUID, timedelta]) -> dict[UUID, int]:
    """Overdue patients per service, for services with a recall.

    A patient is overdue when the newest completed treatment of the service's family was this service,
    longer ago than ``overdue_after``, and none of the family is planned. Services without any are left out.
    """
    now = session.now()
    return await queries.count_overdue(session, {id_: now - after for id_, after in overdue_after.items()})


async def _opened(session: ClinicSession, rows: Sequence[PatientRow]) -> list[Patient]:
    if rows:
        await audit.record(session, "patient.read", "patient", [row.id for row in rows])
    return [_patient(session, row) for row in rows]


def _patient(session: ClinicSession, row: PatientRow) -> Patient:
    def opened(sealed: bytes | None) -> str | None:
        return session.unseal(sealed) if sealed is not None else None

    birth_date = opened(row.birth_date_sealed)
    return Patient(
        id=row.id,
        name=session.unseal(row.name_sealed),
        phone=opened(row.phone_sealed),
        email=opened(row.email_sealed),
        birth_date=date.fromisoformat(birth_date) if birth_date else None,
        note=opened(row.note_sealed),
        tags=tuple(row.tags),
        created_at=row.created_at,
    )


def _row(session: ClinicSession, patient_id: UUID, person: NewPatient) -> dict[str, object]:
    phone = normalize_phone(person.phone) if person.phone else None
    email = normalize_email(person.email) if person.email else None

    def sealed(value: str | None) -> bytes | None:
        return session.seal(value) if value is not None else None

    return {
        "id": patient_id,
        "name_sealed": session.seal(normalize_name(person.name)),
        "phone_sealed": sealed(phone),
        "phone_blind": session.blind(phone) if phone else None,
        "email_sealed": sealed(email),
        "email_blind": session.blind(email) if email else None,
        "birth_date_sealed": sealed(person.birth_date.isoformat() if person.birth_date else None),
        "note_sealed": sealed(person.note),
        "tags": list(person.tags),
        "source": person.source,
        "created_at": person.created_at or session.now(),
    }
