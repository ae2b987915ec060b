"""The assistant's end of a call: once all is said, and nobody speaks."""

import asyncio
from collections.abc import Callable

from mia.voice.engine.pipeline.turns.farewell import Farewell
from mia.voice.engine.pipeline.turns.hearing import Hearing
from mia.voice.engine.pipeline.turns.speaking import Speaking

_SAID_PHRASE = "assistant-said-end-call-phrase"
_TAIL = 0.35
"""Seconds between the last sound sent and hanging up, so that it is heard to the end."""


class Closing:
    """Ends one call by ``end`` with a reason. The caller may still speak up, unless it is over ``for_good``."""

    def __init__(
        self, speaking: Speaking, hearing: Hearing, farewell: Farewell, end: Callable[[str], None]
    ) -> None:
        self._speaking = speaking
        self._hearing = hearing
        self._farewell = farewell
        self._end = end
        self._task: asyncio.Task[None] | None = None
        self.for_good = False

    def follow(self, farewell: Farewell) -> None:
        """The words that end the call from now on."""
        self._farewell = farewell

    @property
    def is_due(self) -> bool:
        """Whether the call ends after what is being said."""
        return self._task is not None

    def after_speech(self, reason: str) -> None:
        """End once nothing is left to say."""
        self._task = asyncio.create_task(self._end_in_silence(reason))

    def said(self, text: str) -> None:
        """The assistant has said this, which may be one of the words that end a call."""
        if self._farewell.said(text) and not self.is_due:
            self.after_speech(_SAID_PHRASE)

    async def call_off(self) -> None:
        """The call goes on."""
        self._farewell.new_turn()
        task, self._task = self._task, None
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _end_in_silence(self, reason: str) -> None:
        while True:
            await self._speaking.silence()
            await asyncio.sleep(_TAIL)
            if self.for_good or not (self._speaking.busy or self._hearing.speaking):
                return self._end(reason)
