"""Patients: who they are, how to reach them, what was done. Every read and write is audited."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from uuid import UUID

from mia.audit import service as audit
from mia.consent import service as consent
from mia.db.session import ClinicSession
from mia.jobs import service as jobs
from mia.kernel.errors import NotFound
from mia.kernel.ids import new_id
from mia.patients import queries
from mia.patients.contact import display_phone, is_same_name, normalize_email, normalize_name, normalize_phone
from mia.patients.models import PatientRow
from mia.patients.notes import Note, NoteChanged, save_note
from mia.patients.search import FoundPatient, fold, index_names, search_patients
from mia.patients.treatments import (
    NewTreatment,
    RecentTreatment,
    Treatment,
    TreatmentStatus,
    TreatmentTotals,
    add_treatments,
    drop_scheduled_treatment,
    list_treatments,
    recent_treatments,
    treatment_totals,
)

__all__ = [
    "CHANGED",
    "FoundPatient",
    "NewPatient",
    "NewTreatment",
    "Note",
    "NoteChanged",
    "Patient",
    "RecentTreatment",
    "Treatment",
    "TreatmentStatus",
    "TreatmentTotals",
    "add_treatments",
    "anonymize_patient",
    "display_phone",
    "drop_scheduled_treatment",
    "find_by_email",
    "find_by_phone",
    "find_or_create_by_phone",
    "fold",
    "get_patient",
    "get_patients",
    "import_patients",
    "is_same_name",
    "list_treatments",
    "normalize_email",
    "normalize_name",
    "normalize_phone",
    "recent_treatments",
    "save_note",
    "search_patients",
    "treatment_totals",
]


CHANGED = "patient.changed"
"""The event that tells of one patient who was added or removed (not of imports): ``patient_id``."""


@dataclass(frozen=True)
class Patient:
    """A person. ``phone`` is E.164; what identifies the person is kept out of ``repr``."""

    id: UUID
    name: str = field(repr=False)
    phone: str | None = field(repr=False)
    email: str | None = field(repr=False)
    birth_date: date | None = field(repr=False)
    note: str | None = field(repr=False)
    note_version: int
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
    await jobs.emit(session, CHANGED, {"patient_id": patient_id})
    return await get_patient(session, patient_id)


async def import_patients(session: ClinicSession, people: Sequence[NewPatient]) -> list[UUID]:
    """Add people as they are, without looking for duplicates; returns their ids in order."""
    ids = [new_id() for _ in people]
    rows = [_row(session, id_, person) for id_, person in zip(ids, people, strict=True)]
    await queries.add_patients(session, rows)
    await index_names(session, [(id_, one.name, one.phone) for id_, one in zip(ids, people, strict=True)])
    await audit.record(session, "patient.create", "patient", ids)
    return ids


async def anonymize_patient(session: ClinicSession, patient_id: UUID, *, name: str = "Removed visitor") -> None:
    """Remove everything that says who a patient is; the record stays, so that counts do."""
    nobody = {"name_sealed": session.seal(name), "tags": [], "source": "removed"}
    unknown = ("phone", "email")
    cleared = {f"{name}_{form}": None for name in unknown for form in ("sealed", "blind")}
    await queries.change_patient(
        session, patient_id, {**nobody, **cleared, "birth_date_sealed": None, "note_sealed": None}
    )
    await queries.drop_grams(session, patient_id)
    await jobs.emit(session, CHANGED, {"patient_id": patient_id})
    await audit.record(session, "patient.anonymize", "patient", [patient_id])


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
        note_version=row.note_version,
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
