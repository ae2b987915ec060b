"""Language models for tests of everything around them."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from mia.voice.engine.ports import (
    Brief,
    Conclusion,
    Heard,
    Message,
    Output,
    Say,
    Turn,
)


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

    async def conclude(
        self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]
    ) -> Conclusion:
        return Conclusion(f"{len(history)} messages", {"outcome": "answered"}, success=True)
