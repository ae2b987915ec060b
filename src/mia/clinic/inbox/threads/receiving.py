"""A text comes in: kept once, its wish honoured at once, the rest given to Mia or to staff."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import MessageClass, SuppressionReason
from mia.clinic.inbox.models import ThreadRow
from mia.clinic.inbox.tasks import TaskKind, open_task
from mia.clinic.inbox.threads import queries
from mia.clinic.inbox.threads.service import Mode, ensure_thread
from mia.clinic.inbox.threads.texting import OutboundText, queue_text
from mia.clinic.inbox.threads.wishes import Wish, read_wish
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime
from mia.platform.safety.danger import hear_danger
from mia.platform.words.plain import plain

TEXT_RECEIVED = "inbox.text_received"
"""A text that Mia is to answer: ``text_id``, ``thread_id``."""
OPTED_OUT = "inbox.opted_out"
"""Someone wants no contact anymore: ``thread_id``."""

_LONGEST = 4000
_MOST_AN_HOUR = {"email": 12, "sms": 40}
"""Of one address, by channel. People book with a dozen texts; more comes from machines that answer each other."""
_IN_DANGER = 3
"""So many times that are answered where a text mentions danger: bounded too, since our own script speaks of it."""
_CLAIMED = (
    "An email claims to be from a patient but is not a reply to one of ours, so it may be from someone else. "
    "Please reply."
)
_FLOOD = {
    "email": "One address is sending many emails. Mia has stopped replying; please check.",
    "sms": "One number is sending many texts. Mia has stopped replying; please check.",
}


@dataclass(frozen=True)
class InboundText:
    """A text or email from outside. ``sender`` is E.164, or an email address in lower case; a ``provider_id`` is
    heard once, however often it is told. ``to`` is the practice's number that a text came to. Of emails: what
    stands above them, the Message-ID to answer, and whether a machine wrote it, which is never answered (RFC 3834).
    """

    provider_id: str
    sender: str = field(repr=False)
    text: str = field(repr=False)
    to: str | None = None
    subject: str = field(default="", repr=False)
    answers: str | None = field(default=None, repr=False)
    by_machine: bool = False


async def receive_text(session: ClinicSession, inbound: InboundText) -> UUID:
    """Take a text in and do what it asks. Returns its thread.

    STOP, in whatever words, and a wrong number hold from this transaction on, on every channel; the one
    message that confirms it is queued before. Who writes faster than people do is no longer answered.
    """
    phone = patients.normalize_phone(inbound.sender)
    kept = await _keep(session, inbound, phone, verified=True)
    if kept.text_id is None:
        return kept.thread.id
    wish = read_wish(inbound.text)
    if wish is Wish.STOP or not await _floods(session, kept.thread, inbound.text):
        await _answer_wish(session, kept.thread, phone, kept.text_id, wish)
    else:
        await _leave_to_staff(session, kept.thread.id, kept.text_id)
    return kept.thread.id


async def receive_mail(session: ClinicSession, inbound: InboundText, *, verified: bool) -> UUID:
    """Receive an email and act on it, as :func:`receive_text`. Returns its thread.

    ``verified``: it came by an address that only the person has. Any other sender is only claimed: STOP still
    applies, but nothing is disclosed or changed on its word.
    """
    address = inbound.sender
    kept = await _keep(session, inbound, address, verified=verified)
    if kept.text_id is None:
        return kept.thread.id
    about = {"subject_sealed": session.seal(json.dumps([inbound.subject, inbound.answers]))}
    await queries.change_thread(session, kept.thread.id, about)
    if inbound.by_machine:
        await queries.change_text(session, kept.text_id, {"answered": True})
        return kept.thread.id
    wish = read_wish(inbound.text)
    if wish is Wish.OTHER and read_wish(inbound.subject) is Wish.STOP:
        wish = Wish.STOP
    claimed = not verified and (
        kept.thread.patient_id is not None
        or wish is Wish.START
        or bool(await patients.find_by_email(session, address))
    )
    if wish is Wish.STOP or not (claimed or await _floods(session, kept.thread, inbound.text)):
        await _answer_wish(session, kept.thread, address, kept.text_id, wish)
        return kept.thread.id
    await _leave_to_staff(session, kept.thread.id, kept.text_id)
    if claimed:
        await open_task(session, TaskKind.FOLLOW_UP, _CLAIMED)
    return kept.thread.id


@dataclass(frozen=True)
class _Kept:
    """A text on record; ``text_id`` is None when it was there before."""

    thread: ThreadRow
    text_id: UUID | None


async def _keep(session: ClinicSession, inbound: InboundText, address: str, *, verified: bool) -> _Kept:
    thread_id = await ensure_thread(session, address)
    now = session.now()
    text_id = await queries.add_text(
        session,
        {
            "id": new_id(),
            "created_at": now,
            "thread_id": thread_id,
            "author": "patient",
            "text_sealed": session.seal(inbound.text[:_LONGEST]),
            "state": "received",
            "provider_id": inbound.provider_id,
            "verified": verified,
            "practice_number": inbound.to,
        },
    )
    if text_id is not None:
        await queries.change_thread(session, thread_id, {"last_at": now, "unread": True})
        await realtime.publish(session, "conversation.changed", thread_id)
    thread = await queries.find_thread(session, id=thread_id, lock=True)
    assert thread is not None
    return _Kept(thread, text_id)


async def _floods(session: ClinicSession, thread: ThreadRow, text: str) -> bool:
    """Whether someone writes faster than people do, as a machine that answers our texts. Staff get a task once."""
    alarm = hear_danger(plain(text))
    most = _MOST_AN_HOUR[thread.channel]
    allowed = most * _IN_DANGER if alarm is not None and alarm.is_urgent else most
    texts = await queries.list_texts(session, thread.id, limit=4 * allowed)
    since = session.now() - timedelta(hours=1)
    came = sum(one.author == "patient" and one.created_at > since for one in texts)
    if came == most + 1:
        phone = session.unseal(thread.address_sealed) if thread.channel == "sms" else None
        await open_task(session, TaskKind.FOLLOW_UP, _FLOOD[thread.channel], phone=phone)
    return came > allowed


async def _leave_to_staff(session: ClinicSession, thread_id: UUID, text_id: UUID) -> None:
    await queries.change_text(session, text_id, {"answered": True})
    await queries.change_thread(session, thread_id, {"waiting": True})


async def opt_out(
    session: ClinicSession, phone: str, reason: SuppressionReason, *, patient_id: UUID | None = None
) -> bool:
    """Suppress a number, and with a STOP all of its owner's addresses, immediately. Returns whether that changed
    anything.

    A wrong number says nothing about the patient's other addresses.
    """
    before = await consent.is_suppressed(session, phone)
    for address in await _addresses(session, phone, reason, patient_id):
        await consent.suppress(session, address, reason)
    await audit.record(session, "consent.suppress", "thread", [], outcome=reason.value)
    return not before


async def _answer_wish(session: ClinicSession, thread: ThreadRow, phone: str, text_id: UUID, wish: Wish) -> None:
    match wish:
        case Wish.STOP | Wish.WRONG_NUMBER:
            await _stop(session, thread, phone, text_id, wrong_number=wish is Wish.WRONG_NUMBER)
        case Wish.START:
            await _resume(session, thread, phone, text_id)
        case Wish.HELP:
            await _reply(session, thread.id, text_id, await _help(session))
        case Wish.OTHER:
            await _hand_on(session, thread, phone, text_id)
            return
    await queries.change_text(session, text_id, {"answered": True})


async def _stop(
    session: ClinicSession, thread: ThreadRow, phone: str, text_id: UUID, *, wrong_number: bool
) -> None:
    """The confirmation first: once the number is suppressed nothing else is let through to it."""
    if not await consent.is_suppressed(session, phone):
        practice = await practices.get_practice(session)
        if wrong_number:
            words = f"{practice.name}: Sorry about that. We will not text or call this number again."
        else:
            words = (
                f"{practice.name}: You are opted out and will get no more messages or calls. Reply START to undo."
            )
        confirmation = OutboundText("mia", words, MessageClass.OPT_OUT_CONFIRMATION, f"confirm:{text_id}")
        await queue_text(session, thread.id, confirmation)
    reason = SuppressionReason.WRONG_NUMBER if wrong_number else SuppressionReason.STOP
    await opt_out(session, phone, reason, patient_id=thread.patient_id)
    if wrong_number:
        await open_task(
            session,
            TaskKind.FOLLOW_UP,
            "The number on file belongs to someone else. Please ask for the right one.",
            phone=phone,
        )  # fmt: skip
    await jobs.emit(session, OPTED_OUT, {"thread_id": thread.id})


async def _resume(session: ClinicSession, thread: ThreadRow, phone: str, text_id: UUID) -> None:
    """The sender of a STOP may lift it; a wrong number or a privacy request stays."""
    addresses = await _addresses(session, phone, SuppressionReason.STOP, thread.patient_id)
    if await consent.lift(session, *addresses):
        await audit.record(session, "consent.lift", "thread", [thread.id])
    if not await consent.is_suppressed(session, phone):
        practice = await practices.get_practice(session)
        words = f"{practice.name}: You are opted in again. Reply STOP to opt out, HELP for help."
        await _reply(session, thread.id, text_id, words)


async def _hand_on(session: ClinicSession, thread: ThreadRow, phone: str, text_id: UUID) -> None:
    """Mia answers, unless staff has taken over or the person had opted out: then a person decides."""
    if thread.mode == Mode.STAFF.value or await consent.is_suppressed(session, phone):
        await queries.change_thread(session, thread.id, {"waiting": True})
    else:
        await jobs.emit(session, TEXT_RECEIVED, {"text_id": text_id, "thread_id": thread.id})


async def _reply(session: ClinicSession, thread_id: UUID, text_id: UUID, words: str) -> None:
    await queue_text(session, thread_id, OutboundText("mia", words, MessageClass.REPLY, f"reply:{text_id}"))


async def _help(session: ClinicSession) -> str:
    practice = await practices.get_practice(session)
    number = patients.display_phone(practice.settings.phone)
    return (
        f"{practice.name}: This is Mia, our automated AI assistant. For a person call {number}. "
        "Reply STOP to opt out."
    )


async def _addresses(
    session: ClinicSession, phone: str, reason: SuppressionReason, patient_id: UUID | None
) -> Iterable[str]:
    """The number, and its owner's other addresses."""
    if reason is SuppressionReason.WRONG_NUMBER:
        return [phone]
    by_mail = "@" in phone
    people = await (patients.find_by_email if by_mail else patients.find_by_phone)(session, phone)
    if patient_id is not None and all(person.id != patient_id for person in people):
        people += (await patients.get_patients(session, [patient_id])).values()
    known = {address for person in people for address in (person.phone, person.email) if address}
    return sorted({phone, *known})
