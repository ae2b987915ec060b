"""A call that only tells something and asks for a yes: no understanding beyond that, and no model to fail.

``model.provider`` is ``announcement``; ``firstMessage`` is what is said (again after silence, or after anything but
a yes), the assistant's one tool is called at a yes, and ``model.thanks`` is said when it has worked.
"""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    EndCall,
    Heard,
    Message,
    Output,
    Say,
    Silence,
    ToolResult,
    Turn,
)
from mia.platform.words.plain import plain

PROVIDER = "announcement"

_MOST_TIMES = 3
"""How often it is said in all."""
_LONGEST_YES = 6
"""Words; anyone who says more, such as a voicemail's greeting, has not answered."""
_YES = re.compile(r"\b(?:yes|yeah|yep|sure|ok|okay|acknowledged?|got it|on it|on my way|i will)\b")
_NO = re.compile(r"\b(?:no|not|cannot|nobody)\b")
_FAILED = "I couldn't save that. Please open Mia now. Goodbye."
_GOODBYE = "Goodbye."


class Announcement:
    """Tells, and waits for a yes. Holds no conversation itself: everything is in ``Turn.memory``."""

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        """Decide the next outputs; memory is complete before the first is yielded."""
        for output in _outputs(turn):
            yield output

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        """Whether there was a yes."""
        answered = bool(memory.get("yes"))
        summary = "Acknowledged." if answered else "Not acknowledged."
        return Conclusion(summary, {"outcome": "answered"}, success=answered)


def _outputs(turn: Turn) -> list[Output]:
    memory = turn.memory
    match turn.event:
        case ToolResult(error=error):
            thanks = str(turn.brief.model.get("thanks") or _GOODBYE)
            return [Say(thanks if error is None else _FAILED), EndCall()]
        case Heard(text) if is_yes(text) and not memory.get("yes") and turn.brief.tools:
            memory["yes"] = True
            return [CallTool("yes-1", turn.brief.tools[0].name, {})]
        case Heard() | Silence():
            memory["told"] = int(memory.get("told") or 1) + 1
            if memory["told"] > _MOST_TIMES:
                return [Say(_GOODBYE), EndCall()]
            return [Say(turn.brief.first_message)]
    return []


def is_yes(text: str) -> bool:
    """Whether someone who was asked to acknowledge has done so."""
    said = plain(text)
    return len(said.split()) <= _LONGEST_YES and bool(_YES.search(said)) and not _NO.search(said)
