"""Call Logs: the calls of a clinic, and what its staff think of them."""

from fastapi import APIRouter, Response

from mia.clinic.inbox import recordings
from mia.clinic.inbox.calls import service as calls
from mia.clinic.inbox.calls.schemas import CallSearchIn, FeedbackIn, FeedbackOut, LoggedCallPageOut
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["inbox"])


@router.post("/calls/search")
async def search_calls(search: CallSearchIn, scope: CurrentScope, database: DatabaseDep) -> LoggedCallPageOut:
    """A page of calls, newest first. A search is a POST: names never stand in a URL."""
    async with database.clinic(scope) as session:
        return LoggedCallPageOut.of(await calls.search_calls(session, search.search()))


@router.get("/activities/{activity_id}/recording", response_class=Response)
async def play_recording(activity_id: str, scope: CurrentScope, database: DatabaseDep) -> Response:
    """The sound of a call (Opus in Ogg; the caller left, Mia right); each playing is audited, nothing is cached."""
    async with database.clinic(scope) as session:
        sound = await recordings.play_recording(session, decode("act", activity_id))
    return Response(sound.data, media_type=sound.media_type, headers={"Cache-Control": "no-store"})


@router.get("/activities/{activity_id}/feedback")
async def read_feedback(activity_id: str, scope: CurrentScope, database: DatabaseDep) -> FeedbackOut:
    """What someone of the practice thought of a call."""
    async with database.clinic(scope) as session:
        return FeedbackOut.of(await calls.get_feedback(session, decode("act", activity_id)))


@router.put("/activities/{activity_id}/feedback")
async def give_feedback(
    activity_id: str, feedback: FeedbackIn, scope: CurrentScope, database: DatabaseDep
) -> FeedbackOut:
    """Say how well Mia handled a call; the last word counts."""
    async with database.clinic(scope) as session:
        id_ = decode("act", activity_id)
        await calls.give_feedback(session, id_, feedback.verdict, feedback.remark)
        return FeedbackOut.of(await calls.get_feedback(session, id_))
