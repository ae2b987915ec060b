"""What a call tells the rest of the service while it runs.

Times are seconds since the call began; durations of a turn are milliseconds.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

from mia.platform.conversation.ports import CallTool, ToolResult

Role = Literal["user", "assistant"]


@dataclass(frozen=True)
class StatusChanged:
    """The call went live, or ended for ``ended_reason`` (the hosted service's names)."""

    status: Literal["in-progress", "ended"]
    ended_reason: str | None = None


@dataclass(frozen=True)
class TranscriptLine:
    """One thing said. For the assistant only what was really spoken: ``interrupted`` when cut off."""

    role: Role
    text: str
    at_seconds: float
    duration_seconds: float
    typed: bool = False
    interrupted: bool = False


@dataclass(frozen=True)
class SpeechChanged:
    """Someone began or stopped speaking."""

    role: Role
    status: Literal["started", "stopped"]


@dataclass(frozen=True)
class ToolAsked:
    """The model asked for a tool."""

    call: CallTool
    at_seconds: float


@dataclass(frozen=True)
class ToolAnswered:
    """The tool answered, or failed with ``result.error``."""

    result: ToolResult
    at_seconds: float


@dataclass(frozen=True)
class TurnMeasured:
    """Where the time of one answer went, from the caller's last sound to the first sound sent back.

    ``endpointing_ms``: until the turn was judged complete; ``recognition_ms``: what recognition
    added after that (0 when it ran during the wait); ``dialogue_ms``: until the model's first words;
    ``synthesis_ms``: until their first sound; ``total_ms``: all of it, with queues in between.
    """

    endpointing_ms: float
    recognition_ms: float
    dialogue_ms: float
    synthesis_ms: float
    total_ms: float


@dataclass(frozen=True)
class FaultMet:
    """Something failed and the call went on. ``code`` is a static name without caller's words."""

    code: str


@dataclass(frozen=True)
class RecordingAnswered:
    """The caller was asked whether the call may be recorded. Only ``granted`` begins a recording."""

    answer: Literal["granted", "refused", "unanswered"]


@dataclass(frozen=True)
class SoundRecorded:
    """The next piece of the recording: Opus in Ogg, both sides."""

    data: bytes = field(repr=False)


@dataclass(frozen=True)
class RecordingWithdrawn:
    """The caller does not want to be recorded anymore: what was recorded must go."""


CallEvent = (
    StatusChanged
    | TranscriptLine
    | SpeechChanged
    | ToolAsked
    | ToolAnswered
    | TurnMeasured
    | FaultMet
    | RecordingAnswered
    | SoundRecorded
    | RecordingWithdrawn
)

EventSink = Callable[[CallEvent], Awaitable[None]]
"""Receives every event in order. It is awaited off the audio path, one event at a time."""
