"""OpenAI's speech: voices and recognition, by its REST API (v1)."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mia.adapters.speech.api import SpeechApi
from mia.adapters.speech.waves import wave_file
from mia.voice.engine.ports import Recognized, Synthesizer, Transcriber
from mia.voice.engine.providers import PROVIDER_RATE, OfferedVoice, ProviderFault

_FEMALE = ("alloy", "ballad", "coral", "fable", "marin", "nova", "sage", "shimmer")
_MALE = ("ash", "cedar", "echo", "onyx", "verse")
_ONLY_WITHOUT_INSTRUCTIONS = ("tts-1", "tts-1-hd")
_PROMPT = 800
"""Characters of names that a recognition is told."""


def _proof(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


class OpenAiSpeech:
    """``SpeechProvider`` and ``RecognizingProvider``."""

    def __init__(self, url: str) -> None:
        self._api = SpeechApi(url)

    async def close(self) -> None:
        """Return all connections."""
        await self._api.close()

    def synthesizer(self, key: str, voice: Mapping[str, Any]) -> Synthesizer:
        model = voice.get("model") or "gpt-4o-mini-tts"
        instructions = "" if model in _ONLY_WITHOUT_INSTRUCTIONS else voice.get("instructions") or ""
        return _Voice(self._api, key, str(voice["voiceId"]), model, instructions)

    def transcriber(self, key: str, transcriber: Mapping[str, Any]) -> Transcriber:
        model = transcriber.get("model") or "gpt-4o-mini-transcribe"
        return _Recognizer(self._api, key, model, transcriber.get("language") or "en")

    async def voices(self, key: str) -> Sequence[OfferedVoice]:
        """There is no list to ask for: its own voices have fixed names, and speak any language."""
        offered = [OfferedVoice(name, name.capitalize(), "en", "female") for name in _FEMALE]
        return [*offered, *(OfferedVoice(name, name.capitalize(), "en", "male") for name in _MALE)]


@dataclass(frozen=True)
class _Voice:
    api: SpeechApi
    key: str
    voice: str
    model: str
    instructions: str
    sample_rate: int = PROVIDER_RATE

    def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        body: dict[str, Any] = {"model": self.model, "voice": self.voice, "input": text, "response_format": "pcm"}
        body |= {"speed": speed} if speed != 1 else {}
        body |= {"instructions": self.instructions} if self.instructions else {}
        return self.api.sound("/audio/speech", _proof(self.key), body)


@dataclass(frozen=True)
class _Recognizer:
    api: SpeechApi
    key: str
    model: str
    language: str

    async def transcribe(self, pcm: bytes, sample_rate: int, vocabulary: Sequence[str] = ()) -> Recognized:
        form = {"model": self.model, "language": self.language, "response_format": "json"}
        if vocabulary:
            form["prompt"] = ", ".join(vocabulary)[:_PROMPT]
        file = ("speech.wav", wave_file(pcm, sample_rate), "audio/wav")
        path = "/audio/transcriptions"
        heard = await self.api.ask("POST", path, _proof(self.key), data=form, files={"file": file})
        try:
            text = heard["text"].strip()
        except (KeyError, TypeError, AttributeError):
            raise ProviderFault("not-understood") from None
        return Recognized(text, text)
