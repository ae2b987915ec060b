"""The parts of the voice engine that a media worker puts together for each call."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from mia.voice.engine.pipeline.call import CallRecord
from mia.voice.engine.pipeline.control import CallControl
from mia.voice.engine.pipeline.setup import CallSetup
from mia.voice.engine.ports import Joined, MediaTransport, Speech
from mia.voice.engine.providers import SpeechProviders
from mia.voice.language_models import LanguageModels
from mia.voice.media.rooms.ports import Rooms
from mia.voice.telephony.ports import Telephony


@dataclass(frozen=True)
class CallEngine:
    """What holds calls. ``join`` takes an SDP offer and raises :class:`OfferNotUnderstood`; ``telephony`` calls
    phones; ``announce`` says a few words to who picked one up, and leaves the line open; ``rooms`` are those of a
    distributed media engine, where there is one."""

    speech: Speech
    language_models: LanguageModels
    join: Callable[[str], Awaitable[Joined]]
    telephony: Telephony
    announce: Callable[[MediaTransport, str], Coroutine[Any, Any, None]]
    run_call: Callable[[MediaTransport, CallSetup, CallControl], Awaitable[CallRecord]]
    providers: SpeechProviders = field(default_factory=dict)
    rooms: Rooms | None = None
