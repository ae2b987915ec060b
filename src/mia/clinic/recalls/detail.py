"""The detail panel of a patient: who it is, what was done last, and whether Mia may contact them now."""

from dataclasses import dataclass
from uuid import UUID

from mia.clinic.consent.service import Channel, Decision
from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Note
from mia.clinic.practice import service as practices
from mia.clinic.recalls.audience import Kind, assess, gather
from mia.clinic.recalls.listing import ListedPatient, find_listed
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class PatientDetail:
    """A patient with what may be done. ``thread_id``: the texts with the patient, when there are any;
    ``writes_by``: how a message would go."""

    line: ListedPatient
    note: Note
    timezone: str
    can_call: Decision
    can_message: Decision
    writes_by: Channel
    thread_id: UUID | None


async def read_patient(session: ClinicSession, patient_id: UUID) -> PatientDetail:
    """One patient; :class:`~mia.platform.kernel.errors.NotFound` when the clinic has no such."""
    patient = await patients.get_patient(session, patient_id)
    practice = await practices.get_practice(session)
    audience = await gather(session, patient)
    message = assess(session, audience, Kind.MESSAGE)
    return PatientDetail(
        line=await find_listed(session, patient),
        note=Note(patient.note or "", patient.note_version),
        timezone=practice.timezone,
        can_call=assess(session, audience, Kind.CALL).decision,
        can_message=message.decision,
        writes_by=message.contact.channel,
        thread_id=await inbox.find_thread_of(session, patient.phone) if patient.phone else None,
    )
