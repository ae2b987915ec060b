"""What the voice service reports about a call to someone on call. It is not patient outreach."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from mia.clinic.frontdesk.server_messages.call_outcomes import unheard_call
from mia.clinic.frontdesk.tools.service import ToolCall
from mia.clinic.oncall import service as oncall
from mia.platform.db.session import ClinicSession

Json = dict[str, Any]

_ACKNOWLEDGE = "acknowledge_alert"
ACKNOWLEDGE_TOOL: Json = {
    "type": "function",
    "function": {
        "name": _ACKNOWLEDGE,
        "description": "The called person accepts the alert.",
        "parameters": {"type": "object", "properties": {}},
    },
}
"""The one tool of such a call (hosted function tool)."""


async def answer_alert_tools(session: ClinicSession, send_id: UUID, calls: Sequence[ToolCall]) -> list[Json]:
    """Note the acknowledgement; again is no error."""
    return [await _answer(session, send_id, call) for call in calls]


async def end_alert_call(session: ClinicSession, send_id: UUID, reason: str) -> None:
    """Whether a person or a voicemail was told."""
    reached = reason == "voicemail" or unheard_call(reason) is None
    await oncall.note_call(session, send_id, reached=reached)


async def _answer(session: ClinicSession, send_id: UUID, call: ToolCall) -> Json:
    if call.name != _ACKNOWLEDGE:
        return {"toolCallId": call.id, "name": call.name, "error": "There is no such tool."}
    await oncall.acknowledge_by_call(session, send_id)
    return {"toolCallId": call.id, "name": call.name, "result": {"acknowledged": True}}
