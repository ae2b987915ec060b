"""Who speaks and who recognizes, on the wire: the embedded models, or a provider that the organization has a
credential with. What a provider's schema lacks is refused by name."""

from typing import Annotated, Literal

from pydantic import Field

from mia.voice.resources.assistant.pronunciation import ChunkPlan
from mia.voice.wire import WireModel

Phrase = Annotated[str, Field(min_length=1, max_length=140)]
VoiceId = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_.-]+$")]
ModelName = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_.-]+$")]
Share = Annotated[float, Field(ge=0, le=1)]
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,4})?$|^multi$")]


class _Voice(WireModel):
    chunk_plan: ChunkPlan | None = None


class EmbeddedVoice(_Voice):
    """The embedded voice."""

    provider: Literal["mia"]
    voice_id: Literal["heart"] | None = None
    speed: float | None = Field(None, ge=0.5, le=2)


class DeepgramVoice(_Voice):
    """``voice_id`` is a name (``thalia``) of the ``model``, or what Deepgram calls both together."""

    provider: Literal["deepgram"]
    voice_id: VoiceId
    model: Literal["aura", "aura-2"] | None = None
    speed: float | None = Field(None, ge=0.7, le=1.5)


class ElevenLabsVoice(_Voice):
    """How much a voice of ElevenLabs varies is for its settings to say."""

    provider: Literal["11labs"]
    voice_id: VoiceId
    model: ModelName | None = None
    stability: Share | None = None
    similarity_boost: Share | None = None
    style: Share | None = None
    use_speaker_boost: bool | None = None
    speed: float | None = Field(None, ge=0.7, le=1.2)


class OpenAiVoice(_Voice):
    """``instructions`` say how to speak; models without them leave them aside."""

    provider: Literal["openai"]
    voice_id: VoiceId
    model: ModelName | None = None
    instructions: str | None = Field(None, max_length=10000)
    speed: float | None = Field(None, ge=0.25, le=4)


class CartesiaVoice(_Voice):
    """A voice of Cartesia's Sonic."""

    provider: Literal["cartesia"]
    voice_id: VoiceId
    model: ModelName | None = None
    language: Language | None = None
    speed: float | None = Field(None, ge=0.6, le=1.5)


Voice = Annotated[
    EmbeddedVoice | DeepgramVoice | ElevenLabsVoice | OpenAiVoice | CartesiaVoice, Field(discriminator="provider")
]


class EmbeddedTranscriber(WireModel):
    """The embedded recognizer; ``keywords`` are names that callers say (a weight after ``:`` is left off)."""

    provider: Literal["mia"]
    model: Literal["moonshine-tiny-en"] | None = None
    language: Literal["en", "en-US"] | None = None
    keywords: Annotated[list[Phrase], Field(max_length=200)] | None = None


class ProviderTranscriber(WireModel):
    """A provider's recognizer, told each turn of the caller as a whole."""

    provider: Literal["deepgram", "openai"]
    model: ModelName | None = None
    language: Language | None = None
    keywords: Annotated[list[Phrase], Field(max_length=200)] | None = None


Transcriber = Annotated[EmbeddedTranscriber | ProviderTranscriber, Field(discriminator="provider")]
