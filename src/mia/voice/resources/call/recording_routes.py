"""The sound of a call: both sides as they were recorded, or one channel of it; and its video. Every reading is
noted."""

import asyncio
from uuid import UUID

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse

from mia.platform.db.session import Database, DatabaseDep
from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import PrivateScope
from mia.voice.resources.call import pieces, recordings, videos
from mia.voice.resources.reading import note_reading

router = APIRouter(prefix="/call/{id}", tags=["call"])

_HEADERS = {"Cache-Control": "no-store"}
_ONE_AT_A_TIME = asyncio.Semaphore(1)
"""Making a channel takes a core for a while."""


@router.get("/recording")
@router.get("/stereo-recording")
async def read_recording(id: UUID, scope: PrivateScope, database: DatabaseDep) -> StreamingResponse:
    """The sound of a call that was recorded: the caller left, the assistant right."""
    stored = await _noted(id, scope, database)
    sound = recordings.read_pieces(database, scope, id, stored)
    headers = {"Content-Length": str(stored.size), **_HEADERS}
    return StreamingResponse(sound, media_type=recordings.MEDIA_TYPE, headers=headers)


@router.get("/mono-recording")
async def read_mono_recording(id: UUID, scope: PrivateScope, database: DatabaseDep) -> Response:
    """Both sides on one channel."""
    return await _one_channel(id, scope, database, "mono")


@router.get("/customer-recording")
async def read_customer_recording(id: UUID, scope: PrivateScope, database: DatabaseDep) -> Response:
    """The caller alone."""
    return await _one_channel(id, scope, database, "customer")


@router.get("/assistant-recording")
async def read_assistant_recording(id: UUID, scope: PrivateScope, database: DatabaseDep) -> Response:
    """The assistant alone."""
    return await _one_channel(id, scope, database, "assistant")


@router.get("/video-recording")
async def read_video_recording(id: UUID, scope: PrivateScope, database: DatabaseDep) -> StreamingResponse:
    """The video of a call that was recorded; 409 while it is being made."""
    async with database.org(scope) as session:
        stored = await videos.require_video(session, id)
        await note_reading(session, "video", [id])
    headers = {"Content-Length": str(stored.size), **_HEADERS}
    film = pieces.read(database, scope, pieces.VIDEO, id, stored)
    return StreamingResponse(film, media_type=videos.MEDIA_TYPE, headers=headers)


@router.delete("/recording", status_code=204)
async def delete_recording(id: UUID, scope: PrivateScope, database: DatabaseDep) -> None:
    """Erase the sound of a call and its video; what was said stays as text."""
    async with database.org(scope) as session:
        await recordings.drop_recording(session, id)


async def _one_channel(call_id: UUID, scope: OrgScope, database: Database, channel: recordings.Channel) -> Response:
    stored = await _noted(call_id, scope, database)
    async with _ONE_AT_A_TIME:
        sound = await recordings.read_channel(database, scope, call_id, stored, channel)
    return Response(sound, media_type=recordings.MEDIA_TYPE, headers=_HEADERS)


async def _noted(call_id: UUID, scope: OrgScope, database: Database) -> pieces.Stored:
    async with database.org(scope) as session:
        stored = await recordings.require_recording(session, call_id)
        await note_reading(session, "recording", [call_id])
    return stored
