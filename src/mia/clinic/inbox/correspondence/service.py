"""Everything with one person in one place: texts and emails of all their addresses, calls and website chats."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

from mia.clinic.consent.service import Decision
from mia.clinic.inbox.history import Activity
from mia.clinic.inbox.notes.service import Note, list_notes
from mia.clinic.inbox.of_patient import list_contacts, list_contacts_with
from mia.clinic.inbox.threads import queries
from mia.clinic.inbox.threads.owning import link_written_to
from mia.clinic.inbox.threads.service import (
    Mode,
    Text,
    Thread,
    decide_for_staff,
    ensure_thread,
    find_thread_of,
    get_thread,
)
from mia.clinic.patients import service as patients
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.realtime import service as realtime

Written = Literal["sms", "email"]

_MOST_CONTACTS = 100
_ADDRESSES: dict[Written, str] = {"sms": "phone number", "email": "email address"}


@dataclass(frozen=True)
class Way:
    """One way to write to a person: a number or an email address, and whether staff may write there now."""

    thread_id: UUID
    channel: Written
    address: str = field(repr=False)
    mode: Mode
    opted_out: bool
    decision: Decision


@dataclass(frozen=True)
class Correspondence:
    """What was written with a person by any address, in order, their calls and chats, newest first, and the team's
    notes. For an address that is no one patient's it is what was written there, the calls that came from it, and
    what those did who gave it as theirs without proof."""

    thread: Thread
    ways: tuple[Way, ...]
    texts: tuple[tuple[Written, Text], ...]
    contacts: tuple[Activity, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True)
class ConversationCounts:
    """People whose words are unread, who need a person's, and who are assigned to the reader."""

    unread: int
    waiting: int
    mine: int


async def read_correspondence(session: ClinicSession, thread_id: UUID) -> Correspondence:
    """All there is with the person of a thread; :class:`~mia.platform.kernel.errors.NotFound` when the clinic has
    none of this id. Each part is audited as it is when read alone."""
    thread, texts = await get_thread(session, thread_id)
    told = [(thread, texts)]
    if thread.patient_id is not None:
        for row in await queries.list_threads_of(session, [thread.patient_id]):
            if row.id != thread_id:
                told.append(await get_thread(session, row.id))
    written = [(one.channel, text) for one, some in told for text in some]
    return Correspondence(
        thread=thread,
        ways=tuple([await _way(session, one) for one, _ in told]),
        texts=tuple(sorted(written, key=lambda pair: (pair[1].at, pair[1].id))),
        # What was written is there word by word.
        contacts=tuple(one for one in await _contacts(session, thread) if one.channel.value not in _ADDRESSES),
        notes=tuple(await list_notes(session, [one.id for one, _ in told])),
    )


async def begin_writing(session: ClinicSession, patient_id: UUID, channel: Written | None = None) -> UUID:
    """The thread with a patient by text or email, by text first when neither is asked for. Those of all their
    addresses are begun, so that each can be chosen; nothing is sent.

    :class:`~mia.platform.kernel.errors.NotFound` for no patient, :class:`Conflict` without such an address.
    """
    patient = await patients.get_patient(session, patient_id)
    addresses: dict[Written, str | None] = {"sms": patient.phone, "email": patient.email}
    threads: dict[Written, UUID] = {}
    for way, address in addresses.items():
        if address is not None:
            known = await find_thread_of(session, address)
            if known is not None:
                await link_written_to(session, patient, known, address)
            threads[way] = known or await ensure_thread(session, address, patient_id=patient.id)
    wanted = channel or next(iter(threads), None)
    if wanted is None:
        raise Conflict("There is no phone number or email address on this record.")
    if wanted not in threads:
        raise Conflict(f"There is no {_ADDRESSES[wanted]} on this record.")
    return threads[wanted]


async def change_conversation(session: ClinicSession, thread_id: UUID, values: Mapping[str, object]) -> None:
    """Mark all there is with the person of a thread as read or unread (``unread``), or assign it (``assignee_id``,
    None removes); :class:`~mia.platform.kernel.errors.NotFound` when the clinic has none of this id."""
    row = await queries.find_thread(session, id=thread_id, lock=True)
    if row is None:
        raise NotFound
    if not values:
        return
    await queries.change_person(session, row, values)
    if "assignee_id" in values:
        await audit.record(session, "thread.assign", "thread", [thread_id])
    await realtime.publish(session, "conversation.changed", thread_id)


async def count_conversations(session: ClinicSession) -> ConversationCounts:
    """How much there is to read and to answer."""
    return ConversationCounts(*await queries.count_people(session))


async def _contacts(session: ClinicSession, thread: Thread) -> tuple[Activity, ...]:
    if thread.patient_id is not None:
        return await list_contacts(session, thread.patient_id, before=None, limit=_MOST_CONTACTS)
    find = patients.find_by_email if thread.channel == "email" else patients.find_by_phone
    claimed = [one.id for one in await find(session, thread.phone, unverified=True) if one.unverified]
    return await list_contacts_with(session, thread.phone, claimed, limit=_MOST_CONTACTS)


async def _way(session: ClinicSession, thread: Thread) -> Way:
    _, decision = await decide_for_staff(session, thread.id, thread.phone)
    return Way(thread.id, thread.channel, thread.phone, thread.mode, thread.opted_out, decision)
