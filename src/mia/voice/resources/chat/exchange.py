"""One exchange in writing: the turns of a call, without the sound."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from mia.platform.conversation.history import History, Written
from mia.platform.conversation.ports import CallTool, Heard, LanguageModelFault, Message, ToolResult
from mia.platform.conversation.tokens import Tokens
from mia.platform.conversation.turns import Answering, Bounds, Turns
from mia.platform.kernel.errors import Unavailable


@dataclass(frozen=True)
class Delta:
    """What was just said in the chat's ``message``-th answer, counted from 0."""

    chat_id: UUID
    session_id: UUID | None
    message: int
    text: str


Tell = Callable[[Delta], None]

_NO_ANSWER = "The assistant could not answer. Please try again."


@dataclass(frozen=True)
class Exchange:
    """What one message led to. ``messages`` begin with the person's own; ``memory`` is the model's after it;
    ``assistant`` is who goes on, as it was given."""

    messages: Sequence[Message]
    memory: dict[str, Any]
    ended_reason: str | None
    tokens: Tokens
    assistant: Mapping[str, Any]


async def exchange(
    answering: Answering,
    before: Sequence[Message],
    memory: dict[str, Any],
    text: str,
    tell: Callable[[int, str], None] | None = None,
) -> Exchange:
    """Answer ``text``; ``tell`` hears of it piece by piece, each with the number of the answer it belongs to.

    :class:`Unavailable` when the model cannot; nothing is to be stored then.
    """
    history = History(before)
    turns = Turns(answering, history, _Writing(history, len(before), tell), memory, Bounds())
    try:
        end = await turns.answer(Heard(text, typed=True))
    except LanguageModelFault:
        raise Unavailable(_NO_ANSWER) from None
    finally:
        await turns.settle()
    fresh, reason = history.messages()[len(before) :], end.reason if end else None
    return Exchange(fresh, turns.memory, reason, turns.tokens, turns.answering.assistant)


class _Writing:
    """Carries what the model says to the person: at once to ``tell``, and to the history."""

    def __init__(self, history: History, before: int, tell: Callable[[int, str], None] | None) -> None:
        self._history = history
        self._before = before
        self._tell = tell
        self._told = (-1, 0)

    def say(self, text: str) -> None:
        self._history.said(Written(text))
        if self._tell is None:
            return
        answers = [item for item in self._history.messages()[self._before :] if item.role == "assistant"]
        number, content = len(answers) - 1, answers[-1].content
        told = self._told[1] if self._told[0] == number else 0
        self._told = number, len(content)
        self._tell(number, content[told:])

    def tool_takes_long(self) -> None:
        """The answer comes at once, or not at all."""

    def tool_asked(self, call: CallTool) -> None:
        """The history tells of it."""

    def tool_answered(self, result: ToolResult) -> None:
        """The history tells of it."""
