"""What the voice engine needs from the outside, as roles.

Every port has an embedded adapter that works offline (``speech/``, ``language/``, ``transports/``)
and may have others for a provider. Audio is 16-bit little-endian mono PCM throughout; the sample
rate in hertz is always passed beside it.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from pipecat.processors.frame_processor import FrameProcessor

# --- media --------------------------------------------------------------------------------------

CUSTOMER_LEFT = "customer-ended-call"
"""Ended reason of a call that the caller has left."""


class CallerUnreachable(Exception):
    """The media path to the caller never came up. ``reason`` is a static code, fit for logs."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class MediaTransport(Protocol):
    """Carries the sound and the messages of one call, whatever the medium.

    Sound travels as Pipecat frames: :meth:`input` emits ``InputAudioRawFrame``, :meth:`output`
    plays ``OutputAudioRawFrame`` and passes each on once it has been sent, so that any Pipecat
    transport (a phone carrier's websocket with a serializer, Daily, LiveKit) can stand behind it.
    Messages are texts as they stand on the wire; a medium without them never yields any.
    """

    def input(self) -> "FrameProcessor":
        """First processor of the pipeline: what the caller says."""
        ...

    def output(self) -> "FrameProcessor":
        """Processor that plays to the caller."""
        ...

    async def connected(self) -> None:
        """Return once sound can flow. Raises :class:`CallerUnreachable` after a time-out."""
        ...

    async def left(self) -> str:
        """Return once the caller has gone (hung up, vanished, or thrown out), with the ended reason."""
        ...

    def messages(self) -> AsyncIterator[str]:
        """Messages from the caller's client, until it leaves."""
        ...

    def send(self, message: str) -> None:
        """Send a message to the caller's client, in order, without waiting. Dropped if it has gone."""
        ...

    async def close(self) -> None:
        """Hang up and free everything. May be called twice."""
        ...


# --- speech -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recognized:
    """What was said, ``""`` for silence and noise. ``raw`` holds the words before they were corrected."""

    text: str = ""
    raw: str = ""


class Transcriber(Protocol):
    """Turns one finished utterance into text."""

    async def transcribe(self, pcm: bytes, sample_rate: int, vocabulary: Sequence[str] = ()) -> Recognized:
        """Return what was said.

        ``vocabulary`` holds names the practice uses (services, staff); an adapter may correct
        near misses towards it.
        """
        ...


class Synthesizer(Protocol):
    """Turns text into speech, first sentence first."""

    @property
    def sample_rate(self) -> int:
        """Sample rate in hertz of the audio that :meth:`synthesize` yields."""
        ...

    def synthesize(self, text: str) -> AsyncIterator[bytes]:
        """Yield PCM as it becomes available. Closing the iterator stops the work."""
        ...


class VoiceDetector(Protocol):
    """Tells speech from other sound, for one call (it remembers what came before)."""

    @property
    def window(self) -> int:
        """Samples at 16 kHz that :meth:`probability` takes at once."""
        ...

    def probability(self, window: bytes) -> float:
        """Probability, 0 to 1, that the next ``window`` (PCM at 16 kHz) is speech. Takes well
        under a millisecond, so it is called on the event loop."""
        ...

    def reset(self) -> None:
        """Forget what came before."""
        ...


class TurnDetector(Protocol):
    """Says whether a caller who paused has finished, as a hint beside plain silence."""

    async def end_of_turn(self, pcm: bytes, sample_rate: int) -> float:
        """Probability, 0 to 1, that the utterance is complete."""
        ...


@dataclass(frozen=True)
class Speech:
    """Everything a call needs to hear and speak; shared by all calls of a process."""

    transcriber: Transcriber
    synthesizer: Synthesizer
    turn_detector: TurnDetector
    new_voice_detector: Callable[[], VoiceDetector]


# --- language -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ToolSpec:
    """A function the model may ask for: JSON Schema ``parameters``, hosted ``function`` tool shape."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Brief:
    """What an assistant is, knows and may do; built from the assistant resource of a call.

    ``practice`` is ``assistant.metadata["practice"]``, ``outreach`` ``assistant.metadata["outreach"]``: what a
    conversation that the practice has begun is about (see ``docs/voice-assistant.md``). ``voicemail_message`` is
    what a mailbox is told. ``recording_question`` is said first where the call may be recorded, and asks for
    consent; without it nothing is ever recorded. ``first_message`` then follows the answer.
    """

    assistant_name: str
    first_message: str
    system_prompt: str
    practice: Mapping[str, Any]
    tools: Sequence[ToolSpec] = ()
    model: Mapping[str, Any] = field(default_factory=dict)
    outreach: Mapping[str, Any] = field(default_factory=dict)
    voicemail_message: str = ""
    recording_question: str = ""


@dataclass(frozen=True)
class Message:
    """One line of a conversation so far. ``interrupted`` marks speech the caller cut off."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_call_id: str | None = None
    tool_calls: Sequence["CallTool"] = ()
    interrupted: bool = False


@dataclass(frozen=True)
class Heard:
    """The caller said (or typed) something. ``raw`` holds the words as they were recognized, where they differ
    from ``text``, which was corrected towards the names a practice uses."""

    text: str
    typed: bool = False
    raw: str = ""


@dataclass(frozen=True)
class Silence:
    """The caller has said nothing for a while; ``count`` is 1 for the first time in a row."""

    count: int


@dataclass(frozen=True)
class ToolResult:
    """The answer to a :class:`CallTool`. ``error`` is set when the tool could not run."""

    call_id: str
    name: str
    result: Mapping[str, Any]
    error: str | None = None


Event = Heard | Silence | ToolResult


@dataclass(frozen=True)
class Say:
    """Text to speak or show."""

    text: str


@dataclass(frozen=True)
class CallTool:
    """A wish to run a tool; the server decides. ``wait=False``: no answer is needed to go on."""

    call_id: str
    name: str
    arguments: Mapping[str, Any]
    wait: bool = True


@dataclass(frozen=True)
class EndCall:
    """End the call once everything said before has been spoken."""

    reason: str = "assistant-ended-call"


Output = Say | CallTool | EndCall


@dataclass(frozen=True)
class Turn:
    """All a model is given for one step.

    ``memory`` is a JSON object that belongs to the model: it may change it in place, the engine
    stores it with the conversation and hands it back at the next step (also hours later, for text).
    ``history`` ends before ``event``. ``now`` is an aware UTC instant.
    """

    brief: Brief
    history: Sequence[Message]
    event: Event
    memory: dict[str, Any]
    now: datetime


@dataclass(frozen=True)
class Conclusion:
    """What a conversation came to; becomes ``analysis`` of the end-of-call report.

    ``structured["outcome"]`` is one of booked, lead, handed_off, emergency, answered, abandoned.
    """

    summary: str
    structured: Mapping[str, Any]
    success: bool


ToolRunner = Callable[[CallTool], Awaitable[ToolResult]]
"""Runs a tool for a call, with the server's own checks, and answers even when it fails."""


class LanguageModelFault(Exception):
    """A model could not answer. ``code`` is a static name, fit for logs; never caller's words."""

    def __init__(self, code: str, *, retryable: bool) -> None:
        super().__init__(code)
        self.code = code
        self.retryable = retryable


class LanguageModel(Protocol):
    """Decides what to say next and which tool to ask for."""

    def reply(self, turn: Turn) -> AsyncIterator[Output]:
        """Yield outputs in order. After a ``CallTool`` with ``wait`` the iterator ends; the engine
        runs the tool and calls again with a :class:`ToolResult`."""
        ...

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        """Sum up a conversation that has ended, however it ended."""
        ...
