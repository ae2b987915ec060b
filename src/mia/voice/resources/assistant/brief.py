"""What the engine is told of an assistant."""

from collections.abc import Iterator
from dataclasses import dataclass

from mia.platform.conversation.ports import Brief, ToolSpec
from mia.voice.engine.pipeline.limits import CallLimits
from mia.voice.wire import Json

_DEFAULT = CallLimits()


@dataclass(frozen=True)
class ServerTarget:
    """Where a server message of an assistant goes. ``timeout_seconds`` bounds the wait for an answer."""

    url: str
    headers: dict[str, str]
    timeout_seconds: float


def brief_of(assistant: Json) -> Brief:
    """The brief of an assembled assistant."""
    model, metadata = assistant.get("model") or {}, assistant.get("metadata") or {}
    prompts = [m["content"] for m in model.get("messages") or () if m["role"] == "system" and m.get("content")]
    return Brief(
        assistant_name=assistant.get("name") or "Assistant",
        first_message=first_message(assistant),
        system_prompt="\n\n".join(prompts),
        context=metadata,
        vocabulary=tuple(str(name) for name in metadata.get("vocabulary") or ()),
        recording_question=recording_question(assistant),
        voicemail_message=assistant.get("voicemailMessage") or "",
        tools=tuple(_tool_specs(model)),
        model={name: value for name, value in model.items() if name not in ("messages", "tools")},
    )


def first_message(assistant: Json) -> str:
    """What the assistant says before anyone else, or ``""``."""
    if assistant.get("firstMessageMode") == "assistant-waits-for-user":
        return ""
    return assistant.get("firstMessage") or ""


def recording_question(assistant: Json) -> str:
    """What a caller is asked before a call is recorded, or ``""`` when none is.

    Hosted ``artifactPlan.recordingEnabled`` with ``compliancePlan.recordingConsentPlan``: without a plan of type
    ``verbal`` no one agrees to anything, so nothing is recorded.
    """
    plan = (assistant.get("compliancePlan") or {}).get("recordingConsentPlan") or {}
    if not (assistant.get("artifactPlan") or {}).get("recordingEnabled") or plan.get("type") != "verbal":
        return ""
    return str(plan.get("message") or "")


def limits_of(assistant: Json) -> CallLimits:
    """How long things may take in a call with this assistant."""
    silence = assistant.get("silenceTimeoutSeconds")
    return CallLimits(
        max_duration=float(assistant.get("maxDurationSeconds") or _DEFAULT.max_duration),
        silence_step=silence / (_DEFAULT.silence_steps + 1) if silence else _DEFAULT.silence_step,
    )


def server_target(assistant: Json) -> ServerTarget | None:
    """The assistant's own server, if it has one."""
    return _target(assistant.get("server"))


def tool_target(assistant: Json, tool_name: str) -> ServerTarget | None:
    """The server of a tool: its own, else the assistant's."""
    tool = find_tool(assistant, tool_name)
    return _target((tool or {}).get("server")) or server_target(assistant)


def find_tool(assistant: Json, name: str) -> Json | None:
    """The function tool of that name."""
    tools = _function_tools(assistant.get("model") or {})
    return next((tool for tool in tools if tool["function"]["name"] == name), None)


def wants_message(assistant: Json, type: str) -> bool:
    """Whether the assistant's server wants messages of ``type`` (hosted ``serverMessages``; absent: all)."""
    wanted = assistant.get("serverMessages")
    return wanted is None or type in wanted


def _target(server: Json | None) -> ServerTarget | None:
    if not server or not server.get("url"):
        return None
    return ServerTarget(server["url"], dict(server.get("headers") or {}), float(server.get("timeoutSeconds") or 20))


def _function_tools(model: Json) -> Iterator[Json]:
    yield from (tool for tool in model.get("tools") or () if tool["type"] == "function" and tool.get("function"))


def _tool_specs(model: Json) -> Iterator[ToolSpec]:
    for tool in _function_tools(model):
        function = tool["function"]
        yield ToolSpec(function["name"], function.get("description") or "", function.get("parameters") or {})
