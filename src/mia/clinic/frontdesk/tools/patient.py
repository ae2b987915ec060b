"""Tools for known patients: who they are, their visits, and opting out."""

from typing import Any
from uuid import UUID

from mia.clinic.frontdesk.queries import list_tool_runs
from mia.clinic.frontdesk.tools.bookings import standing_bookings
from mia.clinic.frontdesk.tools.input import CancelVisit, ConfirmIdentity, StopContact, ToolFault, read_arguments
from mia.clinic.frontdesk.tools.known_person import KnownPerson, confirmed_in, find_known_person
from mia.clinic.frontdesk.tools.specs import CONFIRM_IDENTITY
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation, SuppressionReason
from mia.clinic.leads.answers import service as lead_answers
from mia.clinic.leads.answers.service import UNNAMED
from mia.clinic.leads.service import Lead
from mia.clinic.patients import service as patients
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment, AppointmentStatus
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.ids import encode

Json = dict[str, Any]

_NOBODY: Json = {"status": "unknown_person"}
_NOT_IDENTIFIED: Json = {"status": "not_identified"}
_REASONS = {"wrong_number": SuppressionReason.WRONG_NUMBER, None: SuppressionReason.STOP}


async def identified(session: ClinicSession, conversation: Conversation) -> KnownPerson | None:
    """Whom tools may act for; None for someone Mia does not know.

    :class:`ToolFault` when Mia called and it has not been made sure who picked up.
    """
    known = await find_known_person(session, conversation)
    if known is not None and not known.identified:
        raise ToolFault("First ask whether this is the patient, and call confirm_identity.")
    return known


async def confirm_identity(session: ClinicSession, conversation: Conversation, arguments: Json) -> Json:
    """Note whether it is the patient who picked up. A no is final."""
    asked: ConfirmIdentity = read_arguments(ConfirmIdentity, arguments)
    known = await find_known_person(session, conversation)
    if known is None or not known.called:
        return _NOBODY
    runs = await list_tool_runs(session, conversation.voice_id or "")
    refused_before = any(run.name == CONFIRM_IDENTITY for run in runs) and not confirmed_in(runs)
    return {"status": "confirmed" if asked.is_patient and not refused_before else "refused"}


async def stop_contact(session: ClinicSession, conversation: Conversation, arguments: Json) -> Json:
    """The person wants no more contact (or not now): holds at once, on every channel."""
    asked: StopContact = read_arguments(StopContact, arguments)
    known = await find_known_person(session, conversation)
    if known is not None and known.lead is not None:
        return await _stop_lead(session, conversation, known.lead, asked)
    if known is None or known.patient_id is None:
        return _NOBODY
    if asked.reason == "not_interested":
        await recalls.call_off(session, known.patient_id, "The patient is not interested now")
        return {"status": "paused"}
    patient = await patients.get_patient(session, known.patient_id)
    if patient.phone is not None:
        await inbox.opt_out(session, patient.phone, _REASONS[asked.reason], patient_id=patient.id)
    await recalls.call_off(session, known.patient_id, "The patient asked not to be contacted")
    if asked.reason == "wrong_number":
        detail = f"{patient.name}. The number on file belongs to someone else. Please ask for the right one."
        await inbox.open_task(
            session, inbox.TaskKind.FOLLOW_UP, detail, conversation_id=conversation.id, phone=patient.phone
        )
    return {"status": "stopped"}


async def _stop_lead(session: ClinicSession, conversation: Conversation, lead: Lead, asked: StopContact) -> Json:
    """The same for someone who is no patient yet."""
    name, phone = lead.learned.name or UNNAMED, lead.learned.phone
    if phone is None:
        return _NOBODY
    if asked.reason == "not_interested":
        await lead_answers.let_be(session, phone, "Not interested right now")
        return {"status": "paused"}
    await inbox.opt_out(session, phone, _REASONS[asked.reason], patient_id=lead.patient_id)
    await lead_answers.let_be(session, phone, "Asked not to be contacted again")
    if asked.reason == "wrong_number":
        detail = f"{name}. The number this lead left belongs to someone else."
        await inbox.open_task(session, inbox.TaskKind.FOLLOW_UP, detail, conversation_id=conversation.id)
    return {"status": "stopped"}


async def list_visits(session: ClinicSession, conversation: Conversation, _arguments: Json) -> Json:
    """The visits to come of the person, and the last one they had. Who has not proven the number they write from is
    told no treatment."""
    known = await identified(session, conversation)
    if known is None or known.patient_id is None:
        return _NOT_IDENTIFIED
    visits = await schedule.list_of_patient(session, known.patient_id)
    coming = [one for one in visits if one.status is AppointmentStatus.BOOKED and one.starts_at > session.now()]
    answer: Json = {"visits": [_visit(one, named=known.books) for one in coming]}
    had = [one for one in visits if one.status is AppointmentStatus.COMPLETED]
    return answer | {"last": _visit(had[-1])} if had and known.books else answer


async def own_visits(session: ClinicSession, conversation: Conversation) -> set[UUID]:
    """The visits to come that the person has shown enough to cancel or move."""
    known = await find_known_person(session, conversation)
    if known is None or known.patient_id is None or not known.changes:
        return set()
    return {visit.id for visit in await schedule.list_upcoming(session, known.patient_id)}


async def cancel_visit(session: ClinicSession, conversation: Conversation, arguments: Json, origin: str) -> Json:
    """Cancel one of the person's own visits to come, or one that this conversation booked. Who has not shown enough
    gets the visit's link, which reaches the number on record and no one else."""
    asked: CancelVisit = read_arguments(CancelVisit, arguments)
    if asked.appointment_id in await standing_bookings(session, conversation):
        return await _cancel(session, asked.appointment_id)
    known = await identified(session, conversation)
    if known is None or known.patient_id is None:
        return _NOT_IDENTIFIED
    own = {visit.id: visit for visit in await schedule.list_upcoming(session, known.patient_id)}
    if asked.appointment_id not in own:
        return {"status": "invalid", "field": "appointment_id", "message": "No such appointment"}
    if not known.changes:
        link = schedule.visit_link(session, own[asked.appointment_id], origin)
        return {"status": "proof_needed", "link": link}
    return await _cancel(session, asked.appointment_id)


async def _cancel(session: ClinicSession, appointment_id: UUID) -> Json:
    try:
        cancelled = await schedule.cancel(session, appointment_id)
    except Conflict:
        return {"status": "too_late"}
    return {"status": "cancelled", **_visit(cancelled)}


def _visit(visit: Appointment, *, named: bool = True) -> Json:
    treatment = {"service": visit.service, "service_id": encode("svc", visit.service_id)} if named else {}
    return {
        "appointment_id": encode("apt", visit.id),
        "starts_at": visit.starts_at.astimezone(visit.zone).isoformat(),
        "spoken": visit.spoken,
        **treatment,
        "provider": visit.provider,
        "provider_id": encode("prv", visit.provider_id),
        "location": visit.location,
    }
