"""Whether nodes and edges make a workflow that can be walked through."""

from collections.abc import Iterator

from mia.voice.http import BadRequest
from mia.voice.wire import Json

_MOST_COMPLAINTS = 20


def check_graph(workflow: Json) -> None:
    """:class:`BadRequest` says everything that is wrong with the nodes and edges, by their place and name."""
    complaints = [*_names(workflow), *_start(workflow), *_ends_of_edges(workflow), *_edges(workflow)]
    if not complaints:
        complaints = [*_unreachable(workflow), *_circles(workflow)]
    if complaints:
        raise BadRequest(*complaints[:_MOST_COMPLAINTS])


def start_of(workflow: Json) -> Json:
    """The node that a conversation begins in."""
    start: Json = next(node for node in workflow["nodes"] if node.get("isStart"))
    return start


def is_global(node: Json) -> bool:
    """Whether the conversation comes to a node from everywhere."""
    return bool((node.get("globalNodePlan") or {}).get("enabled"))


def ends_the_conversation(node: Json) -> bool:
    """Whether a node is a hang-up."""
    return (node.get("tool") or {}).get("type") == "endCall"


def _names(workflow: Json) -> Iterator[str]:
    seen: set[str] = set()
    for index, node in enumerate(workflow["nodes"]):
        if node["name"] in seen:
            yield f"nodes.{index}.name is the name of another node too: {node['name']}"
        seen.add(node["name"])


def _start(workflow: Json) -> Iterator[str]:
    starts = [node["name"] for node in workflow["nodes"] if node.get("isStart")]
    if not starts:
        yield "nodes must have one start node: set isStart of one of them"
    if len(starts) > 1:
        yield f"nodes must have one start node, and there are {len(starts)}: {', '.join(starts)}"


def _ends_of_edges(workflow: Json) -> Iterator[str]:
    names = {node["name"] for node in workflow["nodes"]}
    for index, edge in enumerate(workflow["edges"]):
        for end in ("from", "to"):
            if edge[end] not in names:
                yield f"edges.{index}.{end} names no node: {edge[end]}"


def _edges(workflow: Json) -> Iterator[str]:
    nodes = {node["name"]: node for node in workflow["nodes"]}
    plain: dict[str, int] = {}
    for index, edge in enumerate(workflow["edges"]):
        origin, condition = nodes.get(edge["from"]), edge.get("condition") or {}
        if origin is None:
            continue
        if ends_the_conversation(origin):
            yield f"edges.{index} leads on from a node that ends the conversation: {edge['from']}"
        if condition.get("type") == "failed" and origin["type"] != "tool":
            yield f"edges.{index}.condition of type failed needs a tool node in from, not {edge['from']}"
        if not condition and plain.setdefault(edge["from"], index) != index:
            yield f"edges.{index} can never be taken: edges.{plain[edge['from']]} has no condition either"


def _unreachable(workflow: Json) -> Iterator[str]:
    reached = {start_of(workflow)["name"]} | {node["name"] for node in workflow["nodes"] if is_global(node)}
    while more := {edge["to"] for edge in workflow["edges"] if edge["from"] in reached} - reached:
        reached |= more
    for index, node in enumerate(workflow["nodes"]):
        if node["name"] not in reached:
            yield f"nodes.{index} cannot be reached from the start node: {node['name']}"


def _circles(workflow: Json) -> Iterator[str]:
    """Tools that would run for ever: a circle of edges without a condition, in which nobody speaks."""
    tools = {node["name"] for node in workflow["nodes"] if node["type"] == "tool"}
    onwards = {edge["from"]: edge["to"] for edge in workflow["edges"] if not edge.get("condition")}
    told: set[str] = set()
    for first in sorted(tools):
        path = [first]
        while (following := onwards.get(path[-1])) in tools and following not in path:
            path.append(following)
        if following == first and not told & set(path):
            told |= set(path)
            yield f"nodes run tools in a circle in which nobody speaks: {', '.join(path)}"
