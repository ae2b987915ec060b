"""Running the tools of one conversation, each in the way of its kind."""

import re
import time
from collections.abc import Awaitable, Callable

from mia.platform.conversation.ports import CallTool, EndCall, ToolResult
from mia.platform.db.session import Database
from mia.platform.kernel.scope import OrgScope
from mia.platform.telemetry.metrics import TOOL_SECONDS
from mia.platform.telemetry.tracing import span
from mia.voice.engine.pipeline.sound.tones import PRESSABLE
from mia.voice.messages.client import MessageClient
from mia.voice.messages.tools import ServerTools, failed
from mia.voice.resources.credential.service import AUTHENTICATION
from mia.voice.resources.json_schema import first_misfit
from mia.voice.resources.tool.accounts.kinds import ACCOUNT_KINDS
from mia.voice.resources.tool.accounts.running import run_in_account
from mia.voice.resources.tool.api_request import request_api
from mia.voice.resources.tool.kinds import MCP, place_of, tools_by_name
from mia.voice.resources.tool.looking_up import LookingUp
from mia.voice.resources.tool.mcp_tools import McpTools
from mia.voice.resources.tool.phones import CANNOT_FORWARD, NO_KEYPAD, NO_TEXTS, Phone, not_by_phone
from mia.voice.wire import Json

LONGEST_TEXT = 640
"""Characters of a text, four parts of it at the carrier."""
_FORWARDED = "assistant-forwarded-call"
_ONE_MOMENT = "I'll put you through now. One moment, please."

_Run = Callable[[Json, CallTool], Awaitable[ToolResult]]


class Tools:
    """Runs the tools of an assistant. ``envelope`` says whose call, chat or session it is; ``phone`` is the
    caller's, where there is one; ``mcp`` runs what servers offer, where that was asked.

    An instance is a ``ToolRunner``: it always answers; what goes wrong becomes ``ToolResult.error``.
    """

    def __init__(
        self,
        client: MessageClient,
        database: Database,
        scope: OrgScope,
        assistant: Json,
        envelope: Json,
        phone: Phone | None = None,
        mcp: McpTools | None = None,
    ) -> None:
        self._mcp = mcp
        self._phone = phone
        self._envelope = envelope
        self._client = client
        self._squad = {member.get("name") for member in assistant.get("squad") or ()}
        self._server = ServerTools(client, database.clock, assistant, envelope)
        self._tools = tools_by_name(assistant.get("model") or {})
        self._runs: dict[str, _Run] = {
            "function": self._function,
            "apiRequest": self._api_request,
            "query": LookingUp(database, scope, client, envelope),
            "transferCall": self._hand_on,
            "dtmf": self._press,
            "sms": self._text,
            "endCall": self._end_call,
            MCP: self._at_mcp_server,
            **dict.fromkeys(ACCOUNT_KINDS, self._in_account),
        }

    async def __call__(self, call: CallTool) -> ToolResult:
        started = time.perf_counter()
        with span("tool"):
            result = await self._run(call)
        TOOL_SECONDS.labels("failed" if result.error else "ok").observe(time.perf_counter() - started)
        return result

    async def _run(self, call: CallTool) -> ToolResult:
        tool = self._tools.get(call.name)
        if tool is None:
            return failed(call, "The assistant has no such tool.")
        if complaint := _unfit(tool.get("function") or {}, call):
            return failed(call, complaint)
        return await self._runs[tool["type"]](tool, call)

    async def _function(self, tool: Json, call: CallTool) -> ToolResult:
        if not tool.get("async"):
            return await self._server(call)
        self._client.soon(self._server(call))
        return ToolResult(call.call_id, call.name, {"result": "It was passed on."})

    async def _api_request(self, tool: Json, call: CallTool) -> ToolResult:
        return await request_api(self._client, tool, call)

    async def _in_account(self, tool: Json, call: CallTool) -> ToolResult:
        kinds = ("call", "chat", "session")
        conversation = next((str(self._envelope[kind]["id"]) for kind in kinds if kind in self._envelope), "")
        return await run_in_account(self._client, tool.get(AUTHENTICATION), tool, call, conversation)

    async def _at_mcp_server(self, tool: Json, call: CallTool) -> ToolResult:
        assert self._mcp is not None, "who lists the tools of servers runs them"
        return await self._mcp.run(tool, call)

    async def _hand_on(self, tool: Json, call: CallTool) -> ToolResult:
        """To one of the places that stand in the tool, never to one that a model has made up."""
        places = (each for each in tool["destinations"] if "number" in each or each["assistantName"] in self._squad)
        here = {place_of(each): each for each in places}
        name = call.arguments.get("destination")
        if not isinstance(name, str) or name not in here:
            return failed(call, f"destination must be one of: {', '.join(here)}")
        if "number" in here[name]:
            return await self._put_through(here[name], call)
        says = here[name].get("message") or ""
        return ToolResult(call.call_id, call.name, {"result": f"{name} goes on."}, hands_to=name, says=says)

    async def _put_through(self, destination: Json, call: CallTool) -> ToolResult:
        if self._phone is None:
            return failed(call, self._without_phone(CANNOT_FORWARD))
        if complaint := await self._phone.refusal(destination):
            return failed(call, complaint)
        says = destination.get("message") or _ONE_MOMENT
        told = {"result": "The caller is being put through."}
        return ToolResult(call.call_id, call.name, told, end=EndCall(_FORWARDED, forward=destination), says=says)

    async def _press(self, _tool: Json, call: CallTool) -> ToolResult:
        keys = call.arguments.get("dtmf")
        if self._phone is None:
            return failed(call, self._without_phone(NO_KEYPAD))
        if not isinstance(keys, str) or not re.fullmatch(PRESSABLE, keys):
            return failed(call, "dtmf must be 1 to 50 of 0 to 9, * and #, with w for half a second between them.")
        if not self._phone.press(keys):
            return failed(call, "The line is busy with other things. Try again.")
        return ToolResult(call.call_id, call.name, {"result": f"The keys {keys} are pressed."})

    async def _text(self, tool: Json, call: CallTool) -> ToolResult:
        """To the caller's own phone, never to another that a model has made up."""
        words = call.arguments.get("message")
        if self._phone is None:
            return failed(call, self._without_phone(NO_TEXTS))
        if not isinstance(words, str) or not 1 <= len(words.strip()) <= LONGEST_TEXT:
            return failed(call, f"message must have 1 to {LONGEST_TEXT} characters.")
        sender = (tool.get("metadata") or {}).get("from")
        if complaint := await self._phone.text(words.strip(), sender):
            return failed(call, complaint)
        return ToolResult(call.call_id, call.name, {"result": "The text was sent."})

    def _without_phone(self, what: str) -> str:
        kind = (self._envelope.get("call") or {}).get("type")
        return not_by_phone(kind, what) or "The caller's phone cannot be reached."

    async def _end_call(self, _tool: Json, call: CallTool) -> ToolResult:
        return ToolResult(call.call_id, call.name, {"result": "The conversation ends."}, end=EndCall())


def _unfit(function: Json, call: CallTool) -> str | None:
    """What is wrong with the arguments of a strict tool, for the model; their values are not repeated."""
    if not function.get("strict"):
        return None
    try:
        wrong = first_misfit(dict(call.arguments), function.get("parameters") or {})
    except ValueError:
        return "The parameters of this tool are no JSON Schema."
    if wrong is None:
        return None
    path = ".".join(str(part) for part in wrong.absolute_path) or "arguments"
    return f"The arguments do not fit: {path} fails {wrong.validator}."
