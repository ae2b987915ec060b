"""What becomes of a conversation that has ended: its line in the history, the lead, the task.

What happened is read from what the tools really did; what a model says about it is only added to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from mia.clinic.frontdesk import queries
from mia.clinic.frontdesk.server_messages.call_outcomes import check_broken_call, said_to_us, unheard_call
from mia.clinic.frontdesk.server_messages.missed import Missed, missed_call, open_task_once
from mia.clinic.frontdesk.tools.bookings import booked_in
from mia.clinic.frontdesk.tools.hand_off import lead_detail, task_detail
from mia.clinic.frontdesk.tools.known_person import find_known_person
from mia.clinic.frontdesk.tools.remembering import remember
from mia.clinic.frontdesk.tools.specs import BOOK_APPOINTMENT, FIND_SLOTS, REQUEST_PERSON
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Conversation, Line, Result, TaskKind
from mia.clinic.leads import service as leads
from mia.clinic.leads.service import Lead, Learned
from mia.clinic.oncall import service as oncall
from mia.clinic.outreach import service as outreach
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment, AppointmentStatus, Service
from mia.clinic.teaching import service as teaching
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import decode

_LONGEST_OUTCOME = 200
_PUT_THROUGH = "assistant-forwarded-call"
"""Ended reason of a call whose caller spoke with the team: no one has to call back."""


@dataclass(frozen=True)
class Ending:
    """How a conversation ended, as the voice service reports it.

    ``structured`` is the model's own account (``analysis.structuredData``), ``lines`` what was said, ``phone`` the
    caller's number as reported by the carrier.
    """

    ended_at: datetime
    reason: str
    summary: str = field(repr=False)
    structured: Mapping[str, Any] = field(repr=False)
    lines: Sequence[Line] = field(repr=False)
    phone: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class _Facts:
    """What is certain about a conversation. ``urgent`` and ``wanted_person`` come from tools that were run;
    ``on_call``: an alert reaches someone."""

    visits: Sequence[Appointment]
    services: Mapping[Any, Service]
    lead: Lead | None
    lines: Sequence[Line] = field(repr=False)
    came_up: bool
    asked_for_booking: bool
    urgent: bool
    on_call: bool
    wanted_person: bool
    put_through: bool
    patient: Patient | None
    called: bool
    missed: Missed | None

    @property
    def caller_spoke(self) -> bool:
        return any(line.role == "user" for line in self.lines)


async def conclude(session: ClinicSession, conversation: Conversation, ending: Ending) -> None:
    """Close a conversation and do what follows. Hold its lock; a closed one stays as it is."""
    if conversation.is_closed:
        return
    facts = await _gather(session, conversation, ending)
    result = await _result(session, conversation, ending, facts)
    await inbox.close_conversation(
        session,
        conversation,
        ended_at=ending.ended_at,
        ended_reason=ending.reason,
        summary=ending.summary.strip() or result.outcome,
        lines=ending.lines,
    )
    await _keep_questions(session, conversation, ending, facts)
    # A widget that was opened and closed again is no call, and a greeting alone no chat.
    if facts.came_up or facts.missed or _is_fault(ending):
        await inbox.note_result(session, conversation, result)
        await _open_tasks(session, conversation, facts, ending.phone, ending.summary)
    if facts.called and conversation.voice_id is not None:
        await outreach.note_call_result(session, conversation.voice_id, result.status)
        await check_broken_call(session, conversation, ending.reason)


async def _keep_questions(
    session: ClinicSession, conversation: Conversation, ending: Ending, facts: _Facts
) -> None:
    """What Mia could not answer is there for staff to answer once."""
    asked = ending.structured.get("unanswered")
    if isinstance(asked, list):
        words = [text for text in asked if isinstance(text, str)]
        names = [facts.lead.learned.name if facts.lead else None, facts.patient.name if facts.patient else None]
        await teaching.note_questions(session, conversation.id, words, names)


async def _gather(session: ClinicSession, conversation: Conversation, ending: Ending) -> _Facts:
    runs = await queries.list_tool_runs(session, conversation.voice_id or "")
    booked = [await schedule.get_appointment(session, id_) for id_ in booked_in(runs)]
    visits = [visit for visit in booked if visit.status is AppointmentStatus.BOOKED]
    services = {service.id: service for service in await schedule.list_services(session, every=True)}
    if visits:
        lead = await leads.find_lead(session, conversation.id)
    else:
        lead = await remember(
            session,
            conversation,
            name=_text(ending.structured, "name"),
            phone=_text(ending.structured, "phone"),
            learned=_learned(ending.structured, services),
        )
    people = [run for run in runs if run.name == REQUEST_PERSON and "result" in run.result]
    claimed = _text(ending.structured, "outcome")
    known = await find_known_person(session, conversation)
    called = known is not None and known.called
    urgent = claimed == "emergency" or await inbox.has_task(session, conversation.id, TaskKind.EMERGENCY)
    return _Facts(
        visits=visits,
        services=services,
        lead=lead,
        lines=ending.lines,
        came_up=bool(runs)
        or any(line.role == "user" or conversation.channel.is_spoken for line in ending.lines)
        or await inbox.is_in_history(session, conversation),
        asked_for_booking=bool(visits) or any(run.name in (FIND_SLOTS, BOOK_APPOINTMENT) for run in runs),
        urgent=urgent,
        on_call=await oncall.is_covered(session),
        wanted_person=ending.reason != _PUT_THROUGH and (claimed == "handed_off" or bool(people)),
        put_through=ending.reason == _PUT_THROUGH,
        patient=await patients.get_patient(session, known.patient_id) if known and known.patient_id else None,
        called=called,
        missed=missed_call(conversation.channel, ending.reason, called=called),
    )


async def _result(session: ClinicSession, conversation: Conversation, ending: Ending, facts: _Facts) -> Result:
    returning = False
    name = facts.lead.learned.name if facts.lead else None
    if facts.patient:
        name = facts.patient.name
    elif conversation.patient_id is not None:  # known when it began; staff may have taken over since
        name = (await patients.get_patient(session, conversation.patient_id)).name
    if facts.visits:
        patient = await patients.get_patient(session, facts.visits[-1].patient_id)
        returning = patient.created_at < conversation.started_at
        name = patient.name
    first_answer = next((line.at_seconds for line in facts.lines if line.role == "assistant"), None)
    return Result(
        status=_status(ending, facts, returning=returning),
        name=name or inbox.unknown_name(conversation.channel),
        outcome=_outcome(ending, facts)[:_LONGEST_OUTCOME],
        asked_for_booking=facts.asked_for_booking,
        booked=bool(facts.visits),
        value_cents=sum(facts.services[visit.service_id].price_cents for visit in facts.visits) or None,
        handled_seconds=max(0, round((ending.ended_at - conversation.started_at).total_seconds())),
        first_answer_ms=round(first_answer * 1000) if first_answer is not None else None,
    )


def _is_fault(ending: Ending) -> bool:
    """Whether something broke (``call.in-progress.error-...``, ``pipeline-error-...``)."""
    return "error" in ending.reason


def _status(ending: Ending, facts: _Facts, *, returning: bool) -> ActivityStatus:
    """Booked by a new person, Rebooked by one we knew; Failed when the call never came up."""
    if facts.visits:
        return ActivityStatus.REBOOKED if returning or facts.patient else ActivityStatus.BOOKED
    if facts.called and (unheard := unheard_call(ending.reason)):
        return unheard.status
    if facts.put_through or facts.caller_spoke or facts.lead or facts.urgent or facts.wanted_person:
        return ActivityStatus.ANSWERED
    return ActivityStatus.FAILED if facts.missed or _is_fault(ending) else ActivityStatus.NO_ANSWER


def _outcome(ending: Ending, facts: _Facts) -> str:
    urgent = f"Possible emergency: told to call 911, {'staff alerted' if facts.on_call else 'urgent task opened'}"
    if facts.visits:
        visit = facts.visits[-1]
        booked = f"Booked {visit.service} with {visit.provider}, {visit.spoken}"
        return f"{urgent}. {booked}" if facts.urgent else booked
    if facts.urgent:
        return urgent
    if facts.called and (unheard := unheard_call(ending.reason)):
        return unheard.outcome
    if facts.put_through:
        return "Put through to the team: " + task_detail(facts.lead, "")
    if facts.wanted_person:
        return "Asked for a person: " + task_detail(facts.lead, "")
    if facts.patient and (said := said_to_us(_text(ending.structured, "outcome"))):
        return said
    if facts.missed and not facts.lead:
        return facts.missed.outcome
    if facts.lead:
        return "Not booked yet: " + lead_detail(facts.lead)
    if facts.caller_spoke:
        return ending.summary.strip() or "Question answered"
    return "The call could not be connected" if _is_fault(ending) else "Left without saying anything"


async def _open_tasks(
    session: ClinicSession, conversation: Conversation, facts: _Facts, caller: str | None, summary: str
) -> None:
    """Staff get emergencies, and callers who did not book and need follow-up. ``caller`` is the caller's number."""
    lead, phone = facts.lead, facts.lead.learned.phone if facts.lead else None
    if facts.missed and not facts.visits and not facts.urgent:
        detail = lead_detail(lead, facts.missed.task)
        await open_task_once(session, conversation, TaskKind.CALL_BACK, detail, phone or caller)
        return
    kinds = []
    if facts.urgent:
        kinds.append(TaskKind.EMERGENCY)
    if facts.wanted_person and not facts.urgent:
        kinds.append(TaskKind.CALL_BACK)
    if lead and not facts.visits and not kinds and not facts.put_through:
        kinds.append(TaskKind.CALL_BACK if phone else TaskKind.FOLLOW_UP)
    for kind in kinds:
        if await inbox.has_task(session, conversation.id, kind):
            continue  # it says already what it is about; the end of a conversation adds nothing to it
        said = summary if facts.urgent else ""
        await inbox.open_task(
            session,
            kind,
            task_detail(lead, said) if facts.urgent or facts.wanted_person else lead_detail(lead),
            conversation_id=conversation.id,
            lead_id=lead.id if lead else None,
            phone=phone,
        )


def _learned(structured: Mapping[str, Any], services: Mapping[Any, Service]) -> Learned:
    """What the model's account adds to what was remembered while the conversation lasted."""
    try:
        service = services.get(decode("svc", _text(structured, "service_id") or ""))
    except NotFound:
        service = None
    return Learned(
        service_id=service.id if service else None,
        interest=service.name if service else _text(structured, "service"),
        preferred=_text(structured, "preferred"),
    )


def _text(values: Mapping[str, Any], name: str) -> str | None:
    value = values.get(name)
    return value.strip()[:_LONGEST_OUTCOME] if isinstance(value, str) and value.strip() else None
