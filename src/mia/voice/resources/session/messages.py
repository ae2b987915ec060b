"""Messages of written conversations: as the engine sees them, as they are stored and as they are sent.

Stored in the OpenAI form, with ``time`` in Unix milliseconds beside it; sent without it, as by the hosted service.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from mia.platform.conversation.ports import CallTool, Message
from mia.voice.wire import Json, milliseconds, to_text


def to_stored(message: Message, at: datetime) -> Json:
    """A message to store."""
    stored: Json = {"role": message.role, "content": message.content, "time": milliseconds(at)}
    if message.tool_calls:
        stored["tool_calls"] = [_stored_call(call) for call in message.tool_calls]
    if message.tool_call_id:
        stored["tool_call_id"] = message.tool_call_id
    return stored


def shown(stored: Sequence[Json]) -> list[Json]:
    """Stored messages on the wire."""
    return [{name: value for name, value in message.items() if name != "time"} for message in stored]


def from_stored(stored: Json) -> Message:
    """What :func:`to_stored` made, or a message that a client wrote."""
    return Message(
        role=stored["role"],
        content=stored.get("content") or "",
        tool_call_id=stored.get("tool_call_id"),
        tool_calls=tuple(_read_call(call) for call in stored.get("tool_calls") or ()),
    )


def artifact_lines(stored: Sequence[Json]) -> list[Json]:
    """The conversation in the form of ``call.messages[]``, for the end-of-call report."""
    start = next((message["time"] for message in stored if "time" in message), 0)
    return [line for message in stored for line in _lines(message, start)]


def _lines(message: Json, start: int) -> list[Json]:
    time = message.get("time", start)
    times = {"time": time, "secondsFromStart": (time - start) / 1000}
    content = message.get("content") or ""
    lines: list[Json] = []
    if message["role"] in ("user", "assistant") and content:
        role = "bot" if message["role"] == "assistant" else "user"
        named = {"name": message["name"]} if message.get("name") else {}
        lines.append({"role": role, "message": content, **named, **times})
    if calls := message.get("tool_calls"):
        lines.append({"role": "tool_calls", "toolCalls": calls, "message": "", **times})
    if message["role"] == "tool":
        answer = {"toolCallId": message.get("tool_call_id"), "result": content}
        lines.append({"role": "tool_call_result", **answer, **times})
    return lines


def _stored_call(call: CallTool) -> Json:
    function = {"name": call.name, "arguments": to_text(dict(call.arguments))}
    return {"id": call.call_id, "type": "function", "function": function}


def _read_call(stored: Json) -> CallTool:
    arguments: Any = json.loads(stored["function"]["arguments"])
    return CallTool(stored["id"], stored["function"]["name"], arguments)
