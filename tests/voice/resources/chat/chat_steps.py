"""Steps of a conversation in writing."""

from typing import Any

from tests.fakes.phones.voice import VoiceApi, assistant_body

Json = dict[str, Any]


async def begin(voice: VoiceApi, url: str | None = None, **extra: Any) -> Json:
    made = await voice.http.post("/session", json={"assistant": assistant_body(url), **extra})
    assert made.status_code == 201, made.text
    session: Json = made.json()
    return session


async def write(voice: VoiceApi, session: Json, words: str) -> Json:
    answer = await voice.http.post("/chat", json={"sessionId": session["id"], "input": words})
    assert answer.status_code == 201, answer.text
    chat: Json = answer.json()
    return chat


def said(chat: Json) -> list[str]:
    return [message["content"] for message in chat["output"]]
