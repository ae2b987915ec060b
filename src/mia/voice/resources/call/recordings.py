"""The recording of a call: pieces of one file (Opus in Ogg), sealed one by one as they are made."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import OrgScope
from mia.voice.resources.call import pieces as files
from mia.voice.resources.call import queries, videos
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.pieces import SOUND, Stored
from mia.voice.wire import Json, instant

MEDIA_TYPE = "audio/ogg"
Channel = Literal["mono", "customer", "assistant"]

WITHDRAWN = "withdrawn"
_MONO = {"combined": "mono", "assistant": "assistant", "customer": "customer"}


async def note_answer(session: OrgSession, call_id: UUID, answer: str, at: datetime | None = None) -> None:
    """Keep what the caller said to being recorded, ``at`` that time or now; with ``withdrawn`` what was recorded
    goes."""
    row = await queries.find_call(session, call_id, lock=True)
    if row is None:
        return
    row.recording_answer, row.recording_answered_at = answer, at or session.now()
    if answer == WITHDRAWN:
        await files.drop(session, SOUND, call_id)


async def append_pieces(session: OrgSession, call_id: UUID, start: int, pieces: Sequence[bytes]) -> None:
    """Store further pieces, the first of them at ``start``; what is stored already stays. Without consent
    nothing is stored, regardless of who asks."""
    row = await queries.find_call(session, call_id)
    if row is not None and row.recording_answer == "granted":
        await files.append(session, SOUND, call_id, start, pieces)


async def find_recordings(session: OrgSession, call_ids: Sequence[UUID]) -> dict[UUID, Stored]:
    """What is stored of these calls' recordings; calls without one are left out."""
    return await files.find(session, SOUND, call_ids)


async def require_recording(session: OrgSession, call_id: UUID) -> Stored:
    """The recording of a call; :class:`NotFound` when the organization has none."""
    found = (await find_recordings(session, [call_id])).get(call_id)
    if found is None:
        raise NotFound("Recording not found.")
    return found


def read_pieces(database: Database, scope: OrgScope, call_id: UUID, stored: Stored) -> AsyncIterator[bytes]:
    """The file, a stretch at a time; no transaction is held while the reader listens."""
    return files.read(database, scope, SOUND, call_id, stored)


async def read_channel(
    database: Database, scope: OrgScope, call_id: UUID, stored: Stored, channel: Channel
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
    """Erase the sound of a call, and the video that was made of it; that the caller agreed stays."""
    await require_recording(session, call_id)
    await files.drop(session, SOUND, call_id)
    await videos.drop_video(session, call_id)


def consent_of(row: CallRecordRow) -> Json | None:
    """``compliance`` of a call (hosted ``recordingConsent``), once the caller was asked."""
    if row.recording_answer is None or row.recording_answered_at is None:
        return None
    consent: Json = {"type": "verbal", "answer": row.recording_answer}
    if row.recording_answer == "granted":
        consent["grantedAt"] = instant(row.recording_answered_at)
    return {"recordingConsent": consent}


async def recorded_in(session: OrgSession, rows: Sequence[CallRecordRow]) -> dict[UUID, Json]:
    """What ``artifact`` of these calls says of where their recordings are; reading one takes a private token."""
    ids = [row.id for row in rows]
    sound, filmed = await find_recordings(session, ids), await videos.find_videos(session, ids)
    return {row.id: _addresses(row, filmed.get(row.id)) for row in rows if row.id in sound}


def _addresses(row: CallRecordRow, video_begins: float | None) -> Json:
    call = f"{row.api_url or ''}/call/{row.id}"
    stereo, video = f"{call}/stereo-recording", f"{call}/video-recording"
    mono = {f"{side}Url": f"{call}/{channel}-recording" for side, channel in _MONO.items()}
    found: Json = {"recordingUrl": f"{call}/recording", "stereoRecordingUrl": stereo}
    recording: Json = {"stereoUrl": stereo, "mono": mono}
    if video_begins is None:
        return found | {"recording": recording}
    delay = {"videoRecordingUrl": video, "videoRecordingStartDelaySeconds": round(video_begins, 3)}
    return found | delay | {"recording": recording | {"videoUrl": video}}
