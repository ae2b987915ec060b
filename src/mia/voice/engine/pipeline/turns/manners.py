"""How an assistant behaves in a call: everything that is hers to choose and that a caller feels."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mia.voice.engine.pipeline.turns.endpointing import StartSpeakingPlan
from mia.voice.engine.pipeline.turns.interrupting import StopSpeakingPlan
from mia.voice.engine.pipeline.turns.keypad import KeypadPlan
from mia.voice.engine.pipeline.turns.quiet import QuietPlan

USUAL_MESSAGES = frozenset({"transcript", "speech-update", "status-update", "user-interrupted"})
"""What a caller's client is sent unless the assistant says otherwise."""


@dataclass(frozen=True)
class Manners:
    """The plans of one assistant. ``client_messages``: the types that the caller's client is sent.

    ``first_message_interruptions``: whether the first words may be talked over; danger always may.
    ``model_begins``: the model makes the first message. ``end_message`` is said when the model ends the call,
    and the call ends when the assistant says one of ``end_phrases``. ``when_interrupted`` is said, in turn, to who
    has interrupted the assistant, before the answer. ``background``: whether an office is heard all the
    time; ``None``: the assistant does not say. ``speed`` of speech: 1 is natural. ``max_seconds``: how long the
    call may last, if the assistant says so.
    """

    start: StartSpeakingPlan = field(default_factory=StartSpeakingPlan)
    stop: StopSpeakingPlan = field(default_factory=StopSpeakingPlan)
    quiet: QuietPlan = field(default_factory=QuietPlan)
    keypad: KeypadPlan = field(default_factory=KeypadPlan)
    first_message_interruptions: bool = True
    model_begins: bool = False
    end_message: str = ""
    end_phrases: Sequence[str] = ()
    when_interrupted: Sequence[str] = ()
    background: bool | None = None
    speed: float = 1.0
    max_seconds: float | None = None
    client_messages: frozenset[str] = USUAL_MESSAGES
