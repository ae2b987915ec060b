"""Tools of the type ``mcp``: listed by their server when a conversation begins, and run there."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from mia.voice.resources.tool import mcp_tools
from tests.fakes.mcp_server import DAY, McpFake, mcp_server
from tests.fakes.phones.voice import VoiceApi, voice_api, voice_settings
from tests.voice.resources.tool_steps import OBEDIENT, assistant_with, made, told

Json = dict[str, Any]
PUBLIC = {"url": "https://tools.example/mcp"}


@pytest_asyncio.fixture
async def mcp() -> AsyncIterator[McpFake]:
    async with mcp_server() as fake:
        yield fake


@pytest_asyncio.fixture
async def voice(database: Database, tmp_path: Path) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, voice_settings(tmp_path), OBEDIENT) as api:
        yield api


def at(fake: McpFake, **extra: Any) -> Json:
    server = {"url": fake.url, "headers": {"Authorization": "Bearer mcp-1"}} | extra.pop("server", {})
    return {"type": "mcp", "server": server, **extra}


@pytest.mark.parametrize("streams", [False, True])
async def test_what_a_server_offers_is_run_there(voice: VoiceApi, mcp: McpFake, streams: bool) -> None:
    mcp.streams = streams
    id = await assistant_with(voice, at(mcp))
    assert json.loads(await told(voice, id, 'use find-room {"day": "Monday"}')) == {"room": "B", "day": "Monday"}
    assert json.loads(await told(voice, id, "use weather_today")) == {"result": "Sunny.\n[image]"}
    assert mcp.calls == [("find-room", {"day": "Monday"}), ("weather.today", {})]


async def test_a_failed_tool_says_why(voice: VoiceApi, mcp: McpFake) -> None:
    id = await assistant_with(voice, at(mcp))
    assert await told(voice, id, "use broken") == "Error: No rooms today."
    for unknown in ("mcp", "no_schema", "find_room"):
        assert await told(voice, id, f"use {unknown}") == "Error: The assistant has no such tool."
    words = {"name": "broken", "messages": [{"type": "request-failed", "content": "The rooms are not known."}]}
    polite = await assistant_with(voice, at(mcp, toolMessages=[words]))
    assert await told(voice, polite, "use broken") == "The rooms are not known."


async def test_a_server_learns_whose_conversation_it_is_and_when_it_ends(voice: VoiceApi, mcp: McpFake) -> None:
    id = await assistant_with(voice, at(mcp))
    session = await made(voice, "/session", assistantId=id)
    answer = await voice.http.post("/chat", json={"sessionId": session, "input": "use weather_today"})
    about = mcp.headers[-2]
    assert (about["x-session-id"], about["x-chat-id"]) == (session, answer.json()["id"])
    async with asyncio.timeout(10):
        await mcp.left.wait()
    assert (mcp.ended, mcp.sessions) == (["s-1"], set())
    assert (await told_in(voice, session, "use weather_today")).startswith("{"), "the next turn asks again"


async def told_in(voice: VoiceApi, session: str, text: str) -> str:
    answer = await voice.http.post("/chat", json={"sessionId": session, "input": text})
    return str(answer.json()["output"][-1]["content"])


async def test_a_session_that_the_server_forgot_is_begun_again(voice: VoiceApi, mcp: McpFake) -> None:
    id = await assistant_with(voice, at(mcp))
    mcp.forgets = True
    assert json.loads(await told(voice, id, 'use find-room {"day": "Monday"}'))["room"] == "B"
    assert mcp.begun == 2


async def test_without_its_server_an_assistant_goes_on(
    voice: VoiceApi, mcp: McpFake, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await assistant_with(voice, at(mcp, server={"headers": {}}), {"type": "endCall"})
    assert await told(voice, id, "Hello") == "Mia hears you."
    assert await told(voice, id, "use weather_today") == "Error: The assistant has no such tool."
    slow = await assistant_with(voice, at(mcp))
    monkeypatch.setattr(mcp_tools, "LIST_SECONDS", 0.2)
    mcp.hold = asyncio.Event()
    assert await told(voice, slow, "Hello") == "Mia hears you."
    mcp.hold.set()
    mcp.version = "2099-01-01"
    monkeypatch.undo()
    assert await told(voice, slow, "use weather_today") == "Error: The assistant has no such tool."


async def test_a_credential_opens_a_server(voice: VoiceApi, mcp: McpFake) -> None:
    plan = {"type": "bearer", "token": "mcp-1"}
    credential = await made(voice, "/credential", provider="webhook", authenticationPlan=plan)
    server = {"headers": {}, "credentialId": credential}
    id = await assistant_with(voice, at(mcp, server=server))
    assert json.loads(await told(voice, id, "use weather_today"))["result"].startswith("Sunny")


async def test_a_strict_look_at_the_arguments_is_the_servers(voice: VoiceApi, mcp: McpFake) -> None:
    id = await assistant_with(voice, at(mcp))
    assert json.loads(await told(voice, id, "use find-room"))["day"] is None
    assert DAY["required"] == ["day"]


@pytest.mark.parametrize(
    ("tool", "complaint"),
    [
        ({"type": "mcp"}, "server should not be empty in a tool of type mcp"),
        ({"type": "mcp", "server": {"timeoutSeconds": 5}}, "server.url should not be empty in a tool of type mcp"),
        ({"type": "mcp", "server": {"url": "http://10.0.0.1/mcp"}}, "server.url must be a public address"),
        (
            {"type": "mcp", "server": {"url": "https://x.example"}, "metadata": {"protocol": "sse"}},
            "metadata.protocol",
        ),
    ],
)
async def test_a_server_that_cannot_be_asked_is_refused(voice: VoiceApi, tool: Json, complaint: str) -> None:
    refused = await voice.http.post("/tool", json=tool)
    message = refused.json()["message"]
    lines = message if isinstance(message, list) else [message]
    assert (refused.status_code, any(line.startswith(complaint) for line in lines)) == (400, True), refused.text


async def test_a_workflow_runs_no_tool_that_is_many(voice: VoiceApi, mcp: McpFake) -> None:
    tool_id = await made(voice, "/tool", **at(mcp))
    nodes: list[Json] = [
        {"type": "conversation", "name": "Start", "isStart": True},
        {"type": "tool", "name": "Run"},
    ]
    edges = [{"from": "Start", "to": "Run"}]
    ways: list[Json] = [{"toolId": tool_id}, {"tool": at(mcp)}]
    for which in ways:
        flow = {"name": "Flow", "nodes": [nodes[0], nodes[1] | which], "edges": edges}
        refused = await voice.http.post("/workflow", json=flow)
        assert (refused.status_code, "which is many" in refused.text) == (400, True), refused.text
    refused = await voice.http.post("/workflow/generate", json={"toolIds": [tool_id]})
    assert (refused.status_code, "which is many" in refused.text) == (400, True)
