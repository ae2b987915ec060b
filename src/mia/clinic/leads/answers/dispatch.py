"""An answer's time has come: decide once more, then let it leave, once.

The intent becomes ``sending`` and that is committed before anyone outside is asked. A text goes on through the
inbox under a key of its own. A call found ``sending`` later without a call id was interrupted; the inbox finds out
whether it is dialling.
"""

from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel, Decision, MessageClass, Outcome
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, CallClaim, OutboundCall, OutboundCalls, OutboundText
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import queries, words
from mia.clinic.leads.answers.audience import assess_channel
from mia.clinic.leads.answers.calls import CallIntents
from mia.clinic.leads.answers.consults import offer_consult
from mia.clinic.leads.answers.follow_up import DUE, describe, note_decision
from mia.clinic.leads.answers.models import FollowUpRow
from mia.clinic.leads.service import Lead, LeadStage
from mia.clinic.practice import service as practices
from mia.clinic.schedule.service import SlotSigner
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs import service as jobs
from mia.platform.kernel.scope import ClinicScope

_STUCK = timedelta(minutes=3)
_BATCH = 200


async def dispatch(
    database: Database, scope: ClinicScope, signer: SlotSigner, calls: OutboundCalls, follow_up_id: UUID
) -> None:
    """Send what is due. Safe to repeat; :class:`Unavailable` when it is to be tried again."""
    async with database.clinic(scope) as session:
        claim = await _take(session, signer, follow_up_id)
    if claim is not None:
        await inbox.dial(database, scope, calls, CallIntents(), claim)


async def release_due(session: ClinicSession) -> int:
    """Have every answer leave whose time has come, and look into what got stuck. Periodic work; how many."""
    now = session.now()
    waiting = await queries.list_waiting(session, due_before=now, stuck_before=now - _STUCK, limit=_BATCH)
    for row in waiting:
        await jobs.emit(session, DUE, {"follow_up_id": row.id})
    return len(waiting)


async def _take(session: ClinicSession, signer: SlotSigner, follow_up_id: UUID) -> CallClaim | None:
    """Take an intent in hand: a text goes on from here in this transaction, a call is returned to be placed."""
    row = await queries.find_follow_up(session, lock=True, id=follow_up_id)
    if row is None:
        return None
    lead = await leads.get_lead(session, row.lead_id, lock=True)
    if row.state == "sending":
        return await _interrupted(session, row, lead)
    if row.state != "scheduled":
        return None
    if lead.stage is not LeadStage.NEW or lead.answered_at is not None:
        await call_off(session, row)
        return None
    early = row.due_at - session.now()
    if early > timedelta():
        await jobs.emit(session, DUE, {"follow_up_id": row.id}, after=min(early, _STUCK))
        return None
    if not await _decided(session, row, lead):
        return None
    await queries.change_follow_up(session, row.id, {"state": "sending", "touched_at": session.now()})
    if row.channel == Channel.SMS.value:
        await _queue_text(session, signer, row, lead)
        return None
    return await _claim(session, row, lead, interrupted=False)


async def call_off(session: ClinicSession, row: FollowUpRow) -> None:
    """Someone else has answered, or the lead is closed: what was planned never happens, and its line goes."""
    await queries.change_follow_up(session, row.id, {"state": "cancelled"})
    await inbox.withdraw_outbound(session, row.activity_id)


async def _decided(session: ClinicSession, row: FollowUpRow, lead: Lead) -> bool:
    """Whether the decision, made again, still allows it; else the intent is put off or ends here."""
    assessment = await assess_channel(session, lead, Channel(row.channel), leave_out=row.id)
    decision = assessment.decision
    if decision.allowed and assessment.number != (
        session.unseal(row.address_sealed) if row.address_sealed else None
    ):
        decision = Decision(Outcome.BLOCK, "no_address", consent.reason_of("no_address"))
    await consent.record_decision(session, row.id, assessment.contact, decision, patient_id=lead.patient_id)
    if decision.allowed:
        return True
    status, outcome = await describe(session, decision)
    await inbox.change_outbound(session, row.activity_id, status, outcome)
    later = {"due_at": decision.until} if decision.until is not None else {"state": "blocked"}
    await queries.change_follow_up(session, row.id, later)
    await note_decision(session, lead.id, decision)
    return False


async def _queue_text(session: ClinicSession, signer: SlotSigner, row: FollowUpRow, lead: Lead) -> None:
    assert lead.learned.phone is not None
    practice = await practices.get_practice(session)
    consult = await offer_consult(session, None if row.general else signer, lead)
    thread_id = await inbox.ensure_thread(session, lead.learned.phone)
    if row.general:
        # An answer to the form, not a contact that we began: its reply proves less.
        outbound = OutboundText("mia", words.general_text(practice), MessageClass.REPLY, f"lead:{row.id}")
    else:
        starts = [offer.starts_at for offer in consult.offers]
        text = words.first_answer(practice, lead.learned.name, starts)
        outbound = OutboundText("mia", text, MessageClass.INQUIRY, f"lead:{row.id}")
    text_id = await inbox.queue_text(session, thread_id, outbound)
    offered = {"service_id": consult.service_id, "offers": [offer.token for offer in consult.offers]}
    await queries.change_follow_up(session, row.id, {"text_id": text_id, **offered})
    await inbox.change_outbound(session, row.activity_id, ActivityStatus.SCHEDULED, "On its way")


async def _interrupted(session: ClinicSession, row: FollowUpRow, lead: Lead) -> CallClaim | None:
    """A call whose placing did not end; texts are looked after by the inbox."""
    if row.channel != Channel.CALL.value or row.voice_id is not None:
        return None
    inbox.check_free(session, row.sending_since)
    return await _claim(session, row, lead, interrupted=True)


async def _claim(session: ClinicSession, row: FollowUpRow, lead: Lead, *, interrupted: bool) -> CallClaim:
    assert row.address_sealed is not None
    attempt = row.attempts + 1
    consult = await offer_consult(session, None, lead)
    values = {"sending_since": session.now(), "attempts": attempt, "service_id": consult.service_id}
    await queries.change_follow_up(session, row.id, values)
    await inbox.change_outbound(session, row.activity_id, ActivityStatus.SCHEDULED, "Mia is calling", left=True)
    call = OutboundCall(
        key=row.id,
        scope=session.scope,
        number=session.unseal(row.address_sealed),
        first_name=words.first_name(lead.learned.name),
        service_ids=(consult.service_id,) if consult.service_id else (),
        kind="lead",
    )
    return CallClaim(call, interrupted, attempt)
