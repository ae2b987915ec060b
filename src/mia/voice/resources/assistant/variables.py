"""What stands for ``{{name}}`` in the texts of an assistant (hosted ``variableValues``)."""

import re
from typing import Any

from mia.voice.wire import Json

_VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_SPOKEN = (
    *("firstMessage", "endCallMessage", "endCallPhrases", "voicemailMessage", "busyMessage"),
    *("messagePlan", "hooks", "compliancePlan"),
)
"""Properties whose texts are said; the phrases that end a call are looked for in what is said."""
_JOINED = ("variableValues", "metadata")
_OF_MODEL = ("messages", "thanks")
_OF_TOOL = ("messages", "toolMessages", "destinations")


def with_overrides(general: Json | None, specific: Json | None) -> Json:
    """Overrides that hold together: the more specific ones win, key by key in ``variableValues`` and ``metadata``,
    otherwise property by property."""
    first, then = general or {}, specific or {}
    joined = {
        name: (first.get(name) or {}) | (then.get(name) or {}) for name in _JOINED if name in first or name in then
    }
    return first | then | joined


def fill(text: str, variables: Json) -> str:
    """``text`` with the values of the variables that stand in it as ``{{name}}``; others are left as they are."""

    def value(match: re.Match[str]) -> str:
        found: Any = variables.get(match[1])
        return match[0] if found is None else str(found)

    return _VARIABLE.sub(value, text)


def fill_texts(assistant: Json, variables: Json) -> Json:
    """The assistant with its variables in all that it says and that its model is told."""
    filled = assistant | {name: fill_all(assistant[name], variables) for name in _SPOKEN if name in assistant}
    model = assistant.get("model")
    if not model:
        return filled
    told = {name: fill_all(model[name], variables) for name in _OF_MODEL if name in model}
    if model.get("tools"):
        told["tools"] = [fill_tool(tool, variables) for tool in model["tools"]]
    return filled | {"model": model | told}


def fill_tool(tool: Json, variables: Json) -> Json:
    """A tool with the variables in what is said around it, and to whom callers are handed on."""
    return tool | {name: fill_all(tool[name], variables) for name in _OF_TOOL if name in tool}


def fill_all(value: Any, variables: Json) -> Any:
    """The same with every text in it filled."""
    if isinstance(value, str):
        return fill(value, variables)
    if isinstance(value, list):
        return [fill_all(each, variables) for each in value]
    if isinstance(value, dict):
        return {name: fill_all(each, variables) for name, each in value.items()}
    return value
