"""The parts of the voice engine that a media worker puts together for each call."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from mia.voice.engine.pipeline.call import CallRecord, CallSetup
from mia.voice.engine.pipeline.control import CallControl
from mia.voice.engine.ports import MediaTransport, Speech
from mia.voice.language_models import LanguageModels
from mia.voice.telephony.ports import Telephony


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


@dataclass(frozen=True)
class CallEngine:
    """What holds calls. ``join`` takes an SDP offer and raises :class:`OfferNotUnderstood`; ``telephony`` calls
    phones."""

    speech: Speech
    language_models: LanguageModels
    join: Callable[[str], Awaitable[Joined]]
    telephony: Telephony
    run_call: Callable[[MediaTransport, CallSetup, CallControl], Awaitable[CallRecord]]
