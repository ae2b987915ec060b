"""Recordings of calls: what the caller said to being recorded, and the sound, sealed for the clinic in pieces."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from mia.clinic.inbox import queries
from mia.clinic.inbox.models import ConversationRow, RecordingRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.realtime import service as realtime

MEDIA_TYPE = "audio/ogg"
_PIECE = 262_144
"""Bytes that are sealed at once."""

RecordingAnswer = Literal["granted", "refused", "unanswered", "withdrawn"]


@dataclass(frozen=True)
class RecordingState:
    """What is known of a call's recording. ``answer`` is None when the caller was not asked; the sound may have had
    its time while the answer stays."""

    answer: RecordingAnswer | None
    answered_at: datetime | None
    is_there: bool


@dataclass(frozen=True)
class Sound:
    """A recording as it is played."""

    data: bytes = field(repr=False)
    media_type: str = MEDIA_TYPE


async def note_recording_answer(
    session: ClinicSession, conversation_id: UUID, answer: RecordingAnswer, at: datetime
) -> None:
    """Keep what a caller said to being recorded. It outlives the recording, as proof."""
    values = {"recording_answer": answer, "recording_answered_at": at}
    await queries.change_conversation(session, conversation_id, values)
    if answer != "granted":
        await drop_recordings(session, conversation_ids=[conversation_id])


async def keep_recording(session: ClinicSession, conversation_id: UUID, data: bytes) -> bool:
    """Seal and store the sound of a call; whether it is kept. Without consent it is not, nor when what was said has
    been removed."""
    row = await queries.find_conversation(session, id=conversation_id, lock=True)
    if row is None or row.recording_answer != "granted" or row.purged_at is not None:
        return False
    pieces = [data[start : start + _PIECE] for start in range(0, len(data), _PIECE)]
    values = [
        {
            "clinic_id": session.scope.clinic_id,
            "conversation_id": conversation_id,
            "position": position,
            "size": len(piece),
            "piece_sealed": session.key.seal_bytes(piece, _place(conversation_id, position)),
            "created_at": session.now(),
        }
        for position, piece in enumerate(pieces)
    ]
    if values:
        await session.sql.execute(insert(RecordingRow).values(values).on_conflict_do_nothing())
        if (activity := await queries.find_activity_of(session, conversation_id)) is not None:
            await realtime.publish(session, "activity.changed", activity)
    return bool(values)


async def recording_state(session: ClinicSession, conversation: ConversationRow | None) -> RecordingState:
    """Whether a conversation was recorded, and what was said to that."""
    if conversation is None or conversation.recording_answer is None:
        return RecordingState(None, None, False)
    query = select(func.count()).where(RecordingRow.conversation_id == conversation.id)
    there = bool(await session.sql.scalar(query))
    answer = cast(RecordingAnswer, conversation.recording_answer)
    return RecordingState(answer, conversation.recording_answered_at, there)


async def play_recording(session: ClinicSession, activity_id: UUID) -> Sound:
    """The sound of a call; :class:`NotFound` when there is none (anymore). Each playing is audited."""
    row = await queries.find_activity(session, activity_id)
    if row is None:
        raise NotFound
    await audit.record(session, "recording.play", "activity", [row.id])
    if row.conversation_id is None:
        raise NotFound("This call was not recorded")
    query = select(RecordingRow).where(RecordingRow.conversation_id == row.conversation_id)
    pieces = (await session.sql.scalars(query.order_by(RecordingRow.position))).all()
    if not pieces:
        raise NotFound("This call wasn't recorded, or its recording was deleted")
    place = row.conversation_id
    return Sound(b"".join(session.key.unseal_bytes(p.piece_sealed, _place(place, p.position)) for p in pieces))


async def drop_recordings(
    session: ClinicSession, *, before: datetime | None = None, conversation_ids: Sequence[UUID] | None = None
) -> int:
    """Remove recordings: of calls begun before an instant, or of some conversations; returns how many."""
    statement = delete(RecordingRow)
    if before is not None:
        old = select(ConversationRow.id).where(ConversationRow.started_at < before)
        statement = statement.where(RecordingRow.conversation_id.in_(old))
    if conversation_ids is not None:
        statement = statement.where(RecordingRow.conversation_id.in_(conversation_ids))
    gone = await session.sql.scalars(statement.returning(RecordingRow.conversation_id))
    return len(set(gone.all()))


def _place(conversation_id: UUID, position: int) -> bytes:
    """Binds a piece to its place, so that pieces cannot be exchanged."""
    return conversation_id.bytes + position.to_bytes(4, "big")
