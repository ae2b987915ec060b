"""Runs one call. This is the engine's front door; see :func:`run_call`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from mia.voice.engine.pipeline.control import CallControl
from mia.voice.engine.pipeline.events import EventSink, TranscriptLine
from mia.voice.engine.ports import (
    Brief,
    Conclusion,
    LanguageModel,
    MediaTransport,
    Message,
    Speech,
    ToolRunner,
)


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class CallLimits:
    """How long things may take, in seconds."""

    max_duration: float = 600.0
    """Whole call (hosted ``maxDurationSeconds``); then reason ``exceeded-max-duration``."""
    silence_step: float = 8.0
    """Quiet after which the model is told ``Silence(1)``, ``Silence(2)``, ..."""
    silence_steps: int = 2
    """After so many unanswered ``Silence`` events the call ends with ``silence-timed-out``."""
    tool_timeout: float = 10.0
    model_timeout: float = 8.0
    """Longest wait for the model's next output before the caller gets an apology."""


@dataclass(frozen=True)
class CallRecord:
    """How a call went. ``conclusion`` is ``None`` when the caller was never reached."""

    started_at: datetime
    ended_at: datetime
    ended_reason: str
    transcript: tuple[TranscriptLine, ...]
    history: tuple[Message, ...]
    memory: dict[str, Any]
    conclusion: Conclusion | None = None


@dataclass(frozen=True)
class CallSetup:
    """What a call needs besides its media: who answers, with what voice, and who is told."""

    brief: Brief
    language_model: LanguageModel
    speech: Speech
    run_tool: ToolRunner
    on_event: EventSink
    limits: CallLimits = field(default_factory=CallLimits)
    memory: dict[str, Any] = field(default_factory=dict)
    now: Callable[[], datetime] = _utc_now


async def run_call(transport: MediaTransport, setup: CallSetup, control: CallControl | None = None) -> CallRecord:
    """Hold one call until it ends, and return how it went.

    Waits for the caller's media, speaks ``brief.first_message``, then takes turns: what the caller
    says or types goes to ``language_model.reply``, its words are spoken, its tools are run by
    ``run_tool`` (bounded by ``limits.tool_timeout``; a late or failing tool becomes a
    ``ToolResult`` with ``error``). The caller may interrupt at any time. Everything that happens is
    passed to ``on_event`` in order; at the end ``language_model.conclude`` sums up.

    ``control`` lets others act on the running call (say something, type for the caller, mute, end).

    Ended reasons: ``assistant-ended-call`` (or what ``EndCall`` says), ``customer-ended-call``,
    ``silence-timed-out``, ``exceeded-max-duration``, ``manually-canceled`` (``control.end()``),
    ``call.in-progress.error-providerfault-transport-never-connected``.

    Faults of the model, a tool, the recogniser or the synthesiser never end a call and never raise
    from here. Cancelling the task that runs this hangs up at once. The transport is always closed.
    """
    raise NotImplementedError
