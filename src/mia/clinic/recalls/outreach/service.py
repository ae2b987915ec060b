"""Staff asks for a contact: the intent, its decision and its line in the history, before anything leaves."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel, Decision, Outcome
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, OutboundContact
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.recalls.models import OutreachRow
from mia.clinic.recalls.outreach import queries, words
from mia.clinic.recalls.outreach.audience import Assessment, Audience, Kind, assess, gather
from mia.clinic.schedule.service import spoken_time
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id

DUE = "rebooking.outreach_due"
"""The event that has the job worker call :func:`~mia.clinic.recalls.outreach.dispatch.dispatch` with its
``outreach_id``."""

UNDO = timedelta(seconds=5)
"""How long a message waits, so that it can be undone."""

ACTIVITY_CHANNELS = {
    Channel.CALL: inbox.Channel.PHONE,
    Channel.SMS: inbox.Channel.SMS,
    Channel.EMAIL: inbox.Channel.EMAIL,
}


@dataclass(frozen=True)
class Outreach:
    """An intent as staff sees it. ``undo_until`` is None when it can't be undone."""

    id: UUID
    activity_id: UUID
    kind: Kind
    channel: Channel
    decision: Decision
    status: ActivityStatus
    undo_until: datetime | None


async def start(
    session: ClinicSession, patient_id: UUID, kind: Kind, key: str, *, longer: timedelta = timedelta()
) -> Outreach:
    """Write the intent to contact a patient. The same ``key`` again returns the same intent.

    A message waits ``longer`` where it is one of many that can be undone together. Allowed: sent after :data:`UNDO`
    (messages) or immediately (calls). Deferred: sent when permitted. Blocked: kept in the history with the reason.
    :class:`Conflict` for a key of another intent.
    """
    await queries.lock_patient(session, patient_id)
    patient = await patients.get_patient(session, patient_id)
    known = await queries.find_outreach(session, idempotency_key=key)
    if known is not None:
        return await _known(session, known, patient_id, kind)
    audience = await gather(session, patient)
    assessment = assess(session, audience, kind)
    wait = UNDO + longer if kind is Kind.MESSAGE else timedelta()
    row = await _intent(session, audience, assessment, kind, key, wait)
    await queries.add_outreach(session, row)
    await consent.record_decision(
        session, row["id"], assessment.contact, assessment.decision, patient_id=patient_id
    )
    await audit.record(session, "outreach.create", "patient", [patient_id], assessment.decision.outcome.value)
    if assessment.decision.allowed:
        await jobs.emit(session, DUE, {"outreach_id": row["id"]}, after=wait)
    return Outreach(
        id=row["id"],
        activity_id=row["activity_id"],
        kind=kind,
        channel=assessment.contact.channel,
        decision=assessment.decision,
        status=_status(assessment.decision),
        undo_until=row["undo_until"],
    )


async def cancel(session: ClinicSession, activity_id: UUID) -> None:
    """Take an intent back that has not left; it goes from the history too. Twice is no error.

    :class:`NotFound` for an activity that is no intent, :class:`Conflict` when it has left.
    """
    row = await queries.find_outreach(session, lock=True, activity_id=activity_id)
    if row is None:
        raise NotFound
    if row.state == "cancelled":
        return
    if row.state != "scheduled":
        raise Conflict("This was already sent and can't be undone")
    await queries.change_outreach(session, row.id, {"state": "cancelled", "text_sealed": None})
    await inbox.withdraw_outbound(session, activity_id)
    await audit.record(session, "outreach.cancel", "patient", [row.patient_id])


async def describe(session: ClinicSession, decision: Decision, kind: Kind) -> tuple[ActivityStatus, str]:
    """Status and words of the history for a decision."""
    match decision.outcome:
        case Outcome.BLOCK:
            return ActivityStatus.FAILED, f"Not {'called' if kind is Kind.CALL else 'sent'}: {decision.reason}"
        case Outcome.DEFER:
            assert decision.until is not None
            zone = (await practices.get_practice(session)).zone
            return ActivityStatus.SCHEDULED, f"Waits until {spoken_time(decision.until, zone)}: {decision.reason}"
    going = "Mia is about to call" if kind is Kind.CALL else "Leaves in a moment"
    return ActivityStatus.SCHEDULED, going


async def _intent(
    session: ClinicSession,
    audience: Audience,
    assessment: Assessment,
    kind: Kind,
    key: str,
    wait: timedelta,
) -> dict[str, Any]:
    """The row of an intent, its line in the history entered."""
    patient, decision, now = audience.patient, assessment.decision, session.now()
    status, outcome = await describe(session, decision, kind)
    channel = ACTIVITY_CHANNELS[assessment.contact.channel]
    activity_id = await inbox.note_outbound(
        session, OutboundContact(patient.id, patient.name, channel, status, outcome)
    )
    text, due = None, bool(audience.due(session))
    if assessment.contact.channel is Channel.SMS:
        practice = await practices.get_practice(session)
        text = words.recall_text(practice, patient.name, due=due)
    undo = decision.allowed and kind is Kind.MESSAGE
    due_at = decision.until or (now + wait if undo else now)
    return {
        "id": new_id(),
        "created_at": now,
        "patient_id": patient.id,
        "activity_id": activity_id,
        "kind": kind.value,
        "wording": "due" if due else "plan",
        "channel": assessment.contact.channel.value,
        "state": "blocked" if decision.outcome is Outcome.BLOCK else "scheduled",
        "idempotency_key": key,
        "address_sealed": session.seal(assessment.address) if assessment.address else None,
        "address_blind": session.blind(assessment.address) if assessment.address else None,
        "text_sealed": session.seal(text) if text else None,
        "due_at": due_at,
        "undo_until": None if decision.outcome is Outcome.BLOCK or not (undo or decision.until) else due_at,
        "created_by": session.scope.actor,
    }


async def _known(session: ClinicSession, row: OutreachRow, patient_id: UUID, kind: Kind) -> Outreach:
    """What was answered for a key before, as it stands now."""
    if row.patient_id != patient_id or row.kind != kind.value:
        raise Conflict("This request was for someone else")
    decision = await consent.last_decision(session, row.id)
    detail = await inbox.get_status(session, row.activity_id)
    scheduled = row.state == "scheduled"
    return Outreach(
        id=row.id,
        activity_id=row.activity_id,
        kind=kind,
        channel=Channel(row.channel),
        decision=decision,
        status=detail or ActivityStatus.FAILED,
        undo_until=row.undo_until if scheduled else None,
    )


def _status(decision: Decision) -> ActivityStatus:
    return ActivityStatus.FAILED if decision.outcome is Outcome.BLOCK else ActivityStatus.SCHEDULED
