"""Cartesia: voices (Sonic), by its REST API."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mia.adapters.speech.api import SpeechApi
from mia.voice.engine.ports import Synthesizer
from mia.voice.engine.providers import PROVIDER_RATE, OfferedVoice

_VERSION = "2026-08-14"
"""Of the API; with another one, properties are called differently."""
_PAGES, _PAGE = 5, 100


def _proof(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}", "cartesia-version": _VERSION}


class Cartesia:
    """``SpeechProvider``."""

    def __init__(self, url: str) -> None:
        self._api = SpeechApi(url)

    async def close(self) -> None:
        """Return all connections."""
        await self._api.close()

    def synthesizer(self, key: str, voice: Mapping[str, Any]) -> Synthesizer:
        return _Voice(
            self._api, key, str(voice["voiceId"]), voice.get("model") or "sonic-3", voice.get("language") or "en"
        )

    async def voices(self, key: str) -> Sequence[OfferedVoice]:
        found: list[OfferedVoice] = []
        params: dict[str, str | int] = {"limit": _PAGE}
        for _ in range(_PAGES):
            page = await self._api.ask("GET", "/voices", _proof(key), params=params)
            offered = [_offered(each) for each in page.get("data") or ()]
            found += offered
            if not page.get("has_more") or not offered:
                break
            params = {"limit": _PAGE, "starting_after": offered[-1].voice_id}
        return found


def _offered(voice: Mapping[str, Any]) -> OfferedVoice:
    gender = {"feminine": "female", "masculine": "male"}.get(str(voice.get("gender") or ""), "")
    accent = str(voice.get("accent") or "")
    return OfferedVoice(
        str(voice["id"]), str(voice.get("name") or voice["id"]), voice.get("language") or "", gender, accent
    )


@dataclass(frozen=True)
class _Voice:
    api: SpeechApi
    key: str
    voice_id: str
    model: str
    language: str
    sample_rate: int = PROVIDER_RATE

    def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        sound = {"container": "raw", "encoding": "pcm_s16le", "sample_rate": self.sample_rate}
        body: dict[str, Any] = {"model_id": self.model, "transcript": text, "voice": {"id": self.voice_id}}
        body |= {"language": self.language, "output_format": sound}
        body |= {"generation_config": {"speed": speed}} if speed != 1 else {}
        return self.api.sound("/tts/bytes", _proof(self.key), body)
