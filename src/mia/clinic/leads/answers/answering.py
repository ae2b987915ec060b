"""Mia answers a lead, by text or by call: the purpose of it, and how the answers stand."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Assessment, Channel, Decision, MessageClass, Outcome
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Conversation, TaskKind
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import words
from mia.clinic.leads.answers.audience import GENERAL, assess, assess_channel, awaits_proof, reason_of
from mia.clinic.leads.answers.consults import offer_consult
from mia.clinic.leads.service import Happening, Lead, LeadStage
from mia.clinic.outreach import service as outreach
from mia.clinic.outreach.service import Draft, Intent, Means, Plan, Purpose, Ring
from mia.clinic.practice import service as practices
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.realtime import service as realtime

ANSWERS = timedelta(days=14)
"""A text so soon after Mia's answers it."""

UNNAMED = "New lead"
"""Shown in the history for someone whose name is not known."""

_PLANNED = {
    Outcome.ALLOW: "follow_up_planned",
    Outcome.DEFER: "follow_up_deferred",
    Outcome.BLOCK: "follow_up_blocked",
}


class LeadAnswer(Purpose):
    """Someone has asked to be contacted, and no one has answered yet."""

    name, key, call_kind = "lead", "lead", "lead"
    talking, replied = "Mia is talking with the lead", "The lead has replied"
    stopped, booked = "Asked not to be contacted", ActivityStatus.BOOKED

    async def is_wanted(self, session: ClinicSession, intent: Intent) -> bool:
        lead = await leads.get_lead(session, lead_id_of(intent), lock=True)
        return lead.stage is LeadStage.NEW and lead.answered_at is None

    async def assess(self, session: ClinicSession, intent: Intent) -> Assessment:
        return await assess_channel(session, await lead_of(session, intent), intent.channel, leave_out=intent.id)

    async def patient_of(self, session: ClinicSession, intent: Intent) -> UUID | None:
        return (await lead_of(session, intent)).patient_id

    async def write_text(self, session: ClinicSession, intent: Intent, means: Means) -> Draft:
        practice, lead = await practices.get_practice(session), await lead_of(session, intent)
        general = intent.wording == GENERAL
        consult = await offer_consult(session, None if general else means.signer, lead)
        values = {"service_id": consult.service_id, "offers": [offer.token for offer in consult.offers]}
        if general:
            # An answer to the form, not a contact that we began: its reply proves less.
            return Draft(words.general_text(practice), MessageClass.REPLY, values)
        starts = [offer.starts_at for offer in consult.offers]
        return Draft(words.first_answer(practice, lead.learned.name, starts), MessageClass.INQUIRY, values)

    async def prepare_call(self, session: ClinicSession, intent: Intent) -> Ring:
        lead = await lead_of(session, intent)
        service_id = (await offer_consult(session, None, lead)).service_id
        services = (service_id,) if service_id else ()
        return Ring(words.first_name(lead.learned.name), services, {"service_id": service_id})

    def line(self, channel: Channel) -> str:
        return "Mia is about to answer a new lead"

    def refused(self, channel: Channel) -> str:
        return "New lead not answered"

    def reason(self, decision: Decision) -> str:
        return reason_of(decision.rule)

    async def sent_line(self, session: ClinicSession, intent: Intent) -> str:
        return "New lead answered; no reply yet"

    async def ask_staff(self, session: ClinicSession, intent: Intent, outcome: str) -> None:
        await _ask_staff(session, intent, f"{outcome}. Please check before calling.")

    async def on_held(self, session: ClinicSession, intent: Intent, decision: Decision) -> None:
        await _note_decision(session, lead_id_of(intent), decision)

    async def on_sent(self, session: ClinicSession, intent: Intent) -> None:
        await leads.note_event(session, lead_id_of(intent), "texted", actor="mia")

    async def on_failed(self, session: ClinicSession, intent: Intent, why: str) -> None:
        await leads.note_event(session, lead_id_of(intent), "follow_up_failed", actor="mia")
        if intent.channel is Channel.SMS and why != self.stopped:
            await _ask_staff(session, intent, "Mia's text could not be delivered. Please call.")

    async def on_begun(self, session: ClinicSession, intent: Intent, conversation: Conversation) -> None:
        await leads.tie_conversation(session, lead_id_of(intent), conversation.id)

    async def on_answered(self, session: ClinicSession, intent: Intent) -> None:
        await leads.note_happening(session, lead_id_of(intent), Happening.CONTACTED, actor="mia")

    async def on_called(self, session: ClinicSession, intent: Intent) -> None:
        await leads.note_event(session, lead_id_of(intent), "called", actor="mia")

    async def find_awaited(self, session: ClinicSession, thread_id: UUID) -> Intent | None:
        """The last answer to the thread's number, as long as nothing came of it."""
        blind = session.blind(await inbox.address_of_thread(session, thread_id))
        since = session.now() - ANSWERS
        last = await outreach.newest_touch(session, since, purpose=self.name, address_blind=blind)
        undecided = last and (await lead_of(session, last)).stage in (LeadStage.NEW, LeadStage.CONTACTED)
        return last if undecided else None

    async def on_reply(self, session: ClinicSession, intent: Intent, conversation: Conversation) -> str | None:
        lead = await lead_of(session, intent)
        await leads.tie_conversation(session, lead.id, conversation.id)
        await leads.note_event(session, lead.id, "replied", actor="lead")
        await leads.note_happening(session, lead.id, Happening.CONTACTED, actor="mia")
        return lead.learned.name


LEAD_ANSWER = LeadAnswer()


@dataclass(frozen=True)
class FollowUp:
    """How Mia's answer to a lead stands: ``state`` as outreach keeps it. ``reason`` says why it waits or was not
    sent; ``due_at`` is when it goes out."""

    state: str
    channel: Channel
    due_at: datetime
    reason: str | None


async def start(session: ClinicSession, lead_id: UUID) -> UUID | None:
    """Write the intent to answer a lead, if the practice wants that and no one has answered; None otherwise.

    Once for each lead, and once more when what blocked it is gone; else a second call gives the first one's intent.
    Allowed: it leaves at once. Deferred: it leaves when it may. Blocked: it stays on the lead and in the history,
    with the reason.
    """
    if not (await practices.get_practice(session)).settings.follows_up_leads:
        return None
    try:
        lead = await leads.get_lead(session, lead_id, lock=True)
    except NotFound:
        return None
    key = f"first-answer:{lead_id}"
    known = await outreach.find_intent(session, idempotency_key=key)
    if known is not None and known.state == "blocked" and (await assess(session, lead)).decision.allowed:
        key = f"{key}:agreed"  # consent came later than the lead
        known = await outreach.find_intent(session, idempotency_key=key)
    if known is not None:
        return known.id
    if lead.stage is not LeadStage.NEW or lead.answered_at is not None:
        return None
    assessment, name = await assess(session, lead), lead.learned.name or UNNAMED
    wording = GENERAL if await awaits_proof(session, lead) else "offer"
    plan = Plan(key, name, wording, assessment, lead_id=lead.id, decided_for=lead.patient_id)
    begun = await outreach.begin(session, LEAD_ANSWER, plan)
    await _note_decision(session, lead.id, assessment.decision)
    return begun.id


async def list_follow_ups(session: ClinicSession, lead_ids: list[UUID]) -> dict[UUID, FollowUp]:
    """How Mia's answers to these leads stand, by lead; nothing for a lead without one."""
    found = await outreach.list_of_leads(session, lead_ids)
    return {lead_id_of(intent): await _opened(session, intent) for intent in found}


async def lead_of(session: ClinicSession, intent: Intent) -> Lead:
    """The lead whom an intent is to answer."""
    return await leads.get_lead(session, lead_id_of(intent))


def lead_id_of(intent: Intent) -> UUID:
    """The id of the lead whom an intent is to answer."""
    assert intent.lead_id is not None
    return intent.lead_id


async def _opened(session: ClinicSession, intent: Intent) -> FollowUp:
    """The reason stands while there is one: of an intent that waits, or ended without leaving."""
    waits = intent.state in ("scheduled", "blocked")
    decision = await consent.last_decision(session, intent.id) if waits else None
    reason = reason_of(decision.rule) if decision and not decision.allowed else None
    return FollowUp(intent.state, intent.channel, intent.due_at, reason)


async def _note_decision(session: ClinicSession, lead_id: UUID, decision: Decision) -> None:
    """Put a decision on the lead's timeline, and have the board show it."""
    await leads.note_event(session, lead_id, _PLANNED[decision.outcome], actor="mia", decision=decision)
    await realtime.publish(session, "lead.changed", lead_id)


async def _ask_staff(session: ClinicSession, intent: Intent, detail: str) -> None:
    """Mia cannot reach a lead: staff have to."""
    lead = await lead_of(session, intent)
    said = f"{lead.learned.name or UNNAMED}. {detail}"
    await inbox.open_task(session, TaskKind.CALL_BACK, said, lead_id=lead.id, phone=lead.learned.phone)
