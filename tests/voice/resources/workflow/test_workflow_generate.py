"""``POST /workflow/generate``: by rule from the tools, or by a provider's model, and always one that runs."""

from pathlib import Path
from typing import Any
from uuid import uuid4

from mia.app.language_models import build_language_models
from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from tests.fakes.chat_api import plain
from tests.fakes.phones.voice import MessageServer, VoiceApi, voice_api
from tests.voice.resources.tool_steps import made
from tests.voice.resources.workflow.workflow_steps import (
    edge,
    function,
    judged,
    provided,
    talk,
    texts,
    told,
    tool,
    workflow,
)

Json = dict[str, Any]
WEATHER = {"type": "function", "function": {"name": "weather", "description": "Look up the weather."}}
SAID = {"messages": [{"type": "request-complete", "content": "It is sunny in {{city}}."}]}


async def generated(voice: VoiceApi, **body: Any) -> Json:
    answer = await voice.http.post("/workflow/generate", json=body)
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


async def test_without_a_provider_the_tools_make_a_workflow_that_runs(
    database: Database, settings: Settings, server: MessageServer
) -> None:
    async def answer(message: Json) -> Json:
        calls = message.get("toolCallList") or ()
        return {"results": [{"toolCallId": call["id"], "result": {"sky": "blue"}} for call in calls]}

    server.answer = answer
    forecast = function("forecast", city={"type": "string", "enum": ["Miami", "Tampa"]}) | SAID
    forecast["function"]["description"] = "Look up the weather."
    async with voice_api(database, settings, build_language_models(settings)) as voice:
        tools = [await made(voice, "/tool", **each) for each in (forecast, {"type": "endCall"})]
        written = await generated(voice, toolIds=tools)
        assert "id" not in written
        names = [node["name"] for node in written["nodes"]]
        assert names == ["Start", "Details of forecast", "forecast", "More", "Hang up"]
        id = await made(voice, "/workflow", **written, server={"url": server.url})
        session = (await voice.http.post("/session", json={"workflowId": id})).json()
        here = {"sessionId": session["id"]}
        assert texts(await told(voice, here | {"input": "what is the weather"})) == ["Which city: Miami or Tampa?"]
        sunny = "It is sunny in Miami. Is there anything else I can do for you?"
        assert texts(await told(voice, here | {"input": "in Miami"})) == [sunny]
        goodbye = await told(voice, here | {"input": "No, nothing else, goodbye"})
        assert goodbye["endedReason"] == "assistant-ended-call"


async def test_what_cannot_be_made_is_refused(voice: VoiceApi, stranger: VoiceApi) -> None:
    foreign = await made(stranger, "/tool", **WEATHER)
    transfer = {"type": "transferCall", "destinations": [{"type": "assistant", "assistantName": "Billing"}]}
    for body, complaint in (
        ({}, "toolIds should not be empty"),
        ({"prompt": "Sell shoes."}, "prompt needs a provider's language model"),
        ({"toolIds": [foreign]}, "toolIds.0 names no tool of this organization"),
        ({"toolIds": [await made(voice, "/tool", **transfer)]}, "toolIds.0 hands on to an assistant"),
        ({"toolIds": [str(uuid4()) for _ in range(21)]}, "toolIds is not valid (too long)"),
    ):
        refused = await voice.http.post("/workflow/generate", json=body)
        assert (refused.status_code, complaint in str(refused.json()["message"])) == (400, True), refused.text


async def test_a_model_s_workflow_is_checked_and_mended(database: Database, tmp_path: Path) -> None:
    """The complaints of the first try go back to the model."""
    async with provided(database, tmp_path) as (voice, provider):
        tool_id = await made(voice, "/tool", **WEATHER)
        node = {"type": "tool", "name": "Weather", "toolId": tool_id}
        good = workflow(talk("Hello", "Hello."), node, edge("Hello", "Weather", "They ask for the weather."))
        lost = good | {"edges": []}
        provider.answers += [judged(lost), judged(good)]
        written = await generated(voice, toolIds=[tool_id], prompt="Be brief.")
        assert (written["nodes"], written["model"]) == (good["nodes"], {"provider": "openai"})
        await made(voice, "/workflow", **written)
    first, second = provider.requests
    assert tool_id in first["messages"][1]["content"] and "Be brief." in first["messages"][1]["content"]
    assert first["max_tokens"] == 4000
    assert "nodes.1 cannot be reached from the start node: Weather" in second["messages"][-1]["content"]


async def test_a_model_that_makes_nothing_of_it_is_no_answer(database: Database, tmp_path: Path) -> None:
    """Tools that nobody listed, listed ones left out, nonsense, and no answer at all."""
    invented = workflow(talk("Hello"), tool("Other", WEATHER), edge("Hello", "Other"))
    async with provided(database, tmp_path) as (voice, provider):
        tool_id = await made(voice, "/tool", **WEATHER)
        down = [plain("500 Internal Server Error", {})] * 2
        for answers in ([judged(invented)] * 2, [judged(workflow(talk("Hello")))] * 2, [judged([])] * 2, down):
            provider.answers += answers
            failed = await voice.http.post("/workflow/generate", json={"toolIds": [tool_id]})
            assert (failed.status_code, failed.json()["retryable"]) == (503, True), failed.text
            assert provider.answers == []
