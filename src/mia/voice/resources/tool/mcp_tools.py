"""Tools that the servers of the Model Context Protocol offer, put into the ``mcp`` tools that name them."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import structlog

from mia.platform.conversation.ports import CallTool, ToolResult
from mia.voice.messages.client import MessageClient, NotSent
from mia.voice.messages.targets import target_of
from mia.voice.messages.tools import failed
from mia.voice.resources.tool.kinds import MCP, OFFERED
from mia.voice.resources.tool.mcp_server import McpFault, McpServer
from mia.voice.wire import Json, to_text

log = structlog.get_logger()

LIST_SECONDS = 3.0
"""How long a conversation waits for its servers before it begins without them."""
_ABOUT = {"call": "X-Call-Id", "chat": "X-Chat-Id", "session": "X-Session-Id"}
_UNFIT = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME, _LONGEST_DESCRIPTION, _LARGEST_SCHEMA = 64, 1_000, 8_000
_MOST_CHARACTERS = 20_000
"""Of an answer, in a conversation; about 5,000 tokens of a model."""


class McpTools:
    """The servers of one conversation and the tools that they offer; ``envelope`` says whose it is."""

    def __init__(self, client: MessageClient, envelope: Json) -> None:
        self._client = client
        self._about = {
            header: str(envelope[kind]["id"])
            for kind, header in _ABOUT.items()
            if (envelope.get(kind) or {}).get("id")
        }
        self._servers: dict[str, McpServer] = {}

    async def listed(self, assistant: Json) -> Json:
        """The assistant, all of its squad and of its workflow with the tools that their servers offer now. One that
        does not list them in time is left out: nobody waits longer for a greeting."""
        named = {to_text(tool["server"]): tool["server"] for tool in _named(assistant)}
        if not named:
            return assistant
        offered = await asyncio.gather(*(self._offered(key, server) for key, server in named.items()))
        filled: Json = _filled(assistant, dict(zip(named, offered, strict=True)))
        return filled

    async def run(self, tool: Json, call: CallTool) -> ToolResult:
        """Have the server of a listed tool run it."""
        server = self._servers.get(to_text(tool["server"]))
        if server is None:
            return failed(call, "The assistant has no such tool.")
        try:
            answer = await server.call(tool["offeredAs"], dict(call.arguments), call.call_id)
        except NotSent as failure:
            if failure.timed_out:
                return failed(call, "The tool did not answer in time.")
            log.info("mcp_unreachable", reason=failure.reason)
            return failed(call, "The tool could not be reached.")
        except McpFault as fault:
            log.info("mcp_failed", reason=fault.reason)
            return failed(call, fault.told or "The tool failed.")
        told = _told(answer)
        if answer.get("isError"):
            return failed(call, told if isinstance(told, str) and told else "The tool failed.")
        return ToolResult(call.call_id, call.name, told if isinstance(told, dict) else {"result": told})

    def leave(self) -> None:
        """The conversation is over: tell the servers so in the background."""
        for server in self._servers.values():
            self._client.soon(server.leave())

    async def _offered(self, key: str, server: Json) -> list[Json]:
        target = target_of(server)
        assert target is not None
        self._servers[key] = asked = McpServer(self._client, target, self._about)
        try:
            async with asyncio.timeout(LIST_SECONDS):
                return await asked.tools()
        except TimeoutError:
            log.info("mcp_not_listed", reason="timed-out")
        except (NotSent, McpFault) as failure:
            log.info("mcp_not_listed", reason=failure.reason)
        return []


def _named(value: Any) -> Iterator[Json]:
    """Every ``mcp`` tool in an assembled assistant."""
    if isinstance(value, list):
        for item in value:
            yield from _named(item)
    if not isinstance(value, dict):
        return
    if _is_mcp(value):
        yield value
        return
    for name, item in value.items():
        if name != "metadata":
            yield from _named(item)


def _filled(value: Any, offered: dict[str, list[Json]]) -> Any:
    if isinstance(value, list):
        return [_filled(item, offered) for item in value]
    if not isinstance(value, dict):
        return value
    if _is_mcp(value):
        tools = [_as_tool(value, each) for each in offered[to_text(value["server"])] if _is_usable(each)]
        return value | {OFFERED: tools}
    return {name: item if name == "metadata" else _filled(item, offered) for name, item in value.items()}


def _is_mcp(value: Json) -> bool:
    return value.get("type") == MCP and "server" in value


def _is_usable(offered: Json) -> bool:
    schema = offered.get("inputSchema")
    return (
        isinstance(offered.get("name"), str)
        and isinstance(schema, dict)
        and len(to_text(schema)) <= _LARGEST_SCHEMA
    )


def _as_tool(named: Json, offered: Json) -> Json:
    """A tool that a server offers, with the words of the tool that names the server, or its own."""
    function = {
        "name": _UNFIT.sub("_", offered["name"])[:_LONGEST_NAME],
        "description": str(offered.get("description") or "")[:_LONGEST_DESCRIPTION],
        "parameters": offered["inputSchema"],
    }
    own: Json = next((each for each in named.get("toolMessages") or () if each["name"] == offered["name"]), {})
    messages = own.get("messages", named.get("messages"))
    return {
        "type": MCP,
        "server": named["server"],
        "function": function,
        "messages": messages,
        "offeredAs": offered["name"],
    }


def _told(answer: Json) -> Any:
    """What a tool answered: an object where it gives one, else its texts; of other content its kind."""
    structured = answer.get("structuredContent")
    if isinstance(structured, dict) and len(to_text(structured)) <= _MOST_CHARACTERS:
        return structured
    parts = [each for each in answer.get("content") or () if isinstance(each, dict)]
    texts = [
        str(each.get("text") or "") if each.get("type") == "text" else f"[{each.get('type')}]" for each in parts
    ]
    return "\n".join(texts)[:_MOST_CHARACTERS]
