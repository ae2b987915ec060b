"""``/workflow``: kept as one document whose graph is checked."""

from typing import Any
from uuid import uuid4

import pytest

from tests.fakes.phones.voice import VoiceApi
from tests.voice.resources.tool_steps import made
from tests.voice.resources.workflow.workflow_steps import HANG_UP, edge, failed, function, talk, tool, workflow

Json = dict[str, Any]
HELLO = talk("Hello", "Hello.")
END = tool("End", HANG_UP)


async def test_a_workflow_is_kept_listed_changed_and_removed(voice: VoiceApi, stranger: VoiceApi) -> None:
    id = await made(voice, "/workflow", **workflow(HELLO, END, edge("Hello", "End", "They say goodbye.")))
    assert [each["id"] for each in (await voice.http.get("/workflow")).json()] == [id]
    renamed = (await voice.http.patch(f"/workflow/{id}", json={"name": "Office"})).json()
    assert (renamed["name"], len(renamed["nodes"]), len(renamed["edges"])) == ("Office", 2, 1)
    for method, body in (("GET", None), ("PATCH", {"name": "Mine"}), ("DELETE", None)):
        assert (await stranger.http.request(method, f"/workflow/{id}", json=body)).status_code == 404
    assert (await voice.http.delete(f"/workflow/{id}")).json()["name"] == "Office"
    assert (await voice.http.get(f"/workflow/{id}")).status_code == 404


async def test_workflows_are_for_private_tokens(voice: VoiceApi) -> None:
    id = await made(voice, "/workflow", **workflow(HELLO))
    requests: list[tuple[str, str, Json | None]] = [
        ("GET", "", None), ("POST", "", workflow(HELLO)), ("POST", "/generate", {"toolIds": []}),
        ("GET", f"/{id}", None), ("PATCH", f"/{id}", {"name": "Mine"}), ("DELETE", f"/{id}", None),
    ]  # fmt: skip
    for method, path, body in requests:
        for headers, status in (({"Authorization": ""}, 401), (voice.as_client(voice.public_token), 403)):
            answer = await voice.http.request(method, f"/workflow{path}", json=body, headers=headers)
            assert answer.status_code == status, (method, path, answer.text)
    refused = await voice.http.post(
        "/call/web", json={"workflowId": id}, headers=voice.as_client(voice.public_token)
    )
    assert refused.status_code == 403


GO_ON = edge("Hello", "End")
CIRCLE = (tool("A", function("a")), tool("B", function("b")), edge("Hello", "A"), edge("A", "B"), edge("B", "A"))
TRANSFER = {"type": "transferCall", "destinations": [{"type": "assistant", "assistantName": "Billing"}]}
PREMIUM = {"type": "transferCall", "destinations": [{"type": "number", "number": "+19005551234"}]}
ENUM = {"schema": {"properties": {"name": {"type": "string"}}}}


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (workflow(HELLO) | {"nodes": [HELLO]}, "nodes must have one start node: set isStart of one of them"),
        (workflow(HELLO, END | {"isStart": True}, GO_ON), "must have one start node, and there are 2: Hello, End"),
        (workflow(HELLO, HELLO), "nodes.1.name is the name of another node too: Hello"),
        (workflow(HELLO, GO_ON), "edges.0.to names no node: End"),
        (workflow(HELLO, END), "nodes.1 cannot be reached from the start node: End"),
        (workflow(HELLO, END, GO_ON, GO_ON), "edges.1 can never be taken: edges.0 has no condition either"),
        (workflow(HELLO, END, GO_ON, edge("End", "Hello")), "edges.1 leads on from a node that ends"),
        (workflow(HELLO, END, failed("Hello", "End")), "edges.0.condition of type failed needs a tool node"),
        (workflow(HELLO, *CIRCLE), "nodes run tools in a circle in which nobody speaks: A, B"),
        (workflow(HELLO, {"type": "hangup", "name": "End"}), "nodes.1.type must be one of the following values: "),
        (workflow(HELLO, END, GO_ON | {"condition": {"type": "regex"}}), "condition.type must be one of the"),
        (workflow(HELLO, END, GO_ON | {"condition": {"type": "ai"}}), "edges.0.condition.needs prompt"),
        (workflow(HELLO | {"tool": HANG_UP}), "property tool should not exist in a conversation node"),
        (workflow(HELLO, {"type": "tool", "name": "T"}), "nodes.1.needs either tool or toolId"),
        (workflow(HELLO, talk("Help", globalNodePlan={"enabled": True})), "needs globalNodePlan.enterCondition"),
        (workflow(HELLO, {"type": "tool", "name": "End", "toolId": str(uuid4())}, GO_ON), "1.toolId names no tool"),
        (workflow(HELLO, tool("End", TRANSFER), GO_ON), "nodes.1 has a tool that hands on to an assistant"),
        (workflow(HELLO, tool("End", PREMIUM), GO_ON), "destinations.0.number must be no premium number"),
        (workflow(HELLO | {"variableExtractionPlan": ENUM}), "a string with an enum"),
        (workflow(HELLO, firstMessage="Hi"), "property firstMessage should not exist"),
        (workflow(HELLO) | {"name": "N" * 81}, "name must be shorter than or equal to 80 characters"),
        (workflow(HELLO, *(talk(f"N{n}") for n in range(50))), "nodes is not valid (too long)"),
        (workflow(HELLO | {"prompt": "p" * 5001}), "prompt must be shorter than or equal to 5000 characters"),
    ],
)  # fmt: skip
async def test_what_cannot_be_walked_through_is_refused(voice: VoiceApi, body: Json, complaint: str) -> None:
    for path, request in (("/workflow", body), ("/chat", {"workflow": body, "input": "Hello"})):
        refused = await voice.http.post(path, json=request)
        assert (refused.status_code, complaint in str(refused.json()["message"])) == (400, True), refused.text


async def test_a_change_is_checked_with_the_whole(voice: VoiceApi) -> None:
    id = await made(voice, "/workflow", **workflow(HELLO, END, GO_ON))
    refused = await voice.http.patch(f"/workflow/{id}", json={"edges": []})
    assert (refused.status_code, refused.json()["message"]) == (
        400,
        ["nodes.1 cannot be reached from the start node: End"],
    )
