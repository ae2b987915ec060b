"""Keeping a temporary lead before its time is over: as a patient, or in the pipeline."""

from uuid import UUID

from mia.clinic.leads.intake import Agreement, NewLead, add_lead, note_agreement
from mia.clinic.leads.temporary import queries
from mia.clinic.leads.temporary.service import LeadDetails, locked
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.ids import encode
from mia.platform.realtime import service as realtime

_NOTE_LENGTH = 4000
"""What a patient's note holds."""


async def keep_as_patient(session: ClinicSession, lead_id: UUID) -> UUID:
    """Make a lead a patient; returns the patient's id. Someone of this name and number who is a patient already
    is that patient; what the lead asked for is added to the note. No consent comes of it: no one knows whose number
    it is."""
    details = (await locked(session, lead_id)).details
    patient_id = await _patient(session, details)
    await _leave(session, lead_id)
    return patient_id


async def keep_in_pipeline(session: ClinicSession, lead_id: UUID, agreed: Agreement) -> UUID:
    """Put a lead into the pipeline, where Mia may have it already, with what they agreed to; returns its id there.
    :class:`Invalid` for an agreement without a number."""
    temporary = await locked(session, lead_id)
    details, kept = temporary.details, temporary.lead_id
    if kept is None:
        kept = await add_lead(
            session,
            NewLead(
                name=details.name,
                source=temporary.source.value,
                phone=details.phone,
                email=details.email,
                interest=details.interest.value if details.interest else None,
                message=details.message,
                key=encode("tld", lead_id),
                captured_at=temporary.created_at,
            ),
        )
    await note_agreement(session, kept, details.phone, agreed)
    await _leave(session, lead_id)
    return kept


async def _leave(session: ClinicSession, lead_id: UUID) -> None:
    await queries.drop_lead(session, lead_id)
    await audit.record(session, "lead.keep", "temporary_lead", [lead_id])
    await realtime.publish(session, "temporary_lead.changed", lead_id)


async def _patient(session: ClinicSession, details: LeadDetails) -> UUID:
    words = _words(details)
    if details.phone is None:
        new = NewPatient(details.name, email=details.email, note=words, source="lead")
        (patient_id,) = await patients.import_patients(session, [new])
        await jobs.emit(session, patients.CHANGED, {"patient_id": patient_id})
        return patient_id
    patient = await patients.find_or_create_by_phone(
        session, details.name, details.phone, email=details.email, source="lead"
    )
    if words:
        note = "\n\n".join(filter(None, (patient.note, words)))
        await patients.save_note(session, patient.id, note[:_NOTE_LENGTH], patient.note_version)
    return patient.id


def _words(details: LeadDetails) -> str | None:
    """What the lead asked for, as a note."""
    asked = f"Asked about: {details.interest.value}" if details.interest else None
    return "\n".join(filter(None, (asked, details.message))) or None
