"""An assistant on the wire (hosted ``CreateAssistantDTO`` and ``UpdateAssistantDTO``).

Whatever is accepted has an effect; ``metadata`` alone is kept as it comes. ``docs/voice-assistant.md`` says what
each property does.
"""

from typing import Literal, Self
from uuid import UUID

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from mia.platform.kernel.bounds import PageNumber
from mia.voice.language_models import PROVIDED
from mia.voice.resources.assistant.analysis_plan import AnalysisPlan
from mia.voice.resources.assistant.plans import (
    ArtifactPlan,
    CompliancePlan,
    Hook,
    KeypadInput,
    Messages,
    MonitorPlan,
    Off,
    Phrases,
    StartSpeaking,
    StopSpeaking,
    Transport,
    VoicemailDetection,
)
from mia.voice.resources.assistant.voices import Transcriber, Voice
from mia.voice.resources.servers import HttpUrl, Server
from mia.voice.resources.tool.schemas import Tool
from mia.voice.wire import Json, WireModel


class ModelMessage(WireModel):
    """A message that stands before every conversation: ``system`` says how to speak, the others are examples."""

    role: Literal["system", "user", "assistant"]
    content: str | None = None


_ONLY_WITH: dict[str, tuple[str, ...]] = {
    "model": ("mia", *PROVIDED),
    "messages": ("mia", *PROVIDED),
    "temperature": PROVIDED,
    "max_tokens": PROVIDED,
    "url": ("custom-llm",),
    "thanks": ("announcement",),
}
"""Properties of a model that not every provider reads."""
_EMBEDDED_MODEL = "receptionist"


class Model(WireModel):
    """Who thinks: ``mia`` is the embedded receptionist. ``thanks`` is what an ``announcement`` says at its end."""

    provider: Literal["mia", "announcement", "openai", "custom-llm"]
    model: str | None = None
    url: HttpUrl | None = None
    messages: list[ModelMessage] | None = None
    tools: list[Tool] | None = Field(None, max_length=100)
    tool_ids: list[UUID] | None = Field(None, max_length=100)
    knowledge_base_id: UUID | None = None
    temperature: float | None = Field(None, ge=0, le=2)
    max_tokens: float | None = Field(None, ge=50, le=10000)
    thanks: str | None = Field(None, max_length=1000)

    @model_validator(mode="after")
    def _fits_its_provider(self) -> Self:
        for name, providers in _ONLY_WITH.items():
            if getattr(self, name) is not None and self.provider not in providers:
                alias = Model.model_fields[name].alias
                raise _told(f"property {alias} should not exist with the provider {self.provider}")
        if self.provider == "mia":
            if self.model not in (None, _EMBEDDED_MODEL):
                raise _told(f"model must be one of the following values: '{_EMBEDDED_MODEL}'")
            if any(message.role != "system" for message in self.messages or ()):
                raise _told("messages.role must be system with the provider mia")
        return self


def _told(says: str) -> PydanticCustomError:
    return PydanticCustomError("told", "{says}", {"says": says})


ClientMessage = Literal["speech-update", "status-update", "transcript", "user-interrupted", "voice-input"]
"""What a caller's client can be sent."""
ServerMessage = Literal["end-of-call-report", "status-update", "tool-calls"]
"""What an assistant's server can be sent."""


class AssistantBody(WireModel):
    """An assistant as a client writes it; every property may be absent."""

    name: str | None = Field(None, max_length=40)
    first_message: str | None = None
    first_message_mode: (
        Literal[
            "assistant-speaks-first",
            "assistant-speaks-first-with-model-generated-message",
            "assistant-waits-for-user",
        ]
        | None
    ) = None
    first_message_interruptions_enabled: bool | None = None
    model: Model | None = None
    voice: Voice | None = None
    transcriber: Transcriber | None = None
    server: Server | None = None
    client_messages: list[ClientMessage] | None = Field(None, max_length=50)
    server_messages: list[ServerMessage] | None = Field(None, max_length=50)
    metadata: Json | None = None
    silence_timeout_seconds: float | None = Field(None, ge=10, le=3600)
    max_duration_seconds: float | None = Field(None, ge=10, le=43200)
    end_call_message: str | None = Field(None, max_length=1000)
    end_call_phrases: Phrases | None = None
    voicemail_message: str | None = Field(None, max_length=1000)
    voicemail_detection: VoicemailDetection | None = None
    busy_message: str | None = Field(None, max_length=1000)
    """What a phone call that comes in hears when no line is free, or it broke off."""
    background_sound: Literal["off", "office"] | HttpUrl | None = None
    background_denoising_enabled: Off | None = None
    model_output_in_messages_enabled: Off | None = None
    message_plan: Messages | None = None
    artifact_plan: ArtifactPlan | None = None
    analysis_plan: AnalysisPlan | None = None
    start_speaking_plan: StartSpeaking | None = None
    stop_speaking_plan: StopSpeaking | None = None
    monitor_plan: MonitorPlan | None = None
    compliance_plan: CompliancePlan | None = None
    keypad_input_plan: KeypadInput | None = None
    transport_configurations: list[Transport] | None = Field(None, max_length=1)
    hooks: list[Hook] | None = Field(None, max_length=10)


class VersionQuery(WireModel):
    """Which of an assistant's versions are listed. ``page_state`` is a page's ``nextPageState``, and goes before
    ``page``."""

    page: PageNumber = 1
    limit: int = Field(100, ge=0, le=1000)
    page_state: PageNumber | None = None


class AssistantOverrides(AssistantBody):
    """What one call changes of an assistant; ``variable_values`` fill ``{{name}}`` in its texts."""

    variable_values: Json | None = None
