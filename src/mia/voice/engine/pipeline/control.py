"""Acting on a running call from outside: the live-control API and the caller's own client."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mia.voice.engine.pipeline.sound.listening import Listening


@dataclass(frozen=True)
class SayNow:
    """Have the assistant say ``text``; with ``end_after`` the call then ends. ``at_once``: in place of what it is
    saying; ``protected``: the caller cannot talk over it."""

    text: str
    end_after: bool = False
    at_once: bool = False
    protected: bool = False


@dataclass(frozen=True)
class TypeIn:
    """Treat ``text`` as if the caller had said it. ``answer=False`` only adds it to the history."""

    text: str
    answer: bool = True


@dataclass(frozen=True)
class Instruct:
    """Tell the assistant's model something. ``answer=False`` only adds it to the history."""

    text: str
    answer: bool = True


@dataclass(frozen=True)
class PressKey:
    """The caller presses a key of the phone."""

    key: str


@dataclass(frozen=True)
class SendKeys:
    """Press ``keys`` of a phone for the assistant, after what it is saying (``tones.PRESSABLE``)."""

    keys: str


@dataclass(frozen=True)
class MuteAssistant:
    """Silence the assistant (``muted``) or let it speak again."""

    muted: bool


@dataclass(frozen=True)
class LeaveMessage:
    """A voicemail listens: say ``text`` and nothing else, whatever is heard, then end the call (``voicemail``)."""

    text: str


@dataclass(frozen=True)
class PutThrough:
    """Say ``text`` and put the caller through to a phone (``destination`` of the tool ``transferCall``)."""

    destination: Mapping[str, Any] = field(repr=False)
    text: str = ""


@dataclass(frozen=True)
class EndNow:
    """End the call at once, for ``reason``."""

    reason: str


_MOST_WAITING = 64
"""Commands that may wait for a busy call."""

Command = SayNow | TypeIn | Instruct | PressKey | MuteAssistant | LeaveMessage | SendKeys | PutThrough | EndNow


class CallControl:
    """Commands for one running call, carried out in order by :func:`run_call`, and those who listen to it."""

    def __init__(self) -> None:
        self.listening = Listening()
        self._commands: asyncio.Queue[Command] = asyncio.Queue(_MOST_WAITING)

    def give(self, command: Command) -> bool:
        """Hand a command to the call; returns at once. ``False`` when too many wait: then it is ignored, as it is
        once the call has ended."""
        if self._commands.full():
            return False
        self._commands.put_nowait(command)
        return True

    def end(self, reason: str = "manually-canceled") -> None:
        """End the call at once."""
        self.give(EndNow(reason))

    async def next(self) -> Command:
        """The next command, for the call itself."""
        return await self._commands.get()
