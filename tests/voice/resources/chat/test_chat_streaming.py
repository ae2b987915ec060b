"""Answers read while they are being given, in the hosted shape and in that of OpenAI's Responses."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest_asyncio

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.voice.app import voice_service
from tests.fakes.phones.voice import (
    SCRIPTED,
    MessageServer,
    VoiceApi,
    assistant_body,
    listen,
    make_token,
    serving,
    voice_app,
)
from tests.fakes.waiting import eventually

Json = dict[str, Any]


@pytest_asyncio.fixture
async def served(database: Database, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """The API over a socket: in process a whole answer would come at once."""
    token = await make_token(database, settings, new_id())
    app, (listener, url) = voice_app(), listen()
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        voice_service(app, database, settings, SCRIPTED),
        serving(app, listener),
        httpx.AsyncClient(base_url=url, headers=headers) as http,
    ):
        yield http


def events(text: str) -> list[Json]:
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


async def _booked(message: Json) -> Json:
    return {"results": [{"toolCallId": message["toolCallList"][0]["id"], "result": {"status": "booked"}}]}


async def test_the_first_words_come_while_a_tool_still_runs(
    served: httpx.AsyncClient, server: MessageServer
) -> None:
    go_on = asyncio.Event()

    async def slow(message: Json) -> Json:
        await go_on.wait()
        return await _booked(message)

    server.answer = slow
    body = {"assistant": assistant_body(server.url), "input": "book me in", "stream": True}
    async with served.stream("POST", "/chat", json=body) as answer:
        lines = answer.aiter_lines()
        first = events(await anext(lines))[0]
        assert (first["path"], first["delta"]) == ("chat.output[0].content", "Let me see.")
        go_on.set()
        rest = [event async for line in lines for event in events(line)]
    assert [(event["path"], event["delta"]) for event in rest] == [("chat.output[1].content", "Done: booked.")]
    chat = (await served.get(f"/chat/{first['id']}")).json()
    assert [item["content"] for item in chat["output"]] == ["Let me see.", "Done: booked."]
    assert chat["costs"][0]["type"] == "model"


async def test_a_reader_who_leaves_does_not_stop_the_turn(served: httpx.AsyncClient, server: MessageServer) -> None:
    go_on = asyncio.Event()

    async def slow(message: Json) -> Json:
        await go_on.wait()
        return await _booked(message)

    server.answer = slow
    session = (await served.post("/session", json={"assistant": assistant_body(server.url)})).json()
    body = {"sessionId": session["id"], "input": "book me in", "stream": True}
    async with served.stream("POST", "/chat", json=body) as answer:
        await anext(answer.aiter_lines())
    go_on.set()

    async def kept() -> list[Json]:
        found: list[Json] = (await served.get("/chat", params={"sessionId": session["id"]})).json()["results"]
        return found

    async def is_kept() -> bool:
        return bool(await kept())

    await eventually(is_kept)
    assert (await kept())[0]["output"][-1]["content"] == "Done: booked."


async def test_what_cannot_begin_fails_as_a_request(voice: VoiceApi) -> None:
    for path in ("/chat", "/chat/responses"):
        refused = await voice.http.post(path, json={"input": "one", "stream": True})
        assert (refused.status_code, refused.json()["message"]) == (
            400,
            ["Assistant or Squad or Workflow must be provided."],
        )


async def test_an_answer_in_the_shape_of_responses(voice: VoiceApi) -> None:
    body = {"assistant": assistant_body(), "input": "one", "stream": False}
    answer = (await voice.http.post("/chat/responses", json=body)).json()
    assert (answer["object"], answer["status"]) == ("response", "completed")
    (item,) = answer["output"]
    assert item["content"] == [{"type": "output_text", "text": "You said one.", "annotations": []}]
    stored = (await voice.http.get(f"/chat/{answer['id']}")).json()
    assert stored["output"][0]["content"] == "You said one."


async def test_the_events_of_responses(voice: VoiceApi) -> None:
    answer = await voice.http.post("/chat/responses", json={"assistant": assistant_body(), "input": "one"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    delta, done, completed = events(answer.text)
    assert (delta["type"], delta["delta"]) == ("response.output_text.delta", "You said one.")
    assert (done["type"], done["text"]) == ("response.output_text.done", "You said one.")
    assert done["item_id"] == delta["item_id"] == completed["response"]["output"][0]["id"]
    assert completed["response"]["status"] == "completed"
    assert [event["sequence_number"] for event in (delta, done, completed)] == [0, 1, 2]
    names = [line.removeprefix("event: ") for line in answer.text.splitlines() if line.startswith("event: ")]
    assert names == [delta["type"], done["type"], completed["type"]]
