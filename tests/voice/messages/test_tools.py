"""Asking the assistant's server to run a tool: whatever it answers, the conversation goes on."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from mia.platform.conversation.ports import CallTool, ToolResult
from mia.platform.kernel.clock import SystemClock
from mia.voice.messages.client import MessageClient
from mia.voice.messages.tools import ServerTools
from tests.fakes.phones.voice import MessageServer, assistant_body, local_messages

Json = dict[str, Any]
CALL = CallTool("tool-7", "book_appointment", {"name": "Ana Ruiz"})


@pytest_asyncio.fixture
async def client() -> AsyncIterator[MessageClient]:
    async with local_messages() as client:
        yield client


def runner(client: MessageClient, url: str, **server: Any) -> ServerTools:
    assistant = assistant_body(url)
    assistant["server"] |= server
    return ServerTools(client, SystemClock(), assistant, {"call": {"id": "c1"}})


@pytest.mark.parametrize(
    ("answer", "result", "error"),
    [
        ({"results": [{"toolCallId": "tool-7", "result": '{"status":"booked"}'}]}, {"status": "booked"}, None),
        ({"results": [{"toolCallId": "tool-7", "result": {"status": "booked"}}]}, {"status": "booked"}, None),
        ({"results": [{"toolCallId": "tool-7", "result": "done"}]}, {"result": "done"}, None),
        ({"results": [{"toolCallId": "tool-7", "result": "[1]"}]}, {"result": [1]}, None),
        ({"results": [{"toolCallId": "tool-7", "error": "No such slot."}]}, {}, "No such slot."),
        ({"error": "Closed."}, {}, "Closed."),
        ({"results": [{"toolCallId": "other", "result": "x"}]}, {}, "The tool gave no result."),
        ({"results": "x"}, {}, "The tool gave no result."),
        ([], {}, "The tool gave no result."),
    ],
)
async def test_every_kind_of_answer_is_understood(
    server: MessageServer, client: MessageClient, answer: Any, result: Json, error: str | None
) -> None:
    async def give(_message: Json) -> Any:
        return answer

    server.answer = give
    assert await runner(client, server.url)(CALL) == ToolResult("tool-7", "book_appointment", result, error)


async def test_the_server_learns_which_tool_and_whose_call(server: MessageServer, client: MessageClient) -> None:
    await runner(client, server.url)(CALL)
    message, headers = server.received[0].message, server.received[0].headers
    assert message["type"] == "tool-calls"
    assert message["call"] == {"id": "c1"}
    assert message["toolCallList"][0]["id"] == "tool-7"
    assert message["toolCallList"][0]["arguments"] == {"name": "Ana Ruiz"}
    assert message["toolWithToolCallList"][0]["function"]["name"] == "book_appointment"
    assert headers["authorization"] == "Bearer secret-of-server"
    assert headers["idempotency-key"] == "tool-7"


async def test_a_server_that_fails_is_an_error_of_the_tool(server: MessageServer, client: MessageClient) -> None:
    server.fail.append(500)
    assert (await runner(client, server.url)(CALL)).error == "The tool failed."


async def test_a_server_that_is_slow_is_an_error_of_the_tool(server: MessageServer, client: MessageClient) -> None:
    forever = asyncio.Event()

    async def wait(_message: Json) -> Any:
        await forever.wait()

    server.answer = wait
    result = await runner(client, server.url, timeoutSeconds=1)(CALL)
    forever.set()
    assert result.error == "The tool did not answer in time."


async def test_a_server_that_is_down_is_an_error_of_the_tool(client: MessageClient) -> None:
    assert (await runner(client, "http://127.0.0.1:9/")(CALL)).error == "The tool could not be reached."


async def test_a_tool_that_the_assistant_does_not_have_is_never_asked_for(
    server: MessageServer, client: MessageClient
) -> None:
    result = await runner(client, server.url)(CallTool("tool-8", "drop_tables", {}))
    assert result.error == "The assistant has no such tool."
    assert server.received == []


async def test_a_tool_may_have_a_server_of_its_own(server: MessageServer, client: MessageClient) -> None:
    assistant = assistant_body("http://127.0.0.1:9/")
    assistant["model"]["tools"][0]["server"] = {"url": server.url}
    await ServerTools(client, SystemClock(), assistant, {})(CALL)
    assert len(server.received) == 1
    assert "authorization" not in server.received[0].headers
