"""A LiveKit cluster without media: its room service, whose tokens LiveKit's own library reads, and Pipecat's client
of it, which meets the others of a room here."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from livekit import rtc
from livekit.api import TokenVerifier

from tests.fakes.phones.voice import listen, serving

KEY, SECRET = "APIkeyOfTheCluster", "secret-of-the-cluster-that-is-long-enough"
Json = dict[str, Any]


@dataclass
class FakeLiveKit:
    """``rooms`` holds who is in each; ``fail`` makes the next requests fail."""

    url: str = ""
    rooms: dict[str, Json] = field(default_factory=dict)
    clients: "asyncio.Queue[StubRoom]" = field(default_factory=asyncio.Queue)
    fail: int = 0

    async def serve(self, method: str, request: Request) -> Json:
        """``POST /twirp/livekit.RoomService/{method}``."""
        claims = read_token(request.headers["authorization"].removeprefix("Bearer "))
        body = await request.json()
        if self.fail:
            self.fail -= 1
            raise HTTPException(503)
        if method == "ListParticipants":
            assert claims.video.room_admin and claims.video.room == body["room"]
            return {"participants": [{"identity": who} for who in self.rooms[body["room"]]["here"]]}
        assert claims.video.room_create
        if method == "DeleteRoom":
            del self.rooms[body["room"]]
            return {}
        assert method == "CreateRoom"
        self.rooms[body["name"]] = body | {"here": []}
        return {"name": body["name"], "sid": "RM_1"}

    def enters(self, token: str) -> None:
        """Someone comes in."""
        claims = read_token(token)
        assert claims.video.room_join and claims.video.can_publish
        self.rooms[claims.video.room]["here"].append(claims.identity)

    async def next_client(self) -> "StubRoom":
        """Mia's next client, once she is in a room."""
        client = await self.clients.get()
        await client.connected.wait()
        return client

    def client(self, **_: Any) -> "StubRoom":
        """In place of ``rtc.Room``."""
        client = StubRoom(self)
        self.clients.put_nowait(client)
        return client


class StubStream:
    """``rtc.AudioStream`` of a caller who hums, at 48 kHz."""

    def __init__(self, track: Any, **_: Any) -> None:
        self._left = 50

    def __aiter__(self) -> "StubStream":
        return self

    async def __anext__(self) -> rtc.AudioFrameEvent:
        if not self._left:
            raise StopAsyncIteration
        self._left -= 1
        await asyncio.sleep(0.01)
        return rtc.AudioFrameEvent(frame=rtc.AudioFrame(b"\0\x10\0\xf0" * 240, 48_000, 1, 480))

    async def aclose(self) -> None:
        """It is over."""


def read_token(token: str) -> Any:
    """What LiveKit's own library reads in a token; it raises for one that is not good."""
    return TokenVerifier(KEY, SECRET).verify(token)


class StubRoom:
    """``rtc.Room`` without a connection; it is its own ``local_participant``."""

    def __init__(self, cluster: FakeLiveKit) -> None:
        self._cluster = cluster
        self._handlers: dict[str, Callable[..., Any]] = {}
        self.identity = ""
        self.told: asyncio.Queue[bytes] = asyncio.Queue()
        self.remote_participants: dict[str, Any] = {}
        self.local_participant = self
        self.connected = asyncio.Event()

    def on(self, event: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Have an event handled."""

        def keep(handler: Callable[..., Any]) -> Callable[..., Any]:
            self._handlers[event] = handler
            return handler

        return keep

    def happens(self, event: str, *about: Any) -> None:
        """An event of the room."""
        self._handlers[event](*about)

    async def connect(self, url: str, token: str, options: Any = None) -> None:
        """Come in."""
        assert url == self._cluster.url
        self._cluster.enters(token)
        self.identity = read_token(token).identity
        self.connected.set()

    async def disconnect(self) -> None:
        """Leave."""

    async def publish_track(self, track: Any, options: Any) -> None:
        """The others hear it from now on."""

    async def publish_data(self, data: bytes, **_: Any) -> None:
        """The others are told."""
        self.told.put_nowait(data)


class StubSource:
    """``rtc.AudioSource`` at the pace at which it is heard; ``heard`` is what the others hear."""

    heard = bytearray()

    def __init__(self, rate: int, channels: int, queue_size_ms: int = 1000) -> None:
        self._rate = rate
        assert (channels, queue_size_ms) == (1, 100)

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        """A piece of sound."""
        StubSource.heard += frame.data.tobytes()
        await asyncio.sleep(frame.samples_per_channel / self._rate)

    def clear_queue(self) -> None:
        """What waits is not heard."""

    async def aclose(self) -> None:
        """It is over."""


@asynccontextmanager
async def fake_livekit() -> AsyncIterator[FakeLiveKit]:
    """A cluster on a free port of this machine."""
    cluster, app = FakeLiveKit(), FastAPI()
    app.add_api_route("/twirp/livekit.RoomService/{method}", cluster.serve, methods=["POST"])
    listener, url = listen()
    cluster.url = url.replace("http", "ws", 1)
    async with serving(app, listener):
        yield cluster
