"""Mia's tools. The model proposes; here the server decides.

Every argument is checked anew, availability and offers are scheduling's, and no answer tells anything of
another person, nor whether somebody is a patient.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import structlog

from mia.clinics import service as clinics
from mia.db.session import ClinicSession
from mia.frontdesk import queries
from mia.frontdesk.acquaintance import find_acquaintance
from mia.frontdesk.cancelling import visits_to_move
from mia.frontdesk.hand_off import hand_off
from mia.frontdesk.patient_tools import cancel_visit, confirm_identity, identified, list_visits, stop_contact
from mia.frontdesk.remembering import become_patient, remember
from mia.frontdesk.tool_input import (
    BookAppointment,
    FindSlots,
    RememberCaller,
    RequestPerson,
    ToolFault,
    is_plausible_name,
    read_arguments,
)
from mia.frontdesk.tool_specs import (
    BOOK_APPOINTMENT,
    CANCEL_VISIT,
    CONFIRM_IDENTITY,
    FIND_SLOTS,
    LIST_VISITS,
    NEEDS,
    REMEMBER_CALLER,
    REQUEST_PERSON,
    STOP_CONTACT,
)
from mia.inbox import service as inbox
from mia.inbox.service import Conversation
from mia.kernel.errors import Invalid, MiaError, NotFound
from mia.kernel.ids import decode, encode
from mia.leads import service as leads
from mia.leads.service import Learned
from mia.patients import service as patients
from mia.scheduling import service as scheduling
from mia.scheduling.service import Appointment, Booked, Expired, Offer, SlotSigner

log = structlog.get_logger()

Json = dict[str, Any]

_MOST_RUNS = 200
"""Tool calls of one conversation; more is a model that runs in circles."""
_MOST_BOOKINGS = 3
"""Bookings of one conversation that stand at the same time."""
_CODES = frozenset({"book", "person", "emergency"})
"""Intents that a model may send as a code; they say nothing to staff that a task's kind does not."""


@dataclass(frozen=True)
class ToolCall:
    """A wish of the model to run a tool."""

    id: str
    name: str
    arguments: Json = field(repr=False)


async def answer_tool_calls(
    session: ClinicSession, signer: SlotSigner, conversation: Conversation, calls: Sequence[ToolCall]
) -> list[Json]:
    """Run tools, each once however often it is delivered, and return hosted ``results``.

    Hold the conversation's lock. A result has ``result`` or, when the tool could not run, ``error``.
    """
    return [await _answer(session, signer, conversation, call) for call in calls]


async def _answer(session: ClinicSession, signer: SlotSigner, conversation: Conversation, call: ToolCall) -> Json:
    voice_id = conversation.voice_id
    assert voice_id is not None
    if not await queries.claim_tool_run(session, voice_id, call.id, call.name):
        answer = await queries.find_tool_result(session, voice_id, call.id)
        return {"toolCallId": call.id, "name": call.name, **(answer or {"error": "The tool did not finish."})}
    try:
        async with session.sql.begin_nested():
            answer = {"result": await _run(session, signer, conversation, call)}
    except ToolFault as fault:
        answer = {"error": fault.message}
    except MiaError as error:
        log.info("tool_refused", tool=call.name, error=type(error).__name__)
        answer = {"error": error.title}
    await queries.store_tool_result(session, voice_id, call.id, answer)
    return {"toolCallId": call.id, "name": call.name, **answer}


_Tool = Callable[[ClinicSession, SlotSigner, Conversation, ToolCall], Awaitable[Json]]


async def _run(session: ClinicSession, signer: SlotSigner, conversation: Conversation, call: ToolCall) -> Json:
    tool = _TOOLS.get(call.name)
    if tool is None:
        raise ToolFault("There is no such tool.")
    if conversation.is_closed:
        raise ToolFault("The conversation has ended.")
    if call.name in NEEDS and not await clinics.switched_on(session, NEEDS[call.name]):
        raise ToolFault("The practice does not let you do this. Offer that the team calls back.")
    runs = await queries.list_tool_runs(session, conversation.voice_id or "")
    if len(runs) >= _MOST_RUNS:
        raise ToolFault("Too many tool calls in one conversation.")
    return await tool(session, signer, conversation, call)


async def _find_slots(
    session: ClinicSession, signer: SlotSigner, conversation: Conversation, call: ToolCall
) -> Json:
    asked: FindSlots = read_arguments(FindSlots, call.arguments)
    await identified(session, conversation)
    practice = await clinics.get_practice(session)
    try:
        found = await scheduling.offer_slots(session, signer, asked.wish(practice.zone), asked.limit)
    except NotFound:
        raise ToolFault("There is no such service.") from None
    answer: Json = {"slots": [slot_answer(offer) for offer in found.offers], "exact": found.exact}
    return answer | {"reason": found.reason.value} if found.reason else answer


async def _book_appointment(
    session: ClinicSession, signer: SlotSigner, conversation: Conversation, call: ToolCall
) -> Json:
    asked: BookAppointment = read_arguments(BookAppointment, call.arguments)
    earlier = await _standing_bookings(session, conversation)
    if len(earlier) >= _MOST_BOOKINGS:
        return _invalid("slot_token", "No more than three bookings in one conversation")
    try:
        service_id = signer.read(asked.slot_token, session.scope.clinic_id).service_id
        patient = await _who_books(session, conversation, asked)
    except Invalid as error:
        field_name, message = next(iter(error.fields.items()), ("", error.detail))
        return _invalid(field_name, message)
    moved = [id_ for id_, service in earlier.items() if service == service_id]
    moved += [id_ for id_ in await visits_to_move(session, conversation, service_id) if id_ not in moved]
    key = f"{conversation.voice_id}:{call.id}"
    outcome = await scheduling.book(
        session, signer, asked.slot_token, patient.id, source="mia", idempotency_key=key
    )
    if not isinstance(outcome, Booked):
        status = "expired" if isinstance(outcome, Expired) else "taken"
        return {"status": status, "slots": [slot_answer(offer) for offer in outcome.offers]}
    for appointment_id in moved:
        await scheduling.cancel(session, appointment_id)
    await inbox.link_patient(session, conversation.id, patient.id)
    await inbox.note_name(session, conversation, patient.name)
    await leads.win_lead(session, conversation.id, outcome.appointment.id, patient_id=patient.id)
    return _booked(outcome.appointment, moved=bool(moved))


async def _who_books(
    session: ClinicSession, conversation: Conversation, asked: BookAppointment
) -> patients.Patient:
    """The patient or lead Mia knows, whatever a model says; else whoever gives a name and a number."""
    known = await identified(session, conversation)
    if known and known.patient_id:
        return await patients.get_patient(session, known.patient_id)
    if known and known.lead:
        return await become_patient(session, conversation, known.lead)
    if not is_plausible_name(asked.name):
        raise Invalid("A name is needed", fields={"name": "That does not look like a name"})
    proof = encode("cnv", conversation.id)
    return await patients.find_or_create_by_phone(
        session, asked.name, asked.phone, email=asked.email, source="mia", proof=proof
    )


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


async def _standing_bookings(session: ClinicSession, conversation: Conversation) -> dict[UUID, UUID]:
    """Services by appointment, of what this conversation booked and did not move."""
    standing: dict[UUID, UUID] = {}
    for appointment_id in booked_in(await queries.list_tool_runs(session, conversation.voice_id or "")):
        appointment = await scheduling.get_appointment(session, appointment_id)
        if appointment.status is scheduling.AppointmentStatus.BOOKED:
            standing[appointment.id] = appointment.service_id
    return standing


def booked_in(runs: Sequence[queries.ToolRun]) -> list[UUID]:
    """The appointments that tools of a conversation booked, in order."""
    results = (run.result.get("result") or {} for run in runs if run.name == BOOK_APPOINTMENT)
    return [decode("apt", result["appointment_id"]) for result in results if result.get("status") == "booked"]


async def _remember_caller(
    session: ClinicSession, _signer: SlotSigner, conversation: Conversation, call: ToolCall
) -> Json:
    asked: RememberCaller = read_arguments(RememberCaller, call.arguments)
    interest = await _service_name(session, asked.service_id)
    await remember(
        session,
        conversation,
        name=asked.name,
        phone=asked.phone,
        learned=Learned(
            service_id=asked.service_id if interest else None,
            interest=interest,
            preferred=asked.preferred,
            intent=None if asked.intent in _CODES else asked.intent,
        ),
    )
    return {"ok": True}


async def _request_person(
    session: ClinicSession, _signer: SlotSigner, conversation: Conversation, call: ToolCall
) -> Json:
    asked: RequestPerson = read_arguments(RequestPerson, call.arguments)
    known = await find_acquaintance(session, conversation)
    learned = Learned(intent=asked.reason or ("Asked for a person" if known else None))
    lead = await remember(session, conversation, name=asked.name, phone=asked.phone, learned=learned)
    return await hand_off(session, conversation, lead, asked.reason, emergency=asked.urgency == "emergency")


async def _service_name(session: ClinicSession, service_id: UUID | None) -> str | None:
    if service_id is None:
        return None
    services = await scheduling.list_services(session)
    return next((service.name for service in services if service.id == service_id), None)


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


def _invalid(field_name: str, message: str) -> Json:
    return {"status": "invalid", "field": field_name, "message": message}


_KnownTool = Callable[[ClinicSession, Conversation, Json], Awaitable[Json]]


def _plain(tool: _KnownTool) -> _Tool:
    """A tool that signs nothing."""

    async def run(session: ClinicSession, _signer: SlotSigner, conversation: Conversation, call: ToolCall) -> Json:
        return await tool(session, conversation, call.arguments)

    return run


_TOOLS: dict[str, _Tool] = {
    FIND_SLOTS: _find_slots,
    BOOK_APPOINTMENT: _book_appointment,
    REMEMBER_CALLER: _remember_caller,
    REQUEST_PERSON: _request_person,
    CONFIRM_IDENTITY: _plain(confirm_identity),
    STOP_CONTACT: _plain(stop_contact),
    LIST_VISITS: _plain(list_visits),
    CANCEL_VISIT: _plain(cancel_visit),
}
