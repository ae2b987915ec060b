"""Patients: who they are, how to reach them, what was done. Every read and write is audited."""

from collections.abc import Sequence
from uuid import UUID

from mia.clinic.patients import queries
from mia.clinic.patients.adding import add_patient, import_patients
from mia.clinic.patients.backfill import fill_name_blinds
from mia.clinic.patients.changes import (
    Identity,
    PatientChanged,
    archive_patient,
    change_patient,
    confirm_patient,
    tag_patients,
    tell,
)
from mia.clinic.patients.contact import (
    ShownPhone,
    display_phone,
    is_same_name,
    normalize_email,
    normalize_name,
    normalize_phone,
)
from mia.clinic.patients.contacts import contact_of, contact_values, get_contacts, with_contacts
from mia.clinic.patients.duplicates import Lookalike, find_lookalikes, find_on_record, list_pairs, tell_apart
from mia.clinic.patients.matching import Key, find_same, known_keys, person_keys
from mia.clinic.patients.merging import Choice, Merge, absorb, list_merges, note_merge, separate
from mia.clinic.patients.notes import Note, NoteChanged, save_note
from mia.clinic.patients.people import (
    CHANGED,
    Contact,
    NewPatient,
    Patient,
    name_blind,
    opened,
)
from mia.clinic.patients.removal import take_back_patients, take_back_treatments
from mia.clinic.patients.search import (
    fold,
    ids_by_grams,
    name_grams,
    part_grams,
    search_patients,
    telling_grams,
)
from mia.clinic.patients.tallies import settle_treatment_tallies
from mia.clinic.patients.treatments import (
    NewTreatment,
    Performed,
    RecentTreatment,
    Treatment,
    TreatmentStatus,
    add_treatments,
    complete_treatment,
    count_entered,
    done_on,
    drop_scheduled_treatment,
    list_treatments,
    move_scheduled_treatment,
    recent_treatments,
    reopen_treatment,
    treatment_of_visit,
    treatment_totals,
)
from mia.clinic.patients.updates import lock_patients, more_tags, update_patients
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import NotFound


async def get_patient(session: ClinicSession, patient_id: UUID) -> Patient:
    """One patient; :class:`NotFound` when the clinic has no such patient."""
    found = await get_patients(session, [patient_id])
    if not found:
        raise NotFound
    return found[patient_id]


async def get_patients(session: ClinicSession, ids: Sequence[UUID]) -> dict[UUID, Patient]:
    """Those of the patients that the clinic has, by id."""
    return {item.id: item for item in await opened(session, await queries.find_patients(session, ids))}


async def find_by_phone(session: ClinicSession, phone: str, *, unverified: bool = False) -> list[Patient]:
    """Everyone with this number (any notation), the oldest record first. Records that strangers' bookings made are
    left out unless ``unverified``: what a stranger typed says nothing of whose number it is."""
    rows = await queries.find_by_phone(session, session.blind(normalize_phone(phone)))
    return await opened(session, [row for row in rows if unverified or row.unverified_at is None])


async def find_by_email(session: ClinicSession, email: str, *, unverified: bool = False) -> list[Patient]:
    """Everyone with this address, the oldest record first; ``unverified`` as in :func:`find_by_phone`."""
    rows = await queries.find_by_email(session, session.blind(normalize_email(email)))
    return await opened(session, [row for row in rows if unverified or row.unverified_at is None])


async def find_by_name(session: ClinicSession, name: str) -> list[Patient]:
    """Every confirmed record of this name, however it is spelled in case, accents and punctuation."""
    rows = await queries.find_by_name(session, name_blind(session, normalize_name(name)))
    return await opened(session, [row for row in rows if row.unverified_at is None])


async def find_or_create_by_phone(
    session: ClinicSession,
    name: str,
    phone: str,
    *,
    email: str | None = None,
    source: str,
) -> Patient:
    """The patient of this name and number, added when there is none: for staff, and for someone whose number is
    proven. A record of the archive comes back from it.

    An existing record is never changed: another name under a known number is another person.
    Raises :class:`Invalid` naming ``name``, ``phone`` or ``email``.
    """
    name, number = normalize_name(name), normalize_phone(phone)
    address = normalize_email(email) if email else None
    await queries.lock_phone(session, session.blind(number))
    for patient in await find_by_phone(session, number):
        if is_same_name(patient.name, name):
            if patient.archived_at is not None:
                await archive_patient(session, patient.id, archived=False)
            return patient
    return await add_patient(session, NewPatient(name, number, address, source=source))


async def unverified_patient(
    session: ClinicSession, name: str, phone: str, *, email: str | None = None, source: str
) -> Patient:
    """The unverified record of this name and number, added when there is none, for a stranger: records that are
    confirmed are not looked at. Raises :class:`Invalid` as :func:`find_or_create_by_phone`."""
    person = NewPatient(normalize_name(name), normalize_phone(phone), email, source=source, unverified=True)
    assert person.phone is not None
    await queries.lock_phone(session, session.blind(person.phone))
    for patient in await find_by_phone(session, person.phone, unverified=True):
        if patient.unverified and is_same_name(patient.name, person.name):
            return patient
    return await add_patient(session, person)


async def list_archived(session: ClinicSession, ids: Sequence[UUID] | None = None) -> list[UUID]:
    """Patients of the archive, those archived last first; of ``ids`` only, in their order, when given."""
    archived = list(await queries.list_archived(session))
    if ids is None:
        return archived
    known = set(archived)
    return [id_ for id_ in ids if id_ in known]


async def list_tags(session: ClinicSession) -> list[str]:
    """The tags in use, the most frequent first; at most 100."""
    return list(await queries.list_tags(session, 100))


async def former_addresses(session: ClinicSession, patient_id: UUID) -> list[str]:
    """Phones and emails of the records that were merged into this one."""
    rows = await queries.list_merged(session, [patient_id])
    sealed = [value for row in rows for value in (row.phone_sealed, row.email_sealed) if value is not None]
    return sorted({session.unseal(value) for value in sealed})


async def anonymize_patient(session: ClinicSession, patient_id: UUID, *, name: str = "Removed visitor") -> None:
    """Remove everything that says who a patient is, of the records merged into this one too; the records stay,
    so that counts do."""
    ids = [patient_id, *(row.id for row in await queries.list_merged(session, [patient_id]))]
    unknown = ("phone_sealed", "phone_blind", "email_sealed", "email_blind", "birth_date_sealed", "note_sealed")
    nobody: dict[str, object] = {"name_sealed": session.seal(name), "tags": [], "source": "removed"}
    nobody["unverified_at"] = None
    for each in ids:
        await queries.change_patient(session, each, {**nobody, "name_blind": None, **dict.fromkeys(unknown)})
        await queries.drop_grams(session, each)
    await queries.forget_merges(session, ids)
    await jobs.emit(session, CHANGED, {"patient_id": patient_id})
    await audit.record(session, "patient.anonymize", "patient", [patient_id])
