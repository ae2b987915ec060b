"""What became of an intent: it left or failed, the patient stopped it, the patient booked."""

from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import SuppressionReason
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Conversation
from mia.clinic.patients import service as patients
from mia.clinic.recalls.models import OutreachRow
from mia.clinic.recalls.outreach import queries
from mia.clinic.recalls.outreach.audience import Kind
from mia.clinic.recalls.outreach.dispatch import MAIL_KEY
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment, AppointmentStatus
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.mail import service as mail
from mia.platform.realtime import service as realtime

ATTRIBUTED = timedelta(days=14)
"""A booking so soon after a contact counts as brought by it (design: figures of the client analytics)."""

_STUCK = timedelta(minutes=3)
_BATCH = 200
_SENT = "Follow-up sent; no reply yet"


async def settle_text(session: ClinicSession, text_id: UUID) -> None:
    """A text has left, or will not: its intent's line says so."""
    text = await inbox.get_text(session, text_id)
    row = await queries.find_outreach(session, lock=True, text_id=text_id)
    if text is None or row is None:
        return
    if text.state in ("sent", "delivered"):
        await _settle(session, row, "sent", _SENT)
    elif text.state == "failed":
        await _settle(session, row, "failed", "The text could not be delivered")
    elif text.state == "blocked":
        await _settle(session, row, "blocked", "Not sent: The patient asked not to be contacted")
    if not text.reached:
        # No one was contacted: it does not count against the limits.
        await queries.change_outreach(session, row.id, {"touched_at": None})


async def settle_mail(session: ClinicSession, mail_id: UUID) -> None:
    """An email has left, or was refused; emails that are no intent's are left alone."""
    letter = await mail.find_by_id(session, mail_id)
    if letter is None or not letter.key.startswith(MAIL_KEY):
        return
    row = await queries.find_outreach(session, lock=True, id=UUID(letter.key.removeprefix(MAIL_KEY)))
    if row is None:
        return
    if letter.status == "sent":
        await _settle(session, row, "sent", _SENT)
    elif letter.status in ("refused", "given_up"):
        await _settle(session, row, "failed", "The email could not be delivered")


async def settle_stuck(session: ClinicSession) -> int:
    """Catch up on messages whose events were missed. Periodic work; returns how many were open."""
    stuck = await queries.list_unsettled(session, session.now() - _STUCK, _BATCH)
    for row in stuck:
        if row.text_id is not None:
            await settle_text(session, row.text_id)
        elif letter := await mail.find_by_key(session, f"{MAIL_KEY}{row.id}"):
            await settle_mail(session, letter.id)
    return len(stuck)


async def settle_opt_out(session: ClinicSession, thread_id: UUID) -> None:
    """Someone opted out: what was planned is off, and the last contact's line says why."""
    patient_id = await inbox.patient_of_thread(session, thread_id)
    if patient_id is None:
        return
    await call_off(session, patient_id, "The patient asked not to be contacted")
    last = await queries.newest_touch(session, patient_id, session.now() - ATTRIBUTED)
    if last is not None and last.state in ("sent", "answered"):
        await queries.change_outreach(session, last.id, {"state": "answered"})
        await inbox.change_outbound(
            session, last.activity_id, ActivityStatus.ANSWERED, "Asked not to be contacted again"
        )


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


async def note_reply(session: ClinicSession, patient_id: UUID, conversation: Conversation) -> None:
    """The patient answers by text: what is said from here on belongs to the last message's line."""
    last = await queries.newest_touch(session, patient_id, session.now() - ATTRIBUTED)
    if last is None or last.kind != Kind.MESSAGE.value:
        return
    if await inbox.tie_conversation(session, last.activity_id, conversation) and last.state == "sent":
        await queries.change_outreach(session, last.id, {"state": "answered"})
        await inbox.change_outbound(session, last.activity_id, ActivityStatus.ANSWERED, "The patient has replied")


async def call_off(session: ClinicSession, patient_id: UUID, reason: str) -> None:
    """What is planned for a patient does not happen; its lines in the history say why."""
    await queries.lock_patient(session, patient_id)
    for row in await queries.list_scheduled(session, patient_id):
        await _settle(session, row, "blocked", f"Not sent: {reason}")


async def attribute_booking(session: ClinicSession, appointment_id: UUID) -> bool:
    """A visit was booked: the last contact of 14 days before brought it, if there was one. Safe to repeat."""
    try:
        appointment = await schedule.get_appointment(session, appointment_id)
    except NotFound:
        return False
    if appointment.status is not AppointmentStatus.BOOKED:
        return False
    row = await queries.newest_touch(session, appointment.patient_id, appointment.created_at - ATTRIBUTED)
    if row is None or row.touched_at is None or row.touched_at > appointment.created_at:
        return False
    if row.appointment_id is not None and await _stands(session, row.appointment_id):
        return False
    await _rebooked(session, row, appointment)
    return True


async def revoke_booking(session: ClinicSession, appointment_id: UUID) -> None:
    """An appointment was canceled: its value no longer counts, unless another replaced it."""
    row = await queries.find_outreach(session, lock=True, appointment_id=appointment_id)
    if row is None or row.touched_at is None or await _stands(session, appointment_id):
        return
    for visit in await schedule.list_upcoming(session, row.patient_id):
        if row.touched_at <= visit.created_at <= row.touched_at + ATTRIBUTED:
            await _rebooked(session, row, visit)
            return
    await queries.change_outreach(session, row.id, {"state": "answered", "appointment_id": None})
    await inbox.change_outbound(session, row.activity_id, ActivityStatus.ANSWERED, "Booked, then canceled")


async def _rebooked(session: ClinicSession, row: OutreachRow, visit: Appointment) -> None:
    service = await schedule.get_service(session, visit.service_id)
    await queries.change_outreach(session, row.id, {"state": "rebooked", "appointment_id": visit.id})
    await inbox.change_outbound(
        session,
        row.activity_id,
        ActivityStatus.REBOOKED,
        f"Booked {visit.service} with {visit.provider}, {visit.spoken}",
        value_cents=service.price_cents,
    )


async def _stands(session: ClinicSession, appointment_id: UUID) -> bool:
    appointment = await schedule.get_appointment(session, appointment_id)
    return appointment.status in (AppointmentStatus.BOOKED, AppointmentStatus.COMPLETED)


async def _settle(session: ClinicSession, row: OutreachRow, state: str, outcome: str) -> None:
    """From ``sending`` (or before) to what happened; what the patient did since is not overwritten."""
    failed_later = state == "failed" and row.state == "sent"
    if row.state not in ("sending", "scheduled") and not failed_later:
        return
    await queries.change_outreach(session, row.id, {"state": state, "undo_until": None})
    status = ActivityStatus.SENT if state == "sent" else ActivityStatus.FAILED
    await inbox.change_outbound(session, row.activity_id, status, outcome, left=state == "sent")
