"""An intent: its decision and its line in the history, written before anything leaves; taken back before it has."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Assessment, Channel, Decision, Outcome
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, OutboundContact
from mia.clinic.outreach import queries
from mia.clinic.outreach.purpose import Intent, Purpose
from mia.clinic.practice import service as practices
from mia.clinic.schedule.service import spoken_time
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.ids import new_id

DUE = "outreach.due"
"""The event that has the job worker call :func:`~mia.clinic.outreach.dispatch.dispatch` with its
``outreach_id``."""

UNDO = timedelta(seconds=10)
"""How long a message waits, so that it can be undone: long enough to read what was done and reach the button."""

_CHANNELS = {
    Channel.CALL: inbox.Channel.PHONE,
    Channel.SMS: inbox.Channel.SMS,
    Channel.EMAIL: inbox.Channel.EMAIL,
}


@dataclass(frozen=True)
class Plan:
    """Whom to contact, how, and with which wording; the same ``key`` does it once. ``line`` is what the history
    says whatever was decided, ``decided_for`` the record of someone who is not contacted as a patient. It waits
    ``longer`` than its window where it is one of many that can be undone together, and until ``at`` where it is
    planned for then: the assessment is of that moment. ``words`` take the place of the usual ones."""

    key: str
    name: str = field(repr=False)
    wording: str
    assessment: Assessment
    patient_id: UUID | None = None
    lead_id: UUID | None = None
    visit_id: UUID | None = None
    visit_at: datetime | None = None
    line: str | None = field(default=None, repr=False)
    decided_for: UUID | None = None
    longer: timedelta = timedelta(0)
    at: datetime | None = None
    words: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Outreach:
    """An intent as staff sees it. ``undo_until`` is None when it can't be undone."""

    id: UUID
    activity_id: UUID
    channel: Channel
    decision: Decision
    status: ActivityStatus
    undo_until: datetime | None


async def begin(session: ClinicSession, purpose: Purpose, plan: Plan) -> Outreach:
    """Write an intent. Allowed: it leaves after its undo window (a call at once). Deferred: when permitted.
    Blocked: it stays in the history with the reason, or is decided once more when its time comes."""
    decision, channel, now = plan.assessment.decision, plan.assessment.contact.channel, session.now()
    wait = timedelta(0) if channel is Channel.CALL else purpose.window + plan.longer
    blocked = decision.outcome is Outcome.BLOCK and not purpose.decided_later
    status, line = await describe(session, purpose, channel, decision, plan.at)
    if plan.line is not None:
        status, line = ActivityStatus.SCHEDULED, plan.line
    contact = OutboundContact(plan.patient_id or plan.decided_for, plan.name, _CHANNELS[channel], status, line)
    due_at = max(decision.until or now, plan.at or now, now + wait)
    can_undo = not blocked and due_at > now
    row: dict[str, Any] = {
        "id": new_id(),
        "created_at": now,
        "purpose": purpose.name,
        "wording": plan.wording,
        "patient_id": plan.patient_id,
        "lead_id": plan.lead_id,
        "visit_id": plan.visit_id,
        "visit_at": plan.visit_at,
        "activity_id": await inbox.note_outbound(session, contact),
        "channel": channel.value,
        "state": "blocked" if blocked else "scheduled",
        "idempotency_key": plan.key,
        **_address(session, purpose, plan.assessment.address),
        "words_sealed": session.seal(plan.words) if plan.words else None,
        "due_at": due_at,
        "undo_until": due_at if can_undo else None,
        "created_by": session.scope.actor,
    }
    await queries.add_intent(session, row)
    whose = plan.patient_id or plan.decided_for
    await consent.record_decision(session, row["id"], plan.assessment.contact, decision, patient_id=whose)
    if plan.at is None and (decision.allowed or purpose.decided_later):  # the clock releases what is planned
        await jobs.emit(session, DUE, {"outreach_id": row["id"]}, after=wait)
    return Outreach(row["id"], row["activity_id"], channel, decision, status, row["undo_until"])


async def read_outreach(session: ClinicSession, intent: Intent) -> Outreach:
    """An intent as it stands now, for a request that was made before."""
    return Outreach(
        id=intent.id,
        activity_id=intent.activity_id,
        channel=intent.channel,
        decision=await consent.last_decision(session, intent.id),
        status=await inbox.get_status(session, intent.activity_id) or ActivityStatus.FAILED,
        undo_until=intent.undo_until if intent.state == "scheduled" else None,
    )


async def replan(
    session: ClinicSession,
    purpose: Purpose,
    intent: Intent,
    assessment: Assessment,
    *,
    at: datetime | None,
    words: str | None,
) -> Outreach:
    """Have an intent that waits leave ``at`` another time, or as soon as it may, with other ``words``; blocked, it
    stays as it is. The caller holds it locked."""
    decision, now = assessment.decision, session.now()
    await consent.record_decision(session, intent.id, assessment.contact, decision, patient_id=intent.patient_id)
    if decision.outcome is Outcome.BLOCK:
        return await read_outreach(session, intent)
    wait = timedelta(0) if intent.channel is Channel.CALL else purpose.window
    due_at = max(decision.until or now, at or now, now + wait)
    status, line = await describe(session, purpose, intent.channel, decision, at)
    values = {
        "due_at": due_at,
        "undo_until": due_at,
        "words_sealed": session.seal(words) if words else None,
        **_address(session, purpose, assessment.address),
    }
    await queries.change_intent(session, intent.id, values)
    await inbox.change_outbound(session, intent.activity_id, status, line)
    if at is None and decision.allowed:
        await jobs.emit(session, DUE, {"outreach_id": intent.id}, after=wait)
    return Outreach(intent.id, intent.activity_id, intent.channel, decision, status, due_at)


async def describe(
    session: ClinicSession, purpose: Purpose, channel: Channel, decision: Decision, at: datetime | None = None
) -> tuple[ActivityStatus, str]:
    """Status and words of the history for a decision; ``at`` is for when it is planned."""
    reason = purpose.reason(decision)
    if decision.outcome is Outcome.BLOCK:
        return ActivityStatus.FAILED, f"{purpose.refused(channel)}: {reason}"
    if decision.until is not None:
        zone = (await practices.get_practice(session)).zone
        return ActivityStatus.SCHEDULED, f"Waits until {spoken_time(decision.until, zone)}: {reason}"
    if at is not None:
        zone = (await practices.get_practice(session)).zone
        return ActivityStatus.SCHEDULED, f"Scheduled for {spoken_time(at, zone)}"
    return ActivityStatus.SCHEDULED, purpose.line(channel)


async def take_back(session: ClinicSession, intent: Intent, refusal: str = "") -> bool:
    """Have an intent that has not left never leave; it goes from the history too. False when it was taken back
    before, :class:`Conflict` with ``refusal`` when it has left."""
    if intent.state == "cancelled":
        return False
    if intent.state != "scheduled":
        raise Conflict(refusal)
    await queries.change_intent(session, intent.id, {"state": "cancelled", "settled_at": session.now()})
    await inbox.withdraw_outbound(session, intent.activity_id)
    return True


async def call_off(session: ClinicSession, intent: Intent, outcome: str) -> None:
    """What was planned does not happen; its line in the history says why."""
    ended = {"state": "blocked", "undo_until": None, "settled_at": session.now()}
    await queries.change_intent(session, intent.id, ended)
    await inbox.change_outbound(session, intent.activity_id, ActivityStatus.FAILED, outcome)


def _address(session: ClinicSession, purpose: Purpose, address: str | None) -> dict[str, Any]:
    """The address that was decided about, where another may not take its place until it leaves."""
    if address is None or purpose.decided_later:
        return {}
    return {"address_sealed": session.seal(address), "address_blind": session.blind(address)}
