"""Server messages of the voice service: read, and acted on.

The sender is known by its secret, which names the clinic; a body cannot. Messages arrive at least once
and possibly late: each may come again without effect.
"""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import structlog

from mia.clinic.frontdesk.ports import EARLIER
from mia.clinic.frontdesk.server_messages.alert_calls import answer_alert_tools, end_alert_call
from mia.clinic.frontdesk.server_messages.follow_up import Ending, conclude
from mia.clinic.frontdesk.server_messages.missed import caller_number
from mia.clinic.frontdesk.server_messages.recording import note_recording
from mia.clinic.frontdesk.tools.context import ToolContext
from mia.clinic.frontdesk.tools.service import ToolCall, answer_tool_calls
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel, Conversation, Line
from mia.clinic.outreach import service as outreach
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid, NotFound
from mia.platform.kernel.ids import Kind, decode

log = structlog.get_logger()

Json = dict[str, Any]

_CHANNELS = {
    "webCall": Channel.WEB_CALL,
    "inboundPhoneCall": Channel.PHONE,
    "outboundPhoneCall": Channel.PHONE,
}
_ROLES = {"user": "user", "bot": "assistant", "assistant": "assistant"}
_MOST_LINES = 2000
_LONGEST_ID = 100


@dataclass(frozen=True)
class Subject:
    """The call or session a message is about."""

    voice_id: str
    channel: Channel
    outreach_id: UUID | None = None
    """The intent of a call that we asked for."""
    number: str = field(default="", repr=False)
    """The caller's, as the carrier gives it: a caller id can be forged, so that it serves limits and nothing
    else."""
    alert_send_id: UUID | None = None
    """The alert of a call to someone on call."""


@dataclass(frozen=True)
class ServerMessage:
    """One message. ``body`` is what stood under ``message``."""

    type: str
    subject: Subject
    body: Json = field(repr=False)


def read_message(message: Json) -> ServerMessage:
    """Check the envelope; :class:`Invalid` when type or subject are missing."""
    kind = message.get("type")
    subject = _subject(message)
    if not isinstance(kind, str) or subject is None:
        raise Invalid("Not a server message of a call or session")
    return ServerMessage(kind, subject, message)


async def handle_message(session: ClinicSession, context: ToolContext, message: ServerMessage) -> Json:
    """Act on a message in one transaction and return the reply; kinds we have no use for get ``{}``."""
    if message.type not in ("tool-calls", "status-update", "end-of-call-report"):
        return {}
    if message.subject.alert_send_id is not None:
        return await _of_alert(session, message.subject.alert_send_id, message)
    conversation = await _conversation(session, message.subject)
    if message.type == "tool-calls":
        await inbox.note_in_progress(session, conversation, inbox.unknown_name(conversation.channel))
        calls = read_tool_calls(message.body)
        return {"results": await answer_tool_calls(session, context, conversation, calls)}
    if message.type == "end-of-call-report":
        await conclude(session, conversation, read_report(message.body, session.now()))
        await note_recording(session, conversation, message.body)
        log.info("conversation_ended", conversation_id=str(conversation.id), channel=conversation.channel.value)
    elif message.body.get("status") == "in-progress" and not conversation.is_closed:
        await inbox.note_in_progress(session, conversation, inbox.unknown_name(conversation.channel))
        await outreach.note_answered(session, message.subject.voice_id)
    return {}


async def _of_alert(session: ClinicSession, send_id: UUID, message: ServerMessage) -> Json:
    if message.type == "tool-calls":
        return {"results": await answer_alert_tools(session, send_id, read_tool_calls(message.body))}
    if message.type == "end-of-call-report":
        await end_alert_call(session, send_id, read_report(message.body, session.now()).reason)
    return {}


def read_tool_calls(body: Json) -> list[ToolCall]:
    """Tool calls in the typed form (``function.arguments`` is JSON text) or the flat one of the documents."""
    listed = body.get("toolCallList") or body.get("toolCalls") or []
    return [_tool_call(item) for item in listed if isinstance(item, dict)]


def read_report(report: Json, now: datetime) -> Ending:
    """The ending in an ``end-of-call-report``, or in the call itself when it is fetched afterwards."""
    artifact, analysis = _object(report, "artifact"), _object(report, "analysis")
    messages = artifact.get("messages") or report.get("messages") or []
    summary = analysis.get("summary") or report.get("summary")
    return Ending(
        ended_at=_instant(report.get("endedAt")) or now,
        reason=str(report.get("endedReason") or "unknown")[:_LONGEST_ID],
        summary=summary if isinstance(summary, str) else "",
        structured=_object(analysis, "structuredData"),
        lines=_lines(messages) if isinstance(messages, list) else [],
        phone=caller_number(_object(_object(report, "call") or report, "customer").get("number")),
    )


async def _conversation(session: ClinicSession, subject: Subject) -> Conversation:
    """The conversation of a call or session, locked; begun here when it came in by another way."""
    found = await inbox.find_by_voice_id(session, subject.voice_id, lock=True)
    if found is None and subject.outreach_id is not None:
        # The service was faster than the answer to our request.
        return await outreach.begin_call(session, subject.outreach_id, subject.voice_id)
    if found is None:
        begun = await inbox.start_conversation(
            session, subject.channel, voice_id=subject.voice_id, origin=subject.number
        )
        found = await inbox.get_conversation(session, begun.id, lock=True)
    return found


def _subject(message: Json) -> Subject | None:
    call, chat, written = _object(message, "call"), _object(message, "chat"), _object(message, "session")
    if voice_id := _id(call.get("id")):
        channel = _CHANNELS.get(str(call.get("type")), Channel.WEB_CALL)
        intent = _object(_object(call, "metadata"), "outreach")
        number = str(_object(call, "customer").get("number") or "")[:_LONGEST_ID]
        return Subject(
            voice_id,
            channel,
            outreach_id=_intent("out", intent) or _intent("fup", intent),
            alert_send_id=_intent("als", _object(_object(call, "metadata"), "alert")),
            number=number,
        )
    if voice_id := _id(written.get("id")) or _id(chat.get("sessionId")):
        return Subject(voice_id, Channel.WEB_CHAT)
    return None


def _intent(kind: Kind, metadata: Json) -> UUID | None:
    try:
        return decode(kind, str(metadata.get("id") or ""))
    except NotFound:
        return None


def _tool_call(item: Json) -> ToolCall:
    function = _object(item, "function")
    arguments = function.get("arguments", item.get("arguments", item.get("parameters")))
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            arguments = {}
    return ToolCall(
        id=_id(item.get("id")) or "",
        name=str(function.get("name") or item.get("name") or "")[:_LONGEST_ID],
        arguments=arguments if isinstance(arguments, dict) else {},
    )


def _lines(messages: list[Any]) -> list[Line]:
    """What was said; tool calls, instructions, and what was written before the conversation are left out."""
    spoken = (
        item
        for item in messages[:_MOST_LINES]
        if isinstance(item, dict) and item.get("role") in _ROLES and item.get("name") != EARLIER
    )
    return [
        Line(
            role="user" if item["role"] == "user" else "assistant",
            text=str(item.get("message") or item.get("content")),
            at_seconds=_seconds(item.get("secondsFromStart")),
        )
        for item in spoken
        if item.get("message") or item.get("content")
    ]


def _object(values: Json, name: str) -> Json:
    value = values.get(name)
    return value if isinstance(value, dict) else {}


def _id(value: object) -> str | None:
    return value if isinstance(value, str) and 0 < len(value) <= _LONGEST_ID else None


def _seconds(value: object) -> float:
    return min(max(float(value), 0.0), 86_400.0) if isinstance(value, int | float) else 0.0


def _instant(value: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None
