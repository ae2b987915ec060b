"""Daily without media: its REST API on this machine, and a client that connects to nothing."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from fastapi import FastAPI, HTTPException, Request

from tests.fakes.phones.voice import listen, serving

KEY = "key-of-the-account"
Json = dict[str, Any]


@dataclass
class FakeDaily:
    """``tokens`` are the properties of each; ``here`` holds who is in a room."""

    api_url: str = ""
    rooms: dict[str, Json] = field(default_factory=dict)
    tokens: dict[str, Json] = field(default_factory=dict)
    here: dict[str, list[Json]] = field(default_factory=dict)

    async def make_room(self, request: Request) -> Json:
        """``POST /rooms``."""
        body = await self._read(request)
        assert body["privacy"] == "private"
        self.rooms[body["name"]] = body
        return body | {"id": secrets.token_hex(8), "url": f"https://example.daily.co/{body['name']}"}

    async def make_token(self, request: Request) -> Json:
        """``POST /meeting-tokens``."""
        properties = (await self._read(request))["properties"]
        assert properties["room_name"] in self.rooms
        token = secrets.token_hex(16)
        self.tokens[token] = properties
        return {"token": token}

    async def presence(self, room: str, request: Request) -> Json:
        """``GET /rooms/{room}/presence``."""
        await self._read(request)
        here = self.here.get(room, [])
        return {"total_count": len(here), "data": here}

    async def drop_room(self, room: str, request: Request) -> Json:
        """``DELETE /rooms/{room}``."""
        await self._read(request)
        del self.rooms[room]
        return {"deleted": True, "name": room}

    def enters(self, token: str) -> None:
        """Someone comes in."""
        properties = self.tokens[token]
        told = {"userId": properties.get("user_id"), "userName": properties["user_name"]}
        self.here.setdefault(properties["room_name"], []).append(told)

    async def _read(self, request: Request) -> Json:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            raise HTTPException(401)
        body: Json = await request.json() if await request.body() else {}
        return body


CALLER = {"id": "caller-1", "info": {"userName": "caller", "isLocal": False}}


class StubClient:
    """``daily.CallClient`` in a room with a caller. What it is told of the room it hands to its event handler."""

    made: "asyncio.Queue[StubClient]"

    def __init__(self, event_handler: Any) -> None:
        self.handler = event_handler
        self.name = ""
        self.told: asyncio.Queue[Any] = asyncio.Queue()
        self.hear: Callable[[bytes], None] = lambda _: None
        StubClient.made.put_nowait(self)

    async def happens(self, event: str, *about: Any) -> None:
        """An event of the room, told by a thread of its own as Daily's library does."""
        await asyncio.to_thread(getattr(self.handler, event), *about)

    def set_user_name(self, name: str) -> None:
        """What the others see."""
        self.name = name

    def join(self, url: str, token: str, *, completion: Callable[..., None], **_: Any) -> None:
        """Come in."""
        completion({"participants": {"local": {"id": "mia-1"}}, "meetingSession": {"id": "1"}}, None)
        asyncio.get_running_loop().run_in_executor(None, self.handler.on_participant_joined, CALLER)

    def send_app_message(self, message: Any, _to: Any, *, completion: Callable[..., None]) -> None:
        """The others are told."""
        self.told.put_nowait(message)
        completion(None)

    def set_audio_renderer(self, who: str, callback: Callable[..., None], *, sample_rate: int, **_: Any) -> None:
        """The caller's sound goes to ``callback``."""

        def hear(pcm: bytes) -> None:
            sound = SimpleNamespace(audio_frames=pcm, sample_rate=sample_rate, num_channels=1)
            callback(who, sound, "microphone")

        self.hear = hear

    def __getattr__(self, name: str) -> Callable[..., None]:
        """Everything else is done at once, and changes nothing here."""

        def do(*_: Any, completion: Callable[..., None] | None = None, **__: Any) -> None:
            if completion is not None:
                completion(None)

        return do


class StubSource:
    """``daily.CustomAudioSource`` at the pace at which it is heard; ``heard`` is what the others hear."""

    heard: "asyncio.Queue[bytes]"

    def __init__(self, rate: int, channels: int, _silence: bool) -> None:
        self._rate = rate

    def write_frames(self, frames: bytes, *, completion: Callable[..., None]) -> None:
        """A piece of sound."""
        StubSource.heard.put_nowait(frames)
        seconds = len(frames) / (2 * self._rate)
        asyncio.get_running_loop().call_later(seconds, completion, len(frames) // 2)


@asynccontextmanager
async def fake_daily() -> AsyncIterator[FakeDaily]:
    """Daily's API on a free port of this machine."""
    daily, app = FakeDaily(), FastAPI()
    app.add_api_route("/rooms", daily.make_room, methods=["POST"])
    app.add_api_route("/meeting-tokens", daily.make_token, methods=["POST"])
    app.add_api_route("/rooms/{room}/presence", daily.presence, methods=["GET"])
    app.add_api_route("/rooms/{room}", daily.drop_room, methods=["DELETE"])
    listener, daily.api_url = listen()
    async with serving(app, listener):
        yield daily
