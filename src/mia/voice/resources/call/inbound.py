"""Phone calls that come in: connected with a media worker, or told that no line is free."""

from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.resources.call import queries
from mia.voice.resources.call.lifecycle import end_call
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.outbound import INBOUND_CALL
from mia.voice.resources.call.service import new_call, render_call
from mia.voice.telephony.line import Line, say_twiml
from mia.voice.wire import Json

NO_FREE_LINE = "call.start.error-no-free-line"
"""A call that no media worker had room for (within the time in which it was wanted, if we call)."""
UNANSWERED = frozenset(
    {
        NO_FREE_LINE,
        "call.in-progress.error-providerfault-transport-never-connected",
        "call.in-progress.error-vapifault-worker-died",
        "worker-shutdown",
    }
)
"""Reasons for the end of a call that owe the caller an apology."""
_BUSY = "We're sorry, all lines are busy right now. Please call again in a few minutes."


async def receive_phone_call(
    session: OrgSession, request: Json, line: Line | None, api_url: str, *, room: bool
) -> Json:
    """Make a call that comes in, for a client whose carrier asks it (hosted ``phoneCallProviderBypassEnabled``).

    ``phoneCallProviderDetails.twiml`` of the answer is for the carrier: it connects the call with a media worker.
    Without ``room`` at any of them the call ends at once, and the caller hears ``busyMessage`` of the assistant.
    """
    if line is None:
        raise BadRequest("There is no phone line.")
    row = await new_call(session, request, INBOUND_CALL, api_url)
    twiml = line.stream_twiml(row.id, incoming=True)
    if not room:
        await session.sql.flush()
        twiml = await turn_away(session, row)
    return render_call(session, row, ()) | {"phoneCallProviderDetails": {"twiml": twiml}}


async def turn_away(session: OrgSession, row: CallRecordRow) -> str:
    """End a call that no one has answered; what the carrier is to tell the caller."""
    await end_call(session, row.id, NO_FREE_LINE, session.now())
    return apology(session, row)


def apology(session: OrgSession, row: CallRecordRow) -> str:
    """TwiML for a caller who cannot be talked with."""
    return say_twiml(str(queries.assistant_of(session, row).get("busyMessage") or _BUSY))


async def find_incoming(session: OrgSession, call_id: UUID) -> CallRecordRow | None:
    """A call that came in, locked; None for one that we made, or none."""
    row = await queries.find_call(session, call_id, lock=True)
    return row if row is not None and row.type == INBOUND_CALL else None
