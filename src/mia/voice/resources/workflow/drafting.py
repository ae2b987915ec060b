"""A workflow made from tools by rule: it greets, runs the tool that is wanted, asks for more, and hangs up."""

from collections.abc import Sequence

from mia.voice.resources.tool.kinds import specs_of
from mia.voice.wire import Json

_START, _DETAILS, _MORE, _END = "Start", "Details of {}", "More", "Hang up"
_NOTHING_ELSE = "The caller needs nothing else and says goodbye."
_GOODBYE = {"type": "endCall", "messages": [{"type": "request-start", "content": "Thank you. Goodbye."}]}


def draft(tools: Sequence[Json]) -> Json:
    """Stages around stored ``tools``, each with its ``id``; one that ends the conversation is the way out.

    A tool whose needed arguments are each one of given values is preceded by the question for them.
    """
    ends = [tool for tool in tools if tool["type"] == "endCall"]
    runs = [tool for tool in tools if tool["type"] != "endCall"]
    names = _names(runs)
    nodes: list[Json] = [_talk(_START, "Hello, how can I help you?", isStart=True)]
    edges: list[Json] = []
    for tool, name in zip(runs, names, strict=True):
        first = name
        if asked := _choices(tool):
            first = _DETAILS.format(name)
            nodes.append(_talk(first, _question(asked["properties"]), variableExtractionPlan={"schema": asked}))
            edges.append({"from": first, "to": name})
        nodes.append({"type": "tool", "name": name, "toolId": tool["id"]})
        wanted = {"type": "ai", "prompt": _wish(tool)}
        edges += [{"from": origin, "to": first, "condition": wanted} for origin in (_START, _MORE)]
        edges.append({"from": name, "to": _MORE})
    end: Json = {"toolId": ends[0]["id"]} if ends else {"tool": _GOODBYE}
    leaving = {"type": "ai", "prompt": _NOTHING_ELSE}
    if runs:
        nodes.append(_talk(_MORE, "Is there anything else I can do for you?"))
        edges.append({"from": _MORE, "to": _END, "condition": leaving})
    edges.append({"from": _START, "to": _END, "condition": leaving})
    nodes.append({"type": "tool", "name": _END, **end})
    return {"name": "Workflow from tools", "nodes": nodes, "edges": edges}


def _talk(name: str, first: str, **extra: object) -> Json:
    return {"type": "conversation", "name": name, "messagePlan": {"firstMessage": first}, **extra}


def _names(tools: Sequence[Json]) -> list[str]:
    """A name for each, no two alike and none that other nodes have."""
    taken = {_START, _MORE, _END}
    names: list[str] = []
    for tool in tools:
        spec = next(specs_of({"tools": [tool]}), None)
        plain = (spec.name if spec else tool["type"])[:60]
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain} {number}", number + 1
        taken |= {name, _DETAILS.format(name)}
        names.append(name)
    return names


def _wish(tool: Json) -> str:
    spec = next(specs_of({"tools": [tool]}), None)
    about = (spec.description or spec.name) if spec else tool["type"]
    return f"The caller wants this: {about}"[:1000]


def _choices(tool: Json) -> Json | None:
    """The schema of a tool's needed arguments, if each is one of given texts."""
    spec = next(specs_of({"tools": [tool]}), None)
    parameters = spec.parameters if spec else {}
    needed = [name for name in parameters.get("required") or () if isinstance(name, str)]
    properties = {}
    for name in needed:
        values = ((parameters.get("properties") or {}).get(name) or {}).get("enum") or []
        if not 1 <= len(values) <= 50 or not all(isinstance(value, str) for value in values):
            return None
        if len(values) > 1:
            properties[name] = {"type": "string", "enum": values}
    return {"type": "object", "properties": properties, "required": [*properties]} if properties else None


def _question(properties: Json) -> str:
    asked = (f"Which {name.replace('_', ' ')}: {' or '.join(each['enum'])}?" for name, each in properties.items())
    return " ".join(asked)[:1000]
