"""Workflows for tests, and what is said in them with a scripted OpenAI-compatible model."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mia.app.language_models import build_language_models
from mia.platform.db.session import Database
from tests.fakes.chat_api import Answer, ChatApi, chat_api, plain, stream, words
from tests.fakes.phones.voice import VoiceApi, voice_api, voice_settings

Json = dict[str, Any]


def talk(name: str, first: str | None = None, **extra: Any) -> Json:
    """A conversation node."""
    message = {"messagePlan": {"firstMessage": first}} if first else {}
    return {"type": "conversation", "name": name, **message, **extra}


def tool(name: str, tool: Json, **extra: Any) -> Json:
    """A tool node."""
    return {"type": "tool", "name": name, "tool": tool, **extra}


def edge(origin: str, to: str, prompt: str | None = None, **extra: Any) -> Json:
    """An edge; with a prompt it has a condition that a model judges."""
    condition = {"condition": {"type": "ai", "prompt": prompt}} if prompt else {}
    return {"from": origin, "to": to, **condition, **extra}


def workflow(*parts: Json, **extra: Any) -> Json:
    """Nodes and edges in any order; the first node is the start."""
    nodes = [part for part in parts if "from" not in part]
    edges = [part for part in parts if "from" in part]
    return {"name": "House", "nodes": [nodes[0] | {"isStart": True}, *nodes[1:]], "edges": edges, **extra}


def failed(origin: str, to: str) -> Json:
    """An edge that is taken when a tool did not work."""
    return {"from": origin, "to": to, "condition": {"type": "failed"}}


def judged(answer: Any) -> Answer:
    """What a model answers in JSON."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": json.dumps(answer)}}
    return plain(
        "200 OK", {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    )


def says(text: str) -> Answer:
    """What a model says to the person."""
    return stream(*words(text))


HANG_UP = {"type": "endCall", "messages": [{"type": "request-start", "content": "Goodbye."}]}


def function(name: str, /, **parameters: Json) -> Json:
    """A tool that the server runs; all its parameters are needed."""
    schema = {"type": "object", "properties": parameters, "required": list(parameters)}
    return {"type": "function", "function": {"name": name, "description": f"Do {name}.", "parameters": schema}}


@asynccontextmanager
async def provided(database: Database, folder: Path, *answers: Answer) -> AsyncIterator[tuple[VoiceApi, ChatApi]]:
    """The API with a provider's model that answers from a script."""
    async with chat_api(*answers) as provider:
        settings = voice_settings(folder, OPENAI_MODEL="small", OPENAI_BASE_URL=provider.base_url)
        async with voice_api(database, settings, build_language_models(settings)) as voice:
            yield voice, provider


MODEL = {"provider": "openai", "model": "small"}


async def told(voice: VoiceApi, request: Json) -> Json:
    """The chat that answers."""
    answer = await voice.http.post("/chat", json=request)
    assert answer.status_code == 201, answer.text
    chat: Json = answer.json()
    return chat


def texts(chat: Json) -> list[str]:
    """Each thing that is said in a chat."""
    return [message["content"] for message in chat["output"] if message["content"]]
