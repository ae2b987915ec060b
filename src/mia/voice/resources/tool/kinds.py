"""What a language model is told of each kind of tool."""

from collections.abc import Iterator, Sequence

from mia.platform.conversation.ports import ToolSpec, ToolWords
from mia.voice.resources.tool.accounts.kinds import ACCOUNT_KINDS
from mia.voice.resources.tool.patience import patience_with
from mia.voice.wire import Json

MCP = "mcp"
"""Tools of this kind name a server; no model is told of them, but of the tools that it offers."""
OFFERED = "offered"
"""Where these stand in it, once a conversation has asked."""
_NOTHING: Json = {"type": "object", "properties": {}}
_QUERY: Json = {
    "type": "object",
    "properties": {"query": {"type": "string", "description": "What is looked for, in a few words."}},
    "required": ["query"],
}
_PRESSED: Json = {
    "type": "object",
    "properties": {"dtmf": {"type": "string", "description": "Keys to press: 0 to 9, *, # and w for a pause."}},
    "required": ["dtmf"],
}
_TEXTED: Json = {
    "type": "object",
    "properties": {"message": {"type": "string", "description": "What is to be read, at most 640 characters."}},
    "required": ["message"],
}
_DEFAULTS: dict[str, tuple[str, str, Json]] = {
    "apiRequest": ("api_request", "Ask another system.", _NOTHING),
    "dtmf": ("dtmf", "Press keys of the phone, in the menu of an automatic line.", _PRESSED),
    "sms": ("sms", "Text the caller, at the number that they call from or are called at.", _TEXTED),
    "endCall": ("endCall", "End the conversation, after a goodbye.", _NOTHING),
    "function": ("", "", {}),
    MCP: ("", "", {}),
    "transferCall": ("transferCall", "Hand the conversation on to someone else.", _NOTHING),
    "query": ("search_knowledge", "Look something up in what the practice has written down.", _QUERY),
    **{type: (kind.name, kind.description, kind.takes) for type, kind in ACCOUNT_KINDS.items()},
}
"""Name, description and parameters of a tool that says none."""
_SAID_WHEN = {"request-start": "before", "request-complete": "done", "request-failed": "failed"}


def tools_by_name(model: Json) -> dict[str, Json]:
    """The tools of a model that can run, by the name that it asks for them with; the first of a name counts."""
    found: dict[str, Json] = {}
    for tool in _single(model.get("tools") or ()):
        if tool["type"] in _DEFAULTS and (name := name_of(tool)):
            found.setdefault(name, tool)
    return found


def _single(tools: Sequence[Json]) -> Iterator[Json]:
    for tool in tools:
        if tool["type"] == MCP:
            yield from tool.get(OFFERED) or ()
        else:
            yield tool


def names_of(assistant: Json) -> frozenset[str]:
    """The names of all tools of an assembled assistant, of its squad, and of the stages of its workflow."""
    stages = (node.get("assistant") or {} for node in (assistant.get("workflow") or {}).get("nodes") or ())
    all_of_them = (assistant, *(assistant.get("squad") or ()), *stages)
    return frozenset(name for each in all_of_them for name in tools_by_name(each.get("model") or {}))


def specs_of(model: Json, server: Json | None = None) -> Iterator[ToolSpec]:
    """The tools of a model, as it is told of them; ``server`` is the assistant's."""
    for name, tool in tools_by_name(model).items():
        _, description, parameters = _DEFAULTS[tool["type"]]
        function = tool.get("function") or {}
        yield ToolSpec(
            name,
            function.get("description") or tool.get("description") or _described(tool, description),
            _destinations(tool) or function.get("parameters") or tool.get("body") or parameters,
            strict=bool(function.get("strict")),
            words=_words(tool),
            seconds=patience_with(tool, server),
        )


def name_of(tool: Json) -> str:
    """The name that a model asks for a tool with."""
    return (tool.get("function") or {}).get("name") or tool.get("name") or _DEFAULTS[tool["type"]][0]


def place_of(destination: Json) -> str:
    """What a destination is chosen by."""
    return str(destination.get("assistantName") or destination["number"])


def _destinations(tool: Json) -> Json | None:
    """What a tool that hands on takes: the name or number of one of its destinations."""
    destinations = tool.get("destinations")
    if not destinations:
        return None
    about = (f"{place_of(each)}: {each.get('description') or ''}" for each in destinations)
    names = [place_of(each) for each in destinations]
    destination = {"type": "string", "enum": names, "description": "; ".join(about)}
    return {"type": "object", "properties": {"destination": destination}, "required": ["destination"]}


def _described(tool: Json, otherwise: str) -> str:
    """What files are about, where a tool searches files."""
    bases = tool.get("knowledgeBases") or ()
    about = "; ".join(f"{base['name']}: {base['description']}" for base in bases if base.get("description"))
    return f"{otherwise} {about}" if about else otherwise


def _words(tool: Json) -> ToolWords:
    words = ToolWords()
    texts: dict[str, str] = {}
    late_after = words.late_after
    for message in tool.get("messages") or ():
        if message.get("type") == "request-response-delayed":
            texts["late"] = message.get("content") or ""
            late_after = (message.get("timingMilliseconds") or 1000 * late_after) / 1000
        elif (when := _SAID_WHEN.get(message.get("type", ""))) and message.get("content"):
            texts[when] = message["content"]
    return ToolWords(**texts, late_after=late_after)
