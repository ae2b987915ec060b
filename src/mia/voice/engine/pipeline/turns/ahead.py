"""The first sentence of an answer, made into sound before it is known whether it will be said."""

import asyncio
from collections.abc import AsyncIterator

from mia.voice.engine.ports import Synthesizer, is_free


class Ahead:
    """Holds the sound of one sentence, as one voice says it at one speed."""

    def __init__(self) -> None:
        self._sentence: tuple[str, float, Synthesizer] | None = None
        self._making: asyncio.Task[list[bytes]] | None = None

    def prepare(self, text: str, speed: float, voice: Synthesizer) -> None:
        """Begin to make this, in place of what was prepared before; only by a voice that costs nothing."""
        sentence = (text, speed, voice)
        if sentence == self._sentence or not is_free(voice):
            return
        self.drop()
        self._sentence = sentence
        self._making = asyncio.create_task(_made(text, speed, voice))

    async def say(self, text: str, speed: float, voice: Synthesizer) -> AsyncIterator[bytes]:
        """The sound of a sentence, prepared or not."""
        if self._making is not None and self._sentence == (text, speed, voice):
            making, self._making, self._sentence = self._making, None, None
            for pcm in await making:
                yield pcm
            return
        async for pcm in voice.synthesize(text, speed):
            yield pcm

    def drop(self) -> None:
        """Forget what was prepared."""
        if self._making is not None:
            self._making.cancel()
        self._making = self._sentence = None


async def _made(text: str, speed: float, voice: Synthesizer) -> list[bytes]:
    return [pcm async for pcm in voice.synthesize(text, speed)]
