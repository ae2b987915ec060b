"""What a call is given when it begins."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mia.platform.conversation.turns import Answering
from mia.voice.engine.pipeline.events import EventSink
from mia.voice.engine.pipeline.limits import CallLimits
from mia.voice.engine.pipeline.sound.background import Sound
from mia.voice.engine.pipeline.transferring import Switchboard
from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.engine.ports import Speech, Synthesizer, Transcriber


@dataclass(frozen=True)
class CallSetup:
    """What a call needs besides its media: who answers, with what voice and manners, who is told,
    who puts callers through, where they have a phone, and whether the caller's client may have the
    assistant say something. ``voice_of`` gives the voices of those whom the conversation is handed on to,
    ``manners_of`` their manners, ``transcriber_of`` who recognizes what is said to them; ``background`` is a sound
    to be heard in place of the office, ``background_of`` that of another assistant."""

    answering: Answering
    speech: Speech
    on_event: EventSink
    limits: CallLimits = field(default_factory=CallLimits)
    manners: Manners = field(default_factory=Manners)
    switchboard: Switchboard | None = None
    client_may_say: bool = False
    background: Callable[[], Awaitable[Sound]] | None = None
    background_of: Callable[[Mapping[str, Any]], Callable[[], Awaitable[Sound]] | None] | None = None
    voice_of: Callable[[Mapping[str, Any]], Synthesizer] | None = None
    manners_of: Callable[[Mapping[str, Any]], Manners] | None = None
    transcriber_of: Callable[[Mapping[str, Any]], Transcriber] | None = None
