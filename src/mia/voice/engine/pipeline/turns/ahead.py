"""The first sentence of an answer, made into sound before it is known whether it will be said."""

import asyncio
from collections.abc import AsyncIterator

from mia.voice.engine.ports import Synthesizer, is_free


class Ahead:
    """Holds the sound of one sentence, as one voice says it at one speed."""

    def __init__(self) -> None:
        self._sentence: tuple[str, float, Synthesizer] | None = None
        self._making: asyncio.Task[None] | None = None
        self._made = asyncio.Queue[bytes | None]()

    def prepare(self, text: str, speed: float, voice: Synthesizer) -> None:
        """Begin to make this, in place of what was prepared before; only by a voice that costs nothing."""
        sentence = (text, speed, voice)
        if sentence == self._sentence or not is_free(voice):
            return
        self.drop()
        self._sentence = sentence
        self._made = asyncio.Queue()
        self._making = asyncio.create_task(_make(text, speed, voice, self._made))

    async def say(self, text: str, speed: float, voice: Synthesizer) -> AsyncIterator[bytes]:
        """The sound of a sentence, prepared or not."""
        if self._making is not None and self._sentence == (text, speed, voice):
            making, made = self._making, self._made
            self._making = self._sentence = None
            while (pcm := await made.get()) is not None:
                yield pcm
            await making
            return
        async for pcm in voice.synthesize(text, speed):
            yield pcm

    def drop(self) -> None:
        """Forget what was prepared."""
        if self._making is not None:
            self._making.cancel()
        self._making = self._sentence = None


async def _make(text: str, speed: float, voice: Synthesizer, made: asyncio.Queue[bytes | None]) -> None:
    """Its end is ``None``, also where the voice fails."""
    try:
        async for pcm in voice.synthesize(text, speed):
            made.put_nowait(pcm)
    finally:
        made.put_nowait(None)
