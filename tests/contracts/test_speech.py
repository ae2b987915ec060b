"""The contract of the speech ports: the embedded models, and each provider over the wire, all pass it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mia.app.speech_providers import speech_connections
from mia.voice.engine.ports import Speech, Synthesizer, Transcriber
from mia.voice.engine.providers import ProviderFault, RecognizingProvider, SpeechProviders
from mia.voice.engine.speech.backed_up import BackedUpRecognizer, BackedUpVoice
from mia.voice.engine.speech.embedded import load_speech
from tests.fakes.phones.speech_vendors import KEY, VENDORS, SpeechVendors, speech_vendors
from tests.fakes.phones.voice import voice_settings

SENTENCE = "Do you have time on Tuesday morning?"
HEARERS = ("deepgram", "openai")
VoiceOf = Callable[..., Synthesizer]


@pytest.fixture(scope="module")
def embedded() -> Speech:
    return load_speech()


@pytest_asyncio.fixture
async def vendors(embedded: Speech) -> AsyncIterator[SpeechVendors]:
    async with speech_vendors(embedded) as running:
        yield running


@pytest_asyncio.fixture
async def providers(vendors: SpeechVendors, tmp_path: Path) -> AsyncIterator[SpeechProviders]:
    async with speech_connections(voice_settings(tmp_path, **vendors.settings)) as found:
        yield found


@pytest.fixture
def voice_of(providers: SpeechProviders) -> VoiceOf:
    def voice(name: str, key: str = KEY, **more: Any) -> Synthesizer:
        return providers[name].synthesizer(key, {"provider": name, "voiceId": "thalia", **more})

    return voice


@pytest.fixture(params=["mia", *VENDORS])
def voice(request: pytest.FixtureRequest, embedded: Speech, voice_of: VoiceOf) -> Synthesizer:
    return embedded.synthesizer if request.param == "mia" else voice_of(request.param)


@pytest.fixture(params=["mia", *HEARERS])
def recognizer(request: pytest.FixtureRequest, embedded: Speech, providers: SpeechProviders) -> Transcriber:
    if request.param == "mia":
        return embedded.transcriber
    provider = providers[request.param]
    assert isinstance(provider, RecognizingProvider)
    return provider.transcriber(KEY, {"provider": request.param})


async def said(voice: Synthesizer, text: str = SENTENCE, speed: float = 1.0) -> bytes:
    pieces = [pcm async for pcm in voice.synthesize(text, speed)]
    assert all(pieces)
    assert all(len(pcm) % 2 == 0 for pcm in pieces)
    return b"".join(pieces)


async def heard(embedded: Speech, pcm: bytes, rate: int) -> str:
    return (await embedded.transcriber.transcribe(pcm, rate)).text.lower()


async def test_what_a_voice_says_is_understood(voice: Synthesizer, embedded: Speech) -> None:
    assert "tuesday morning" in await heard(embedded, await said(voice), voice.sample_rate)


async def test_a_faster_voice_takes_less_time(voice: Synthesizer) -> None:
    assert len(await said(voice, speed=1.2)) < len(await said(voice))


async def test_a_voice_may_be_stopped_at_its_first_sound(voice: Synthesizer) -> None:
    sound: Any = voice.synthesize(SENTENCE)
    assert await anext(sound)
    await sound.aclose()


async def test_what_was_said_is_recognized_and_silence_is_nothing(
    recognizer: Transcriber, embedded: Speech
) -> None:
    pcm, rate = await said(embedded.synthesizer), embedded.synthesizer.sample_rate
    words = await recognizer.transcribe(pcm, rate, ["Downtown Medspa", "HydraFacial"])
    assert "tuesday morning" in words.text.lower()
    assert (await recognizer.transcribe(bytes(rate // 2), rate)).text == ""


@pytest.mark.parametrize("vendor", VENDORS)
async def test_a_refusal_and_an_outage_are_told_apart(
    vendors: SpeechVendors, voice_of: VoiceOf, vendor: str
) -> None:
    with pytest.raises(ProviderFault) as refused:
        await said(voice_of(vendor, key="wrong"))
    assert (refused.value.reason, refused.value.refused) == ("unauthorized", True)
    vendors.fail.append(503)
    with pytest.raises(ProviderFault) as away:
        await said(voice_of(vendor))
    assert (away.value.reason, away.value.refused) == ("status-503", False)


@pytest.mark.parametrize("vendor", VENDORS)
async def test_what_a_provider_fails_to_say_the_embedded_voice_says(
    vendors: SpeechVendors, voice_of: VoiceOf, embedded: Speech, vendor: str
) -> None:
    backed = BackedUpVoice(vendor, voice_of(vendor), embedded.synthesizer)
    vendors.fail.append(500)
    assert "tuesday" in await heard(embedded, await said(backed), backed.sample_rate)
    await said(backed)
    assert len(vendors.asked) == 2  # it is trusted again
    vendors.fail.append(401)
    for _ in range(3):
        await said(backed)
    assert len(vendors.asked) == 3  # and not after a refusal


async def test_what_breaks_off_in_its_middle_is_not_said_twice(
    vendors: SpeechVendors, voice_of: VoiceOf, embedded: Speech
) -> None:
    whole = await said(voice_of("deepgram"))
    vendors.cut = True
    assert 0 < len(await said(BackedUpVoice("deepgram", voice_of("deepgram"), embedded.synthesizer))) < len(whole)


@pytest.mark.parametrize("vendor", HEARERS)
async def test_what_a_provider_fails_to_hear_the_embedded_recognizer_hears(
    vendors: SpeechVendors, providers: SpeechProviders, embedded: Speech, vendor: str
) -> None:
    provider = providers[vendor]
    assert isinstance(provider, RecognizingProvider)
    backed = BackedUpRecognizer(vendor, provider.transcriber(KEY, {}), embedded.transcriber)
    pcm, rate = await said(embedded.synthesizer), embedded.synthesizer.sample_rate
    vendors.fail.extend([500, 502])
    for _ in range(3):
        assert "tuesday" in (await backed.transcribe(pcm, rate)).text.lower()
    assert len(vendors.asked) == 2  # after two failures in a row it is left alone
