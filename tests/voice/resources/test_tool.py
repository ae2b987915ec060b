"""``/tool``: kept once, named by assistants, and run in conversations."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.resources.assistant.brief import brief_of
from tests.fakes.phones.voice import MessageServer, VoiceApi, listen, serving, voice_api
from tests.voice.resources.tool_steps import OBEDIENT, assistant_with, made, told

Json = dict[str, Any]
END = {"type": "endCall"}
FILE = "0198c2a0-0000-7000-8000-000000000001"


def function(url: str, name: str = "look_up", **extra: Any) -> Json:
    server = {"url": url, **extra.pop("server", {})}
    return {"type": "function", "function": {"name": name, **extra.pop("function", {})}, "server": server, **extra}


@pytest_asyncio.fixture
async def voice(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, settings, OBEDIENT) as api:
        yield api


async def answers(message: Json) -> Json:
    call = message["toolCallList"][0]
    return {"results": [{"toolCallId": call["id"], "result": {"found": call["arguments"]}}]}


async def test_a_tool_is_kept_listed_changed_and_removed(voice: VoiceApi, stranger: VoiceApi) -> None:
    id = await made(voice, "/tool", **function("https://tools.example/run"))
    assert (await voice.http.get(f"/tool/{id}")).json()["function"] == {"name": "look_up"}
    assert [tool["id"] for tool in (await voice.http.get("/tool", params={"limit": 1})).json()] == [id]
    changed = await voice.http.patch(f"/tool/{id}", json={"async": True})
    assert (changed.json()["async"], changed.json()["server"]["url"]) == (True, "https://tools.example/run")
    for method in ("get", "delete"):
        foreign = await stranger.http.request(method, f"/tool/{id}")
        assert (foreign.status_code, foreign.json()["message"]) == (404, "Tool not found.")
    assert (await voice.http.delete(f"/tool/{id}")).json()["id"] == id
    assert (await voice.http.get(f"/tool/{id}")).status_code == 404


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"type": "bash"}, "type must be one of the following values: 'function', 'apiRequest'"),
        ({"type": "function"}, "function should not be empty in a tool of type function"),
        (
            {"type": "endCall", "url": "https://x.example"},
            "property url should not exist in a tool of type",
        ),
        ({"type": "endCall", "colour": "red"}, "property colour should not exist"),
        (
            {
                "type": "endCall",
                "messages": [{"type": "request-start", "content": "Bye.", "timingMilliseconds": 500}],
            },
            "messages.0.property timingMilliseconds should not exist in a message of type request-start",
        ),
        (
            {"type": "query", "knowledgeBases": [{"name": "x", "fileIds": [FILE], "model": "gemini-1.5-pro"}]},
            "knowledgeBases.0.property model should not exist",
        ),
        ({"type": "apiRequest", "url": "https://x.example"}, "method should not be empty in a tool of type"),
        ({"type": "apiRequest", "method": "PUT"}, "method must be one of the following values: 'GET' or 'POST'"),
    ],
)
async def test_what_a_kind_does_not_have_is_refused_by_name(voice: VoiceApi, body: Json, complaint: str) -> None:
    refused = await voice.http.post("/tool", json=body)
    assert refused.status_code == 400
    assert any(line.startswith(complaint) for line in refused.json()["message"]), refused.text


async def test_a_change_may_not_take_away_what_its_kind_needs(voice: VoiceApi) -> None:
    id = await made(voice, "/tool", type="apiRequest", method="GET", url="https://x.example/a")
    refused = await voice.http.patch(f"/tool/{id}", json={"url": None})
    assert refused.json()["message"] == ["url should not be empty in a tool of type apiRequest"]
    assert (await voice.http.get(f"/tool/{id}")).json()["url"] == "https://x.example/a"


async def test_addresses_inside_the_network_are_refused(voice: VoiceApi) -> None:
    for body in (
        {"type": "apiRequest", "method": "GET", "url": "http://169.254.169.254/latest"},
        function("http://10.0.0.1/run"),
    ):
        refused = await voice.http.post("/tool", json=body)
        assert (refused.status_code, "public address" in refused.text) == (400, True)


async def test_an_assistant_names_only_tools_of_its_organization(voice: VoiceApi, stranger: VoiceApi) -> None:
    foreign = await made(stranger, "/tool", **END)
    refused = await voice.http.post("/assistant", json={"model": {"provider": "mia", "toolIds": [foreign]}})
    assert (refused.status_code, foreign in str(refused.json()["message"])) == (400, True)


async def test_a_function_runs_at_its_server(voice: VoiceApi, server: MessageServer) -> None:
    server.answer = answers
    id = await assistant_with(voice, function(server.url))
    assert await told(voice, id, 'use look_up {"what": "hours"}') == '{"found": {"what": "hours"}}'


async def test_a_deleted_tool_is_left_out(voice: VoiceApi, server: MessageServer) -> None:
    id = await assistant_with(voice, function(server.url))
    tool_id = (await voice.http.get(f"/assistant/{id}")).json()["model"]["toolIds"][0]
    await voice.http.delete(f"/tool/{tool_id}")
    assert await told(voice, id, "use look_up") == "Error: The assistant has no such tool."


async def test_a_failing_server_is_asked_again_as_its_plan_says(voice: VoiceApi, server: MessageServer) -> None:
    server.answer = answers
    plan = {"type": "exponential", "maxRetries": 2, "baseDelaySeconds": 0}
    id = await assistant_with(voice, function(server.url, server={"backoffPlan": plan}))
    server.fail.extend([503, 502])
    assert await told(voice, id, "use look_up") == '{"found": {}}'
    server.fail.extend([503, 502, 500])
    assert await told(voice, id, "use look_up") == "Error: The tool failed."


async def test_an_async_function_is_not_waited_for(voice: VoiceApi, server: MessageServer) -> None:
    go_on = asyncio.Event()

    async def slowly(message: Json) -> Json:
        await go_on.wait()
        return await answers(message)

    server.answer = slowly
    id = await assistant_with(voice, function(server.url) | {"async": True})
    assert await told(voice, id, "use look_up") == '{"result": "It was passed on."}'
    await server.wait_for("tool-calls")
    go_on.set()


async def test_a_strict_tool_runs_only_with_arguments_that_fit(voice: VoiceApi, server: MessageServer) -> None:
    server.answer = answers
    day = {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]}
    id = await assistant_with(voice, function(server.url, function={"strict": True, "parameters": day}))
    assert "day fails type" in await told(voice, id, 'use look_up {"day": 4}')
    assert not server.received
    assert await told(voice, id, 'use look_up {"day": "Monday"}') == '{"found": {"day": "Monday"}}'


RETRIED = {"type": "exponential", "maxRetries": 2, "baseDelaySeconds": 1}
API = {"type": "apiRequest", "method": "GET", "url": "https://a.example"}


@pytest.mark.parametrize(
    ("tool", "seconds"),
    [
        (function("https://a.example"), None),
        (function("https://a.example", server={"timeoutSeconds": 30}), 33),
        (function("https://a.example", server={"timeoutSeconds": 30, "backoffPlan": RETRIED}), 96),
        (function("https://a.example", server={"timeoutSeconds": 200, "backoffPlan": RETRIED}), 300),
        ({"type": "function", "function": {"name": "look_up"}}, 63),
        (API, None),
        (API | {"timeoutSeconds": 40}, 43),
        ({"type": "query", "knowledgeBases": [{"name": "x", "server": {"timeoutSeconds": 15}}]}, 18),
        (END, None),
    ],
)
def test_a_conversation_waits_as_long_as_a_tool_says(tool: Json, seconds: float | None) -> None:
    (spec,) = brief_of(
        {"model": {"tools": [tool]}, "server": {"url": "https://b.example", "timeoutSeconds": 60}}
    ).tools
    assert spec.seconds == seconds


async def test_a_tool_says_its_own_words(voice: VoiceApi, server: MessageServer) -> None:
    server.answer = answers
    words = [
        {"type": "request-start", "content": "One second."},
        {"type": "request-complete", "content": "That is done."},
        {"type": "request-failed", "content": "That did not work."},
    ]
    id = await assistant_with(voice, function(server.url, messages=words))
    assert await told(voice, id, "use look_up") == "One second. That is done."
    server.fail.append(500)
    assert await told(voice, id, "use look_up") == "One second. That did not work."


async def test_a_server_may_say_the_words_after_its_tool(voice: VoiceApi, server: MessageServer) -> None:
    says: Json = {}

    async def answer(message: Json) -> Json:
        return {"results": [{"toolCallId": message["toolCallList"][0]["id"], **says}]}

    server.answer = answer
    words = [
        {"type": "request-complete", "content": "That is done."},
        {"type": "request-failed", "content": "That did not work."},
    ]
    id = await assistant_with(voice, function(server.url, messages=words))
    booked = {"type": "request-complete", "content": "You are booked for nine."}
    full = {"type": "request-failed", "content": "Nine is taken."}
    for outcome, heard in (
        ({"result": "ok", "message": booked}, "You are booked for nine."),
        ({"error": "full", "message": full}, "Nine is taken."),
        ({"result": "ok", "message": full}, "That is done."),
        ({"result": "ok", "message": booked | {"role": "system"}}, "That is done."),
        ({"error": "full"}, "That did not work."),
    ):
        says = outcome
        assert await told(voice, id, "use look_up") == heard


async def test_ending_the_call_ends_the_conversation(voice: VoiceApi) -> None:
    id = await assistant_with(voice, END)
    ended = await voice.http.post("/chat", json={"assistantId": id, "input": "use endCall"})
    assert ended.json()["endedReason"] == "assistant-ended-call"


async def test_an_api_request_is_filled_by_the_model(voice: VoiceApi) -> None:
    seen: list[tuple[str, str, str, str]] = []
    app = FastAPI()

    async def take(request: Request) -> JSONResponse:
        body = (await request.body()).decode()
        seen.append((request.method, request.url.path, request.url.query, body))
        status = 404 if "gone" in request.url.path else 200
        return JSONResponse({"key": request.headers.get("x-key")}, status)

    app.add_api_route("/{rest:path}", take, methods=["GET", "POST"])
    listener, url = listen()
    headers = {"type": "object", "properties": {"X-Key": {"type": "string", "value": "k1"}}}
    post = {
        "type": "apiRequest",
        "name": "save",
        "method": "POST",
        "url": f"{url}/n/{{{{id}}}}",
        "headers": headers,
    }
    post["headers"] = headers
    get = {"type": "apiRequest", "name": "find", "method": "GET", "url": f"{url}/f"}
    async with serving(app, listener):
        id = await assistant_with(voice, post, get)
        assert await told(voice, id, 'use save {"id": "a/b", "n": 2}') == '{"body": {"key": "k1"}, "status": 200}'
        assert await told(voice, id, 'use find {"q": "a b"}') == '{"body": {"key": null}, "status": 200}'
        assert await told(voice, id, 'use save {"id": "gone"}') == "Error: The system answered with status 404."
    assert seen[:2] == [("POST", "/n/a/b", "", '{"n":2}'), ("GET", "/f", "q=a+b", "")]
