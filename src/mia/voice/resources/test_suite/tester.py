"""Who plays the caller in a test: the lines of the script, or a provider's model that follows it."""

import json
from collections.abc import Sequence
from typing import Protocol

from mia.platform.conversation.ports import Brief, LanguageModelFault, Message
from mia.voice.language_models import Analyst
from mia.voice.resources.assistant.analyzing import transcript_of
from mia.voice.resources.test_suite.schemas import lines_of

_LONGEST = 2_000
"""Characters that a caller says at once."""
_SCRIPT_PLACE = "{{test.script}}"
_TASK = (
    "You test an assistant: in a conversation you play a person who wants something of it. The script "
    "says who you are and what you do. Stay in that part, say one short thing at a time, and do not help the "
    "assistant. You are User in the transcript, the assistant is AI."
)
_FORM = (
    "Answer with one JSON object that has two properties: say, what the person says next, and done, true when "
    "the script is done and nothing is to be said anymore, else false."
)


class Caller(Protocol):
    """Plays the caller."""

    async def next(self, history: Sequence[Message]) -> str | None:
        """What the caller says next, None when they have nothing more to say;
        :class:`~mia.platform.conversation.ports.LanguageModelFault` when that cannot be told."""
        ...


class Lines:
    """Says the lines of the script, whatever is answered."""

    def __init__(self, script: str) -> None:
        self._left = lines_of(script)

    async def next(self, _history: Sequence[Message]) -> str | None:
        return self._left.pop(0) if self._left else None


class Player:
    """A provider's model that follows the script. The tester's own prompt, if it has one, comes instead of ours;
    ``{{test.script}}`` in it is the script (hosted form)."""

    def __init__(self, analyst: Analyst, brief: Brief, prompt: str, script: str) -> None:
        self._analyst = analyst
        self._brief = brief
        own = _SCRIPT_PLACE in prompt
        task = prompt.replace(_SCRIPT_PLACE, script) if own else f"{prompt or _TASK}\nThe script:\n{script}"
        self._task = [Message("system", task), Message("system", _FORM)]

    async def next(self, history: Sequence[Message]) -> str | None:
        said = transcript_of(history) or "Nothing was said yet."
        answer = await self._analyst.write(self._brief, [*self._task, Message("user", said)])
        try:
            told = json.loads(answer)
            text, done = str(told.get("say") or "").strip(), bool(told.get("done"))
        except (ValueError, AttributeError):
            raise LanguageModelFault("no-tester", retryable=True) from None
        return None if done or not text else text[:_LONGEST]
