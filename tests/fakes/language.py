"""Language models for tests of everything around them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from mia.platform.conversation.ports import Brief, Conclusion, Heard, Message, Output, Say, Turn


class EchoModel:
    """Repeats what the caller said; ``turns`` keeps what it was given."""

    def __init__(self, prefix: str = "You said:") -> None:
        self.prefix = prefix
        self.turns: list[Turn] = []

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        self.turns.append(turn)
        if isinstance(turn.event, Heard):
            turn.memory["heard"] = turn.memory.get("heard", 0) + 1
            yield Say(f"{self.prefix} {turn.event.text}")

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        return Conclusion(f"{len(history)} messages", {"outcome": "answered"}, success=True)


Script = Callable[[Turn], Sequence[Output | Exception | float]]
"""What a scripted model does in a turn: outputs, faults to raise, and seconds to dawdle."""


class ScriptedModel:
    """Does what its script says; ``turns`` keeps what it was given."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.turns: list[Turn] = []

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        self.turns.append(turn)
        for step in self.script(turn):
            if isinstance(step, Exception):
                raise step
            if isinstance(step, float):
                await asyncio.sleep(step)
            else:
                yield step

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        return Conclusion("Done.", {"outcome": "answered"}, success=True)
