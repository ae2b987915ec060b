"""An assistant on the wire (hosted ``CreateAssistantDTO`` and ``UpdateAssistantDTO``).

What this service reads is typed; what it keeps for its clients only is accepted as it comes.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from mia.voice.wire import Json, WireModel


def _http_url(url: str) -> str:
    if not url.startswith(("http://", "https://")):
        raise ValueError("not an http URL")
    return url


HttpUrl = Annotated[str, Field(max_length=2048), AfterValidator(_http_url)]


class Server(WireModel):
    """Where server messages go. ``timeout_seconds`` bounds the wait for a tool's answer."""

    url: HttpUrl | None = None
    timeout_seconds: float = Field(20, ge=1, le=300)
    headers: dict[str, str] | None = None
    backoff_plan: Json | None = None
    credential_id: str | None = None
    static_ip_addresses_enabled: bool | None = None
    encrypted_paths: list[str] | None = None


class ToolFunction(WireModel):
    """What a tool is called and takes; ``parameters`` is JSON Schema."""

    name: str = Field(max_length=64)
    description: str | None = Field(None, max_length=1000)
    strict: bool | None = None
    parameters: Json | None = None


class Tool(WireModel):
    """A tool of an assistant. Kinds other than ``function`` bring properties of their own."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")

    type: str
    function: ToolFunction | None = None
    server: Server | None = None
    messages: list[Json] | None = None
    async_: bool | None = Field(None, alias="async")


class ModelMessage(WireModel):
    """A message that stands before every conversation."""

    role: str
    content: str | None = None


class Model(WireModel):
    """Who thinks: ``mia`` is the embedded receptionist; providers bring properties of their own."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")

    provider: str
    model: str | None = None
    url: HttpUrl | None = None
    messages: list[ModelMessage] | None = None
    tools: list[Tool] | None = None
    tool_ids: list[str] | None = None
    temperature: float | None = Field(None, ge=0, le=2)
    max_tokens: float | None = Field(None, ge=50, le=10000)


class ArtifactPlan(WireModel):
    """What is kept of a call; the hosted plan's other properties are accepted and kept."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")

    recording_enabled: bool | None = None
    transcript_plan: Json | None = None


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
    voice: Json | None = None
    transcriber: Json | None = None
    server: Server | None = None
    client_messages: list[str] | None = None
    server_messages: list[str] | None = None
    metadata: Json | None = None
    silence_timeout_seconds: float | None = Field(None, ge=10, le=3600)
    max_duration_seconds: float | None = Field(None, ge=10, le=43200)
    end_call_message: str | None = Field(None, max_length=1000)
    end_call_phrases: list[str] | None = None
    voicemail_message: str | None = Field(None, max_length=1000)
    voicemail_detection: Any = None
    busy_message: str | None = Field(None, max_length=1000)
    """What a phone call that comes in hears when no line is free, or it broke off."""
    background_sound: str | None = None
    background_denoising_enabled: bool | None = None
    background_speech_denoising_plan: Json | None = None
    model_output_in_messages_enabled: bool | None = None
    message_plan: Json | None = None
    artifact_plan: ArtifactPlan | None = None
    analysis_plan: Json | None = None
    start_speaking_plan: Json | None = None
    stop_speaking_plan: Json | None = None
    monitor_plan: Json | None = None
    compliance_plan: Json | None = None
    observability_plan: Json | None = None
    keypad_input_plan: Json | None = None
    transport_configurations: list[Json] | None = None
    credential_ids: list[str] | None = None
    credentials: list[Json] | None = None
    hooks: list[Json] | None = None


class AssistantOverrides(AssistantBody):
    """What one call changes of an assistant; ``variable_values`` fill ``{{name}}`` in its texts."""

    variable_values: Json | None = None
