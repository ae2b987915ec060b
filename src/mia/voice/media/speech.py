"""Whose voice speaks and who recognizes in a call: the embedded models, or a provider that its assistant names."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mia.voice.engine.ports import Speech, Synthesizer, Transcriber
from mia.voice.engine.providers import RecognizingProvider, SpeechProviders
from mia.voice.engine.speech.backed_up import BackedUpRecognizer, BackedUpVoice
from mia.voice.engine.speech.pronouncing import Pronouncing
from mia.voice.resources.assistant.pronunciation import said_as
from mia.voice.resources.credential.service import AUTHENTICATION
from mia.voice.wire import Json, to_text


class SpeechOfCall:
    """The speech of one call. A provider that the installation may not use any more, or that fails, is stood in for
    by the embedded models."""

    def __init__(self, embedded: Speech, providers: SpeechProviders, assistant: Json) -> None:
        self._embedded = embedded
        self._providers = providers
        self._voices: dict[str, Synthesizer] = {}
        self._transcribers: dict[str, Transcriber] = {}
        self._assistant = assistant

    def whole(self) -> Speech:
        """What the call begins with."""
        transcriber = self.transcriber_of(self._assistant)
        return replace(self._embedded, transcriber=transcriber, synthesizer=self.voice_of(self._assistant))

    def transcriber_of(self, assistant: Mapping[str, Any]) -> Transcriber:
        """Who recognizes what is said to an assistant, the same object each time."""
        heard = assistant.get("transcriber") or {}
        provider = self._providers.get(heard.get("provider") or "")
        spare = self._embedded.transcriber
        if not isinstance(provider, RecognizingProvider) or not (key := _key(heard)):
            return spare
        known = to_text(heard)
        if known not in self._transcribers:
            made = provider.transcriber(key, heard)
            self._transcribers[known] = BackedUpRecognizer(heard["provider"], made, spare)
        return self._transcribers[known]

    def voice_of(self, assistant: Mapping[str, Any]) -> Synthesizer:
        """The voice of an assistant who answers in the call, the same object each time."""
        voice = assistant.get("voice") or {}
        known = to_text(voice)
        if known not in self._voices:
            plain, words = self._plain(voice), said_as(voice)
            self._voices[known] = Pronouncing(plain, words) if words else plain
        return self._voices[known]

    def _plain(self, voice: Mapping[str, Any]) -> Synthesizer:
        provider = self._providers.get(voice.get("provider") or "")
        key = _key(voice)
        if provider is None or not key:
            return self._embedded.synthesizer
        return BackedUpVoice(voice["provider"], provider.synthesizer(key, voice), self._embedded.synthesizer)


def _key(part: Mapping[str, Any]) -> str:
    return str((part.get(AUTHENTICATION) or {}).get("apiKey") or "")
