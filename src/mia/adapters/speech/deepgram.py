"""Deepgram: voices (Aura) and recognition (Nova), by its REST API (v1)."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mia.adapters.speech.api import SpeechApi
from mia.adapters.speech.waves import wave_file
from mia.voice.engine.ports import Recognized, Synthesizer, Transcriber
from mia.voice.engine.providers import PROVIDER_RATE, OfferedVoice, ProviderFault

_TOO_MANY = 100
"""Names that a request may bring along."""
_KEPT_BY_NOBODY = {"mip_opt_out": "true"}
"""What is said and heard does not train their models."""


def _proof(key: str) -> dict[str, str]:
    return {"Authorization": f"Token {key}"}


class Deepgram:
    """``SpeechProvider`` and ``RecognizingProvider``."""

    def __init__(self, url: str) -> None:
        self._api = SpeechApi(url)

    async def close(self) -> None:
        """Return all connections."""
        await self._api.close()

    def synthesizer(self, key: str, voice: Mapping[str, Any]) -> Synthesizer:
        named = str(voice["voiceId"])
        model = named if named.startswith("aura") else f"{voice.get('model') or 'aura-2'}-{named}-en"
        return _Voice(self._api, key, model)

    def transcriber(self, key: str, transcriber: Mapping[str, Any]) -> Transcriber:
        return _Recognizer(
            self._api, key, transcriber.get("model") or "nova-3", transcriber.get("language") or "en-US"
        )

    async def voices(self, key: str) -> Sequence[OfferedVoice]:
        found = await self._api.ask("GET", "/v1/models", _proof(key))
        return [_offered(each) for each in found.get("tts") or () if each.get("canonical_name")]


def _offered(model: Mapping[str, Any]) -> OfferedVoice:
    told = model.get("metadata") or {}
    gender = next((tag for tag in told.get("tags") or () if tag in ("feminine", "masculine")), "")
    return OfferedVoice(
        voice_id=model["canonical_name"],
        name=str(model.get("name") or model["canonical_name"]).capitalize(),
        language=next(iter(model.get("languages") or ()), ""),
        gender={"feminine": "female", "masculine": "male"}.get(gender, ""),
        accent=told.get("accent") or "",
    )


@dataclass(frozen=True)
class _Voice:
    api: SpeechApi
    key: str
    model: str
    sample_rate: int = PROVIDER_RATE

    def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        params: dict[str, str | int] = {"model": self.model, "encoding": "linear16", "container": "none"}
        params |= (
            {"sample_rate": self.sample_rate} | _KEPT_BY_NOBODY | ({"speed": str(speed)} if speed != 1 else {})
        )
        return self.api.sound("/v1/speak", _proof(self.key), {"text": text}, params)


@dataclass(frozen=True)
class _Recognizer:
    api: SpeechApi
    key: str
    model: str
    language: str

    async def transcribe(self, pcm: bytes, sample_rate: int, vocabulary: Sequence[str] = ()) -> Recognized:
        names = list(vocabulary)[:_TOO_MANY]
        wanted = {"keyterm" if self.model.startswith("nova-3") else "keywords": names} if names else {}
        heard = await self.api.ask(
            "POST",
            "/v1/listen",
            _proof(self.key) | {"Content-Type": "audio/wav"},
            params={"model": self.model, "language": self.language, "smart_format": "true"}
            | _KEPT_BY_NOBODY
            | wanted,
            content=wave_file(pcm, sample_rate),
        )
        try:
            text = heard["results"]["channels"][0]["alternatives"][0]["transcript"].strip()
        except (KeyError, IndexError, TypeError, AttributeError):
            raise ProviderFault("not-understood") from None
        return Recognized(text, text)
