"""What became of an intent: it left or failed, it was answered, it brought a visit."""

from datetime import timedelta
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Conversation
from mia.clinic.outreach import queries
from mia.clinic.outreach.purpose import Intent, purpose_of, registered
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.platform.db.session import ClinicSession
from mia.platform.mail import service as mail

_STUCK = timedelta(minutes=3)
_BATCH = 200


async def settle_text(session: ClinicSession, text_id: UUID) -> None:
    """A text has left, or will not: its intent's line says so. Texts of others are left alone."""
    text = await inbox.get_text(session, text_id)
    intent = await queries.find_intent(session, lock=True, text_id=text_id)
    if text is None or intent is None:
        return
    if not text.reached:
        # No one was contacted: it does not count against the limits.
        await queries.change_intent(session, intent.id, {"touched_at": None})
    if text.state in ("sent", "delivered"):
        await _sent(session, intent)
    elif text.state == "failed":
        await _failed(session, intent, "failed", "The text could not be delivered")
    elif text.state == "blocked":
        await _failed(session, intent, "blocked", purpose_of(intent).stopped)


async def settle_mail(session: ClinicSession, mail_id: UUID) -> None:
    """An email has left, or was refused; emails that are no intent's are left alone."""
    email = await mail.find_by_id(session, mail_id)
    key, _, intent_id = email.key.partition(":") if email else ("", "", "")
    if email is None or key not in [purpose.key for purpose in registered()]:
        return
    intent = await queries.find_intent(session, lock=True, id=UUID(intent_id))
    if intent is not None and email.status == "sent":
        await _sent(session, intent)
    elif intent is not None and email.status in ("refused", "given_up"):
        await _failed(session, intent, "failed", "The email could not be delivered")


async def settle_stuck(session: ClinicSession) -> int:
    """Catch up on messages whose events were missed. Periodic work; returns how many were open."""
    stuck = await queries.list_unsettled(session, session.now() - _STUCK, _BATCH)
    for intent in stuck:
        if intent.text_id is not None:
            await settle_text(session, intent.text_id)
        elif email := await mail.find_by_key(session, f"{purpose_of(intent).key}:{intent.id}"):
            await settle_mail(session, email.id)
    return len(stuck)


async def note_reply(session: ClinicSession, thread_id: UUID, conversation: Conversation) -> str | None:
    """Someone texts: what is said from here on belongs to the lines of the messages that it answers. The name of
    who replies, or None when it is a reply to nothing, or no one knows."""
    name = None
    for purpose in registered():
        intent = await purpose.find_awaited(session, thread_id)
        if intent is None:
            continue
        tied = await inbox.tie_conversation(session, intent.activity_id, conversation)
        if tied and intent.state in ("sending", "sent"):
            await note_answer(session, intent, purpose.replied)
        name = await purpose.on_reply(session, intent, conversation) or name
    return name


async def note_answer(session: ClinicSession, intent: Intent, outcome: str) -> None:
    """The person has answered, in a way that the history says."""
    await queries.change_intent(session, intent.id, {"state": "answered"})
    await inbox.change_outbound(session, intent.activity_id, ActivityStatus.ANSWERED, outcome)


async def note_booked(session: ClinicSession, intent: Intent, visit: Appointment) -> None:
    """It brought a visit, and what that is worth."""
    service = await schedule.get_service(session, visit.service_id)
    await queries.change_intent(session, intent.id, {"state": "booked", "appointment_id": visit.id})
    await inbox.change_outbound(
        session,
        intent.activity_id,
        purpose_of(intent).booked,
        f"Booked {visit.service} with {visit.provider}, {visit.spoken}",
        value_cents=service.price_cents,
    )


async def note_unbooked(session: ClinicSession, intent: Intent) -> None:
    """The visit that it brought was canceled."""
    await queries.change_intent(session, intent.id, {"appointment_id": None})
    await note_answer(session, intent, "Booked, then canceled")


async def _sent(session: ClinicSession, intent: Intent) -> None:
    """What the person did since is not overwritten."""
    if intent.state != "sending":
        return
    purpose = purpose_of(intent)
    await queries.change_intent(session, intent.id, {"state": "sent", "settled_at": session.now()})
    await purpose.on_sent(session, intent)
    line = await purpose.sent_line(session, intent)
    await inbox.change_outbound(session, intent.activity_id, ActivityStatus.SENT, line, left=True)
    await purpose.on_changed(session, intent)


async def _failed(session: ClinicSession, intent: Intent, state: str, why: str) -> None:
    if intent.state not in ("sending", "sent"):
        return
    purpose = purpose_of(intent)
    await queries.change_intent(session, intent.id, {"state": state, "settled_at": session.now()})
    await inbox.change_outbound(session, intent.activity_id, ActivityStatus.FAILED, why)
    await purpose.on_failed(session, intent, why)
    await purpose.on_changed(session, intent)
