"""Workflows: kept, and put together for a conversation."""

from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.voice.http import BadRequest
from mia.voice.language_models import PROVIDED
from mia.voice.resources.assistant.checks import check_together
from mia.voice.resources.assistant.manners import MODEL_BEGINS
from mia.voice.resources.assistant.service import assemble_assistant
from mia.voice.resources.assistant.variables import fill
from mia.voice.resources.credential.service import with_credentials
from mia.voice.resources.credential.speech import require_keys, with_keys
from mia.voice.resources.documents import Documents, fits
from mia.voice.resources.tool.accounts.finding import with_accounts
from mia.voice.resources.tool.kinds import MCP
from mia.voice.resources.tool.service import TOOLS, require_tools, with_tools
from mia.voice.resources.workflow.graph import check_graph, start_of
from mia.voice.resources.workflow.models import WorkflowRecord
from mia.voice.resources.workflow.schemas import Workflow
from mia.voice.wire import Json, without_none

_PARTS = ("nodes", "edges", "globalPrompt")
_fits = fits(Workflow)


def check_workflow(workflow: Json) -> Json:
    """The workflow as it is; :class:`BadRequest` when it cannot be walked through, or no model here plays it."""
    _fits(workflow)
    check_graph(workflow)
    check_together(_without_parts(workflow))
    for index, node in enumerate(workflow["nodes"]):
        _check_variables(workflow, index, node)
        _check_tool(index, node.get("tool") or {})
    plan = (workflow.get("compliancePlan") or {}).get("recordingConsentPlan")
    if plan and not _first_message(start_of(workflow)):
        raise BadRequest("recordingConsentPlan needs a messagePlan.firstMessage in the start node")
    return workflow


WORKFLOWS = Documents(WorkflowRecord, "Workflow", check=check_workflow)
"""The workflows of organizations. Conversations keep the copies they were made with."""


async def require_parts(session: OrgSession, workflow: Json) -> None:
    """:class:`BadRequest` when a workflow names a tool that the organization does not have."""
    await require_tools(session, workflow)
    await require_keys(session, workflow)
    for index, node in enumerate(workflow.get("nodes") or ()):
        try:
            await require_tools(session, _tools_of(node))
        except BadRequest as refusal:
            raise BadRequest(f"nodes.{index}: {refusal.detail}") from None
        if (id := node.get("toolId")) is None:
            continue
        row = await TOOLS.find(session, UUID(id))
        if row is None:
            raise BadRequest(f"nodes.{index}.toolId names no tool of this organization: {id}")
        _check_tool(index, TOOLS.config(session, row))


async def assemble_workflow(
    session: OrgSession, id: UUID | None, inline: Json | None, overrides: Json | None
) -> Json:
    """What plays a workflow: an assistant that begins as its start node does, with the stages in ``workflow``.

    ``workflow``: {id?, nodes, edges, variables}; a node's ``assistant`` is what it changes of the others', its
    ``tool`` is there.
    """
    written = inline or {}
    if id is not None:
        written = WORKFLOWS.config(session, await WORKFLOWS.require(session, id))
    else:
        check_workflow(written)
        await require_parts(session, written)
    values = (overrides or {}).get("variableValues") or {}
    played = await assemble_assistant(session, None, _without_parts(written), {"variableValues": values})
    start = start_of(written)
    if first := _first_message(start):
        played["firstMessage"] = fill(first, values)
    else:
        played["firstMessageMode"] = MODEL_BEGINS
    nodes = [await _node(session, written, node) for node in written["nodes"]]
    filled = await with_keys(session, await with_credentials(session, {"nodes": nodes}))
    nodes = (await with_accounts(session, filled))["nodes"]
    plan = {"id": str(id) if id else None, "nodes": nodes, "edges": written["edges"], "variables": values}
    return played | {"workflow": without_none(plan)}


async def _node(session: OrgSession, workflow: Json, node: Json) -> Json:
    if node["type"] == "tool":
        if node.get("toolId") is None:
            return node
        row = await TOOLS.find(session, UUID(node["toolId"]))
        if row is None:
            raise BadRequest(f"the tool of the node {node['name']} was deleted")
        return node | {"tool": TOOLS.config(session, row)}
    own = node.get("model") or workflow.get("model") or {}
    prompts = [text for text in (workflow.get("globalPrompt"), node.get("prompt")) if text]
    messages = [*(own.get("messages") or ()), *({"role": "system", "content": text} for text in prompts)]
    model = own | {"messages": messages, "toolIds": [*(own.get("toolIds") or ()), *(node.get("toolIds") or ())]}
    plays = await with_tools(session, {"model": model})
    changes = {"voice": node.get("voice"), "firstMessage": _first_message(node)}
    return node | {"assistant": plays | without_none(changes)}


def _without_parts(workflow: Json) -> Json:
    return {name: value for name, value in workflow.items() if name not in _PARTS}


def _first_message(node: Json) -> str | None:
    return (node.get("messagePlan") or {}).get("firstMessage") or None


def _tools_of(node: Json) -> Json:
    """The tools that a node names, in the form of an assistant."""
    model = node.get("model") or {}
    named = [*(model.get("toolIds") or ()), *(node.get("toolIds") or ())]
    written = [*(model.get("tools") or ()), *([node["tool"]] if node.get("tool") else [])]
    return {"model": model | {"toolIds": named, "tools": written}}


def hands_on(tool: Json) -> bool:
    """Whether a tool names another assistant: a workflow has none, its edges lead on."""
    return any("assistantName" in destination for destination in tool.get("destinations") or ())


def _check_tool(index: int, tool: Json) -> None:
    if hands_on(tool):
        raise BadRequest(f"nodes.{index} has a tool that hands on to an assistant: in a workflow an edge leads on")
    if tool.get("type") == MCP:
        raise BadRequest(f"nodes.{index} has a tool of type mcp, which is many: name it in a node's toolIds")


def _check_variables(workflow: Json, index: int, node: Json) -> None:
    """Without a provider's model, what a person means is told among given values only."""
    provider = (node.get("model") or workflow.get("model") or {}).get("provider")
    schema = (node.get("variableExtractionPlan") or {}).get("schema") or {}
    for name, variable in (schema.get("properties") or {}).items():
        chosen = variable.get("type", "string") == "string" and variable.get("enum")
        if not chosen and provider not in PROVIDED:
            path = f"nodes.{index}.variableExtractionPlan.schema.properties.{name}"
            raise BadRequest(f"{path} needs a language model of a provider in model.provider; "
                             "without, it is a string with an enum")  # fmt: skip
