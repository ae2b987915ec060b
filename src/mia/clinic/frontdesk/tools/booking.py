"""The booking tool: for which patient, in place of which appointment, and what follows."""

from typing import Any
from uuid import UUID

from mia.clinic.frontdesk.tools.bookings import standing_bookings
from mia.clinic.frontdesk.tools.canceling import visits_to_move
from mia.clinic.frontdesk.tools.confirming import confirm_by_text
from mia.clinic.frontdesk.tools.context import ToolContext
from mia.clinic.frontdesk.tools.input import (
    NOT_ALLOWED,
    BookAppointment,
    ToolFault,
    is_plausible_name,
    read_arguments,
)
from mia.clinic.frontdesk.tools.patient import identified, own_visits
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel, Conversation
from mia.clinic.leads import service as leads
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Switch
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment, Booked, Expired, Offer
from mia.clinic.verification import service as verification
from mia.clinic.verification.service import Admitted, Claim
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.ids import encode

Json = dict[str, Any]

_MOST_BOOKINGS = 3
"""Bookings of one conversation that stand at the same time."""


async def book_appointment(
    session: ClinicSession, context: ToolContext, conversation: Conversation, call_id: str, arguments: Json
) -> Json:
    """Book an offered time. ``code_required``: strangers have booked so much today that this one has to show who
    they are first; nothing is booked then."""
    asked: BookAppointment = read_arguments(BookAppointment, arguments)
    earlier = await standing_bookings(session, conversation)
    if len(earlier) >= _MOST_BOOKINGS:
        return _invalid("slot_token", "No more than three bookings in one conversation")
    attempt = await session.sql.begin_nested()
    try:
        service_id = context.signer.read(asked.slot_token, session.scope.clinic_id).service_id
        admitted = await _who_books(session, context, conversation, asked)
    except Invalid as error:
        await attempt.rollback()
        field_name, message = next(iter(error.fields.items()), ("", error.detail))
        return _invalid(field_name, message)
    if admitted is None:
        await attempt.rollback()
        return {"status": "code_required"}
    if asked.replaces and asked.replaces not in {*earlier, *await own_visits(session, conversation)}:
        await attempt.rollback()
        return _invalid("replaces", "There is no such visit to move")
    on_file = await visits_to_move(session, conversation, service_id)
    moves = await practices.switched_on(session, Switch.MOVES_VISITS)
    if not moves and (on_file or (asked.replaces and asked.replaces not in earlier)):
        await attempt.rollback()
        raise ToolFault(NOT_ALLOWED)
    moved = [asked.replaces] if asked.replaces else []
    if not moved and not asked.beside:
        moved = await _of_same_person(session, earlier, admitted, service_id)
    moved += [id_ for id_ in on_file if id_ not in moved]
    outcome = await schedule.book(
        session,
        context.signer,
        asked.slot_token,
        admitted.patient.id,
        source="mia",
        idempotency_key=f"{conversation.voice_id}:{call_id}",
    )
    if not isinstance(outcome, Booked):
        await attempt.rollback()  # with the record that was made for nothing
        status = "expired" if isinstance(outcome, Expired) else "taken"
        return {"status": status, "slots": [slot_answer(offer) for offer in outcome.offers]}
    await attempt.commit()
    for appointment_id in moved:
        await schedule.cancel(session, appointment_id)
    visit = outcome.appointment
    await _follow_up(session, conversation, admitted, visit)
    texted = await confirm_by_text(session, context, conversation, admitted.patient, visit, moved=bool(moved))
    return {**_booked(visit, moved=bool(moved)), "texted": texted}


async def _who_books(
    session: ClinicSession, context: ToolContext, conversation: Conversation, asked: BookAppointment
) -> Admitted | None:
    """The identified and proven patient, whatever a model says; otherwise the name and number given now or left as
    a lead."""
    known = await identified(session, conversation)
    if known and known.patient_id and known.books:
        own = await patients.get_patient(session, known.patient_id)
        if not (known.by_code and _is_someone_else(asked, own)):
            return Admitted(own, proven=True)
        known = None
    if known and known.lead:
        left = known.lead.learned
        claim = Claim.of(left.name or "", left.phone or "", left.email, replied=True)
    elif known and known.patient_id:
        patient = await patients.get_patient(session, known.patient_id)
        claim = Claim.of(patient.name, patient.phone or "", patient.email)
    else:
        if not is_plausible_name(asked.name):
            raise Invalid("A name is needed", fields={"name": "That does not look like a name"})
        claim = Claim.of(asked.name, asked.phone, asked.email)
    return await verification.admit(session, conversation, claim, context.bookings)


def _is_someone_else(asked: BookAppointment, patient: Patient) -> bool:
    """Who has shown to be a patient may still book for a friend."""
    return bool(asked.name) and not patients.is_same_name(asked.name, patient.name)


async def _follow_up(
    session: ClinicSession, conversation: Conversation, admitted: Admitted, visit: Appointment
) -> None:
    """Link conversation, lead and thread to the patient it was booked for, as far as known."""
    patient = admitted.patient
    await verification.note_booking(session, conversation, visit.id, admitted)
    if conversation.patient_id is None:
        await inbox.link_patient(session, conversation.id, patient.id)
        await inbox.note_name(session, conversation, patient.name)
    await leads.win_lead(session, conversation.id, visit.id, patient_id=patient.id)
    if conversation.channel is Channel.SMS and not patient.unverified and patient.phone is not None:
        await inbox.ensure_thread(session, patient.phone, patient_id=patient.id)


async def _of_same_person(
    session: ClinicSession, earlier: dict[UUID, Appointment], admitted: Admitted, service_id: UUID
) -> list[UUID]:
    """Who books the same service once more has moved the visit, unless it was asked for ``beside`` it; a sister who
    gets the same has one of her own."""
    same = []
    for visit in earlier.values():
        patient = await patients.get_patient(session, visit.patient_id)
        if visit.service_id == service_id and patients.is_same_name(patient.name, admitted.patient.name):
            same.append(visit.id)
    return same


def slot_answer(offer: Offer) -> Json:
    """An offer as dialogues get it."""
    return {
        "token": offer.token,
        "starts_at": offer.starts_at.isoformat(),
        "ends_at": offer.ends_at.isoformat(),
        "provider": offer.provider,
        "location": offer.location,
        "spoken": offer.spoken,
    }


def _booked(appointment: Appointment, *, moved: bool) -> Json:
    return {
        "status": "booked",
        "appointment_id": encode("apt", appointment.id),
        "spoken": appointment.spoken,
        "service": appointment.service,
        "provider": appointment.provider,
        "location": appointment.location,
        "moved": moved,
    }


def _invalid(field_name: str, message: str) -> Json:
    return {"status": "invalid", "field": field_name, "message": message}
