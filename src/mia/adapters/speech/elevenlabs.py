"""ElevenLabs: voices, those that its customers share, and voices made from recordings, by its REST API (v1, v2)."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from mia.adapters.speech.api import SpeechApi
from mia.voice.engine.ports import Synthesizer
from mia.voice.engine.providers import PROVIDER_RATE, OfferedVoice, ProviderFault, VoiceSample

_MODEL = "eleven_flash_v2_5"
"""The fastest, unless an assistant asks for another."""
_PAGES, _PAGE = 5, 100
_SETTINGS = {
    "stability": "stability",
    "similarityBoost": "similarity_boost",
    "style": "style",
    "useSpeakerBoost": "use_speaker_boost",
}
"""Properties of an assistant's voice, and what they are called there."""


def _proof(key: str) -> dict[str, str]:
    return {"xi-api-key": key}


class ElevenLabs:
    """``SpeechProvider`` and ``VoiceMaker``. ``forgetful``: it keeps nothing of what is said, which it only offers
    to those it has an agreement with."""

    def __init__(self, url: str, *, forgetful: bool) -> None:
        self._api = SpeechApi(url)
        self._forgetful = forgetful

    async def close(self) -> None:
        """Return all connections."""
        await self._api.close()

    def synthesizer(self, key: str, voice: Mapping[str, Any]) -> Synthesizer:
        settings = {theirs: voice[ours] for ours, theirs in _SETTINGS.items() if voice.get(ours) is not None}
        return _Voice(
            self._api, key, str(voice["voiceId"]), voice.get("model") or _MODEL, settings, self._forgetful
        )

    async def voices(self, key: str) -> Sequence[OfferedVoice]:
        found: list[OfferedVoice] = []
        params: dict[str, str | int] = {"page_size": _PAGE}
        for _ in range(_PAGES):
            page = await self._api.ask("GET", "/v2/voices", _proof(key), params=params)
            found += [_offered(each) for each in page.get("voices") or ()]
            if not page.get("has_more") or not page.get("next_page_token"):
                break
            params = {"page_size": _PAGE, "next_page_token": page["next_page_token"]}
        return found

    async def search(self, key: str, name: str) -> Sequence[OfferedVoice]:
        params = {"page_size": _PAGE} | ({"search": name} if name else {})
        page = await self._api.ask("GET", "/v1/shared-voices", _proof(key), params=params)
        return [_shared(each) for each in page.get("voices") or ()]

    async def adopt(self, key: str, owner: str, voice_id: str, name: str) -> str:
        path = f"/v1/voices/add/{quote(owner, safe='')}/{quote(voice_id, safe='')}"
        return _id(await self._api.ask("POST", path, _proof(key), json={"new_name": name}))

    async def clone(
        self, key: str, name: str, samples: Sequence[VoiceSample], description: str, labels: Mapping[str, str]
    ) -> str:
        data = {"name": name} | ({"description": description} if description else {})
        data |= {"labels": json.dumps(dict(labels))} if labels else {}
        files = [("files", (each.file_name, each.content, each.mime_type)) for each in samples]
        return _id(await self._api.ask("POST", "/v1/voices/add", _proof(key), data=data, files=files))


def _id(answer: Any) -> str:
    try:
        return str(answer["voice_id"])
    except (KeyError, TypeError):
        raise ProviderFault("not-understood") from None


def _offered(voice: Mapping[str, Any]) -> OfferedVoice:
    labels = voice.get("labels") or {}
    told = {name: str(labels.get(name) or "") for name in ("language", "gender", "accent")}
    return OfferedVoice(str(voice["voice_id"]), str(voice.get("name") or voice["voice_id"]), **told)


def _shared(voice: Mapping[str, Any]) -> OfferedVoice:
    told = {name: str(voice.get(name) or "") for name in ("language", "gender", "accent")}
    return OfferedVoice(
        str(voice["voice_id"]),
        str(voice.get("name") or voice["voice_id"]),
        owner=str(voice["public_owner_id"]),
        **told,
    )


@dataclass(frozen=True)
class _Voice:
    api: SpeechApi
    key: str
    voice_id: str
    model: str
    settings: Mapping[str, Any]
    forgetful: bool
    sample_rate: int = PROVIDER_RATE

    def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        settings = dict(self.settings) | ({"speed": speed} if speed != 1 else {})
        body = {"text": text, "model_id": self.model} | ({"voice_settings": settings} if settings else {})
        params = {"output_format": f"pcm_{self.sample_rate}"} | (
            {"enable_logging": "false"} if self.forgetful else {}
        )
        path = f"/v1/text-to-speech/{quote(self.voice_id, safe='')}/stream"
        return self.api.sound(path, _proof(self.key), body, params)
