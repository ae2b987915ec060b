"""One exchange in writing: the same language models and tools as in a call, without the sound."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    EndCall,
    Event,
    Heard,
    LanguageModel,
    LanguageModelFault,
    Message,
    Output,
    Say,
    ToolResult,
    ToolRunner,
    Turn,
)
from mia.platform.kernel.errors import Unavailable

_MAX_STEPS = 8
"""Tools in a row for one message; a model that wants more is going in circles."""
_MODEL_SECONDS = 20.0
_NO_ANSWER = "The assistant could not answer. Please try again."


@dataclass(frozen=True)
class Answering:
    """Who answers, with which tools, and what time it is."""

    brief: Brief
    language_model: LanguageModel
    run_tool: ToolRunner
    now: Callable[[], datetime]


@dataclass
class Exchange:
    """What one message led to. ``messages`` begin with the person's own; ``memory`` is the model's after it."""

    messages: list[Message]
    memory: dict[str, Any]
    said: list[str] = field(default_factory=list)
    ended_reason: str | None = None


async def exchange(answering: Answering, history: Sequence[Message], memory: dict[str, Any], text: str) -> Exchange:
    """Answer ``text``. :class:`Unavailable` when the model cannot; nothing is to be stored then."""
    done = Exchange([Message("user", text)], memory)
    event: Event = Heard(text, typed=True)
    aside: list[asyncio.Task[ToolResult]] = []
    so_far = list(history)
    try:
        for _ in range(_MAX_STEPS):
            turn = Turn(answering.brief, tuple(so_far), event, done.memory, answering.now())
            asked = await _step(answering, turn, done, aside)
            if asked is None:
                return done
            result = await answering.run_tool(asked)
            so_far = [*history, *done.messages]
            content = {"error": result.error} if result.error else dict(result.result)
            done.messages.append(Message("tool", json.dumps(content, default=str), result.call_id))
            event = result
    except (LanguageModelFault, TimeoutError):
        raise Unavailable(_NO_ANSWER) from None
    finally:
        await asyncio.gather(*aside, return_exceptions=True)
    raise Unavailable(_NO_ANSWER)


async def _step(
    answering: Answering, turn: Turn, done: Exchange, aside: list[asyncio.Task[ToolResult]]
) -> CallTool | None:
    """Let the model speak until it waits for the person, or for the tool that is returned."""
    # Every adapter is an async generator, which has to be closed when it is left early.
    outputs = cast("_Closable", answering.language_model.reply(turn))
    async with aclosing(outputs):
        while True:
            async with asyncio.timeout(_MODEL_SECONDS):
                output = await anext(outputs, None)
            match output:
                case None:
                    return None
                case Say(text):
                    _add_words(done, text)
                case EndCall(reason):
                    done.ended_reason = reason
                case CallTool(wait=True):
                    _add_tool(done, output)
                    return output
                case CallTool():
                    aside.append(asyncio.ensure_future(answering.run_tool(output)))


def _add_words(done: Exchange, text: str) -> None:
    done.said.append(text)
    last = done.messages[-1]
    if last.role == "assistant" and not last.tool_calls:
        done.messages[-1] = Message("assistant", f"{last.content} {text}")
    else:
        done.messages.append(Message("assistant", text))


def _add_tool(done: Exchange, call: CallTool) -> None:
    last = done.messages[-1]
    if last.role == "assistant" and not last.tool_calls:
        done.messages[-1] = Message("assistant", last.content, tool_calls=(call,))
    else:
        done.messages.append(Message("assistant", "", tool_calls=(call,)))


class _Closable(AsyncIterator[Output]):
    async def aclose(self) -> None: ...
