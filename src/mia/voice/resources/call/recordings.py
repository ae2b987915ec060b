"""The recording of a call: pieces of one file (Opus in Ogg), sealed one by one as they are made."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import OrgScope
from mia.voice.resources.call import queries
from mia.voice.resources.call.models import CallRecordRow, RecordingPiece
from mia.voice.wire import Json, instant

MEDIA_TYPE = "audio/ogg"
Channel = Literal["mono", "customer", "assistant"]
_AT_ONCE = 16
"""Pieces that are read in one transaction: about a minute of sound."""

WITHDRAWN = "withdrawn"
_MONO = {"combined": "mono", "assistant": "assistant", "customer": "customer"}


@dataclass(frozen=True)
class StoredRecording:
    """What there is of a recording."""

    pieces: int
    size: int


async def note_answer(session: OrgSession, call_id: UUID, answer: str) -> None:
    """Keep what the caller said to being recorded; with ``withdrawn`` what was recorded goes."""
    row = await queries.find_call(session, call_id, lock=True)
    if row is None:
        return
    row.recording_answer, row.recording_answered_at = answer, session.now()
    if answer == WITHDRAWN:
        await session.sql.execute(delete(RecordingPiece).where(*_of(session, call_id)))


async def append_pieces(session: OrgSession, call_id: UUID, start: int, pieces: Sequence[bytes]) -> None:
    """Store further pieces, the first of them at ``start``; what is stored already stays. Without consent
    nothing is stored, regardless of who asks."""
    row = await queries.find_call(session, call_id)
    if row is None or row.recording_answer != "granted":
        return
    values = [
        {
            "org_id": session.scope.org_id,
            "call_id": call_id,
            "position": start + index,
            "size": len(piece),
            "piece_sealed": session.key.seal_bytes(piece, _place(call_id, start + index)),
        }
        for index, piece in enumerate(pieces)
    ]
    await session.sql.execute(insert(RecordingPiece).values(values).on_conflict_do_nothing())


async def find_recordings(session: OrgSession, call_ids: Sequence[UUID]) -> dict[UUID, StoredRecording]:
    """What is stored of these calls' recordings; calls without one are left out."""
    query = (
        select(RecordingPiece.call_id, func.count(), func.sum(RecordingPiece.size))
        .where(RecordingPiece.org_id == session.scope.org_id, RecordingPiece.call_id.in_(call_ids))
        .group_by(RecordingPiece.call_id)
    )
    return {id_: StoredRecording(count, int(size)) for id_, count, size in await session.sql.execute(query)}


async def require_recording(session: OrgSession, call_id: UUID) -> StoredRecording:
    """The recording of a call; :class:`NotFound` when the organization has none."""
    found = (await find_recordings(session, [call_id])).get(call_id)
    if found is None:
        raise NotFound("Recording not found.")
    return found


async def read_pieces(
    database: Database, scope: OrgScope, call_id: UUID, stored: StoredRecording
) -> AsyncIterator[bytes]:
    """The file, a stretch at a time; no transaction is held while the reader listens."""
    for start in range(0, stored.pieces, _AT_ONCE):
        async with database.org(scope) as session:
            query = select(RecordingPiece).where(
                *_of(session, call_id),
                RecordingPiece.position >= start,
                RecordingPiece.position < start + _AT_ONCE,
            )
            rows = (await session.sql.scalars(query.order_by(RecordingPiece.position))).all()
            opened = [session.key.unseal_bytes(row.piece_sealed, _place(call_id, row.position)) for row in rows]
        yield b"".join(opened)


async def read_channel(
    database: Database, scope: OrgScope, call_id: UUID, stored: StoredRecording, channel: Channel
) -> bytes:
    """The recording on one channel, made of the stored one; :class:`NotFound` when that cannot be read."""
    from mia.voice.engine.pipeline.sound.recording_channels import (  # codecs are loaded where they are needed
        NotARecording,
        one_channel,
    )

    stereo = b"".join([pieces async for pieces in read_pieces(database, scope, call_id, stored)])
    try:
        return await asyncio.to_thread(one_channel, stereo, channel)
    except NotARecording:
        raise NotFound("Recording not found.") from None


async def drop_recording(session: OrgSession, call_id: UUID) -> None:
    """Erase the sound of a call; that the caller agreed stays."""
    await require_recording(session, call_id)
    await session.sql.execute(delete(RecordingPiece).where(*_of(session, call_id)))


def consent_of(row: CallRecordRow) -> Json | None:
    """``compliance`` of a call (hosted ``recordingConsent``), once the caller was asked."""
    if row.recording_answer is None or row.recording_answered_at is None:
        return None
    consent: Json = {"type": "verbal", "answer": row.recording_answer}
    if row.recording_answer == "granted":
        consent["grantedAt"] = instant(row.recording_answered_at)
    return {"recordingConsent": consent}


def artifact_with_recording(row: CallRecordRow, artifact: Json, stored: StoredRecording | None) -> Json:
    """``artifact`` with where the recording is; reading it takes a private token."""
    if stored is None:
        return artifact
    call = f"{row.api_url or ''}/call/{row.id}"
    url, stereo = f"{call}/recording", f"{call}/stereo-recording"
    mono = {f"{side}Url": f"{call}/{channel}-recording" for side, channel in _MONO.items()}
    recording = {"stereoUrl": stereo, "mono": mono}
    return artifact | {"recordingUrl": url, "stereoRecordingUrl": stereo, "recording": recording}


def _of(session: OrgSession, call_id: UUID) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return (RecordingPiece.org_id == session.scope.org_id, RecordingPiece.call_id == call_id)


def _place(call_id: UUID, position: int) -> bytes:
    """Binds a piece to its place, so that pieces cannot be exchanged."""
    return call_id.bytes + position.to_bytes(4, "big")
