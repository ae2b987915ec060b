"""The life of a conversation: started, spoken in, closed, in the end emptied."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from mia.clinic.inbox import queries
from mia.clinic.inbox.activity_pages import index_name
from mia.clinic.inbox.models import ConversationRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id


class Channel(StrEnum):
    """How someone reached the practice, or was reached."""

    WEB_CALL = "web_call"
    WEB_CHAT = "web_chat"
    PHONE = "phone"
    SMS = "sms"
    EMAIL = "email"

    @property
    def is_spoken(self) -> bool:
        return self in (Channel.WEB_CALL, Channel.PHONE)


class ConversationStatus(StrEnum):
    """``starting`` until the first word can be said, ``closed`` for good."""

    STARTING = "starting"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True)
class Conversation:
    """One call or chat. ``voice_id`` is its call or session at the voice service.

    ``visitor``: it came through the public widget of the demo practice, so its content is short-lived.
    ``ticket`` lets a browser join the call. ``origin`` is a keyed hash of where it came from, for limits.
    """

    id: UUID
    channel: Channel
    status: ConversationStatus
    voice_id: str | None
    patient_id: UUID | None
    started_at: datetime
    ended_at: datetime | None
    ended_reason: str | None
    visitor: bool
    ticket: str | None = field(default=None, repr=False)
    origin: bytes | None = field(default=None, repr=False)

    @property
    def is_closed(self) -> bool:
        return self.status is ConversationStatus.CLOSED


@dataclass(frozen=True)
class Line:
    """One thing said or written; ``at_seconds`` counts from the start of the conversation."""

    role: Literal["user", "assistant"]
    text: str = field(repr=False)
    at_seconds: float


async def start_conversation(
    session: ClinicSession,
    channel: Channel,
    *,
    voice_id: str | None = None,
    visitor: bool = False,
    origin: str = "",
) -> Conversation:
    """Open a conversation; the one there is when ``voice_id`` is known already.

    ``visitor``: it began at the public widget of the demo practice. ``origin`` is the network address or the number
    it comes from, where that is known; only a keyed hash of it is kept.
    """
    values = {
        "id": new_id(),
        "channel": channel.value,
        "status": (ConversationStatus.OPEN if voice_id else ConversationStatus.STARTING).value,
        "voice_id": voice_id,
        "started_at": session.now(),
        "active_at": session.now(),
        "visitor": visitor,
        "origin_blind": origin_blind(session, origin) if origin else None,
    }
    row = await queries.add_conversation(session, values)
    if row is None:
        row = await queries.find_conversation(session, voice_id=voice_id)
    assert row is not None
    return _conversation(session, row)


async def open_conversation(
    session: ClinicSession, conversation_id: UUID, voice_id: str, ticket: str | None = None
) -> None:
    """Tie a starting conversation to its call or session at the voice service."""
    values = {
        "voice_id": voice_id,
        "ticket_sealed": session.seal(ticket) if ticket else None,
        "status": ConversationStatus.OPEN.value,
    }
    await queries.change_conversation(session, conversation_id, values)


async def abandon_conversation(session: ClinicSession, conversation_id: UUID) -> None:
    """Forget a conversation that never began."""
    await queries.drop_conversation(session, conversation_id)


async def get_conversation(session: ClinicSession, conversation_id: UUID, *, lock: bool = False) -> Conversation:
    """One conversation; :class:`NotFound` when the clinic has no such. ``lock`` holds it until commit."""
    row = await queries.find_conversation(session, id=conversation_id, lock=lock)
    if row is None:
        raise NotFound
    return _conversation(session, row)


async def find_by_voice_id(session: ClinicSession, voice_id: str, *, lock: bool = False) -> Conversation | None:
    """The conversation of a call or session at the voice service."""
    row = await queries.find_conversation(session, voice_id=voice_id, lock=lock)
    return _conversation(session, row) if row else None


async def link_patient(session: ClinicSession, conversation_id: UUID, patient_id: UUID) -> None:
    """Note whose conversation it is. The caller is told nothing of the record."""
    await queries.change_conversation(session, conversation_id, {"patient_id": patient_id})
    await queries.change_activity(session, conversation_id, {"patient_id": patient_id})


async def read_lines(session: ClinicSession, conversation_id: UUID) -> list[Line]:
    """What was said, in order. The caller of this function records who reads it."""
    return [
        Line("user" if row.role == "user" else "assistant", session.unseal(row.text_sealed), row.at_ms / 1000)
        for row in await queries.list_messages(session, conversation_id)
    ]


async def close_conversation(
    session: ClinicSession,
    conversation: Conversation,
    *,
    ended_at: datetime,
    ended_reason: str,
    summary: str,
    lines: Sequence[Line],
) -> None:
    """Store how it ended and what was said."""
    await queries.replace_messages(session, conversation.id, _rows(session, lines))
    duration = max(0, round((ended_at - conversation.started_at).total_seconds()))
    await queries.change_conversation(
        session,
        conversation.id,
        {
            "status": ConversationStatus.CLOSED.value,
            "ticket_sealed": None,
            "ended_at": ended_at,
            "ended_reason": ended_reason,
            "duration_seconds": duration,
            "summary_sealed": session.seal(summary),
        },
    )


async def lock_visitors(session: ClinicSession) -> None:
    """Until the transaction ends, no other website conversation is counted or begun in the clinic."""
    await queries.lock_visitors(session)


async def count_visitors_now(session: ClinicSession, since: datetime, active_since: datetime) -> int:
    """Conversations of website visitors begun after ``since`` that have not ended; of chats, those in which the
    visitor wrote after ``active_since``."""
    return await queries.count_visitors(session, since, active_since)


async def count_chats_of(session: ClinicSession, origin: str, active_since: datetime) -> int:
    """Chats on websites that ``origin`` has begun, in which it wrote after ``active_since``, and that have not
    ended."""
    return await queries.count_chats_of(session, origin_blind(session, origin), active_since)


async def note_activity(session: ClinicSession, conversation_id: UUID) -> None:
    """The visitor is writing."""
    await queries.change_conversation(session, conversation_id, {"active_at": session.now()})


async def list_unfinished(session: ClinicSession, before: datetime, limit: int) -> list[Conversation]:
    """Conversations begun before an instant and not closed, oldest first."""
    where = (ConversationRow.status != "closed", ConversationRow.started_at < before)
    return [_conversation(session, row) for row in await queries.list_conversations(session, *where, limit=limit)]


async def list_expired_visitors(session: ClinicSession, before: datetime, limit: int) -> list[Conversation]:
    """Visitors' conversations begun before an instant whose content is still there, oldest first."""
    where = (
        ConversationRow.visitor.is_(True),
        ConversationRow.purged_at.is_(None),
        ConversationRow.started_at < before,
    )
    return [_conversation(session, row) for row in await queries.list_conversations(session, *where, limit=limit)]


async def purge_content(
    session: ClinicSession,
    conversation_id: UUID,
    *,
    name: str = "Removed visitor",
    outcome: str = "Content removed after 24 hours",
) -> None:
    """Remove what was said and every name; what remains counts, and says nothing of the person.

    ``name`` and ``outcome`` are shown in the history instead.
    """
    await queries.drop_messages(session, conversation_id)
    await queries.drop_recording(session, conversation_id)
    await queries.drop_tasks(session, conversation_id)
    now = session.now()
    emptied = {"summary_sealed": None, "patient_id": None, "origin_blind": None, "purged_at": now}
    await queries.change_conversation(session, conversation_id, emptied)
    anonymous = {
        "name_sealed": session.seal(name),
        "outcome_sealed": session.seal(outcome),
        "patient_id": None,
        "purged_at": now,
    }
    activity_id = await queries.change_activity(session, conversation_id, anonymous)
    if activity_id is not None:
        await index_name(session, activity_id, name)


def comes_from(session: ClinicSession, conversation: Conversation, origin: str) -> bool:
    """Whether a conversation came from this network address or number, as far as the carrier says so."""
    return conversation.origin == origin_blind(session, origin)


def origin_blind(session: ClinicSession, origin: str) -> bytes:
    """What a conversation keeps of where it came from."""
    return session.blind(f"origin:{origin}")


def _rows(session: ClinicSession, lines: Sequence[Line]) -> list[dict[str, object]]:
    return [
        {
            "id": new_id(),
            "position": index,
            "role": line.role,
            "text_sealed": session.seal(line.text),
            "at_ms": round(line.at_seconds * 1000),
        }
        for index, line in enumerate(lines)
    ]


def _conversation(session: ClinicSession, row: ConversationRow) -> Conversation:
    return Conversation(
        id=row.id,
        channel=Channel(row.channel),
        status=ConversationStatus(row.status),
        voice_id=row.voice_id,
        patient_id=row.patient_id,
        started_at=row.started_at,
        ended_at=row.ended_at,
        ended_reason=row.ended_reason,
        visitor=row.visitor,
        ticket=session.unseal(row.ticket_sealed) if row.ticket_sealed else None,
        origin=row.origin_blind,
    )
