"""A lead has come in: the intent to answer, its decision and its line in the history, before anything leaves."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel, Decision, Outcome
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, OutboundContact
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import queries
from mia.clinic.leads.answers.audience import Assessment, assess, awaits_proof, why_not
from mia.clinic.leads.answers.models import FollowUpRow
from mia.clinic.leads.service import Lead, LeadStage
from mia.clinic.practice import service as practices
from mia.clinic.schedule.service import spoken_time
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

DUE = "conversion.follow_up_due"
"""The event that has the job worker call :func:`~mia.clinic.leads.answers.dispatch.dispatch` with its
``follow_up_id``."""

UNNAMED = "New lead"
"""Shown in the history for someone whose name is not known."""

ACTIVITY_CHANNELS = {Channel.SMS: inbox.Channel.SMS, Channel.CALL: inbox.Channel.PHONE}
_PLANNED = {
    Outcome.ALLOW: "follow_up_planned",
    Outcome.DEFER: "follow_up_deferred",
    Outcome.BLOCK: "follow_up_blocked",
}


@dataclass(frozen=True)
class FollowUp:
    """How Mia's answer to a lead stands: ``state`` as in ``FollowUpRow``. ``reason`` says why it waits or was not
    sent; ``due_at`` is when it goes out."""

    state: str
    channel: Channel
    due_at: datetime
    reason: str | None
    offers: tuple[str, ...]


async def start(session: ClinicSession, lead_id: UUID) -> UUID | None:
    """Write the intent to answer a lead, if the practice wants that and no one has answered; None otherwise.

    Once for each lead: a second call gives the first one's intent. Allowed: it leaves at once. Deferred: it leaves
    when it may. Blocked: it stays on the lead and in the history, with the reason.
    """
    if not (await practices.get_practice(session)).settings.follows_up_leads:
        return None
    try:
        lead = await leads.get_lead(session, lead_id, lock=True)
    except NotFound:
        return None
    known = await queries.find_follow_up(session, idempotency_key=_key(lead_id))
    if known is not None:
        return known.id
    if lead.stage is not LeadStage.NEW or lead.answered_at is not None:
        return None
    assessment = await assess(session, lead)
    row_id = await _enter(session, lead, assessment)
    await consent.record_decision(
        session, row_id, assessment.contact, assessment.decision, patient_id=lead.patient_id
    )
    await note_decision(session, lead.id, assessment.decision)
    if assessment.decision.allowed:
        await jobs.emit(session, DUE, {"follow_up_id": row_id})
    return row_id


async def describe(session: ClinicSession, decision: Decision) -> tuple[ActivityStatus, str]:
    """Status and words of the history for a decision."""
    match decision.outcome:
        case Outcome.BLOCK:
            return ActivityStatus.FAILED, f"New lead not answered: {why_not(decision)}"
        case Outcome.DEFER:
            assert decision.until is not None
            zone = (await practices.get_practice(session)).zone
            return ActivityStatus.SCHEDULED, f"Waits until {spoken_time(decision.until, zone)}: {why_not(decision)}"
    return ActivityStatus.SCHEDULED, "Mia is about to answer a new lead"


async def note_decision(session: ClinicSession, lead_id: UUID, decision: Decision) -> None:
    """Put a decision on the lead's timeline, and have the board show it."""
    await leads.note_event(session, lead_id, _PLANNED[decision.outcome], actor="mia", decision=decision)
    await realtime.publish(session, "lead.changed", lead_id)


async def list_follow_ups(session: ClinicSession, lead_ids: list[UUID]) -> dict[UUID, FollowUp]:
    """How Mia's answers to these leads stand, by lead; nothing for a lead without one."""
    return {row.lead_id: await _opened(session, row) for row in await queries.newest_of_leads(session, lead_ids)}


async def _opened(session: ClinicSession, row: FollowUpRow) -> FollowUp:
    """The reason stands while there is one: of an intent that waits, or ended without leaving."""
    decision = await consent.last_decision(session, row.id) if row.state in ("scheduled", "blocked") else None
    reason = why_not(decision) if decision and not decision.allowed else None
    return FollowUp(row.state, Channel(row.channel), row.due_at, reason, tuple(row.offers))


async def _enter(session: ClinicSession, lead: Lead, assessment: Assessment) -> UUID:
    """The row of an intent, its line in the history entered."""
    decision, number, row_id = assessment.decision, assessment.number, new_id()
    channel = assessment.contact.channel
    status, outcome = await describe(session, decision)
    contact = OutboundContact(
        lead.patient_id, lead.learned.name or UNNAMED, ACTIVITY_CHANNELS[channel], status, outcome
    )
    await queries.add_follow_up(
        session,
        {
            "id": row_id,
            "created_at": session.now(),
            "lead_id": lead.id,
            "activity_id": await inbox.note_outbound(session, contact),
            "channel": channel.value,
            "state": "blocked" if decision.outcome is Outcome.BLOCK else "scheduled",
            "idempotency_key": _key(lead.id),
            "address_sealed": session.seal(number) if number else None,
            "address_blind": session.blind(number) if number else None,
            "due_at": decision.until or session.now(),
            "general": await awaits_proof(session, lead),
        },
    )
    return row_id


def _key(lead_id: UUID) -> str:
    return f"first-answer:{lead_id}"
