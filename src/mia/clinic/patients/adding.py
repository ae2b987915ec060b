"""Adding patients: one, with all that comes with it in one statement, or as many as a file holds."""

from collections.abc import Callable, Sequence
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.patients import queries
from mia.clinic.patients.changes import told
from mia.clinic.patients.people import NewPatient, Patient, added, check_birth_dates, normalized, row_of
from mia.clinic.patients.search import grams_of, index_names
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.db.together import Write, write_together
from mia.platform.kernel.ids import new_id

Beside = Callable[[ClinicSession, Patient], Sequence[Write]]
"""What another room writes down of a new patient."""


async def add_patient(
    session: ClinicSession, person: NewPatient, *, proof: str | None = None, beside: Beside | None = None
) -> Patient:
    """Add one person and publish it, without looking for duplicates.

    ``proof`` (the id of the form or conversation in which the number was given) makes the number one that may
    be used for appointments. ``beside`` says what else is written with it. Raises :class:`Invalid` naming ``name``,
    ``phone`` or ``email``.
    """
    await check_birth_dates(session, [person.birth_date])
    person, patient_id = normalized(person), new_id()
    row, grams = row_of(session, patient_id, person), grams_of(session, person.name, person.phone)
    patient = added(row, person)
    writes = [queries.patient_write(session, row)]
    if grams:
        writes.append(queries.grams_write(session, patient_id, grams))
    if proof is not None and person.phone:
        writes += consent.number_given(session, person.phone, consent.Purpose.APPOINTMENT, proof)
    if beside is not None:
        writes += beside(session, patient)
    writes += [audit.entry(session, "patient.create", "patient", [patient_id]), *told(session, patient_id)]
    await write_together(session.sql, writes)
    return patient


async def import_patients(
    session: ClinicSession, people: Sequence[NewPatient], ids: Sequence[UUID] | None = None
) -> list[UUID]:
    """Add people as they are, without looking for duplicates; returns their ids in order, new ones unless given.
    Raises :class:`Invalid` naming ``name``, ``phone``, ``email`` or ``birth_date``."""
    await check_birth_dates(session, (person.birth_date for person in people))
    ids = list(ids) if ids is not None else [new_id() for _ in people]
    rows = [row_of(session, id_, person) for id_, person in zip(ids, people, strict=True)]
    await queries.add_patients(session, rows)
    await index_names(session, [(id_, one.name, one.phone) for id_, one in zip(ids, people, strict=True)])
    await audit.record(session, "patient.create", "patient", ids)
    return ids
