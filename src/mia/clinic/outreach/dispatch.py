"""An intent's time has come: decide once more, then let it leave, once.

The intent becomes ``sending`` and that is committed before anyone outside is asked. A text goes on through the
inbox, an email through the mail room, each under a key of its own. A call found ``sending`` later without a
call id was interrupted; the inbox finds out whether it is dialing.
"""

from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Assessment, Channel, Decision, Outcome
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, CallClaim, OutboundCall, OutboundText
from mia.clinic.outreach import queries
from mia.clinic.outreach.calls import CallIntents
from mia.clinic.outreach.intents import DUE, describe, take_back
from mia.clinic.outreach.purpose import Intent, Means, Purpose, purpose_of
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs import service as jobs
from mia.platform.kernel.scope import ClinicScope
from mia.platform.mail import service as mail

_STUCK = timedelta(minutes=3)
_BATCH = 200
_OTHER_ADDRESS = Decision(Outcome.BLOCK, "no_address", "The number or address on record has changed")


async def dispatch(database: Database, scope: ClinicScope, means: Means, outreach_id: UUID) -> None:
    """Send what is due. Safe to repeat; :class:`Unavailable` when it is to be tried again."""
    async with database.clinic(scope) as session:
        claim = await _take(session, means, outreach_id)
    if claim is not None:
        await inbox.dial(database, scope, means.calls, CallIntents(), claim)


async def release_due(session: ClinicSession) -> int:
    """Have everything leave whose time has come, and looked into what got stuck. Periodic work; how many."""
    now = session.now()
    waiting = await queries.list_due(session, now, now - _STUCK, _BATCH)
    for intent in waiting:
        await jobs.emit(session, DUE, {"outreach_id": intent.id})
    return len(waiting)


async def _take(session: ClinicSession, means: Means, outreach_id: UUID) -> CallClaim | None:
    """Take an intent in hand: messages go on from here in this transaction, a call is returned to be placed."""
    found = await queries.find_intent(session, id=outreach_id)
    if found is None:
        return None
    purpose = purpose_of(found)
    await purpose.lock(session, found)
    intent = await queries.find_intent(session, lock=True, id=outreach_id)
    if intent is None or intent.state not in ("scheduled", "sending"):
        return None
    if intent.state == "sending":
        return await _interrupted(session, purpose, intent)
    early = intent.due_at - session.now()
    if early > timedelta():
        if early <= _STUCK:  # what waits for longer is released by the clock
            await jobs.emit(session, DUE, {"outreach_id": intent.id}, after=early)
        return None
    if not await purpose.is_wanted(session, intent):
        await take_back(session, intent)
        return None
    return await _send(session, purpose, intent, means)


async def _send(session: ClinicSession, purpose: Purpose, intent: Intent, means: Means) -> CallClaim | None:
    """Let an intent go, if the decision, made again, still allows it."""
    assessment = await purpose.assess(session, intent)
    decision = _same_address(session, intent, assessment)
    whose = await purpose.patient_of(session, intent)
    await consent.record_decision(session, intent.id, assessment.contact, decision, patient_id=whose)
    if not decision.allowed or assessment.address is None:
        await _hold(session, purpose, intent, decision)
        return None
    channel = assessment.contact.channel
    left = {"state": "sending", "channel": channel.value, "touched_at": session.now(), "undo_until": None}
    await queries.change_intent(session, intent.id, left)
    if channel is Channel.CALL:
        return await _claim(session, purpose, intent, assessment.address, interrupted=False)
    if channel is Channel.SMS:
        await _queue_text(session, purpose, intent, assessment.address, means)
    else:
        email = await purpose.write_mail(session, intent, assessment.address, means)
        await mail.queue(session, email, key=f"{purpose.key}:{intent.id}")
    await inbox.change_outbound(session, intent.activity_id, ActivityStatus.SCHEDULED, "On its way")
    await purpose.on_changed(session, intent)
    return None


def _same_address(session: ClinicSession, intent: Intent, assessment: Assessment) -> Decision:
    """The decision, which is none about another address."""
    known = session.unseal(intent.address_sealed) if intent.address_sealed else assessment.address
    return _OTHER_ADDRESS if assessment.decision.allowed and assessment.address != known else assessment.decision


async def _hold(session: ClinicSession, purpose: Purpose, intent: Intent, decision: Decision) -> None:
    """The intent is put off, or ends here."""
    status, outcome = await describe(session, purpose, intent.channel, decision)
    await inbox.change_outbound(session, intent.activity_id, status, outcome)
    if decision.until is not None:
        later = {"due_at": decision.until, "undo_until": decision.until}
        await queries.change_intent(session, intent.id, later)
    else:
        ended = {"state": "blocked", "undo_until": None, "settled_at": session.now()}
        await queries.change_intent(session, intent.id, ended)
    await purpose.on_held(session, intent, decision)


async def _queue_text(session: ClinicSession, purpose: Purpose, intent: Intent, phone: str, means: Means) -> None:
    draft = await purpose.write_text(session, intent, means)
    thread_id = await inbox.ensure_thread(session, phone, patient_id=intent.patient_id)
    text = OutboundText("mia", draft.text, draft.message_class, f"{purpose.key}:{intent.id}")
    text_id = await inbox.queue_text(session, thread_id, text)
    await queries.change_intent(session, intent.id, {"text_id": text_id, **draft.values})


async def _interrupted(session: ClinicSession, purpose: Purpose, intent: Intent) -> CallClaim | None:
    """A call whose placing did not end; texts and emails are looked after by their own rooms."""
    if intent.channel is not Channel.CALL or intent.voice_id is not None or intent.address_sealed is None:
        return None
    inbox.check_free(session, intent.sending_since)
    return await _claim(session, purpose, intent, session.unseal(intent.address_sealed), interrupted=True)


async def _claim(
    session: ClinicSession, purpose: Purpose, intent: Intent, number: str, *, interrupted: bool
) -> CallClaim:
    attempt, ring = intent.attempts + 1, await purpose.prepare_call(session, intent)
    in_hand = {"sending_since": session.now(), "attempts": attempt, **ring.values}
    await queries.change_intent(session, intent.id, in_hand)
    await inbox.change_outbound(session, intent.activity_id, ActivityStatus.SCHEDULED, "Mia is calling", left=True)
    call = OutboundCall(intent.id, session.scope, number, ring.first_name, ring.service_ids, purpose.call_kind)
    return CallClaim(call, interrupted, attempt)
