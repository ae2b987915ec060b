"""What becomes of leads: they are written to, stop it, book, cancel, come or do not come."""

from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers.talks import let_be
from mia.clinic.leads.service import Happening, Lead
from mia.clinic.outreach import service as outreach
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment, AppointmentStatus
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

_BATCH = 200
_STANDS = (AppointmentStatus.BOOKED, AppointmentStatus.COMPLETED)


async def note_texted(session: ClinicSession, text_id: UUID) -> None:
    """A text was sent: its recipient counts as contacted, whether by Mia or by staff."""
    text = await inbox.get_text(session, text_id)
    if text is None or text.state not in ("sent", "delivered") or not text.answers:
        return
    phone = await inbox.address_of_thread(session, text.thread_id)
    for lead in await leads.find_open_leads(session, phone):
        by: leads.Actor = "mia" if text.author == "mia" else "staff"
        await leads.note_happening(session, lead.id, Happening.CONTACTED, actor=by)


async def settle_opt_out(session: ClinicSession, thread_id: UUID) -> None:
    """Someone opted out: nothing that was planned for them leaves."""
    phone = await inbox.address_of_thread(session, thread_id)
    await let_be(session, phone, "Asked not to be contacted again")


async def settle_booking(session: ClinicSession, appointment_id: UUID) -> None:
    """A visit was booked, by whomever: the patient's lead has its consult. Safe to repeat."""
    visit = await _find(session, appointment_id)
    if visit is None or visit.status is not AppointmentStatus.BOOKED:
        return
    patient = await patients.get_patient(session, visit.patient_id)
    for lead in await _leads_of(session, patient):
        if lead.appointment_id != visit.id and await _stands(session, lead.appointment_id):
            continue
        await leads.note_happening(
            session,
            lead.id,
            Happening.BOOKED,
            actor="mia" if visit.source == "mia" else "staff",
            appointment_id=visit.id,
            patient_id=patient.id,
        )
        await _note_booked(session, lead.id, visit)


async def settle_cancellation(session: ClinicSession, appointment_id: UUID) -> None:
    """A visit fell away: the lead that had booked it is open again, unless another visit took its place."""
    visit = await _find(session, appointment_id)
    if visit is None or visit.status in _STANDS:
        return
    booked = await leads.find_booked(session, appointment_id)
    since = (await leads.get_lead(session, booked)).created_at if booked else visit.created_at
    for other in await schedule.list_upcoming(session, visit.patient_id):
        if other.created_at >= since:  # what a patient had booked before they asked is not what they asked for
            await settle_booking(session, other.id)
    lead_id = await leads.reopen_lead(session, appointment_id)
    if lead_id is None:
        return
    for intent in await outreach.list_of_leads(session, [lead_id]):
        if intent.state == "booked":
            await outreach.note_unbooked(session, intent)


async def settle_completion(session: ClinicSession, appointment_id: UUID) -> None:
    """A visit took place: its lead is won."""
    visit = await _find(session, appointment_id)
    lead_id = await leads.find_booked(session, appointment_id)
    if lead_id is not None and visit is not None and visit.status is AppointmentStatus.COMPLETED:
        await leads.note_happening(session, lead_id, Happening.COMPLETED, actor="system")


async def settle_visits(session: ClinicSession) -> int:
    """Catch up on consults whose outcome events were missed. Periodic work; returns how many there were."""
    booked = await leads.list_booked(session, _BATCH)
    for appointment_id in booked:
        await settle_completion(session, appointment_id)
        await settle_cancellation(session, appointment_id)
    return len(booked)


async def _note_booked(session: ClinicSession, lead_id: UUID, visit: Appointment) -> None:
    """Mia's answer brought it, if there was one that reached the lead."""
    for intent in await outreach.list_of_leads(session, [lead_id]):
        if intent.state in ("sending", "sent", "answered", "no_answer") and intent.touched_at is not None:
            await outreach.note_booked(session, intent, visit)


async def _leads_of(session: ClinicSession, patient: Patient) -> list[Lead]:
    """The open leads that a patient was before, by the number; others may share it. Of an unverified record the
    number is only what a stranger typed."""
    found = await leads.find_open_leads(session, patient.phone) if patient.phone else []
    return [
        lead
        for lead in found
        if lead.patient_id == patient.id
        or (
            not patient.unverified
            and (lead.learned.name is None or patients.is_same_name(lead.learned.name, patient.name))
        )
    ]


async def _find(session: ClinicSession, appointment_id: UUID) -> Appointment | None:
    try:
        return await schedule.get_appointment(session, appointment_id)
    except NotFound:
        return None


async def _stands(session: ClinicSession, appointment_id: UUID | None) -> bool:
    visit = await _find(session, appointment_id) if appointment_id else None
    return visit is not None and visit.status in _STANDS
