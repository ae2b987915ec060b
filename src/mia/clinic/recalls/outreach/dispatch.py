"""An intent's time has come: decide once more, then let it leave, once.

The intent becomes ``sending`` and that is committed before anyone outside is asked. A text goes on through
the inbox, a mail through the mail room, each with its own key. A call found ``sending`` later without a call id
was interrupted; the inbox finds out whether it is dialling.
"""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel, Decision, MessageClass, Outcome
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, CallClaim, OutboundCall, OutboundCalls, OutboundText
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.recalls.models import OutreachRow
from mia.clinic.recalls.outreach import queries, words
from mia.clinic.recalls.outreach.audience import Audience, Kind, assess_channel, gather
from mia.clinic.recalls.outreach.calls import CallIntents
from mia.clinic.recalls.outreach.service import DUE, describe
from mia.clinic.recalls.unsubscribe.links import unsubscribe_token
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs import service as jobs
from mia.platform.kernel.scope import ClinicScope
from mia.platform.mail import service as mail

_STUCK = timedelta(minutes=3)
_BATCH = 200
MAIL_KEY = "outreach:"
"""How the key of an intent's letter begins; its id follows."""


async def dispatch(database: Database, scope: ClinicScope, calls: OutboundCalls, outreach_id: UUID) -> None:
    """Send what is due. Safe to repeat; :class:`Unavailable` when it is to be tried again."""
    async with database.clinic(scope) as session:
        claim = await _take(session, outreach_id)
    if claim is not None:
        await inbox.dial(database, scope, calls, CallIntents(), claim)


async def release_due(session: ClinicSession) -> int:
    """Have everything leave whose time has come, and looked into what got stuck. Periodic work; how many."""
    now = session.now()
    waiting = await queries.list_waiting(session, due_before=now, stuck_before=now - _STUCK, limit=_BATCH)
    for row in waiting:
        await jobs.emit(session, DUE, {"outreach_id": row.id})
    return len(waiting)


async def _take(session: ClinicSession, outreach_id: UUID) -> CallClaim | None:
    """Take an intent in hand: messages go on from here in this transaction, a call is returned to be placed."""
    found = await queries.find_outreach(session, id=outreach_id)
    if found is None:
        return None
    await queries.lock_patient(session, found.patient_id)
    row = await queries.find_outreach(session, lock=True, id=outreach_id)
    if row is None:
        return None
    if row.state == "sending":
        return await _interrupted(session, row)
    if row.state != "scheduled":
        return None
    early = row.due_at - session.now()
    if early > timedelta():
        await jobs.emit(session, DUE, {"outreach_id": row.id}, after=min(early, _STUCK))
        return None
    audience = await _decided(session, row)
    if audience is None:
        return None
    now = session.now()
    await queries.change_outreach(session, row.id, {"state": "sending", "touched_at": now, "undo_until": None})
    match Channel(row.channel):
        case Channel.SMS:
            await _queue_text(session, row)
        case Channel.EMAIL:
            await _queue_mail(session, row, audience)
        case _:
            return await _claim(session, row, audience, interrupted=False)
    return None


async def _decided(session: ClinicSession, row: OutreachRow) -> Audience | None:
    """The audience when the decision, made again, still allows it; else the intent is put off or ends here."""
    patient = await patients.get_patient(session, row.patient_id)
    audience = await gather(session, patient, leave_out=row.id)
    assessment = assess_channel(session, audience, Channel(row.channel))
    decision = assessment.decision
    if decision.allowed and assessment.address != (
        session.unseal(row.address_sealed) if row.address_sealed else None
    ):
        decision = Decision(Outcome.BLOCK, "no_address", "The number or address on record has changed")
    await consent.record_decision(session, row.id, assessment.contact, decision, patient_id=row.patient_id)
    if decision.allowed:
        return audience
    status, outcome = await describe(session, decision, Kind(row.kind))
    await inbox.change_outbound(session, row.activity_id, status, outcome)
    if decision.until is not None:
        await queries.change_outreach(session, row.id, {"due_at": decision.until, "undo_until": decision.until})
    else:
        await queries.change_outreach(session, row.id, {"state": "blocked", "undo_until": None})
    return None


async def _queue_text(session: ClinicSession, row: OutreachRow) -> None:
    assert row.address_sealed is not None and row.text_sealed is not None
    phone = session.unseal(row.address_sealed)
    thread_id = await inbox.ensure_thread(session, phone, patient_id=row.patient_id)
    text = OutboundText("mia", session.unseal(row.text_sealed), MessageClass.RECALL, f"outreach:{row.id}")
    text_id = await inbox.queue_text(session, thread_id, text)
    await queries.change_outreach(session, row.id, {"text_id": text_id})
    await inbox.change_outbound(session, row.activity_id, ActivityStatus.SCHEDULED, "On its way")


async def _queue_mail(session: ClinicSession, row: OutreachRow, audience: Audience) -> None:
    assert row.address_sealed is not None
    practice = await practices.get_practice(session)
    due = bool(audience.due(session))
    address = session.unseal(row.address_sealed)
    letter = words.recall_mail(practice, audience.patient.name, address, due=due)
    thread_id = await inbox.ensure_thread(session, address.lower(), patient_id=row.patient_id)
    letter = replace(
        letter,
        unsubscribe=unsubscribe_token(session, row.patient_id, address),
        reply=inbox.reply_token(session, thread_id),
    )
    await inbox.note_mailed(session, thread_id, letter.text, f"outreach:{row.id}")
    await mail.queue(session, letter, key=f"{MAIL_KEY}{row.id}")
    await inbox.change_outbound(session, row.activity_id, ActivityStatus.SCHEDULED, "On its way")


async def _interrupted(session: ClinicSession, row: OutreachRow) -> CallClaim | None:
    """A call whose placing did not end; texts and mails are looked after by their own rooms."""
    if row.kind != Kind.CALL.value or row.voice_id is not None:
        return None
    inbox.check_free(session, row.sending_since)
    patient = await patients.get_patient(session, row.patient_id)
    return await _claim(session, row, await gather(session, patient, leave_out=row.id), interrupted=True)


async def _claim(session: ClinicSession, row: OutreachRow, audience: Audience, *, interrupted: bool) -> CallClaim:
    assert row.address_sealed is not None
    attempt = row.attempts + 1
    await queries.change_outreach(session, row.id, {"sending_since": session.now(), "attempts": attempt})
    await inbox.change_outbound(session, row.activity_id, ActivityStatus.SCHEDULED, "Mia is calling", left=True)
    call = OutboundCall(
        key=row.id,
        scope=session.scope,
        number=session.unseal(row.address_sealed),
        first_name=words.first_name(audience.patient.name),
        service_ids=tuple(recall.service_id for recall in audience.due(session)),
    )
    return CallClaim(call, interrupted, attempt)
