"""Speech of providers, beside the embedded one: companies whose voices speak and whose models recognize, with a key
that an organization has with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from mia.voice.engine.ports import Synthesizer, Transcriber

PROVIDER_RATE = 24_000
"""Sample rate in hertz that every provider is asked for: the embedded voice's, which may go on in its place."""


class ProviderFault(Exception):
    """A provider did not do what it was asked. ``reason`` is a static code, fit for logs; ``refused``: it will not,
    however often it is asked."""

    def __init__(self, reason: str, *, refused: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.refused = refused


@dataclass(frozen=True)
class OfferedVoice:
    """A voice as its provider describes it; what it does not tell is ``""``. ``owner`` shares it with others."""

    voice_id: str
    name: str
    language: str = ""
    gender: str = ""
    accent: str = ""
    owner: str = ""


class SpeechProvider(Protocol):
    """One provider, for all organizations of a process. ``voice`` and ``transcriber`` are those of an assistant, as
    they stand on the wire."""

    def synthesizer(self, key: str, voice: Mapping[str, Any]) -> Synthesizer:
        """The voice, at :data:`PROVIDER_RATE`; :meth:`Synthesizer.synthesize` raises :class:`ProviderFault`."""
        ...

    async def voices(self, key: str) -> Sequence[OfferedVoice]:
        """The voices that may be chosen, some hundreds at most; raises :class:`ProviderFault`."""
        ...

    async def close(self) -> None:
        """Return all connections."""
        ...


@runtime_checkable
class RecognizingProvider(Protocol):
    """A provider that also recognizes speech."""

    def transcriber(self, key: str, transcriber: Mapping[str, Any]) -> Transcriber:
        """The recognizer; :meth:`Transcriber.transcribe` raises :class:`ProviderFault`."""
        ...


@dataclass(frozen=True)
class VoiceSample:
    """A recording of who is to be imitated."""

    file_name: str
    mime_type: str
    content: bytes


@runtime_checkable
class VoiceMaker(Protocol):
    """A provider where customers share voices and have their own made. All raise :class:`ProviderFault`."""

    async def search(self, key: str, name: str) -> Sequence[OfferedVoice]:
        """Shared voices whose name or description has ``name`` in it."""
        ...

    async def adopt(self, key: str, owner: str, voice_id: str, name: str) -> str:
        """Have a shared voice under a name of one's own; its id from then on."""
        ...

    async def clone(
        self, key: str, name: str, samples: Sequence[VoiceSample], description: str, labels: Mapping[str, str]
    ) -> str:
        """Have a voice made from recordings; its id."""
        ...


SpeechProviders = Mapping[str, SpeechProvider]
"""The providers that this installation may use, by the name that assistants have for them."""
