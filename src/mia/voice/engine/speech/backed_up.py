"""A provider's speech, and the embedded one where that fails: a call goes on when a provider does not."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import structlog

from mia.voice.engine.ports import Recognized, Synthesizer, Transcriber
from mia.voice.engine.providers import ProviderFault

log = structlog.get_logger()

_ENOUGH = 2
"""Failures in a row after which a provider is not asked again in a call; a refusal is enough."""
_RECOGNITION = 4.0
"""Seconds that a recognition may take."""


class _Trust:
    """Whether a provider is asked again."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._failures = 0

    @property
    def lost(self) -> bool:
        return self._failures >= _ENOUGH

    def worked(self) -> None:
        self._failures = 0

    def failed(self, event: str, fault: ProviderFault) -> None:
        self._failures += _ENOUGH if fault.refused else 1
        log.warning(event, provider=self._provider, reason=fault.reason, lost=self.lost)


class BackedUpVoice:
    """A ``Synthesizer`` for one call. A sentence of which the provider has said nothing is said by ``spare``, of
    the same sample rate; what breaks off in the middle stays so."""

    def __init__(self, provider: str, voice: Synthesizer, spare: Synthesizer) -> None:
        assert voice.sample_rate == spare.sample_rate
        self._voice = voice
        self._spare = spare
        self._trust = _Trust(provider)

    @property
    def sample_rate(self) -> int:
        return self._voice.sample_rate

    async def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        begun = False
        if not self._trust.lost:
            try:
                async for pcm in self._voice.synthesize(text, speed):
                    begun = True
                    yield pcm
                self._trust.worked()
                return
            except ProviderFault as fault:
                self._trust.failed("provider_voice_failed", fault)
        if not begun:
            async for pcm in self._spare.synthesize(text, speed):
                yield pcm


class BackedUpRecognizer:
    """A ``Transcriber`` for one call; ``spare`` hears what the provider did not."""

    def __init__(self, provider: str, recognizer: Transcriber, spare: Transcriber) -> None:
        self._recognizer = recognizer
        self._spare = spare
        self._trust = _Trust(provider)

    async def transcribe(self, pcm: bytes, sample_rate: int, vocabulary: Sequence[str] = ()) -> Recognized:
        if not self._trust.lost:
            try:
                async with asyncio.timeout(_RECOGNITION):
                    heard = await self._recognizer.transcribe(pcm, sample_rate, vocabulary)
                self._trust.worked()
                return heard
            except TimeoutError:
                self._trust.failed("provider_recognizer_failed", ProviderFault("too-late"))
            except ProviderFault as fault:
                self._trust.failed("provider_recognizer_failed", fault)
        return await self._spare.transcribe(pcm, sample_rate, vocabulary)
