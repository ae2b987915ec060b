"""Who answers in a node of a workflow: its own prompt, model, voice, tools and first message, or its tool."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mia.platform.conversation.ports import CallTool, Message, ToolResult
from mia.platform.conversation.tool_calls import call_id
from mia.platform.conversation.turns import Answering
from mia.voice.messages.tools import failed
from mia.voice.resources.assistant.variables import fill_texts, fill_tool
from mia.voice.resources.tool.api_request import names_in_url
from mia.voice.resources.workflow.judging import Asked, Judge
from mia.voice.resources.workflow.playing import RunsTool
from mia.voice.resources.workflow.state import State
from mia.voice.wire import Json

Play = Callable[[Json], Answering]
"""Who answers as an assembled assistant does."""


class Cast:
    """The answerers of one conversation's workflow."""

    def __init__(self, assistant: Json, play: Play, judge_of: Callable[[Answering], Judge]) -> None:
        self._common = {
            name: value for name, value in assistant.items() if name not in ("workflow", "firstMessage")
        }
        self._play = play
        self.judge_of = judge_of

    def speaker(self, node: Json, state: State) -> Answering:
        """The conversation node, with what is known in its texts."""
        return self._play(self._assistant(node, state))

    def running(self, node: Json, speaker: Json, state: State, said: Sequence[Message]) -> Answering:
        """The tool node, in a conversation that ``speaker`` has led. What its tool says afterwards is left to what
        follows, unless it ends the conversation."""
        assistant = self._assistant(speaker, state)
        tool = fill_tool(node["tool"], state.variables)
        model = (assistant.get("model") or {}) | {"tools": [tool], "toolIds": []}
        answering = self._play(assistant | {"model": model})
        spec, judge = answering.brief.tools[0], self.judge_of(answering)
        number, known = state.calls, dict(state.variables)

        async def call() -> CallTool:
            asked = Asked(spec.name, spec.description, spec.parameters)
            arguments = await judge.arguments(said, asked, known)
            arguments |= {name: known[name] for name in names_in_url(tool) if name in known}
            arguments |= _only_choices(spec.parameters)
            return CallTool(call_id("workflow", number, spec.name, arguments), spec.name, arguments)

        async def run(call: CallTool) -> ToolResult:
            lacking = [name for name in spec.parameters.get("required") or () if name not in call.arguments]
            if lacking:
                return failed(call, f"It is not known yet: {', '.join(lacking)}")
            return await answering.run_tool(call)

        ends = tool["type"] in ("endCall", "transferCall")
        words = replace(spec.words, failed="", done=spec.words.done if ends else "")
        brief = replace(answering.brief, tools=(replace(spec, words=words),))
        return replace(
            answering, brief=brief, language_model=RunsTool(answering.language_model, call), run_tool=run
        )

    def _assistant(self, node: Json, state: State) -> Json:
        played = self._common | (node.get("assistant") or {}) | {"firstMessageMode": None}
        return fill_texts({"firstMessage": "", "model": {}} | played, state.variables)


def _only_choices(parameters: Mapping[str, Any]) -> Json:
    """Arguments that can have one value only, such as the one phone that a caller may be put through to."""
    properties = parameters.get("properties") or {}
    values = {name: each.get("enum") or [] for name, each in properties.items() if isinstance(each, dict)}
    return {name: choices[0] for name, choices in values.items() if len(choices) == 1}


def words_after(node: Json, outcome: ToolResult, state: State) -> list[str]:
    """What a tool node says once its tool has answered."""
    wanted = "request-failed" if outcome.error else "request-complete"
    messages = fill_tool(node["tool"], state.variables).get("messages") or ()
    return [message["content"] for message in messages if message["type"] == wanted][-1:]
