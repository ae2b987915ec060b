"""An OpenAI-compatible server that answers from a script, over real HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass
class ChatApi:
    """``answers`` are given in order, one per request; ``requests`` keeps the bodies received."""

    answers: list[Answer] = field(default_factory=list)
    requests: list[Json] = field(default_factory=list)
    base_url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            self.requests.append(json.loads(await reader.readexactly(int(lengths[0].split(b":")[1]))))
            await self.answers.pop(0)(writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()


@asynccontextmanager
async def chat_api(*answers: Answer) -> AsyncIterator[ChatApi]:
    """The server on a free port of this machine."""
    api = ChatApi(list(answers))
    server = await asyncio.start_server(api.serve, "127.0.0.1", 0)
    api.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield api
    finally:
        server.close()


def _head(status: str, kind: str) -> bytes:
    return f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n".encode()


def plain(status: str, body: Json | str) -> Answer:
    """A complete answer."""

    async def answer(writer: asyncio.StreamWriter) -> None:
        text = body if isinstance(body, str) else json.dumps(body)
        writer.write(_head(status, "application/json") + text.encode())
        await writer.drain()

    return answer


def stream(*deltas: Json, then: str = "done") -> Answer:
    """A streamed answer of ``deltas``; ``then`` is done (with 40 tokens read and 9 written), stall,
    garbage or cut."""

    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(_head("200 OK", "text/event-stream"))
        for delta in deltas:
            chunk = {
                "id": "x",
                "object": "chat.completion.chunk",
                "created": 0,
                "model": "m",
                "choices": [{"index": 0, "delta": delta, "finish_reason": None}],
            }
            writer.write(f"data: {json.dumps(chunk)}\n\n".encode())
            await writer.drain()
        if then == "stall":
            await asyncio.sleep(1.5)
        elif then == "garbage":
            writer.write(b"data: {broken\n\n")
        elif then == "done":
            usage = {"prompt_tokens": 40, "completion_tokens": 9, "total_tokens": 49}
            last = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": []}
            writer.write(f"data: {json.dumps(last | {'usage': usage})}\n\n".encode())
            writer.write(b"data: [DONE]\n\n")
        await writer.drain()

    return answer


def words(text: str) -> list[Json]:
    """Deltas of a few characters each."""
    return [{"content": text[at : at + 4]} for at in range(0, len(text), 4)]


def tool(name: str, arguments: str, call_id: str = "call_1") -> list[Json]:
    """Deltas of a tool call whose arguments arrive in two pieces."""
    middle = len(arguments) // 2
    first = {"index": 0, "id": call_id, "type": "function", "function": {"name": name, "arguments": ""}}
    pieces = [{"index": 0, "function": {"arguments": p}} for p in (arguments[:middle], arguments[middle:])]
    return [{"tool_calls": [piece]} for piece in (first, *pieces)]
