"""A simulated caller's end of a call: speaks into it as on a phone, and follows what is said."""

import asyncio
import json
from collections import deque
from contextlib import suppress
from typing import Protocol

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from mia.platform.conversation.ports import Message

_FRAME_SECONDS = 0.02
_FRAME = 640
"""Bytes of 20 ms at 16 kHz."""
_SILENCE = bytes(_FRAME)
_PAUSE = 1.2
"""Seconds of silence after which the assistant has said what she wanted to."""
_PATIENCE = 10.0
"""Seconds after which a caller who hears nothing speaks up."""
_FAREWELL = 5.0
FOLLOWED = ["transcript", "speech-update", "status-update"]
"""The client messages that a caller follows the call by."""


class Voice(Protocol):
    """Speaks for the caller."""

    async def say(self, text: str) -> bytes:
        """``text`` as 16-bit PCM at 16 kHz."""
        ...


class SpokenCall:
    """A call over a WebSocket, from the caller's side. ``history`` is what was said, the caller's words as they
    were recognized. Works within ``async with``."""

    def __init__(self, socket: ClientConnection) -> None:
        self.history: list[Message] = []
        self._socket = socket
        self._frames: deque[bytes] = deque()
        self._said = asyncio.Event()
        self._news = asyncio.Event()
        self._over = False
        self._she_speaks = self._she_spoke = False
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "SpokenCall":
        self._tasks = [asyncio.create_task(self._speak()), asyncio.create_task(self._listen())]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def floor(self) -> bool:
        """Until it is the caller's turn: the assistant has spoken and is silent, or says nothing for long; False
        once the call is over."""
        while not self._over:
            self._news.clear()
            try:
                async with asyncio.timeout(_PAUSE if self._she_spoke else _PATIENCE):
                    await self._news.wait()
            except TimeoutError:
                if not self._she_speaks:
                    return True
        return False

    async def say(self, pcm: bytes) -> None:
        """Speak; returns once it was said."""
        self._she_spoke = False
        self._said.clear()
        padded = pcm + bytes(-len(pcm) % _FRAME)
        self._frames.extend(padded[at : at + _FRAME] for at in range(0, len(padded), _FRAME))
        if self._frames and not self._over:
            await self._said.wait()

    async def hang_up(self) -> None:
        """End the call."""
        if self._over:
            return
        with suppress(ConnectionClosed, TimeoutError):
            async with asyncio.timeout(_FAREWELL):
                await self._socket.send('{"type":"end-call"}')
                while not self._over:
                    self._news.clear()
                    await self._news.wait()

    async def _speak(self) -> None:
        """A frame every 20 ms, of speech or of silence, as a phone sends them."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        with suppress(ConnectionClosed):
            while True:
                await self._socket.send(self._frames.popleft() if self._frames else _SILENCE)
                if not self._frames:
                    self._said.set()
                due += _FRAME_SECONDS
                await asyncio.sleep(max(0.0, due - loop.time()))
        self._said.set()

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for message in self._socket:
                if isinstance(message, str):
                    self._told(json.loads(message))
        self._over = True
        self._news.set()

    def _told(self, message: dict[str, object]) -> None:
        match message:
            case {"type": "speech-update", "role": "assistant", "status": status}:
                self._she_speaks, self._she_spoke = status == "started", True
            case {"type": "transcript", "transcriptType": "final", "role": "user" | "assistant" as role}:
                self._wrote(str(role), str(message.get("transcript") or ""))
            case {"type": "status-update", "status": "ended"}:
                self._over = True
            case _:
                return
        self._news.set()

    def _wrote(self, role: str, text: str) -> None:
        """Sentences of the same side, one after the other, are one message."""
        last = self.history[-1] if self.history else None
        if last is not None and last.role == role:
            self.history[-1] = Message(last.role, f"{last.content} {text}")
        elif role == "user":
            self.history.append(Message("user", text))
        else:
            self.history.append(Message("assistant", text))
