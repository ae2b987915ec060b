"""Threads: everything texted with one number, by Mia and by staff, as one conversation."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel, Contact, Decision, MessageClass, Recipient
from mia.clinic.inbox.models import TextRow, ThreadRow
from mia.clinic.inbox.threads import queries
from mia.clinic.inbox.threads.owning import link_numbers, owner_of
from mia.clinic.inbox.threads.texting import OutboundText, queue_text
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

TAKEN_OVER = "inbox.thread_taken_over"
"""A member of staff answers from here on: ``conversation_id`` is Mia's talk that ends."""

_MOST_TEXTS = 200
LONGEST_TEXT = 1600
"""Ten segments, the most that providers take as one message."""


class Mode(StrEnum):
    """Who answers."""

    MIA = "mia"
    STAFF = "staff"


@dataclass(frozen=True)
class Text:
    """One text. ``state`` is ``received``, or how an outbound one stands."""

    id: UUID
    author: Literal["patient", "mia", "staff"]
    text: str = field(repr=False)
    at: datetime
    state: str


@dataclass(frozen=True)
class Thread:
    """A thread as lists show it. ``name`` is None for a number that is no patient's (or several patients').
    ``phone`` is the number, or the email address of a thread by mail."""

    id: UUID
    patient_id: UUID | None
    name: str | None = field(repr=False)
    channel: Literal["sms", "email"]
    phone: str = field(repr=False)
    mode: Mode
    opted_out: bool
    waiting: bool
    unread: bool
    assignee_id: UUID | None
    last_at: datetime
    last_text: Text | None


@dataclass(frozen=True)
class ThreadPage:
    """Threads, the newest first; ``next_after`` is None on the last page."""

    items: tuple[Thread, ...]
    next_after: tuple[datetime, UUID] | None


async def ensure_thread(session: ClinicSession, phone: str, *, patient_id: UUID | None = None) -> UUID:
    """The thread of a number (E.164) or an email address (lower case), begun when there is none. ``patient_id``
    says whose it is; an email address alone says nothing, for anyone can write it above an email."""
    blind = session.blind(phone)
    await queries.lock_address(session, blind)
    row = await queries.find_thread(session, address_blind=blind)
    if row is None:
        by_mail = "@" in phone
        owner = patient_id or (None if by_mail else await owner_of(session, phone))
        values = {
            "id": new_id(),
            "created_at": session.now(),
            "last_at": session.now(),
            "patient_id": owner,
            "channel": "email" if by_mail else "sms",
            "address_sealed": session.seal(phone),
            "address_blind": blind,
        }
        row = await queries.add_thread(session, values)
    elif patient_id is not None and row.patient_id != patient_id:
        await queries.change_thread(session, row.id, {"patient_id": patient_id})
    elif row.patient_id is None and row.channel == "sms":
        await link_numbers(session, [phone])
    return row.id


async def find_thread_of(session: ClinicSession, phone: str) -> UUID | None:
    """The thread of a number (E.164); None when nothing was ever texted."""
    row = await queries.find_thread(session, address_blind=session.blind(phone))
    return row.id if row else None


async def address_of_thread(session: ClinicSession, thread_id: UUID) -> str:
    """The number (E.164) with which a thread is held; :class:`NotFound` when the clinic has none of this id."""
    return session.unseal((await _row(session, thread_id)).address_sealed)


async def search_threads(
    session: ClinicSession,
    *,
    query: str = "",
    also: Sequence[UUID] = (),
    show: queries.Show = "all",
    after: tuple[datetime, UUID] | None = None,
    limit: int = 50,
) -> ThreadPage:
    """Threads, the newest first; ``query`` is looked for in patients' names and phones, and ``also`` fit it."""
    if query.strip():
        rows: Sequence[ThreadRow] = await _found(session, query, also, show)
        more = False
    else:
        rows = await queries.list_threads(session, show=show, after=after, limit=limit + 1)
        more = len(rows) > limit
        rows = rows[:limit]
    items = tuple(await _opened(session, rows))
    await audit.record(session, "thread.read", "thread", [item.id for item in items])
    position = (rows[-1].last_at, rows[-1].id) if more else None
    return ThreadPage(items, position)


async def get_thread(session: ClinicSession, thread_id: UUID) -> tuple[Thread, list[Text]]:
    """One thread with its newest texts, in order; :class:`NotFound` when the clinic has none of this id."""
    row = await _row(session, thread_id)
    (thread,) = await _opened(session, [row])
    texts = [text_of(session, text) for text in await queries.list_texts(session, thread_id, _MOST_TEXTS)]
    await audit.record(session, "thread.read", "thread", [thread_id])
    return thread, texts


async def write_as_staff(session: ClinicSession, thread_id: UUID, text: str, key: str) -> UUID:
    """A member of staff writes; Mia is silent in this thread from here on. The same ``key`` sends once.

    :class:`Conflict` when the patient may not be written to (now), saying why.
    """
    written = text.strip()
    if not written or len(written) > LONGEST_TEXT:
        raise Invalid("A text is needed", fields={"text": f"Between 1 and {LONGEST_TEXT} characters"})
    row = await _row(session, thread_id, lock=True)
    known = await queries.find_text(session, key=_staff_key(row.id, key))
    if known is not None:
        return known.id
    contact, decision = await decide_for_staff(session, row.id, session.unseal(row.address_sealed))
    if not decision.allowed:
        raise Conflict(f"This was not sent. {decision.reason}.")
    await take_over(session, thread_id)
    outbound = OutboundText("staff", written, contact.message_class, _staff_key(row.id, key))
    text_id = await queue_text(session, thread_id, outbound)
    await consent.record_decision(session, text_id, contact, decision, patient_id=row.patient_id)
    await queries.settle_inbound(session, thread_id)
    await queries.change_thread(session, thread_id, {"waiting": False})
    await queries.change_person(session, row, {"unread": False})
    await audit.record(session, "thread.write", "thread", [thread_id])
    return text_id


async def decide_for_staff(session: ClinicSession, thread_id: UUID | None, phone: str) -> tuple[Contact, Decision]:
    """Whether a person at the practice may write now: as an answer, or like a reminder when none is due."""
    wrote_at = await queries.last_written_by_patient(session, thread_id) if thread_id else None
    by_mail = "@" in phone
    zones: tuple[ZoneInfo, ...] = ((await practices.get_practice(session)).zone,)
    if not by_mail:
        zones = (*consent.zones_of_number(phone), *zones)
    states = frozenset() if by_mail else consent.states_of_number(phone)
    channel = Channel.EMAIL if by_mail else Channel.SMS
    has_sender = channel not in await consent.channels_without_number(session)
    recipient = Recipient(True, zones, states, last_wrote_at=wrote_at, has_sender=has_sender)
    consents = await consent.list_consents(session, phone)
    suppressions = await consent.list_suppressions(session, phone)
    refusals = await consent.list_refusals(session, phone)
    policy = await consent.get_policy(session)

    def decided(contact: Contact) -> Decision:
        return consent.decide(
            contact,
            recipient,
            consents=consents,
            suppressions=suppressions,
            refusals=refusals,
            history=(),
            policy=policy,
            now=session.now(),
        )

    answer, message = (Contact(kind, channel, "staff") for kind in (MessageClass.REPLY, MessageClass.REMINDER))
    decision = decided(answer)
    return (message, decided(message)) if decision.rule == "reply_too_late" else (answer, decision)


async def take_over(session: ClinicSession, thread_id: UUID) -> None:
    """Staff answers from here on; Mia's talk of the moment ends. Twice is no error."""
    row = await _row(session, thread_id, lock=True)
    if row.mode == Mode.STAFF.value:
        return
    talk = row.conversation_id  # before the change, which the row at hand follows
    values = {"mode": Mode.STAFF.value, "taken_by": session.scope.actor, "conversation_id": None}
    await queries.change_thread(session, thread_id, values)
    if talk is not None:
        await jobs.emit(session, TAKEN_OVER, {"conversation_id": talk})
    await audit.record(session, "thread.take_over", "thread", [thread_id])
    await realtime.publish(session, "conversation.changed", thread_id)


async def hand_back(session: ClinicSession, thread_id: UUID) -> None:
    """Mia answers again what comes from here on. Twice is no error."""
    row = await _row(session, thread_id, lock=True)
    if row.mode == Mode.MIA.value:
        return
    await queries.settle_inbound(session, thread_id)
    await queries.change_thread(session, thread_id, {"mode": Mode.MIA.value, "taken_by": None, "waiting": False})
    await audit.record(session, "thread.hand_back", "thread", [thread_id])
    await realtime.publish(session, "conversation.changed", thread_id)


async def _row(session: ClinicSession, thread_id: UUID, *, lock: bool = False) -> ThreadRow:
    row = await queries.find_thread(session, id=thread_id, lock=lock)
    if row is None:
        raise NotFound
    return row


async def _found(session: ClinicSession, query: str, also: Sequence[UUID], show: queries.Show) -> list[ThreadRow]:
    hits = await patients.search_patients(session, query)
    theirs = await queries.list_threads_of(session, [hit.id for hit in hits])
    strangers = await queries.list_unowned_threads(session, also) if also else []
    rows = sorted([*theirs, *strangers], key=lambda row: (row.last_at, row.id), reverse=True)
    fits: dict[queries.Show, Callable[[ThreadRow], bool]] = {
        "all": lambda _: True,
        "unread": lambda row: row.unread,
        "waiting": lambda row: row.waiting,
        "mine": lambda row: row.assignee_id is not None and row.assignee_id == session.scope.user_id,
    }
    fitting = [row for row in rows if fits[show](row)]
    newest = {row.patient_id or row.id: row for row in reversed(fitting)}
    return [row for row in fitting if newest[row.patient_id or row.id] is row]


async def _opened(session: ClinicSession, rows: Sequence[ThreadRow]) -> list[Thread]:
    owners = [row.patient_id for row in rows if row.patient_id]
    people = await patients.get_patients(session, owners)
    theirs = defaultdict[UUID, list[ThreadRow]](list)
    for row in [*rows, *await queries.list_threads_of(session, owners)]:
        theirs[row.patient_id or row.id].append(row)
    newest = await queries.newest_texts(session, [row.id for row in rows])
    stopped = await consent.find_suppressed(session, [row.address_blind for row in rows])

    def opened(row: ThreadRow, person: Sequence[ThreadRow]) -> Thread:
        return Thread(
            id=row.id,
            patient_id=row.patient_id,
            name=people[row.patient_id].name if row.patient_id in people else None,
            channel="email" if row.channel == "email" else "sms",
            phone=session.unseal(row.address_sealed),
            mode=Mode(row.mode),
            opted_out=row.address_blind in stopped,
            waiting=any(one.waiting for one in person),
            unread=any(one.unread for one in person),
            assignee_id=next((one.assignee_id for one in person if one.assignee_id), None),
            last_at=row.last_at,
            last_text=text_of(session, newest[row.id]) if row.id in newest else None,
        )

    return [opened(row, theirs[row.patient_id or row.id]) for row in rows]


def text_of(session: ClinicSession, row: TextRow) -> Text:
    """A row as a text, for callers that record the reading."""
    author: Literal["patient", "mia", "staff"] = "staff"
    if row.author in ("patient", "mia"):
        author = "patient" if row.author == "patient" else "mia"
    return Text(
        id=row.id,
        author=author,
        text=_words(session, row),
        at=row.created_at,
        state=row.state,
    )


def _words(session: ClinicSession, row: TextRow) -> str:
    if row.secret:
        return "One-time code (hidden)"
    return session.unseal(row.text_sealed) if row.text_sealed else ""


def _staff_key(thread_id: UUID, key: str) -> str:
    """A browser's key counts within its thread."""
    return f"staff:{thread_id}:{key}"
