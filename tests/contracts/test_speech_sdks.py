"""The providers' own client libraries, pointed at the fakes: they send what the adapters send, and read what the
fakes answer. So both are as the providers' protocols are."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
import pytest_asyncio
from cartesia import AsyncCartesia
from deepgram import AsyncDeepgramClient
from deepgram.environment import DeepgramClientEnvironment
from elevenlabs.client import AsyncElevenLabs
from elevenlabs.types import VoiceSettings

from mia.adapters.speech.waves import wave_file
from mia.app.speech_providers import speech_connections
from mia.voice.engine.providers import RecognizingProvider, SpeechProviders, VoiceMaker
from tests.fakes.phones.speech import beeping_speech
from tests.fakes.phones.speech_vendors import KEY, Asked, SpeechVendors, speech_vendors
from tests.fakes.phones.voice import voice_settings

TEXT = "Good morning."
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the libraries themselves
Json = dict[str, Any]

PCM = bytes(3200)


@pytest_asyncio.fixture
async def vendors() -> AsyncIterator[SpeechVendors]:
    async with speech_vendors(beeping_speech("Good morning")) as running:
        yield running


@pytest_asyncio.fixture
async def providers(vendors: SpeechVendors, tmp_path: Path) -> AsyncIterator[SpeechProviders]:
    async with speech_connections(voice_settings(tmp_path, **vendors.settings)) as found:
        yield found


@dataclass(frozen=True)
class Libraries:
    """The four, each with connections that are closed at the end."""

    deepgram: AsyncDeepgramClient
    labs: AsyncElevenLabs
    openai: openai.AsyncOpenAI
    cartesia: AsyncCartesia


@pytest_asyncio.fixture
async def libraries(vendors: SpeechVendors) -> AsyncIterator[Libraries]:
    url = vendors.urls["deepgram"]
    here = DeepgramClientEnvironment(base=url, production=url, agent=url, agent_rest=url)
    async with (
        httpx.AsyncClient() as http,
        openai.AsyncOpenAI(api_key=KEY, base_url=vendors.urls["openai"]) as openais,
        AsyncCartesia(api_key=KEY, base_url=vendors.urls["cartesia"]) as cartesia,
    ):
        yield Libraries(
            AsyncDeepgramClient(api_key=KEY, environment=here, httpx_client=http),
            AsyncElevenLabs(api_key=KEY, base_url=vendors.urls["11labs"], httpx_client=http),
            openais,
            cartesia,
        )


async def deepgram_says(libraries: Libraries) -> bytes:
    sound = libraries.deepgram.speak.v1.audio.generate(
        text=TEXT,
        model="aura-2-thalia-en",
        encoding="linear16",
        container="none",
        sample_rate=24000,
        mip_opt_out=True,
        speed=1.2,
    )
    return b"".join([part async for part in sound])


async def elevenlabs_says(libraries: Libraries) -> bytes:
    sound = libraries.labs.text_to_speech.stream(
        "thalia",
        text=TEXT,
        output_format="pcm_24000",
        model_id="eleven_flash_v2_5",
        voice_settings=VoiceSettings(stability=0.4, speed=1.2),
    )
    return b"".join([part async for part in sound])


async def openai_says(libraries: Libraries) -> bytes:
    sound = await libraries.openai.audio.speech.create(
        model="gpt-4o-mini-tts",
        voice="thalia",
        input=TEXT,
        response_format="pcm",
        speed=1.2,
        instructions="Warm.",
    )
    return sound.content


async def cartesia_says(libraries: Libraries) -> bytes:
    sound = await libraries.cartesia.tts.generate(
        model_id="sonic-3",
        transcript=TEXT,
        voice={"id": "thalia"},
        language="en",
        output_format={"container": "raw", "encoding": "pcm_s16le", "sample_rate": 24000},
        generation_config={"speed": 1.2},
    )
    return await sound.read()


Use = Callable[[Libraries], Awaitable[Any]]
SAYING: dict[str, Use] = {
    "deepgram": deepgram_says,
    "11labs": elevenlabs_says,
    "openai": openai_says,
    "cartesia": cartesia_says,
}


def essence(asked: Asked) -> tuple[Any, ...]:
    """A request without what does not matter: the order of properties, how numbers and switches are written."""
    query = [(name, value.lower().removesuffix(".0")) for name, value in asked.query]
    body = json.loads(asked.body) if asked.content_type == "application/json" else None
    return asked.method, asked.path, query, asked.proof, body, asked.version


@pytest.mark.parametrize("vendor", SAYING)
async def test_the_library_says_what_the_adapter_says(
    vendors: SpeechVendors, libraries: Libraries, providers: SpeechProviders, vendor: str
) -> None:
    voice = {"voiceId": "thalia", "stability": 0.4, "instructions": "Warm."}
    ours = [pcm async for pcm in providers[vendor].synthesizer(KEY, voice).synthesize(TEXT, 1.2)]
    theirs = await SAYING[vendor](libraries)
    assert theirs == b"".join(ours) != b""
    assert essence(vendors.asked[0]) == essence(vendors.asked[1])


async def deepgram_hears(libraries: Libraries) -> str:
    found: Any = await libraries.deepgram.listen.v1.media.transcribe_file(
        request=wave_file(PCM, 16000),
        model="nova-3",
        language="en-US",
        smart_format=True,
        mip_opt_out=True,
        keyterm=["Botox", "Ana Ruiz"],
    )
    return str(found.results.channels[0].alternatives[0].transcript)


async def openai_hears(libraries: Libraries) -> str:
    found = await libraries.openai.audio.transcriptions.create(
        file=("speech.wav", wave_file(PCM, 16000), "audio/wav"),
        model="gpt-4o-mini-transcribe",
        language="en",
        response_format="json",
        prompt="Botox, Ana Ruiz",
    )
    return found.text


def form_of(asked: Asked) -> set[bytes]:
    """The parts of a form, whatever the boundary between them."""
    boundary = asked.body.split(b"\r\n", 1)[0]
    return {part.strip() for part in asked.body.split(boundary)}


@pytest.mark.parametrize(("vendor", "hears"), [("deepgram", deepgram_hears), ("openai", openai_hears)])
async def test_the_library_hears_what_the_adapter_hears(
    vendors: SpeechVendors, libraries: Libraries, providers: SpeechProviders, vendor: str, hears: Use
) -> None:
    provider = providers[vendor]
    assert isinstance(provider, RecognizingProvider)
    ours = await provider.transcriber(KEY, {}).transcribe(PCM, 16000, ["Botox", "Ana Ruiz"])
    assert await hears(libraries) == ours.text
    first, second = vendors.asked
    assert essence(first) == essence(second)
    assert form_of(first) == form_of(second) if vendor == "openai" else first.body == second.body


async def test_the_libraries_list_the_voices_that_the_adapters_list(
    vendors: SpeechVendors, libraries: Libraries, providers: SpeechProviders
) -> None:
    models: Any = await libraries.deepgram.manage.v1.models.list()
    labs = libraries.labs
    pages: list[Any] = []
    token = None
    while not pages or pages[-1].has_more:
        pages.append(await labs.voices.search(page_size=100, next_page_token=token))
        token = pages[-1].next_page_token
    theirs = {
        "deepgram": [model.canonical_name for model in models.tts],
        "11labs": [voice.voice_id for page in pages for voice in page.voices],
        "cartesia": [voice.id async for voice in libraries.cartesia.voices.list(limit=100)],
    }
    by_library, vendors.asked = [essence(each) for each in vendors.asked], []
    for name, known in theirs.items():
        assert [voice.voice_id for voice in await providers[name].voices(KEY)] == known != []
    by_adapter = [essence(each) for each in vendors.asked]
    # Cartesia's library asks on until a page is empty; the adapter believes ``has_more``.
    assert by_adapter == by_library[: len(by_adapter)]


async def test_shared_voices_are_searched_and_taken_as_the_library_does(
    vendors: SpeechVendors, libraries: Libraries, providers: SpeechProviders
) -> None:
    labs = libraries.labs
    maker = providers["11labs"]
    assert isinstance(maker, VoiceMaker)
    found = await labs.voices.get_shared(page_size=100, search="sun")
    assert [voice.voice_id for voice in found.voices] == [each.voice_id for each in await maker.search(KEY, "sun")]
    await labs.voices.share("owner1", "shared1", new_name="Ours")
    await maker.adopt(KEY, "owner1", "shared1", "Ours")
    await labs.voices.ivc.create(name="Mine", files=[("a.wav", PCM, "audio/wav")])
    assert len(vendors.asked) == 5
    assert essence(vendors.asked[0]) == essence(vendors.asked[1])
    assert essence(vendors.asked[2]) == essence(vendors.asked[3])
