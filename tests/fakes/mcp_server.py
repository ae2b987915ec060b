"""A server of the Model Context Protocol (streamable HTTP, 2025-06-18) that keeps its clients to the rules."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from tests.fakes.phones.voice import listen, serving

Json = dict[str, Any]
DAY: Json = {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]}
TOOLS: list[Json] = [
    {"name": "find-room", "description": "Find a free room.", "inputSchema": DAY},
    {"name": "weather.today", "description": "The weather.", "inputSchema": {"type": "object", "properties": {}}},
    {"name": "broken", "description": "Always fails.", "inputSchema": {"type": "object"}},
    {"name": "no schema"},
]


@dataclass
class McpFake:
    """What it was asked. ``streams``: it answers with an event stream and leaves it open; ``forgets``: it ends
    sessions before the next call."""

    url: str = ""
    streams: bool = False
    forgets: bool = False
    version: str = "2025-06-18"
    sessions: set[str] = field(default_factory=set)
    begun: int = 0
    ended: list[str] = field(default_factory=list)
    calls: list[tuple[str, Json]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    hold: asyncio.Event | None = None
    left: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, request: Request) -> Response:
        """One request of a client."""
        headers = dict(request.headers)
        self.headers.append(headers)
        session = headers.get("mcp-session-id", "")
        if request.method == "DELETE":
            self.sessions.discard(session)
            self.ended.append(session)
            self.left.set()
            return Response(status_code=204)
        if headers.get("authorization") != "Bearer mcp-1":
            return JSONResponse({"error": "unauthorized"}, 401)
        assert {"application/json", "text/event-stream"} <= {each.strip() for each in headers["accept"].split(",")}
        message = json.loads(await request.body())
        assert message["jsonrpc"] == "2.0"
        if message["method"] == "initialize":
            assert message["params"]["protocolVersion"] and message["params"]["clientInfo"]["name"]
            self.begun += 1
            session = f"s-{self.begun}"
            self.sessions.add(session)
            about = {"protocolVersion": self.version, "capabilities": {"tools": {}}, "serverInfo": {"name": "x"}}
            return self._answer(message["id"], {"result": about}, {"Mcp-Session-Id": session})
        if self.forgets and message["method"] == "tools/call":
            self.forgets = False
            self.sessions.clear()
        if session not in self.sessions:
            return JSONResponse({"error": "session not found"}, 404)
        assert headers["mcp-protocol-version"] == self.version
        if message["method"] == "notifications/initialized":
            return Response(status_code=202)
        if self.hold is not None:
            await self.hold.wait()
        return self._answer(message["id"], self._reply(message["method"], message["params"]))

    def _reply(self, method: str, params: Json) -> Json:
        if method == "tools/list":
            if params.get("cursor") == "more":
                return {"result": {"tools": TOOLS[2:]}}
            return {"result": {"tools": TOOLS[:2], "nextCursor": "more"}}
        name, arguments = params["name"], params["arguments"]
        self.calls.append((name, arguments))
        match name:
            case "find-room":
                return {"result": {"content": [], "structuredContent": {"room": "B", "day": arguments.get("day")}}}
            case "weather.today":
                parts = [{"type": "text", "text": "Sunny."}, {"type": "image", "data": "", "mimeType": "image/png"}]
                return {"result": {"content": parts}}
            case "broken":
                return {"result": {"content": [{"type": "text", "text": "No rooms today."}], "isError": True}}
        return {"error": {"code": -32602, "message": f"Unknown tool: {name}"}}

    def _answer(self, id: int, reply: Json, headers: dict[str, str] | None = None) -> Response:
        message = {"jsonrpc": "2.0", "id": id, **reply}
        if not self.streams:
            return JSONResponse(message, headers=headers)

        async def events() -> AsyncIterator[bytes]:
            news = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
            yield f": hello\n\nevent: message\ndata: {json.dumps(news)}\n\n".encode()
            yield f"id: 1\nevent: message\ndata: {json.dumps(message)}\n\n".encode()
            await asyncio.sleep(30)  # until the client leaves

        return StreamingResponse(events(), media_type="text/event-stream", headers=headers)


@asynccontextmanager
async def mcp_server() -> AsyncIterator[McpFake]:
    """The server, running."""
    fake, app = McpFake(), FastAPI()
    app.add_api_route("/mcp", fake.take, methods=["POST", "DELETE"])
    listener, url = listen()
    fake.url = f"{url}/mcp"
    async with serving(app, listener):
        yield fake
