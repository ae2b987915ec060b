"""What an assistant says of its servers: where messages go, which of them it wants, who runs its tools."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from mia.voice.wire import Json


@dataclass(frozen=True)
class ServerTarget:
    """Where a server message of an assistant goes. ``timeout_seconds`` bounds the wait for an answer,
    ``backoff_plan`` says how it is tried again, ``authentication`` is the plan of the server's credential
    (:mod:`mia.voice.messages.authentication`)."""

    url: str
    headers: dict[str, str]
    timeout_seconds: float
    backoff_plan: Json | None = None
    authentication: Json | None = field(default=None, repr=False)


def server_target(assistant: Json) -> ServerTarget | None:
    """The assistant's own server, if it has one."""
    return target_of(assistant.get("server"))


def tool_target(assistant: Json, tool_name: str) -> ServerTarget | None:
    """The server of a tool: its own, else the assistant's."""
    tool = find_tool(assistant, tool_name)
    return target_of((tool or {}).get("server")) or server_target(assistant)


def find_tool(assistant: Json, name: str) -> Json | None:
    """The function tool of that name."""
    tools = function_tools(assistant.get("model") or {})
    return next((tool for tool in tools if tool["function"]["name"] == name), None)


def wants_message(assistant: Json, type: str) -> bool:
    """Whether the assistant's server wants messages of ``type`` (hosted ``serverMessages``; absent: all)."""
    wanted = assistant.get("serverMessages")
    return wanted is None or type in wanted


def function_tools(model: Json) -> Iterator[Json]:
    """The tools of a model that a server runs."""
    yield from (tool for tool in model.get("tools") or () if tool["type"] == "function" and tool.get("function"))


def target_of(server: Json | None) -> ServerTarget | None:
    """Where a ``server`` is, None for one without address."""
    if not server or not server.get("url"):
        return None
    seconds, headers = float(server.get("timeoutSeconds") or 20), dict(server.get("headers") or {})
    return ServerTarget(server["url"], headers, seconds, server.get("backoffPlan"), server.get("authentication"))
