"""How a call goes from queued to ended. Every step tells the assistant's server."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import Conflict, TooManyRequests
from mia.voice.auth.spending import note_spending
from mia.voice.logs.service import note_lines
from mia.voice.masking import without_secrets
from mia.voice.messages.envelope import analysis_of, artifact_of, assistant_stub, left_on_voicemail, planned
from mia.voice.messages.outbox import enqueue_message
from mia.voice.resources.assistant.brief import lacks_consent
from mia.voice.resources.call import queries
from mia.voice.resources.call.costs import costs_of, note_usage
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.outbound import INBOUND_CALL, OUTBOUND_CALL, is_outbound, number_of
from mia.voice.resources.call.recordings import recorded_in
from mia.voice.resources.call.service import WEB_CALL, render_call, require_call
from mia.voice.resources.call.terms import evaluation_term
from mia.voice.resources.call.videos import order_video
from mia.voice.resources.phone_number.service import find_number
from mia.voice.resources.pricing.service import prices_of
from mia.voice.telephony.ports import Account
from mia.voice.wire import Json, instant, to_text, without_none

_ENOUGH_LINES = "This caller has reached the limit of simultaneous calls."
_RETRY_SECONDS = 10
NOT_RECORDED = "not recorded: no compliancePlan.recordingConsentPlan"
"""What the log says where ``artifactPlan.recordingEnabled`` is on, and nobody was asked."""


@dataclass(frozen=True)
class Worker:
    """The media worker that holds a call."""

    id: UUID
    address: str


@dataclass(frozen=True)
class ClaimedCall:
    """What a media worker needs to know of the call it is to hold. If we call: ``number`` is whom, ``extension``
    what is keyed there, ``caller_id`` the number that it leaves from, None when the organization has that no more.
    ``account`` is the account that its number was imported with, ``made_by`` the token that it was made with,
    ``client_may_say`` whether its browser may have the assistant say something."""

    assistant: Json
    envelope: Json
    number: str | None = field(default=None, repr=False)
    caller_id: str | None = None
    account: Account | None = None
    made_by: str | None = None
    client_may_say: bool = False
    extension: str = ""

    @property
    def is_by_phone(self) -> bool:
        """Whether the caller has a phone."""
        return self.envelope["call"]["type"] in (INBOUND_CALL, OUTBOUND_CALL)


async def claim_call(session: OrgSession, call_id: UUID, worker: Worker, *, to_place: bool = False) -> ClaimedCall:
    """Give a queued call to ``worker``; :class:`Conflict` when it was joined, claimed or ended before.

    ``to_place``: a call to a phone, which stays ``queued`` until that rings; else one to be joined. Where calls
    of one caller are counted, :class:`TooManyRequests` when they hold as many lines as they may; the ``session``
    then sees the calls of all organizations (``Database.claims``).
    """
    row = await require_call(session, call_id, lock=True)
    if row.status != "queued" or row.worker_id is not None or is_outbound(row) != to_place:
        raise Conflict("The call was already joined." if row.status != "ended" else "The call has ended.")
    if row.caller_key is not None and row.caller_at_once is not None:
        await queries.lock_caller(session, row.caller_key)
        if await queries.count_lines_of(session, row.caller_key) >= row.caller_at_once:
            raise TooManyRequests(_ENOUGH_LINES, retry_after=_RETRY_SECONDS)
    request = queries.request_of(session, row)
    number = number_of(request) if to_place else None
    extension = (request.get("customer") or {}).get("extension") or ""
    row.status = "queued" if to_place else "ringing"
    row.worker_id, row.worker_address, row.updated_at = worker.id, worker.address, session.now()
    own = await find_number(session, row.phone_number_id) if row.phone_number_id else None
    caller_id, account = own or (None, None)
    assistant, envelope = queries.assistant_of(session, row), call_envelope(session, row)
    return ClaimedCall(assistant, envelope, number, caller_id, account, row.made_by, row.client_may_say, extension)


async def note_dialled(session: OrgSession, call_id: UUID, provider_call_id: str) -> None:
    """The carrier has taken the call."""
    row = await queries.find_call(session, call_id, lock=True)
    if row is not None:
        row.provider_call_id = provider_call_id


async def ring_call(session: OrgSession, call_id: UUID) -> bool:
    """The phone rings; whether that is news."""
    row = await queries.find_call(session, call_id, lock=True)
    if row is None or row.status != "queued":
        return False
    row.status, row.updated_at = "ringing", session.now()
    message = {"type": "status-update", "status": "ringing", **call_envelope(session, row)}
    await enqueue_message(session, call_id, queries.assistant_of(session, row), message)
    return True


async def release_call(session: OrgSession, call_id: UUID) -> None:
    """Put a call back in the queue whose offer could not be answered."""
    row = await queries.find_call(session, call_id, lock=True)
    if row is not None and row.status == "ringing":
        row.status, row.worker_id, row.worker_address = "queued", None, None


async def begin_call(session: OrgSession, call_id: UUID, started_at: datetime) -> None:
    """The caller is heard: the call is in progress."""
    row = await queries.find_call(session, call_id, lock=True)
    if row is None or row.status not in ("queued", "ringing"):
        return
    row.status, row.started_at, row.updated_at = "in-progress", started_at, session.now()
    message = {"type": "status-update", "status": "in-progress", **call_envelope(session, row)}
    await enqueue_message(session, call_id, queries.assistant_of(session, row), message)


async def end_call(
    session: OrgSession,
    call_id: UUID,
    ended_reason: str,
    ended_at: datetime,
    analysis: Json | None = None,
    used: Json | None = None,
    learned: Json | None = None,
    summed_up_by: Json | None = None,
) -> bool:
    """Close a call and promise its end-of-call report. ``False`` when it was closed or erased before.

    ``analysis`` is absent when no one could sum the call up (its media worker was lost), and so is what it
    ``used``. ``learned`` is kept, and told in ``artifact`` of the call and of the report. ``summed_up_by`` is the
    assistant whose ``analysisPlan`` holds, if not the one that began.
    """
    row = await queries.find_call(session, call_id, lock=True)
    if row is None or row.status == "ended":
        return False
    lines = (await queries.lines_of_calls(session, [call_id]))[call_id]
    assistant = queries.assistant_of(session, row)
    row.status, row.ended_reason, row.ended_at, row.updated_at = "ended", ended_reason, ended_at, session.now()
    analysis = analysis or analysis_of(None)
    if ended_reason == "voicemail":
        analysis = left_on_voicemail()
    analysis = planned(analysis, summed_up_by or assistant, lines)
    if row.started_at is not None and lacks_consent(assistant):
        note_lines(session, call_id, [NOT_RECORDED])
    row.analysis_sealed = session.seal(to_text(analysis))
    row.terms_blind = [*row.terms_blind, *evaluation_term(session, analysis)]
    row.learned_sealed = session.seal(to_text(learned)) if learned else None
    note_usage(row, assistant, used or {}, await prices_of(session))
    await note_spending(session, row.made_by, row.cost or Decimal(0))
    envelope = call_envelope(session, row)
    status = {"type": "status-update", "status": "ended", "endedReason": ended_reason, **envelope}
    await enqueue_message(session, call_id, assistant, status)
    if row.type == WEB_CALL:
        await order_video(session, row, assistant)
    recording = (await recorded_in(session, [row])).get(call_id, {})
    artifact = artifact_of(lines, assistant) | recording | (learned or {})
    report = _report(row, ended_at, artifact, analysis)
    await enqueue_message(session, call_id, assistant, report | envelope)
    return True


def call_envelope(session: OrgSession, row: CallRecordRow) -> Json:
    """What every server message of a call says of it; what was said is left out."""
    call = render_call(session, row, ())
    overrides = call.pop("assistantOverrides", None) or {}
    for name in ("assistant", "squad", "workflow", "artifact", "messages", "analysis"):
        call.pop(name, None)
    if metadata := overrides.get("metadata"):
        call["metadata"] = metadata
    return {"call": without_secrets(call), "assistant": assistant_stub(queries.assistant_of(session, row))}


def _report(row: CallRecordRow, ended_at: datetime, artifact: Json, analysis: Json) -> Json:
    started_at = row.started_at or ended_at
    report = {
        "type": "end-of-call-report",
        "endedReason": row.ended_reason,
        "startedAt": instant(started_at),
        "endedAt": instant(ended_at),
        "durationSeconds": round(max(0.0, (ended_at - started_at).total_seconds()), 3),
        "artifact": artifact,
        "analysis": analysis,
        **costs_of(row),
    }
    told = {"transcript": artifact.get("transcript"), "summary": analysis.get("summary")}
    return report | without_none(told)
