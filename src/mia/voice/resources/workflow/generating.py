"""A workflow made from tools, and from a description: by a provider's model where there is one, else by rule."""

import json
from collections.abc import Sequence
from uuid import UUID

import structlog

from mia.platform.conversation.ports import Brief, LanguageModelFault, Message
from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import Unavailable
from mia.voice.http import BadRequest
from mia.voice.language_models import Analyst, LanguageModels
from mia.voice.resources.tool.kinds import MCP, specs_of
from mia.voice.resources.tool.service import TOOLS
from mia.voice.resources.workflow.drafting import draft
from mia.voice.resources.workflow.graph import ends_the_conversation
from mia.voice.resources.workflow.service import check_workflow, hands_on
from mia.voice.wire import Json, to_text

log = structlog.get_logger()

_TRIES = 2
_TOKENS = 4_000
_SECONDS = 20.0
_MODEL = {"provider": "openai"}
_BY = Brief("Workflow", "", "", model=_MODEL)
_PARTS = ("name", "globalPrompt", "nodes", "edges")
_TASK = """Design the workflow of a phone call. Answer with one JSON object:
{"name": text (at most 80 characters), "globalPrompt": text, "nodes": [...], "edges": [...]}.
A node is {"type": "conversation", "name", "prompt" (what to find out or say), "messagePlan": {"firstMessage"}?,
"variableExtractionPlan": {"schema": {"type": "object", "properties": {name: {"type": "string", "number",
"integer" or "boolean", "description", "enum"?}}, "required": [...]}}?, "globalNodePlan": {"enabled": true,
"enterCondition"}?} or {"type": "tool", "name", "toolId"} for a tool that is listed, or {"type": "tool", "name",
"tool": {"type": "endCall"}} to hang up. One conversation node has "isStart": true. Names differ. At most 50.
An edge is {"from": name, "to": name, "condition"?}; its condition is {"type": "ai", "prompt": a sentence that is
true or false} or, after a tool, {"type": "failed"}. From a node at most one edge has no condition. Every node can
be reached from the start, every tool that is listed is used, nothing follows a hang up, and there is one."""


async def tools_for(session: OrgSession, ids: Sequence[UUID]) -> list[Json]:
    """The tools of these ids, each with its ``id``; :class:`BadRequest` names one that no workflow can run."""
    tools = []
    for index, id in enumerate(dict.fromkeys(ids)):
        row = await TOOLS.find(session, id)
        if row is None:
            raise BadRequest(f"toolIds.{index} names no tool of this organization: {id}")
        tool = TOOLS.config(session, row) | {"id": str(id)}
        if hands_on(tool):
            raise BadRequest(f"toolIds.{index} hands on to an assistant, which workflows do not do")
        if tool["type"] == MCP:
            raise BadRequest(f"toolIds.{index} is of type mcp, which is many: no node runs it")
        tools.append(tool)
    return tools


async def generate(tools: Sequence[Json], prompt: str | None, language_models: LanguageModels) -> Json:
    """A workflow that runs these tools and does what ``prompt`` says, as a client may create it.

    :class:`BadRequest` for a prompt that nobody here can read, :class:`Unavailable` when the model makes nothing
    that can be walked through.
    """
    analyst = language_models.analyst_for(_BY)
    if analyst is not None:
        return await _by_model(analyst, tools, prompt)
    if prompt:
        raise BadRequest("prompt needs a provider's language model; without one, a workflow is made from toolIds")
    if not tools:
        raise BadRequest("toolIds should not be empty")
    return check_workflow(draft(tools))


async def _by_model(analyst: Analyst, tools: Sequence[Json], prompt: str | None) -> Json:
    wish = prompt or "Find out which of the tools the caller wants, and run it."
    messages = [Message("system", _TASK), Message("user", f"{wish}\n\nTools:\n{_told(tools)}")]
    for _ in range(_TRIES):
        try:
            text = await analyst.write(_BY, messages, tokens=_TOKENS, seconds=_SECONDS)
        except LanguageModelFault as fault:
            raise Unavailable("The language model did not answer. Please try again.") from fault
        try:
            return _read(text, tools)
        except BadRequest as refusal:
            log.info("workflow_not_fit", complaints=len(refusal.messages))
            wrong = "\n".join(refusal.messages)
            mend = Message("user", f"Mend this, and answer with all of it:\n{wrong}")
            messages += [Message("assistant", text), mend]
    raise Unavailable("The language model made no workflow that can be walked through. Please try again.")


def _told(tools: Sequence[Json]) -> str:
    lines = []
    for tool in tools:
        for spec in specs_of({"tools": [tool]}):
            known = {"toolId": tool["id"], "name": spec.name, "description": spec.description}
            lines.append(to_text(known | {"parameters": dict(spec.parameters)}))
    return "\n".join(lines) or "none"


def _read(text: str, tools: Sequence[Json]) -> Json:
    """The workflow in a model's words; :class:`BadRequest` says what is wrong with it."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRequest("The answer is not JSON.") from None
    if not isinstance(found, dict):
        raise BadRequest("The answer is not a JSON object.")
    made = check_workflow({name: found[name] for name in _PARTS if name in found} | {"model": _MODEL})
    given = {tool["id"] for tool in tools}
    used = {node["toolId"] for node in made["nodes"] if node.get("toolId")}
    written = [node["name"] for node in made["nodes"] if node.get("tool") and not ends_the_conversation(node)]
    wrong = [f"toolId is not listed: {id}" for id in sorted(used - given)]
    wrong += [f"no node runs the tool {id}" for id in sorted(given - used)]
    wrong += [f"the tool of the node {name} is not listed" for name in written]
    own = {name for node in made["nodes"] for name in ("model", "voice", "toolIds") if name in node}
    wrong += [f"{name} may not be used in a node" for name in sorted(own)]
    if wrong:
        raise BadRequest(*wrong)
    return made
