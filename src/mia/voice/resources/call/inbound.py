"""Phone calls that come in: connected with a media worker, or told that no line is free."""

from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.resources.call import queries
from mia.voice.resources.call.lifecycle import end_call
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.outbound import INBOUND_CALL
from mia.voice.resources.call.service import new_call, render_call
from mia.voice.resources.phone_number.service import NUMBERS
from mia.voice.telephony.line import Line
from mia.voice.telephony.ports import Announce, Connect, Instruction, PutThrough
from mia.voice.wire import Json

NO_FREE_LINE = "call.start.error-vapifault-worker-not-available"
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
_NOT_WITH_IT = ("customers", "customerId", "phoneNumberId", "phoneNumber", "schedulePlan", "transport", "name")
_BUSY = "We're sorry, all lines are busy right now. Please call again in a few minutes."


async def receive_phone_call(
    session: OrgSession, request: Json, line: Line | None, api_url: str, models: LanguageModels, *, room: bool
) -> Json:
    """Make a call that comes in, for a client whose carrier asks it (hosted ``phoneCallProviderBypassEnabled``).

    ``phoneCallProviderDetails.twiml`` of the answer is for the carrier: it connects the call with a media worker.
    Without ``room`` at any of them the call ends at once, and the caller hears ``busyMessage`` of the assistant.
    """
    for name in _NOT_WITH_IT:
        if request.get(name):
            raise BadRequest(f"{name} has no meaning for a call that comes in.")
    if line is None:
        raise BadRequest("There is no phone line.")
    row = await new_call(session, request, INBOUND_CALL, api_url, models)
    instruction: Instruction = Connect(row.id)
    if not room:
        await session.sql.flush()
        instruction = await turn_away(session, row)
    return render_call(session, row, ()) | {"phoneCallProviderDetails": {"twiml": line.twiml(instruction)}}


async def turn_away(session: OrgSession, row: CallRecordRow, reason: str = NO_FREE_LINE) -> Instruction:
    """End a call that no one has answered; what the carrier is to do with its caller."""
    await end_call(session, row.id, reason, session.now())
    return await instead(session, row)


async def instead(session: OrgSession, row: CallRecordRow) -> Instruction:
    """What becomes of a caller whom nobody answers: the number's fallback destination, else an apology."""
    number = await NUMBERS.find(session, row.phone_number_id) if row.phone_number_id else None
    fallback = NUMBERS.config(session, number).get("fallbackDestination") if number else None
    if number is not None and fallback:
        return put_through(fallback, number.number)
    return Announce(str(queries.assistant_of(session, row).get("busyMessage") or _BUSY))


def put_through(destination: Json, called: str) -> PutThrough:
    """The way to a destination from the number that was called."""
    caller_id, more = destination.get("callerId") or called, destination.get("message") or ""
    return PutThrough(destination["number"], caller_id, more, destination.get("extension") or "")


async def find_incoming(session: OrgSession, call_id: UUID) -> CallRecordRow | None:
    """A call that came in, locked; None for one that we made, or none."""
    row = await queries.find_call(session, call_id, lock=True)
    return row if row is not None and row.type == INBOUND_CALL else None
