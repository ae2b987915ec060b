"""What has been said in a conversation, as the language model and the record see it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mia.platform.conversation.ports import CallTool, Message, ToolResult


class Words(Protocol):
    """Something the assistant says. Speech takes its time: ``said`` is what was heard of it so far, ``cut`` whether
    the rest will not be."""

    @property
    def cut(self) -> bool: ...

    def said(self) -> str: ...


@dataclass(frozen=True)
class Written:
    """Words that are there at once."""

    text: str
    cut: bool = False

    def said(self) -> str:
        """All of them."""
        return self.text


@dataclass(eq=False)
class Reply:
    """What the assistant said in a row: its lines change while they are spoken or cut off."""

    lines: list[Words] = field(default_factory=list)
    tool_calls: list[CallTool] = field(default_factory=list)

    def message(self) -> Message | None:
        """As a message; ``None`` when nothing of it was said and no tool was asked for."""
        text = " ".join(said for line in self.lines if (said := line.said()))
        if not text and not self.tool_calls:
            return None
        cut = any(line.cut for line in self.lines)
        return Message("assistant", text, tool_calls=tuple(self.tool_calls), interrupted=cut)


class History:
    """The conversation so far. What the assistant did not get to say is not in it."""

    def __init__(self, before: Sequence[Message] = ()) -> None:
        self._entries: list[Message | Reply] = list(before)

    def messages(self) -> tuple[Message, ...]:
        """Everything said until now, oldest first."""
        made = (e.message() if isinstance(e, Reply) else e for e in self._entries)
        return tuple(m for m in made if m is not None)

    def mark(self) -> int:
        """The present length, for :meth:`cut_back`."""
        return len(self._entries)

    def cut_back(self, mark: int) -> None:
        """Forget everything after ``mark``."""
        del self._entries[mark:]

    def heard(self, text: str) -> None:
        """The caller said ``text``."""
        self._entries.append(Message("user", text))

    def told(self, text: str) -> None:
        """The model is to know ``text``. Providers want a tool's answer right behind the call: it stands before."""
        last = self._entries[-1] if self._entries else None
        waits = isinstance(last, Reply) and bool(last.tool_calls)
        self._entries.insert(len(self._entries) - waits, Message("system", text))

    def said(self, line: Words) -> None:
        """The assistant says ``line``, now or as soon as it may."""
        self._reply().lines.append(line)

    def asked(self, call: CallTool) -> None:
        """The model asked for a tool."""
        self._reply().tool_calls.append(call)

    def answered(self, result: ToolResult) -> None:
        """The tool answered."""
        content = {"error": result.error} if result.error else result.result
        self._entries.append(Message("tool", json.dumps(dict(content), default=str), result.call_id))

    def _reply(self) -> Reply:
        last = self._entries[-1] if self._entries else None
        # While a tool runs, what is said belongs to the message that asked for it: providers want the answer next.
        if not isinstance(last, Reply):
            last = Reply()
            self._entries.append(last)
        return last
