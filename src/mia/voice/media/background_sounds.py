"""Background sounds by address: fetched where the voice service may go, bounded, and kept for a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mia.voice.engine.pipeline.sound.background import Sound
from mia.voice.engine.pipeline.sound.decoding import NoSound, decoded
from mia.voice.messages.client import MessageClient

MOST_BYTES = 5_000_000
_FETCH_SECONDS = 10.0
_KEPT_SECONDS = 600.0
_KEPT = 4
"""Sounds that a media worker remembers; a minute of one takes 6 MB."""


class BackgroundSounds:
    """The sounds of a media worker's calls. ``client`` is bounded in where it may go."""

    def __init__(self, client: MessageClient) -> None:
        self._client = client
        self._known: dict[str, tuple[float, Sound]] = {}
        self._one_at_a_time = asyncio.Lock()

    def of(self, assistant: Mapping[str, Any]) -> Callable[[], Awaitable[Sound]] | None:
        """What fetches the sound of an assistant that has one of its own; it raises when there is none."""
        url = assistant.get("backgroundSound") or ""
        if not url.startswith("http"):
            return None
        return lambda: self._get(url)

    async def _get(self, url: str) -> Sound:
        async with self._one_at_a_time:
            kept = self._known.get(url)
            if kept is not None and time.monotonic() - kept[0] < _KEPT_SECONDS:
                return kept[1]
            answer = await self._client.request("GET", url, {}, b"", _FETCH_SECONDS, most=MOST_BYTES)
            if not answer.is_success:
                raise NoSound("not-found")
            sound = await asyncio.to_thread(decoded, answer.body)
            while len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]
            self._known[url] = (time.monotonic(), sound)
            return sound
