"""An unverified booking finds whose it is: by a code that was read back, or because staff say so."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Proof
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Choice, Patient
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.clinic.verification import queries
from mia.clinic.verification.admission import find_match
from mia.clinic.verification.merging import merge
from mia.clinic.verification.models import ContactCodeRow, UnverifiedBookingRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.ids import encode
from mia.platform.realtime import service as realtime

_CODES_KEPT = timedelta(days=1)


async def confirm_by_code(session: ClinicSession, conversation_id: UUID, contact: str) -> None:
    """Someone has shown in a conversation that a contact is theirs: it counts as proven, what they agreed to there
    is consent now, and what they booked there goes to the record of their name with this contact. Where there is
    none, a proven phone makes theirs a record like any other; a proven email does not say whose the phone is, so it
    waits for staff. Nothing of this is answered to them."""
    await consent.prove_contact(session, contact, Proof.CODE)
    await consent.release_consents(session, contact, encode("cnv", conversation_id))
    blind = session.blind(contact)
    for row in await queries.list_of_conversation(session, conversation_id):
        if blind not in (row.phone_blind, row.email_blind):
            continue
        visit = await schedule.get_appointment(session, row.appointment_id)
        patient = await patients.get_patient(session, visit.patient_id)
        match = await find_match(session, patient.name, contact) if patient.unverified else None
        if patient.unverified and (match is not None or contact == patient.phone):
            await _settle(session, patient, match)
        await queries.mark_verified(session, [row.id])


async def confirm_by_staff(session: ClinicSession, patient_id: UUID, link_to: UUID | None) -> UUID:
    """Staff say whose an unverified record is: a patient's they have (``link_to``), or someone new. The id of the
    record that stands. What was agreed to when booking is consent from here on, as far as it is about contacts that
    this record has.

    :class:`NotFound`; :class:`Conflict` for a record that is confirmed already, or a ``link_to`` that is not.
    """
    patient = await patients.get_patient(session, patient_id)
    if not patient.unverified or patient.merged_into is not None:
        raise Conflict("This record is confirmed already")
    match = await patients.get_patient(session, link_to) if link_to else None
    if match is not None and (match.unverified or match.merged_into is not None):
        raise Conflict("Choose a record that is confirmed itself")
    visits = await schedule.list_of_patient(session, patient_id)
    bookings = await queries.list_of_visits(session, visits)
    kept = await _settle(session, patient, match)
    contacts = [one for one in (patient.phone, patient.email) if one in (kept.phone, kept.email) and one]
    await consent.prove_contacts(session, contacts, Proof.STAFF)
    for source in _sources(bookings):
        for contact in contacts:
            await consent.release_consents(session, contact, source)
    await queries.mark_verified(session, [row.id for row in bookings])
    return kept.id


async def forget_conversation(session: ClinicSession, conversation_id: UUID) -> None:
    """Delete what is kept here of a conversation."""
    await queries.drop_codes(session, ContactCodeRow.conversation_id == conversation_id)
    await queries.drop_bookings(session, UnverifiedBookingRow.conversation_id == conversation_id)


async def forget_contacts(session: ClinicSession, addresses: Iterable[str]) -> None:
    """Delete codes that were sent to these addresses, and what says that bookings gave them."""
    blinds = [session.blind(address) for address in addresses]
    await queries.drop_codes(session, ContactCodeRow.contact_blind.in_(blinds))
    await queries.drop_bookings(session, queries.of_contacts(blinds))


async def purge(session: ClinicSession) -> int:
    """Delete expired codes, unproven consents and expired proofs. Periodic work; returns how many."""
    now = session.now()
    codes = await queries.drop_codes(session, ContactCodeRow.created_at < now - _CODES_KEPT)
    bookings = await queries.drop_bookings(session, UnverifiedBookingRow.created_at < now - consent.HOLDS)
    return codes + bookings + await consent.purge_proofs(session, now - consent.HOLDS)


async def _settle(session: ClinicSession, patient: Patient, match: Patient | None) -> Patient:
    """Make an unverified record a patient's: one that is there takes it up, or it stands by itself."""
    visits = await schedule.list_upcoming(session, patient.id)
    if match is None:
        await patients.confirm_patient(session, patient.id)
    else:
        await merge(session, match.id, patient.id, Choice(), (match.version, patient.version))
        if match.archived_at is not None:
            await patients.archive_patient(session, match.id, archived=False)
    kept = await patients.get_patient(session, match.id if match else patient.id)
    await audit.record(session, "booking.verify", "patient", [kept.id])
    await _announce(session, visits, kept.id)
    return kept


async def _announce(session: ClinicSession, visits: Sequence[Appointment], patient_id: UUID) -> None:
    """What a booking settles (a lead, a contact of ours that brought it) looks again, now that it is someone's."""
    for visit in visits:
        await jobs.emit(session, "appointment.booked", {"appointment_id": visit.id, "patient_id": patient_id})
        await realtime.publish(session, "appointment.changed", visit.id)


def _sources(bookings: Iterable[UnverifiedBookingRow]) -> list[str]:
    return sorted({encode("cnv", row.conversation_id) for row in bookings})
