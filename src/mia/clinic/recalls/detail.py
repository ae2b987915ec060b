"""The detail panel of a patient: who it is, what was done last, and whether Mia may contact them now."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from mia.clinic.consent.service import Channel, Decision
from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Note
from mia.clinic.practice import service as practices
from mia.clinic.recalls.audience import Kind, assess, gather
from mia.clinic.recalls.listing import ListedPatient, find_listed
from mia.clinic.recalls.planned import Planned, find_planned
from mia.clinic.recalls.words import RecallWords, usual_words
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class PatientDetail:
    """A patient with what may be done. ``thread_id``: the texts with the patient, when there are any;
    ``writes_by``: how a message would go, and ``message``: its words; ``now``: when all of it held."""

    line: ListedPatient
    note: Note
    timezone: str
    can_call: Decision
    can_message: Decision
    writes_by: Channel
    message: RecallWords
    planned: Planned | None
    next_visit: datetime | None
    thread_id: UUID | None
    now: datetime


async def read_patient(session: ClinicSession, patient_id: UUID) -> PatientDetail:
    """One patient; :class:`~mia.platform.kernel.errors.NotFound` when the clinic has no such."""
    patient = await patients.get_patient(session, patient_id)
    practice = await practices.get_practice(session)
    audience = await gather(session, patient)
    message = assess(session, audience, Kind.MESSAGE)
    channel = message.contact.channel
    return PatientDetail(
        line=await find_listed(session, patient),
        note=Note(patient.note or "", patient.note_version),
        timezone=practice.timezone,
        can_call=assess(session, audience, Kind.CALL).decision,
        can_message=message.decision,
        writes_by=channel,
        message=usual_words(practice, patient.name, channel, due=bool(audience.due(session))),
        planned=await find_planned(session, patient.id),
        next_visit=audience.next_visit(session),
        thread_id=await inbox.find_thread_of(session, patient.phone) if patient.phone else None,
        now=session.now(),
    )
