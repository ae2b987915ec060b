"""What a turn is in a request of the chat completions API: messages and tools."""

import json
from typing import Any
from zoneinfo import ZoneInfo

from mia.platform.conversation.ports import (
    Begun,
    Brief,
    Event,
    Heard,
    Message,
    Silence,
    Told,
    ToolResult,
    ToolSpec,
    Turn,
)
from mia.receptionist.guard.instructions import instructions

END_CALL = "end_call"
_END_CALL_TOOL = {
    "type": "function",
    "function": {
        "name": END_CALL,
        "description": "End the call, after a goodbye.",
        "parameters": {"type": "object", "properties": {}},
    },
}
_BEGUN = "The conversation begins now, and you speak first: greet the caller in one or two short sentences."


def messages_of(turn: Turn) -> list[dict[str, Any]]:
    """Instructions, what the practice is, what was said, and what has just happened."""
    written = turn.brief.context.get("practice") or {}
    zone = ZoneInfo(str(written.get("timezone", "UTC")))
    now = turn.now.astimezone(zone).strftime("%A, %B %d %Y, %H:%M")
    practice = json.dumps(written, default=str)
    parts = (instructions(turn.brief), f"It is {now} ({zone.key}).", f"Practice data:\n{practice}")
    system = "\n\n".join(parts)
    said = [_message(m) for m in (*turn.brief.before, *turn.history)]
    return [{"role": "system", "content": system}, *said, _event(turn.event)]


def _message(message: Message) -> dict[str, Any]:
    content = f"{message.content} [the caller interrupted here]" if message.interrupted else message.content
    made: dict[str, Any] = {"role": message.role, "content": content}
    if message.tool_call_id:
        made["tool_call_id"] = message.tool_call_id
    if message.tool_calls:
        made["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments))},
            }
            for call in message.tool_calls
        ]
    return made


def _event(event: Event) -> dict[str, Any]:
    match event:
        case Begun():
            return {"role": "system", "content": _BEGUN}
        case Heard(text):
            return {"role": "user", "content": text}
        case Told(text):
            return {"role": "system", "content": text}
        case Silence(count):
            return {"role": "system", "content": f"The caller has been silent for a while ({count})."}
        case ToolResult(call_id, _, result, error):
            content = json.dumps({"error": error} if error else dict(result), default=str)
            return {"role": "tool", "tool_call_id": call_id, "content": content}


def tools_of(brief: Brief) -> list[dict[str, Any]]:
    """What the model may ask for: the assistant's tools, and to end the call."""
    return [*({"type": "function", "function": _function(tool)} for tool in brief.tools), _END_CALL_TOOL]


def _function(tool: ToolSpec) -> dict[str, Any]:
    told = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return told | {"strict": True} if tool.strict else told
