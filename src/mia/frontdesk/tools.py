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
from mia.consent import service as consent
from mia.db.session import ClinicSession
from mia.frontdesk import queries
from mia.frontdesk.hand_off import hand_off
from mia.frontdesk.tool_input import (
    BookAppointment,
    FindSlots,
    RememberCaller,
    RequestPerson,
    ToolFault,
    is_plausible_name,
    read_arguments,
)
from mia.frontdesk.tool_specs import BOOK_APPOINTMENT, FIND_SLOTS, REMEMBER_CALLER, REQUEST_PERSON
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
    runs = await queries.list_tool_runs(session, conversation.voice_id or "")
    if len(runs) >= _MOST_RUNS:
        raise ToolFault("Too many tool calls in one conversation.")
    return await tool(session, signer, conversation, call)


async def _find_slots(
    session: ClinicSession, signer: SlotSigner, _conversation: Conversation, call: ToolCall
) -> Json:
    asked: FindSlots = read_arguments(FindSlots, call.arguments)
    practice = await clinics.get_practice(session)
    try:
        found = await scheduling.offer_slots(session, signer, asked.wish(practice.zone), asked.limit)
    except NotFound:
        raise ToolFault("There is no such service.") from None
    answer: Json = {"slots": [_slot(offer) for offer in found.offers], "exact": found.exact}
    return answer | {"reason": found.reason.value} if found.reason else answer


async def _book_appointment(
    session: ClinicSession, signer: SlotSigner, conversation: Conversation, call: ToolCall
) -> Json:
    asked: BookAppointment = read_arguments(BookAppointment, call.arguments)
    if not is_plausible_name(asked.name):
        return _invalid("name", "That does not look like a name")
    earlier = await _standing_bookings(session, conversation)
    if len(earlier) >= _MOST_BOOKINGS:
        return _invalid("slot_token", "No more than three bookings in one conversation")
    try:
        service_id = signer.read(asked.slot_token, session.scope.clinic_id).service_id
        proof = encode("cnv", conversation.id)
        patient = await patients.find_or_create_by_phone(
            session, asked.name, asked.phone, email=asked.email, source="mia", proof=proof
        )
    except Invalid as error:
        field_name, message = next(iter(error.fields.items()), ("", error.detail))
        return _invalid(field_name, message)
    key = f"{conversation.voice_id}:{call.id}"
    outcome = await scheduling.book(
        session, signer, asked.slot_token, patient.id, source="mia", idempotency_key=key
    )
    if not isinstance(outcome, Booked):
        status = "expired" if isinstance(outcome, Expired) else "taken"
        return {"status": status, "slots": [_slot(offer) for offer in outcome.offers]}
    moved = [id_ for id_, service in earlier.items() if service == service_id]
    for appointment_id in moved:
        await scheduling.cancel(session, appointment_id)
    await inbox.link_patient(session, conversation.id, patient.id)
    await inbox.note_name(session, conversation, patient.name)
    await leads.win_lead(session, conversation.id, outcome.appointment.id)
    return _booked(outcome.appointment, moved=bool(moved))


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
    learned = Learned(intent=asked.reason or None)
    lead = await remember(session, conversation, name=asked.name, phone=asked.phone, learned=learned)
    return await hand_off(session, conversation, lead, asked.reason, emergency=asked.urgency == "emergency")


async def remember(
    session: ClinicSession, conversation: Conversation, *, name: str | None, phone: str | None, learned: Learned
) -> leads.Lead | None:
    """Keep what was told, as far as it is usable, and show the name in the history; None when that is nothing."""
    told = Learned(
        name=patients.normalize_name(name) if name and is_plausible_name(name) and len(name) <= 120 else None,
        phone=_number(phone),
        service_id=learned.service_id,
        interest=learned.interest,
        preferred=learned.preferred,
        intent=learned.intent,
    )
    if told.is_empty:
        return await leads.find_lead(session, conversation.id)
    before = await leads.find_lead(session, conversation.id)
    source = conversation.channel.value
    lead = await leads.keep_lead(session, conversation.id, told, source=source, visitor=conversation.visitor)
    if told.phone and (before is None or before.learned.phone != told.phone):
        proof = encode("cnv", conversation.id)
        await consent.record_number_given(session, told.phone, consent.Purpose.CALL_BACK, proof)
    if told.name:
        await inbox.note_name(session, conversation, told.name)
    return lead


async def _service_name(session: ClinicSession, service_id: UUID | None) -> str | None:
    if service_id is None:
        return None
    services = await scheduling.list_services(session)
    return next((service.name for service in services if service.id == service_id), None)


def _number(phone: str | None) -> str | None:
    """E.164, or None for what is no complete number: a caller may still be dictating it."""
    try:
        return patients.normalize_phone(phone) if phone else None
    except Invalid:
        return None


def _slot(offer: Offer) -> Json:
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


_TOOLS: dict[str, _Tool] = {
    FIND_SLOTS: _find_slots,
    BOOK_APPOINTMENT: _book_appointment,
    REMEMBER_CALLER: _remember_caller,
    REQUEST_PERSON: _request_person,
}
