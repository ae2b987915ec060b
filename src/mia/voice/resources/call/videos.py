"""The video of a recorded call, made of its sound and its words after it has ended (``filming.py``)."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, select

from mia.platform.db.session import OrgSession
from mia.platform.jobs.queue import Queue
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.scope import SystemScope
from mia.voice.resources.assistant.brief import is_filmed
from mia.voice.resources.call import pieces
from mia.voice.resources.call.models import CallRecordRow, CallVideoRow
from mia.voice.resources.call.pieces import SOUND, VIDEO, Stored
from mia.voice.wire import Json

MEDIA_TYPE = "video/mp4"
VIDEOS = Queue(
    CallVideoRow, SystemScope.CRON, lease=timedelta(minutes=2), only=[CallVideoRow.made_at.is_(None)],
    channel="mia_call_videos",
)  # fmt: skip
"""Videos to be made. The lease is renewed while one is."""


class NotMadeYet(Conflict):
    """There will be a video."""

    retryable = True


async def order_video(session: OrgSession, row: CallRecordRow, assistant: Json) -> None:
    """Have the video of a call that has ended made, where its assistant asks for one and there is sound to make it
    of: what was recorded, the caller has agreed to."""
    if not is_filmed(assistant) or not await pieces.find(session, SOUND, [row.id]):
        return
    began, recorded = row.started_at, row.recording_answered_at
    delay = (recorded - began).total_seconds() if began and recorded else 0.0
    session.sql.add(CallVideoRow(org_id=row.org_id, call_id=row.id, start_delay=max(0.0, delay)))
    await VIDEOS.tell(session)


async def find_videos(session: OrgSession, call_ids: Sequence[UUID]) -> dict[UUID, float]:
    """Of these calls those that have a video, or will have one, and how many seconds after the call it begins."""
    query = select(CallVideoRow.call_id, CallVideoRow.start_delay).where(
        CallVideoRow.org_id == session.scope.org_id,
        CallVideoRow.call_id.in_(call_ids),
        CallVideoRow.failed_at.is_(None),
    )
    found = await session.sql.execute(query)
    return {row.call_id: row.start_delay for row in found}


async def require_video(session: OrgSession, call_id: UUID) -> Stored:
    """The video of a call; :class:`NotMadeYet` while it is being made, :class:`NotFound` when there is none."""
    row = await session.sql.get(CallVideoRow, (session.scope.org_id, call_id))
    if row is None or row.failed_at is not None:
        raise NotFound("Video not found.")
    if row.made_at is None:
        raise NotMadeYet("The video is still being made.")
    return (await pieces.find(session, VIDEO, [call_id]))[call_id]


async def drop_video(session: OrgSession, call_id: UUID) -> None:
    """Erase the video of a call, made or not; its pieces go with it."""
    mine = (CallVideoRow.org_id == session.scope.org_id, CallVideoRow.call_id == call_id)
    await session.sql.execute(delete(CallVideoRow).where(*mine))
