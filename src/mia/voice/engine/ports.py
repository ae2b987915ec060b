"""What the voice engine needs from the outside, as roles.

Every port has an embedded adapter that works offline (``speech/``, ``language/``, ``transports/``)
and may have others for a provider. Audio is 16-bit little-endian mono PCM throughout; the sample
rate in hertz is always passed beside it.
"""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

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


def key_message(key: str) -> str:
    """What :meth:`MediaTransport.messages` yields when the caller presses a key of a phone."""
    return json.dumps({"type": "keypad", "key": key})


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


class OfferNotUnderstood(Exception):
    """The caller's offer cannot be answered. ``reason`` is a static code, fit for logs."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Joined:
    """A media path to the caller that is being opened, and the SDP answer that opens it."""

    transport: MediaTransport
    answer_sdp: str


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

    def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        """Yield PCM as it becomes available, ``speed`` times as fast as natural. Closing the iterator stops the
        work."""
        ...


def is_free(voice: Synthesizer) -> bool:
    """Whether a voice may say what is then not heard: it runs here, and nobody is paid for it."""
    return bool(getattr(voice, "is_free", False))


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
