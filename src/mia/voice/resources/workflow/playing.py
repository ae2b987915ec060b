"""Language models of the stages of a workflow: what a node says as it begins, and the tool that it runs."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    LanguageModel,
    Message,
    Output,
    Say,
    Turn,
)


@dataclass(frozen=True)
class Preceded:
    """``words``, and then what the model says, unless ``alone``."""

    model: LanguageModel
    words: Sequence[str]
    alone: bool

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        """See ``LanguageModel``."""
        for text in self.words:
            yield Say(text)
        if self.alone:
            return
        outputs: Any = self.model.reply(turn)
        async with aclosing(outputs):
            async for output in outputs:
                yield output

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        """See ``LanguageModel``."""
        return await self.model.conclude(brief, history, memory)


@dataclass(frozen=True)
class RunsTool:
    """Asks for one tool; ``model`` sums up."""

    model: LanguageModel
    call: Callable[[], Awaitable[CallTool]]

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        """See ``LanguageModel``."""
        yield await self.call()

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        """See ``LanguageModel``."""
        return await self.model.conclude(brief, history, memory)
