"""Mia's side of a thread: the talk she holds at the voice service, and the answers she gives in texts."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from mia.clinic.consent.service import MessageClass
from mia.clinic.inbox import conversations
from mia.clinic.inbox import queries as inbox_queries
from mia.clinic.inbox.conversations import Channel, Conversation
from mia.clinic.inbox.models import ThreadRow
from mia.clinic.inbox.tasks import TaskKind, open_task
from mia.clinic.inbox.threads import queries
from mia.clinic.inbox.threads.service import Mode, Text, text_of
from mia.clinic.inbox.threads.texting import OutboundText, queue_text
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Unavailable
from mia.platform.realtime import service as realtime

_MOST_HANDED_BACK = 30
"""Texts that Mia learns of when staff hand a thread back."""


@dataclass(frozen=True)
class TextTalk:
    """A text to be answered, and the talk it belongs to. ``conversation`` is None before the talk has begun;
    ``greeted``: the person has heard from Mia in this thread before."""

    thread_id: UUID
    text_id: UUID
    text: str = field(repr=False)
    patient_id: UUID | None
    conversation: Conversation | None
    greeted: bool
    channel: Channel = Channel.SMS


async def claim_answer(session: ClinicSession, text_id: UUID) -> TextTalk | None:
    """The text Mia is to answer; None when it has been answered, or staff has taken over.

    :class:`Unavailable` while an earlier one of the thread waits: texts are answered in order.
    """
    text = await queries.find_text(session, id=text_id, lock=True)
    if text is None or text.answered or text.text_sealed is None:
        return None
    thread = await queries.find_thread(session, id=text.thread_id, lock=True)
    if thread is None or thread.mode != Mode.MIA.value:
        return None
    talk = None
    if thread.conversation_id is not None:
        talk = await conversations.get_conversation(session, thread.conversation_id)
    texts = await queries.list_texts(session, thread.id, limit=50)
    waiting = [one.id for one in texts if one.author == "patient" and not one.answered]
    if waiting and waiting[0] != text.id:
        raise Unavailable("An earlier text is answered first")
    return TextTalk(
        thread_id=thread.id,
        text_id=text.id,
        text=session.unseal(text.text_sealed),
        patient_id=thread.patient_id,
        conversation=talk if talk and not talk.is_closed else None,
        greeted=any(one.author == "mia" and not one.secret for one in texts),
        channel=Channel.EMAIL if thread.channel == "email" else Channel.SMS,
    )


async def begin_talk(session: ClinicSession, talk: TextTalk, voice_id: str) -> Conversation:
    """Tie a session at the voice service to the thread; its conversation is the patient's, when there is one."""
    origin = session.unseal((await _thread(session, talk.thread_id)).address_sealed)
    conversation = await conversations.start_conversation(session, talk.channel, voice_id=voice_id, origin=origin)
    if talk.patient_id is not None:
        await inbox_queries.change_conversation(session, conversation.id, {"patient_id": talk.patient_id})
    await queries.change_thread(session, talk.thread_id, {"conversation_id": conversation.id})
    return await conversations.get_conversation(session, conversation.id)


async def store_answer(session: ClinicSession, talk: TextTalk, words: str, *, asks: str | None = None) -> None:
    """Queue Mia's answer to a text, once; in a thread that staff has taken over meanwhile it is dropped.

    ``asks`` is remembered until the next text goes out (:func:`last_question`).
    """
    text = await queries.find_text(session, id=talk.text_id, lock=True)
    thread = await queries.find_thread(session, id=talk.thread_id, lock=True)
    if text is None or text.answered or thread is None:
        return
    await queries.change_text(session, talk.text_id, {"answered": True})
    if thread.mode == Mode.MIA.value and words:
        key = f"{asks}:{talk.text_id}" if asks else f"reply:{talk.text_id}"
        outbound = OutboundText("mia", words, MessageClass.REPLY, key)
        await queue_text(session, talk.thread_id, outbound)


async def give_up_answer(
    session: ClinicSession, talk: TextTalk, why: str = "Mia couldn't answer a text. Please reply."
) -> None:
    """Mia cannot answer, or may not: a person has to."""
    thread = await queries.find_thread(session, id=talk.thread_id, lock=True)
    if thread is None:
        return
    await queries.change_text(session, talk.text_id, {"answered": True})
    await queries.change_thread(session, talk.thread_id, {"waiting": True})
    phone = session.unseal(thread.address_sealed) if thread.channel == "sms" else None
    await open_task(session, TaskKind.FOLLOW_UP, why, phone=phone)
    await realtime.publish(session, "conversation.changed", talk.thread_id)


async def find_thread_of_talk(session: ClinicSession, conversation_id: UUID) -> UUID | None:
    """The thread of an ongoing conversation."""
    row = await queries.find_thread_of_talk(session, conversation_id)
    return row.id if row else None


async def patient_of_thread(session: ClinicSession, thread_id: UUID) -> UUID | None:
    """Whose thread it is; None when the number is no one's, or several patients'."""
    row = await queries.find_thread(session, id=thread_id)
    return row.patient_id if row else None


async def last_question(session: ClinicSession, thread_id: UUID) -> str | None:
    """What the newest text to the patient asks, as :func:`store_answer` was told."""
    texts = await queries.list_texts(session, thread_id, limit=20)
    newest = next((text for text in reversed(texts) if text.author != "patient"), None)
    if newest is None or newest.idempotency_key is None:
        return None
    return newest.idempotency_key.rpartition(":")[0]


async def is_reply(session: ClinicSession, thread_id: UUID, since: datetime) -> bool:
    """Whether a text from this thread can be a reply to something the practice sent on its own since an instant,
    rather than to an answer to the person's own message."""
    return await queries.has_written_first(session, thread_id, since)


async def list_handed_back(session: ClinicSession, thread_id: UUID, until: UUID) -> list[Text]:
    """What was written in a thread before the text ``until``, in order, when staff has written in it: so that Mia
    knows what they agreed. Nothing where she alone has answered: her own conversation has it."""
    rows = await queries.list_texts(session, thread_id, limit=_MOST_HANDED_BACK)
    shown = [row for row in rows if row.text_sealed is not None and not row.secret]
    before = [row for row in shown if row.state not in ("blocked", "failed")]
    place = next((number for number, row in enumerate(before) if row.id == until), len(before))
    before = before[:place]
    if not any(row.author == "staff" for row in before):
        return []
    return [text_of(session, row) for row in before]


async def list_said(session: ClinicSession, thread_id: UUID, since: datetime) -> list[str]:
    """What the patient has texted since an instant, in order."""
    texts = await queries.list_texts(session, thread_id, limit=50)
    return [
        session.unseal(text.text_sealed)
        for text in texts
        if text.author == "patient" and text.text_sealed is not None and text.created_at >= since
    ]


async def _thread(session: ClinicSession, thread_id: UUID) -> ThreadRow:
    row = await queries.find_thread(session, id=thread_id)
    assert row is not None
    return row
