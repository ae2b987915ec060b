"""A conversation in which the person says which tool is to be used."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    Heard,
    Message,
    Output,
    Say,
    ToolResult,
    Turn,
)
from mia.voice.language_models import LanguageModels
from tests.fakes.phones.voice import VoiceApi

Json = dict[str, Any]


class Obedient:
    """``use NAME {...}`` asks for a tool; what comes back is said as JSON. All else is answered by its own name."""

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        match turn.event:
            case Heard(text) if text.startswith("use "):
                name, _, arguments = text.removeprefix("use ").partition(" ")
                yield CallTool(f"call-{len(turn.history)}", name, json.loads(arguments or "{}"))
            case Heard():
                yield Say(f"{turn.brief.assistant_name} hears you.")
            case ToolResult(error=None, result=result):
                yield Say(json.dumps(dict(result), sort_keys=True))
            case ToolResult(error=error):
                yield Say(f"Error: {error}")

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        return Conclusion("They talked.", {"outcome": "answered"}, success=True)


OBEDIENT = LanguageModels({"mia": lambda brief: Obedient()})


async def made(voice: VoiceApi, path: str, **body: Any) -> str:
    """The id of a new resource."""
    answer = await voice.http.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def assistant_with(voice: VoiceApi, *tools: Json, **extra: Any) -> str:
    """The id of an assistant that names these tools."""
    ids = [await made(voice, "/tool", **tool) for tool in tools]
    return await made(voice, "/assistant", name="Mia", model={"provider": "mia", "toolIds": ids}, **extra)


async def told(voice: VoiceApi, assistant_id: str, text: str) -> str:
    """What the assistant writes back."""
    return " ".join(await all_told(voice, {"assistantId": assistant_id, "input": text}))


async def all_told(voice: VoiceApi, request: Json) -> list[str]:
    """Each thing that is written back to a chat."""
    answer = await voice.http.post("/chat", json=request)
    assert answer.status_code == 201, answer.text
    return [message["content"] for message in answer.json()["output"] if message["content"]]
