"""Asking the assistant's server to run a tool (server message ``tool-calls``)."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import structlog

from mia.platform.conversation.ports import CallTool, ToolResult
from mia.platform.kernel.clock import Clock
from mia.voice.messages.authentication import proof
from mia.voice.messages.client import IDEMPOTENCY_HEADER, Answer, MessageClient, NotSent
from mia.voice.messages.retries import send
from mia.voice.messages.targets import ServerTarget, find_tool, tool_target
from mia.voice.wire import Json, milliseconds, to_text

log = structlog.get_logger()

_MOST_SAID = 1000
"""Characters of a ``message``, as of the tool's own."""


class ServerTools:
    """Runs the function tools of one conversation. ``envelope`` says whose call, chat or session it is.

    An instance is a ``ToolRunner``: it always answers; what goes wrong becomes ``ToolResult.error``.
    """

    def __init__(self, client: MessageClient, clock: Clock, assistant: Json, envelope: Json) -> None:
        self._client = client
        self._clock = clock
        self._assistant = assistant
        self._envelope = envelope

    async def __call__(self, call: CallTool) -> ToolResult:
        target = tool_target(self._assistant, call.name)
        if target is None or find_tool(self._assistant, call.name) is None:
            return failed(call, "The assistant has no such tool.")
        try:
            answer = await self._post(target, call)
        except NotSent as failure:
            if failure.timed_out:
                return failed(call, "The tool did not answer in time.")
            log.info("tool_server_unreachable", tool=call.name, reason=failure.reason)
            return failed(call, "The tool could not be reached.")
        if not answer.is_success:
            log.info("tool_server_refused", tool=call.name, status=answer.status)
            return failed(call, "The tool failed.")
        return _read_answer(call, answer)

    async def _post(self, target: ServerTarget, call: CallTool) -> Answer:
        body = to_text({"message": self._message(call)}).encode()
        proven = await proof(self._client, target.headers, target.authentication, call.call_id, body)
        headers = {**target.headers, **proven, IDEMPOTENCY_HEADER: call.call_id}
        seconds, plan = target.timeout_seconds, target.backoff_plan
        return await send(self._client, "POST", target.url, headers, body, seconds, plan)

    def _message(self, call: CallTool) -> Json:
        asked = tool_call(call)
        tool = find_tool(self._assistant, call.name)
        return {
            "type": "tool-calls",
            "timestamp": milliseconds(self._clock.now()),
            "toolCallList": [asked],
            "toolWithToolCallList": [{"type": "function", "function": (tool or {})["function"], "toolCall": asked}],
            **self._envelope,
        }


def tool_call(call: CallTool) -> Json:
    """A tool call on the wire; the flat ``name`` and ``arguments`` stand beside the typed form, since
    servers written for the hosted service read either."""
    arguments = dict(call.arguments)
    return {
        "id": call.call_id,
        "type": "function",
        "function": {"name": call.name, "arguments": to_text(arguments)},
        "name": call.name,
        "arguments": arguments,
    }


def _read_answer(call: CallTool, answer: Answer) -> ToolResult:
    try:
        body = json.loads(answer.body)
    except (ValueError, RecursionError):
        return failed(call, "The tool's answer is not JSON.")
    results = body.get("results") if isinstance(body, dict) else None
    found = next((r for r in results or () if isinstance(r, dict) and r.get("toolCallId") == call.call_id), None)
    if found is None:
        return failed(call, _text(body, "error") or "The tool gave no result.")
    if error := _text(found, "error"):
        return replace(failed(call, error), says=_said(found, "request-failed"))
    says = _said(found, "request-complete")
    return ToolResult(call.call_id, call.name, _as_object(found.get("result")), says=says)


def _said(found: Json, when: str) -> str:
    """What the server wants to be said of this outcome, if its ``message`` is of that type."""
    message = found.get("message")
    if not isinstance(message, dict) or message.get("type") != when or message.get("role") == "system":
        return ""
    return (_text(message, "content") or "")[:_MOST_SAID]


def _as_object(result: Any) -> Mapping[str, Any]:
    """The result as an object: a JSON text is read, anything else is wrapped."""
    if isinstance(result, str):
        try:
            result = json.loads(result)
        except ValueError:
            return {"result": result}
    return result if isinstance(result, dict) else {"result": result}


def _text(body: Any, name: str) -> str | None:
    value = body.get(name) if isinstance(body, dict) else None
    return value if isinstance(value, str) and value else None


def failed(call: CallTool, error: str) -> ToolResult:
    """A tool that could not do its work, and why, for the model."""
    return ToolResult(call.call_id, call.name, {}, error=error)
