"""What patients do about being contacted: they want to be left alone, they book, they cancel."""

from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import SuppressionReason
from mia.clinic.inbox import service as inbox
from mia.clinic.outreach import service as outreach
from mia.clinic.patients import service as patients
from mia.clinic.recalls.outreach import ATTRIBUTED, RECALL, call_off, last_contact
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.realtime import service as realtime


async def settle_opt_out(session: ClinicSession, thread_id: UUID) -> None:
    """Someone opted out: what was planned is off, and the last contact's line says why."""
    patient_id = await inbox.patient_of_thread(session, thread_id)
    if patient_id is None:
        return
    await call_off(session, patient_id, "The patient asked not to be contacted")
    last = await last_contact(session, patient_id)
    if last is not None and last.state in ("sent", "answered"):
        await outreach.note_answer(session, last, "Asked not to be contacted again")


async def opt_out_patient(
    session: ClinicSession, patient_id: UUID, reason: SuppressionReason = SuppressionReason.STAFF
) -> None:
    """The patient has told someone at the practice, or us by a link in an email, to be left alone.

    That counts like a STOP, on every channel and for what is planned. :class:`NotFound` for an unknown patient.
    """
    patient = await patients.get_patient(session, patient_id)
    for address in (patient.phone, patient.email):
        if address is not None:
            await consent.suppress(session, address, reason)
    await audit.record(session, "consent.suppress", "patient", [patient_id], outcome=reason.value)
    await call_off(session, patient_id, "The patient asked not to be contacted")
    await realtime.publish(session, "patient.changed", patient_id)


async def attribute_booking(session: ClinicSession, appointment_id: UUID) -> bool:
    """A visit was booked: the last contact of 14 days before brought it, if there was one. Safe to repeat."""
    try:
        appointment = await schedule.get_appointment(session, appointment_id)
    except NotFound:
        return False
    if appointment.status is not AppointmentStatus.BOOKED:
        return False
    since, of_patient = appointment.created_at - ATTRIBUTED, {"patient_id": appointment.patient_id}
    last = await outreach.newest_touch(session, since, lock=True, purpose=RECALL.name, **of_patient)
    if last is None or last.touched_at is None or last.touched_at > appointment.created_at:
        return False
    if last.appointment_id is not None and await _stands(session, last.appointment_id):
        return False
    await outreach.note_booked(session, last, appointment)
    return True


async def revoke_booking(session: ClinicSession, appointment_id: UUID) -> None:
    """An appointment was canceled: its value no longer counts, unless another replaced it."""
    brought = {"purpose": RECALL.name, "appointment_id": appointment_id}
    intent = await outreach.find_intent(session, lock=True, **brought)
    if intent is None or intent.patient_id is None or intent.touched_at is None:
        return
    if await _stands(session, appointment_id):
        return
    for visit in await schedule.list_upcoming(session, intent.patient_id):
        if intent.touched_at <= visit.created_at <= intent.touched_at + ATTRIBUTED:
            await outreach.note_booked(session, intent, visit)
            return
    await outreach.note_unbooked(session, intent)


async def _stands(session: ClinicSession, appointment_id: UUID) -> bool:
    appointment = await schedule.get_appointment(session, appointment_id)
    return appointment.status in (AppointmentStatus.BOOKED, AppointmentStatus.COMPLETED)
