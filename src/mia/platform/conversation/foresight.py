"""Answers made ahead, while it is still open whether the person has said all: nothing of them is said, and none of
their tools runs, unless the conversation comes to the very same turn."""

import asyncio
import copy
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import structlog

from mia.platform.conversation.ports import CallTool, Foreseeing, Output, Say, Turn

log = structlog.get_logger()


@dataclass(frozen=True)
class Foresight:
    """What the model does in ``turn``. ``memory`` is the turn's afterwards; ``answered``: the person gave just what
    was asked for."""

    turn: Turn
    outputs: tuple[Output, ...]
    memory: dict[str, Any]
    answered: bool

    @property
    def begins_with(self) -> Output | None:
        """What is said or done first."""
        return next((one for one in self.outputs if not isinstance(one, Say) or one.text), None)

    @property
    def acts(self) -> bool:
        """Whether a tool is waited for, such as one that books: what it has done is not taken back."""
        return any(isinstance(one, CallTool) and one.wait for one in self.outputs)

    @property
    def speaks_only(self) -> bool:
        """Whether nothing but words follows, so that all of it can be taken back: no tool runs, waited for or not,
        and nobody hangs up or is put through."""
        return all(isinstance(one, Say) for one in self.outputs)

    def fits(self, turn: Turn) -> bool:
        """Whether ``turn`` is the one that was foreseen, but for the time."""
        mine = self.turn
        return mine.brief is turn.brief and (mine.event, mine.history, mine.memory) == (
            turn.event,
            turn.history,
            turn.memory,
        )


class Foresights:
    """The one answer that a conversation has foreseen last."""

    def __init__(self) -> None:
        self._task: asyncio.Task[Foresight | None] | None = None
        self._turn: Turn | None = None

    async def make(self, model: Foreseeing, turn: Turn) -> Foresight | None:
        """The answer to ``turn``, in place of any foreseen before; ``None`` when the model fails."""
        self.drop()
        self._turn = turn
        self._task = asyncio.create_task(_foresee(model, turn))
        return await asyncio.shield(self._task)

    async def take(self, turn: Turn) -> Foresight | None:
        """What was foreseen of this turn, even if it is just being made; nothing else is kept."""
        task, self._task = self._task, None
        if task is None or self._turn is None:
            return None
        if not Foresight(self._turn, (), {}, answered=False).fits(turn):
            task.cancel()
            return None
        return await task

    def drop(self) -> None:
        """Forget it."""
        if self._task is not None:
            self._task.cancel()
        self._task = None


async def _foresee(model: Foreseeing, turn: Turn) -> Foresight | None:
    memory = copy.deepcopy(turn.memory)
    outputs: list[Output] = []
    try:
        async for output in model.reply(Turn(turn.brief, turn.history, turn.event, memory, turn.now)):
            outputs.append(output)
        return Foresight(turn, tuple(outputs), memory, model.is_answered(turn.memory, memory))
    except Exception as fault:
        log.warning("foresight_failed", kind=type(fault).__name__)
        return None


async def repeated(foresight: Foresight) -> AsyncIterator[Output]:
    """What was foreseen, as the model would give it."""
    for output in foresight.outputs:
        yield output
