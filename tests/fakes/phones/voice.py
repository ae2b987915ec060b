"""A voice service around a scripted language model, and a server that receives its messages."""

import asyncio
import json
import socket
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    EndCall,
    Heard,
    Message,
    Output,
    Say,
    ToolResult,
    Turn,
)
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.voice.app import create_voice_app, voice_service
from mia.voice.auth.guards import TokenTag, key_generation, scope_of_row
from mia.voice.auth.pace import TokenPace
from mia.voice.auth.tokens import issue_token
from mia.voice.engine.providers import SpeechProviders
from mia.voice.language_models import LanguageModels
from mia.voice.messages.client import MessageClient
from mia.voice.messages.reach import Reach
from mia.voice.objects.ports import ObjectStore
from mia.voice.resources.org.service import open_org

Json = dict[str, Any]

HERE = "127.0.0.1"


class ScriptedModel:
    """Answers by simple rules: ``book`` asks for a tool, ``bye`` ends, all else is repeated."""

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        turn.memory["turns"] = turn.memory.get("turns", 0) + 1
        match turn.event:
            case Heard(text) if "book" in text:
                yield Say("Let me see.")
                yield CallTool("tool-1", "book_appointment", {"name": "Ana Ruiz"})
            case Heard(text) if "bye" in text:
                yield Say("Goodbye.")
                yield EndCall()
            case Heard(text):
                yield Say(f"You said {text}.")
            case ToolResult(error=None, result=result):
                yield Say(f"Done: {result['status']}.")
            case ToolResult(error=error):
                yield Say(f"That failed: {error}")

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        return Conclusion("They talked.", {"outcome": "answered", "turns": memory.get("turns", 0)}, success=True)


class ScriptedAnalyst:
    """A provider's model that plays callers, judges and designs workflows: it says the lines of the script, a
    conversation in which a rubric's last line was said meets it, and a workflow runs each tool that is given."""

    async def write(self, brief: Brief, messages: Sequence[Message], **bounds: Any) -> str:
        task, said = messages[0].content, next(each.content for each in messages if each.role == "user")
        if "You judge" in task:
            met = task.splitlines()[-1] in said
            return json.dumps({"result": "pass" if met else "fail", "reasoning": "It was said." if met else "No."})
        if task.startswith("Design the workflow"):
            return _workflow([json.loads(tool) for tool in said.partition("Tools:\n")[2].splitlines()])
        lines = task.partition("The script:\n")[2].splitlines()
        text = next((line for line in lines if f"User: {line}" not in said), None)
        return json.dumps({"say": text or "", "done": text is None})


def _workflow(tools: Sequence[Json]) -> str:
    nodes: list[Json] = [{"type": "conversation", "name": "Start", "isStart": True, "prompt": "Help."}]
    nodes += [{"type": "tool", "name": tool["name"], "toolId": tool["toolId"]} for tool in tools]
    edges = [
        {"from": "Start", "to": tool["name"], "condition": {"type": "ai", "prompt": "They want it."}}
        for tool in tools
    ]
    return json.dumps({"name": "Made", "nodes": nodes, "edges": edges})


SCRIPTED = LanguageModels({"mia": lambda brief: ScriptedModel()})
ANALYZED = LanguageModels(
    {"mia": lambda brief: ScriptedModel(), "openai": lambda brief: ScriptedModel()}, ScriptedAnalyst()
)
"""The same where a provider's model is configured."""


def voice_settings(folder: Path, **values: Any) -> Settings:
    """Settings of a test, with keys in ``folder``; assistants may have their servers on this machine."""
    return Settings.model_validate({"MIA_DATA_DIR": folder, "MIA_VOICE_PRIVATE_HOSTS": HERE, **values})


def local_messages() -> MessageClient:
    """The way to servers on this machine."""
    return MessageClient(Reach([HERE]))


async def make_token(database: Database, settings: Settings, org_id: UUID, tag: TokenTag = "private") -> str:
    """A token of an organization, which is made if it is not there. A public one opens what a request brings."""
    restrictions = {"allowTransientAssistant": True} if tag == "public" else None
    async with database.org(scope_of_row(org_id, "test")) as session:
        await open_org(session, "Test")
        _, value = await issue_token(session, tag, key_generation(settings), tag, restrictions=restrictions)
    return value


@dataclass(frozen=True)
class OneToken:
    """A ``TokenSource`` with the same token for every clinic."""

    value: str

    async def token(self, clinic_id: UUID, refused: str | None = None) -> str:
        return self.value


@dataclass
class VoiceApi:
    """The API in process, and an organization with both kinds of token."""

    http: httpx.AsyncClient
    org_id: UUID
    token: str
    public_token: str

    def as_client(self, token: str | None = None) -> Json:
        """Headers of a client; the private token unless another is given."""
        return {"Authorization": f"Bearer {token or self.token}"}


async def name_to_public(voice: VoiceApi, assistant_id: str) -> None:
    """Have the organization's public token open this assistant too."""
    (token,) = [each for each in (await voice.http.get("/token")).json() if each["tag"] == "public"]
    known = token["restrictions"]
    more = known | {"allowedAssistantIds": [*known.get("allowedAssistantIds", ()), assistant_id]}
    answer = await voice.http.patch(f"/token/{token['id']}", json={"restrictions": more})
    assert answer.status_code == 200, answer.text


def voice_app(models: LanguageModels = SCRIPTED) -> FastAPI:
    """The API's app, whose limits count from zero. It is built once for each set of models: that takes longer than
    a test."""
    app = _voice_app(models)
    app.state.pace = TokenPace()
    return app


@cache
def _voice_app(_models: LanguageModels) -> FastAPI:
    return create_voice_app()


@asynccontextmanager
async def voice_api(
    database: Database,
    settings: Settings,
    language_models: LanguageModels = SCRIPTED,
    objects: ObjectStore | None = None,
    speech: SpeechProviders | None = None,
) -> AsyncIterator[VoiceApi]:
    """The API over ASGI, signed in as a fresh organization."""
    org_id = new_id()
    token = await make_token(database, settings, org_id)
    public_token = await make_token(database, settings, org_id, "public")
    app = voice_app(language_models)
    async with voice_service(app, database, settings, language_models, objects, speech):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://voice.example", headers=headers) as http:
            yield VoiceApi(http, org_id, token, public_token)


async def number_id(http: httpx.AsyncClient) -> str:
    """The id of the organization's own number, from which its calls leave; made known when it has none."""
    known = (await http.get("/phone-number")).json()
    if not known:
        number = f"+1305{new_id().int % 10**10:010d}"
        known = [(await http.post("/phone-number", json={"number": number})).json()]
    return str(known[0]["id"])


@dataclass
class Received:
    """A server message as it arrived."""

    headers: Mapping[str, str]
    message: Json


@dataclass
class MessageServer:
    """A real HTTP server as an assistant's server. ``fail`` holds the statuses of the next answers;
    ``answer`` gives the body of a tool's answer."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    fail: deque[int] = field(default_factory=deque)
    answer: Callable[[Json], Awaitable[Any]] | None = None
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    def of_type(self, type: str) -> list[Json]:
        """The messages of a type, in the order they arrived."""
        return [item.message for item in self.received if item.message["type"] == type]

    async def wait_for(self, type: str, count: int = 1) -> list[Json]:
        """Return once ``count`` messages of ``type`` have arrived."""
        async with asyncio.timeout(15), self._news:
            await self._news.wait_for(lambda: len(self.of_type(type)) >= count)
        return self.of_type(type)

    async def take(self, request: Request) -> JSONResponse:
        """Receive one message."""
        if self.fail:
            return JSONResponse({}, self.fail.popleft())
        message = json.loads(await request.body())["message"]
        async with self._news:
            self.received.append(Received(dict(request.headers), message))
            self._news.notify_all()
        return JSONResponse(await self.answer(message) if self.answer else {})


@asynccontextmanager
async def message_server() -> AsyncIterator[MessageServer]:
    """A server on a free port of this machine."""
    server = MessageServer()
    app = FastAPI()
    app.add_api_route("/messages", server.take, methods=["POST"])
    listener, base_url = listen()
    server.url = f"{base_url}/messages"
    async with serving(app, listener):
        yield server


class _Server(uvicorn.Server):
    """Ends when it is told to. uvicorn looks for that, and for connections that are left, every tenth of a second:
    with four of them it took most of a second at the end of each test."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.told_to_end = asyncio.Event()

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.told_to_end.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for listener in sockets or []:
            listener.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        while self.server_state.connections or self.server_state.tasks:  # noqa: ASYNC110 -- uvicorn has no event for it
            await asyncio.sleep(0.002)


@asynccontextmanager
async def serving(app: FastAPI, listener: socket.socket) -> AsyncIterator[None]:
    """Serve ``app`` over real HTTP on ``listener``."""
    server = _Server(uvicorn.Config(app, log_config=None, lifespan="off", ws="websockets-sansio", access_log=False))
    task = asyncio.create_task(server.serve([listener]))
    try:
        yield
    finally:
        server.told_to_end.set()
        await task


def listen() -> tuple[socket.socket, str]:
    """A listening socket on a free port, and its base URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    return listener, f"http://127.0.0.1:{listener.getsockname()[1]}"


def assistant_body(server_url: str | None = None, **extra: Any) -> Json:
    """An assistant that a scripted model plays."""
    function = {"name": "book_appointment", "description": "Books", "parameters": {"type": "object"}}
    body: Json = {
        "name": "Mia",
        "firstMessage": "Hello, this is Mia.",
        "model": {
            "provider": "mia",
            "messages": [{"role": "system", "content": "Be kind."}],
            "tools": [{"type": "function", "function": function}],
        },
        "metadata": {
            "practice": {"name": "Downtown Medspa"},
            "vocabulary": ["Downtown Medspa"],
            "clinicId": "cli_1",
        },
    }
    if server_url:
        body["server"] = {"url": server_url, "headers": {"Authorization": "Bearer secret-of-server"}}
    return body | extra
