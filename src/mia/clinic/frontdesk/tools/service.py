"""Mia's tools. The model proposes; here the server decides.

Every argument is checked again, availability and offers are scheduling's, and no answer tells anything of
another person, nor whether someone is a patient.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import structlog

from mia.clinic.frontdesk import queries
from mia.clinic.frontdesk.tools.booking import book_appointment, slot_answer
from mia.clinic.frontdesk.tools.context import ToolContext
from mia.clinic.frontdesk.tools.hand_off import hand_off
from mia.clinic.frontdesk.tools.input import (
    NOT_ALLOWED,
    FindSlots,
    RememberCaller,
    RequestPerson,
    ToolFault,
    read_arguments,
)
from mia.clinic.frontdesk.tools.known_person import find_known_person
from mia.clinic.frontdesk.tools.patient import cancel_visit, confirm_identity, identified, list_visits, stop_contact
from mia.clinic.frontdesk.tools.proving import check_code, identify_patient, send_code
from mia.clinic.frontdesk.tools.remembering import remember
from mia.clinic.frontdesk.tools.specs import (
    BOOK_APPOINTMENT,
    CANCEL_VISIT,
    CHECK_CODE,
    CONFIRM_IDENTITY,
    FIND_SLOTS,
    IDENTIFY_PATIENT,
    JOIN_WAITING_LIST,
    LIST_VISITS,
    NEEDS,
    REMEMBER_CALLER,
    REQUEST_PERSON,
    SEND_CODE,
    STOP_CONTACT,
)
from mia.clinic.frontdesk.tools.waiting import join_waiting_list
from mia.clinic.inbox.service import Conversation
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import service as lead_answers
from mia.clinic.leads.service import Learned
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import MiaError, NotFound

log = structlog.get_logger()

Json = dict[str, Any]

_MOST_RUNS = 200
"""Tool calls of one conversation; more is a model that runs in circles."""
_CODES = frozenset({"book", "person", "emergency"})
"""Intents that a model may send as a code; they say nothing to staff that a task's kind does not."""


@dataclass(frozen=True)
class ToolCall:
    """A wish of the model to run a tool."""

    id: str
    name: str
    arguments: Json = field(repr=False)


async def answer_tool_calls(
    session: ClinicSession, context: ToolContext, conversation: Conversation, calls: Sequence[ToolCall]
) -> list[Json]:
    """Run tools, each once however often it is delivered, and return hosted ``results``.

    Hold the conversation's lock. A result has ``result`` or, when the tool could not run, ``error``.
    """
    return [await _answer(session, context, conversation, call) for call in calls]


async def _answer(session: ClinicSession, context: ToolContext, conversation: Conversation, call: ToolCall) -> Json:
    voice_id = conversation.voice_id
    assert voice_id is not None
    if not await queries.claim_tool_run(session, voice_id, call.id, call.name):
        answer = await queries.find_tool_result(session, voice_id, call.id)
        return {"toolCallId": call.id, "name": call.name, **(answer or {"error": "The tool did not finish."})}
    try:
        async with session.sql.begin_nested():
            answer = {"result": await _run(session, context, conversation, call)}
    except ToolFault as fault:
        answer = {"error": fault.message}
    except MiaError as error:
        log.info("tool_refused", tool=call.name, error=type(error).__name__)
        answer = {"error": error.title}
    await queries.store_tool_result(session, voice_id, call.id, answer)
    return {"toolCallId": call.id, "name": call.name, **answer}


_Tool = Callable[[ClinicSession, ToolContext, Conversation, ToolCall], Awaitable[Json]]


async def _run(session: ClinicSession, context: ToolContext, conversation: Conversation, call: ToolCall) -> Json:
    tool = _TOOLS.get(call.name)
    if tool is None:
        raise ToolFault("There is no such tool.")
    if conversation.is_closed:
        raise ToolFault("The conversation has ended.")
    settings = await practices.get_settings(session)
    if not all(map(settings.allows, NEEDS.get(call.name, ()))):
        raise ToolFault(NOT_ALLOWED)
    runs = await queries.list_tool_runs(session, conversation.voice_id or "")
    if len(runs) >= _MOST_RUNS:
        raise ToolFault("Too many tool calls in one conversation.")
    return await tool(session, context, conversation, call)


async def _find_slots(
    session: ClinicSession, context: ToolContext, conversation: Conversation, call: ToolCall
) -> Json:
    asked: FindSlots = read_arguments(FindSlots, call.arguments)
    known = await identified(session, conversation)
    practice = await practices.get_practice(session)
    wish = asked.wish(practice.zone)
    if lead := (known.lead if known else None) or await leads.find_lead(session, conversation.id):
        wish = await lead_answers.with_fitting_provider(session, wish, lead.learned)
    try:
        found = await schedule.offer_slots(session, context.signer, wish, asked.limit)
    except NotFound:
        raise ToolFault("There is no such service.") from None
    answer: Json = {"slots": [slot_answer(offer) for offer in found.offers], "exact": found.exact}
    return answer | {"reason": found.reason.value} if found.reason else answer


async def _book_appointment(
    session: ClinicSession, context: ToolContext, conversation: Conversation, call: ToolCall
) -> Json:
    return await book_appointment(session, context, conversation, call.id, call.arguments)


async def _send_code(
    session: ClinicSession, context: ToolContext, conversation: Conversation, call: ToolCall
) -> Json:
    return await send_code(session, context, conversation, call.arguments)


async def _identify_patient(
    session: ClinicSession, context: ToolContext, conversation: Conversation, call: ToolCall
) -> Json:
    return await identify_patient(session, context, conversation, call.arguments)


async def _cancel_visit(
    session: ClinicSession, context: ToolContext, conversation: Conversation, call: ToolCall
) -> Json:
    return await cancel_visit(session, conversation, call.arguments, context.origin)


async def _remember_caller(
    session: ClinicSession, _context: ToolContext, conversation: Conversation, call: ToolCall
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
    session: ClinicSession, _context: ToolContext, conversation: Conversation, call: ToolCall
) -> Json:
    asked: RequestPerson = read_arguments(RequestPerson, call.arguments)
    known = await find_known_person(session, conversation)
    learned = Learned(intent=asked.reason or ("Asked for a person" if known else None))
    lead = await remember(session, conversation, name=asked.name, phone=asked.phone, learned=learned)
    return await hand_off(session, conversation, lead, asked.reason, emergency=asked.urgency == "emergency")


async def _service_name(session: ClinicSession, service_id: UUID | None) -> str | None:
    if service_id is None:
        return None
    services = await schedule.list_services(session)
    return next((service.name for service in services if service.id == service_id), None)


_KnownTool = Callable[[ClinicSession, Conversation, Json], Awaitable[Json]]


def _plain(tool: _KnownTool) -> _Tool:
    """A tool that needs nothing of the installation."""

    async def run(
        session: ClinicSession, _context: ToolContext, conversation: Conversation, call: ToolCall
    ) -> Json:
        return await tool(session, conversation, call.arguments)

    return run


_TOOLS: dict[str, _Tool] = {
    FIND_SLOTS: _find_slots,
    BOOK_APPOINTMENT: _book_appointment,
    JOIN_WAITING_LIST: _plain(join_waiting_list),
    REMEMBER_CALLER: _remember_caller,
    REQUEST_PERSON: _request_person,
    CONFIRM_IDENTITY: _plain(confirm_identity),
    STOP_CONTACT: _plain(stop_contact),
    LIST_VISITS: _plain(list_visits),
    CANCEL_VISIT: _cancel_visit,
    IDENTIFY_PATIENT: _identify_patient,
    SEND_CODE: _send_code,
    CHECK_CODE: _plain(check_code),
}
