"""Texts that leave: queued with the work they belong to, handed over once, their outcome found out.

``queued`` becomes ``sending`` and is committed before the provider is asked. A text found ``sending`` later
(its process died, the connection broke) is looked up at the provider; it is handed over again only when the
provider says that it never had it, and becomes a task for staff when no one can tell.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import MessageClass
from mia.clinic.inbox.models import TextRow, ThreadRow
from mia.clinic.inbox.ports import OutcomeUnknown, ReceiptStatus, SendReceipt, SmsMessage, SmsRejected, SmsSender
from mia.clinic.inbox.tasks import TaskKind, open_task
from mia.clinic.inbox.threads import queries
from mia.clinic.inbox.threads.mailing import mail_text
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import NumberUse
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.realtime import service as realtime

log = structlog.get_logger()

TEXT_QUEUED = "inbox.text_queued"
"""The event that has the job worker call :func:`deliver_text` with its ``text_id``."""
TEXT_SETTLED = "inbox.text_settled"
"""Tells that a text has left, or will not: ``text_id``."""

_IN_HANDS = timedelta(seconds=50)
"""Longer than a handler may run: a text being sent for longer was left by a process that died."""
_OVERDUE = timedelta(minutes=3)
_MOST_ATTEMPTS = 8
_BATCH = 100


@dataclass(frozen=True)
class OutboundText:
    """A text to be sent in a thread. The first of a ``key`` is; ``author`` is ``mia`` or ``staff``. A ``secret``
    one holds a one-time code: no one is shown it, and it is emptied here once it has left."""

    author: str
    text: str = field(repr=False)
    message_class: MessageClass
    key: str
    secret: bool = False


async def queue_text(session: ClinicSession, thread_id: UUID, outbound: OutboundText) -> UUID:
    """Write a text; it leaves after this transaction has committed. The id of the one there is for a known key."""
    now = session.now()
    text_id = await queries.add_text(
        session,
        {
            "id": new_id(),
            "created_at": now,
            "thread_id": thread_id,
            "author": outbound.author,
            "message_class": outbound.message_class.value,
            "text_sealed": session.seal(outbound.text),
            "state": "queued",
            "idempotency_key": outbound.key,
            "secret": outbound.secret,
        },
    )
    if text_id is None:
        known = await queries.find_text(session, key=outbound.key)
        assert known is not None
        return known.id
    await queries.change_thread(session, thread_id, {"last_at": now})
    await jobs.emit(session, TEXT_QUEUED, {"text_id": text_id})
    await realtime.publish(session, "conversation.changed", thread_id)
    return text_id


async def deliver_text(database: Database, scope: ClinicScope, sender: SmsSender, text_id: UUID) -> None:
    """Send a queued text, or find out whether one was sent when sending was interrupted.

    :class:`Unavailable` when it is to be tried again: its event comes back, later and later.
    """
    async with database.clinic(scope) as session:
        claim = None if await _mailed(session, text_id) else await _claim(session, text_id)
    if claim is None:
        return
    try:
        receipt = await sender.find(claim.message) if claim.interrupted else None
        if receipt is None:
            if claim.interrupted and await _is_stopped(database, scope, text_id):
                return
            receipt = await sender.send(claim.message)
    except SmsRejected as refused:
        again = refused.retryable and claim.attempt < _MOST_ATTEMPTS
        await _settle(database, scope, text_id, {"state": "queued" if again else "failed"})
        log.info("text_refused", text_id=str(text_id), reason=refused.reason)
        if again:
            raise Unavailable("The text could not be handed over") from None
    except OutcomeUnknown:
        await _doubt(database, scope, text_id, claim.attempt)
    else:
        await _settle(database, scope, text_id, _settled(receipt))


async def note_receipt(session: ClinicSession, provider_id: str, status: ReceiptStatus) -> None:
    """The provider reports a text's delivery status. Unknown ids are ignored; nothing undoes a failure."""
    row = await queries.find_text(session, provider_id=provider_id, lock=True)
    if row is None or row.state not in ("sending", "sent"):
        return
    state = {"accepted": "sent", "delivered": "delivered", "failed": "failed"}[status.value]
    if state != row.state:
        await queries.change_text(session, row.id, {"state": state})
        await _announce(session, row.id, row.thread_id)


async def requeue_texts(session: ClinicSession) -> int:
    """Take up texts again whose event was lost or given up. Periodic work; returns how many."""
    rows = await queries.list_unsettled(session, session.now() - _OVERDUE, _BATCH)
    for row in rows:
        await jobs.emit(session, TEXT_QUEUED, {"text_id": row.id})
    return len(rows)


@dataclass(frozen=True)
class TextOutcome:
    """How a text came out: ``author`` and ``state`` as in the thread. ``reached``: it may have got to the person;
    ``answers``: it says something to them, and does not only confirm that they have opted out."""

    id: UUID
    thread_id: UUID
    author: str
    state: str
    reached: bool
    answers: bool


async def get_text(session: ClinicSession, text_id: UUID) -> TextOutcome | None:
    """How a text stands; None when the clinic has none of this id."""
    row = await queries.find_text(session, id=text_id)
    if row is None:
        return None
    # A failed text that the provider never took has neither a name there nor a sending that was left open.
    never_left = row.state == "blocked" or (row.state == "failed" and not row.provider_id and not row.sending_since)
    answers = row.message_class != MessageClass.OPT_OUT_CONFIRMATION.value
    return TextOutcome(row.id, row.thread_id, row.author, row.state, reached=not never_left, answers=answers)


@dataclass(frozen=True)
class _Claim:
    message: SmsMessage
    interrupted: bool
    attempt: int


async def _claim(session: ClinicSession, text_id: UUID) -> _Claim | None:
    """Take a text in hand, which is committed before anyone outside is asked; None when it needs no hand."""
    row = await queries.find_text(session, id=text_id, lock=True)
    if row is None or row.state not in ("queued", "sending") or row.text_sealed is None:
        return None
    thread = await queries.find_thread(session, id=row.thread_id)
    assert thread is not None
    now = session.now()
    if row.sending_since is not None and abs(now - row.sending_since) < _IN_HANDS:
        raise Unavailable("This text is in other hands")
    interrupted = row.state == "sending"
    # What was interrupted is looked up by the number that it left from, whatever the practice uses by now.
    sender = row.practice_number if interrupted else None
    if sender is None:
        heard_at = await queries.last_practice_number(session, thread.id)
        sender = await practices.sending_number(session, NumberUse.TEXTS, rather=heard_at)
    if sender is None or (not interrupted and await _forbidden(session, row, thread)):
        await queries.change_text(session, row.id, {"state": "blocked", "sending_since": None})
        await _announce(session, row.id, thread.id)
        return None
    attempt = row.attempts + 1
    values = {"state": "sending", "sending_since": now, "attempts": attempt, "practice_number": sender}
    await queries.change_text(session, row.id, values)
    return _Claim(_message(session, row, thread, sender), interrupted, attempt)


async def _mailed(session: ClinicSession, text_id: UUID) -> bool:
    """Whether a text belongs to a thread by mail; then the mail room has it from here on, in this transaction."""
    row = await queries.find_text(session, id=text_id, lock=True)
    thread = await queries.find_thread(session, id=row.thread_id) if row else None
    if row is None or thread is None or thread.channel != "email":
        return False
    if row.state == "queued" and row.text_sealed is not None:
        if await _forbidden(session, row, thread):
            state = "blocked"
        else:
            state = "sent" if await mail_text(session, row, thread) else "failed"
        await queries.change_text(session, row.id, {"state": state})
        await _announce(session, row.id, thread.id)
    return True


async def _is_stopped(database: Database, scope: ClinicScope, text_id: UUID) -> bool:
    """Whether a text that never left may no longer do so: the person has opted out meanwhile."""
    async with database.clinic(scope) as session:
        row = await queries.find_text(session, id=text_id, lock=True)
        thread = await queries.find_thread(session, id=row.thread_id) if row else None
        if row is None or thread is None or not await _forbidden(session, row, thread):
            return False
        await queries.change_text(session, row.id, {"state": "blocked", "sending_since": None})
        await _announce(session, row.id, thread.id)
        return True


async def _forbidden(session: ClinicSession, row: TextRow, thread: ThreadRow) -> bool:
    """Whether the person has opted out since the text was written; only the confirmation of that may go."""
    if row.message_class == MessageClass.OPT_OUT_CONFIRMATION.value:
        return False
    return await consent.is_suppressed(session, session.unseal(thread.address_sealed))


def _message(session: ClinicSession, row: TextRow, thread: ThreadRow, sender: str) -> SmsMessage:
    assert row.text_sealed is not None
    return SmsMessage(
        idempotency_key=encode("txt", row.id),
        scope=session.scope,
        sender=sender,
        to=session.unseal(thread.address_sealed),
        text=session.unseal(row.text_sealed),
    )


def _settled(receipt: SendReceipt) -> dict[str, Any]:
    states = {ReceiptStatus.ACCEPTED: "sent", ReceiptStatus.DELIVERED: "delivered", ReceiptStatus.FAILED: "failed"}
    return {"state": states[receipt.status], "provider_id": receipt.provider_id}


async def _settle(database: Database, scope: ClinicScope, text_id: UUID, values: dict[str, Any]) -> None:
    async with database.clinic(scope) as session:
        row = await queries.find_text(session, id=text_id, lock=True)
        if row is None or row.state != "sending":
            return
        await queries.change_text(session, text_id, {"sending_since": None, **values})
        if values["state"] != "queued":
            await _announce(session, text_id, row.thread_id)


async def _doubt(database: Database, scope: ClinicScope, text_id: UUID, attempt: int) -> None:
    """No one can tell whether it left: ask again later, in the end ask staff. It is never sent on a guess."""
    if attempt < _MOST_ATTEMPTS:
        async with database.clinic(scope) as session:
            await queries.change_text(session, text_id, {"sending_since": None})
        raise Unavailable("It is not known yet whether the text left")
    async with database.clinic(scope) as session:
        row = await queries.find_text(session, id=text_id, lock=True)
        if row is None or row.state != "sending":
            return
        thread = await queries.find_thread(session, id=row.thread_id)
        assert thread is not None
        detail = "A text to this number may not have been sent. Please check before texting again."
        await open_task(session, TaskKind.FOLLOW_UP, detail, phone=session.unseal(thread.address_sealed))
        await queries.change_text(session, text_id, {"state": "failed"})
        await _announce(session, text_id, row.thread_id)
    log.error("text_outcome_unknown", text_id=str(text_id))


async def _announce(session: ClinicSession, text_id: UUID, thread_id: UUID) -> None:
    """A text's status is final: publish it. A one-time code has done its work."""
    await queries.empty_secret(session, text_id)
    await jobs.emit(session, TEXT_SETTLED, {"text_id": text_id})
    await realtime.publish(session, "conversation.changed", thread_id)
