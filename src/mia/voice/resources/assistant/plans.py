"""The plans of an assistant on the wire: how it listens, speaks, waits and ends.

What stands here has an effect, by ``manners.py`` or by the reader named. A hosted property that this service cannot
honor is left out, so that it is refused by its name, or has as its type the only value that is true here.
"""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from mia.voice.engine.pipeline.patterns import BadPattern, matcher
from mia.voice.wire import WireModel

Off = Literal[False]
"""Of a switch that can only be off here."""
On = Literal[True]
"""Of one that can only be on."""


def _expression(text: str) -> str:
    try:
        matcher(text)
    except BadPattern:
        raise PydanticCustomError("no_regular_expression_of_RE2", "not an expression of RE2") from None
    return text


def _wrong(says: str) -> PydanticCustomError:
    return PydanticCustomError("told", "{says}", {"says": says})


Phrase = Annotated[str, Field(min_length=1, max_length=140)]
Phrases = Annotated[list[Phrase], Field(max_length=100)]
Spoken = Annotated[str, Field(min_length=1, max_length=1000)]
Expression = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_expression)]


# --- when the assistant speaks ----------------------------------------------------------------------


class RegexOption(WireModel):
    """How an expression is tried."""

    type: Literal["ignore-case", "whole-word", "match-full-string"]
    enabled: bool


RegexOptions = Annotated[list[RegexOption], Field(max_length=3)]
Pause = Annotated[float, Field(ge=0, le=15)]


class OneSidedRule(WireModel):
    """How long to wait where what one side said last matches."""

    type: Literal["customer", "assistant"]
    regex: Expression
    regex_options: RegexOptions | None = None
    timeout_seconds: Pause


class TwoSidedRule(WireModel):
    """How long to wait where what both said last matches."""

    type: Literal["both"]
    customer_regex: Expression
    customer_regex_options: RegexOptions | None = None
    assistant_regex: Expression
    assistant_regex_options: RegexOptions | None = None
    timeout_seconds: Pause


class PunctuationEndpointing(WireModel):
    """Waits by how the caller's words end."""

    on_punctuation_seconds: float = Field(0.1, ge=0, le=3)
    on_no_punctuation_seconds: float = Field(1.5, ge=0, le=3)
    on_number_seconds: float = Field(0.5, ge=0, le=3)


class SmartEndpointing(WireModel):
    """The platform's own end of turn; ``vapi`` is what clients of the hosted service call the platform's."""

    provider: Literal["mia", "vapi"]


class StartSpeaking(WireModel):
    """How long the assistant waits before it speaks."""

    wait_seconds: float | None = Field(None, ge=0, le=5)
    smart_endpointing_enabled: bool | None = None
    smart_endpointing_plan: SmartEndpointing | None = None
    transcription_endpointing_plan: PunctuationEndpointing | None = None
    custom_endpointing_rules: (
        Annotated[list[Annotated[OneSidedRule | TwoSidedRule, Field(discriminator="type")]], Field(max_length=20)]
        | None
    ) = None


class StopSpeaking(WireModel):
    """What it takes to interrupt the assistant."""

    num_words: int | None = Field(None, ge=0, le=10)
    voice_seconds: float | None = Field(None, ge=0, le=0.5)
    backoff_seconds: float | None = Field(None, ge=0, le=10)
    acknowledgement_phrases: Phrases | None = None
    interruption_phrases: Phrases | None = None


class KeypadInput(WireModel):
    """Keys that a caller presses."""

    enabled: bool | None = None
    timeout_seconds: float | None = Field(None, ge=0, le=10)
    delimiters: Literal["", "#", "*"] | None = None


# --- while nobody speaks ----------------------------------------------------------------------------


class Messages(WireModel):
    """What is said into a silence."""

    idle_messages: Annotated[list[Spoken], Field(max_length=20)] | None = None
    idle_timeout_seconds: float | None = Field(None, ge=5, le=60)
    idle_message_max_spoken_count: int | None = Field(None, ge=1, le=10)
    idle_message_reset_count_on_user_speech_enabled: bool | None = None
    silence_timeout_message: Spoken | None = None


SILENT_CALLER, INTERRUPTED = "customer.speech.timeout", "assistant.speech.interrupted"
"""Occasions of hooks."""


class SayAction(WireModel):
    """Words to be said, the first of several, the next of them each time."""

    type: Literal["say"]
    exact: Spoken | Annotated[list[Spoken], Field(min_length=1, max_length=20)]


class HangUp(WireModel):
    """The tool that ends a call."""

    type: Literal["endCall"]


class ToolAction(WireModel):
    """A tool to be run."""

    type: Literal["tool"]
    tool: HangUp


class SpeechTimeout(WireModel):
    """After how long a silence, how often, and whether the count begins again once the caller has spoken."""

    timeout_seconds: float = Field(7.5, ge=1, le=1000)
    trigger_max_count: int = Field(3, ge=1, le=10)
    trigger_reset_mode: Literal["never", "onUserSpeech"] = "never"


class Hook(WireModel):
    """What is done when the caller is silent, or has interrupted the assistant; the hosted service's other
    occasions are refused by name."""

    on: Literal["assistant.speech.interrupted", "customer.speech.timeout"]
    do: Annotated[
        list[Annotated[SayAction | ToolAction, Field(discriminator="type")]], Field(min_length=1, max_length=2)
    ]
    options: SpeechTimeout | None = None
    name: str | None = Field(None, max_length=1000)

    @model_validator(mode="after")
    def _fits_its_occasion(self) -> Self:
        if len({action.type for action in self.do}) < len(self.do):
            raise _wrong("do must have each type of action once")
        if self.on == INTERRUPTED:
            if self.options is not None:
                raise _wrong(f"property options should not exist in a hook on {self.on}")
            if any(action.type != "say" for action in self.do):
                raise _wrong(f"do must be of type say in a hook on {self.on}")
        return self


# --- phones ---------------------------------------------------------------------------------------


class MachineDetection(WireModel):
    """The carrier listens for a machine. What else tells a voicemail is the assistant's own hearing."""

    provider: Literal["twilio"]
    enabled: bool | None = None


VoicemailDetection = Annotated[
    Annotated[Literal["off"], Tag("off")] | Annotated[MachineDetection, Tag("plan")],
    Discriminator(lambda given: "off" if isinstance(given, str) else "plan"),
]


class Transport(WireModel):
    """A call to a phone rings for ``timeout`` seconds."""

    provider: Literal["twilio"]
    timeout: int | None = Field(None, ge=1, le=600)
    record: Off | None = None


# --- what is kept -----------------------------------------------------------------------------------


class TranscriptPlan(WireModel):
    """Whether there is a transcript as one text, and what the sides are called in it."""

    enabled: bool | None = None
    assistant_name: str | None = Field(None, min_length=1, max_length=40)
    user_name: str | None = Field(None, min_length=1, max_length=40)


class ArtifactPlan(WireModel):
    """What is kept of a call. A recording is Opus in Ogg, and begins with the caller's yes only; the video of a
    browser's call is made of it afterwards."""

    recording_enabled: bool | None = None
    video_recording_enabled: bool | None = None
    pcap_enabled: Off | None = None
    transcript_plan: TranscriptPlan | None = None


class MonitorPlan(WireModel):
    """Who may listen to a running call and act on it (``call/monitor.py``)."""

    listen_enabled: bool | None = None
    listen_authentication_enabled: bool | None = None
    control_enabled: bool | None = None
    control_authentication_enabled: bool | None = None


class VerbalConsent(WireModel):
    """The question whether a call may be recorded."""

    type: Literal["verbal"]
    message: Spoken


class CompliancePlan(WireModel):
    """``hipaa_enabled`` asks for what every call gets: content is sealed, logs and errors hold none of it."""

    hipaa_enabled: On | None = None
    pci_enabled: Off | None = None
    recording_consent_plan: VerbalConsent | None = None
