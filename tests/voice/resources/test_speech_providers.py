"""Providers of speech that an organization has a key with: their voices in the library, assistants and calls."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mia.app.speech_providers import speech_connections
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.voice.engine.speech.embedded import load_speech
from tests.fakes.phones.media import ScriptedEngine, media_worker
from tests.fakes.phones.speech import beeping_speech
from tests.fakes.phones.speech_vendors import KEY, VENDORS, SpeechVendors, speech_vendors
from tests.fakes.phones.voice import VoiceApi, assistant_body, make_token, voice_api, voice_settings
from tests.voice.resources.call.test_call import join, make_call

Json = dict[str, Any]
BELLA = {"provider": "11labs", "voiceId": "voice2"}
THALIA = {"provider": "deepgram", "voiceId": "thalia", "speed": 1.1}


@pytest_asyncio.fixture
async def vendors() -> AsyncIterator[SpeechVendors]:
    async with speech_vendors(beeping_speech("A facial please")) as running:
        yield running


@pytest_asyncio.fixture
async def voice(database: Database, tmp_path: Path, vendors: SpeechVendors) -> AsyncIterator[VoiceApi]:
    settings = voice_settings(tmp_path, **vendors.settings)
    async with speech_connections(settings) as speech, voice_api(database, settings, speech=speech) as api:
        yield api


async def bring_key(voice: VoiceApi, provider: str, key: str = KEY) -> str:
    answer = await voice.http.post("/credential", json={"provider": provider, "apiKey": key})
    assert answer.status_code == 201, answer.text
    assert "apiKey" not in answer.json()
    return str(answer.json()["id"])


@pytest.mark.parametrize(
    ("provider", "names", "gender"),
    [
        ("deepgram", ["Thalia"], "female"),
        ("11labs", ["Rachel", "Bella"], "female"),
        ("cartesia", ["Katie", "Brooke"], "female"),
    ],
)
async def test_a_library_has_a_providers_voices_once_there_is_a_key(
    database: Database, tmp_path: Path, voice: VoiceApi, provider: str, names: list[str], gender: str
) -> None:
    refused = await voice.http.get(f"/voice-library/{provider}")
    assert (refused.status_code, refused.json()["message"]) == (
        400,
        ["provider must be one of the following values: mia"],
    )
    await bring_key(voice, provider)
    found = (await voice.http.get(f"/voice-library/{provider}")).json()
    assert [each["name"] for each in found] == names
    assert {(each["provider"], each["gender"], each["language"]) for each in found} == {
        (provider, gender, "English")
    }
    assert len((await voice.http.get(f"/voice-library/{provider}/accents")).json()) == 1
    everything = (await voice.http.post("/voice-library/sync", json={})).json()
    assert [each["name"] for each in everything] == [*names, "Heart"]
    stranger = {"Authorization": f"Bearer {await make_token(database, voice_settings(tmp_path), new_id())}"}
    assert (await voice.http.get(f"/voice-library/{provider}", headers=stranger)).status_code == 400


async def test_a_voice_that_is_gone_at_its_provider_leaves_the_library(
    voice: VoiceApi, vendors: SpeechVendors
) -> None:
    await bring_key(voice, "openai")
    known = (await voice.http.get("/voice-library/openai")).json()
    assert len(known) == 13
    assert (await voice.http.post("/voice-library/sync/openai")).json() == known
    assert len((await voice.http.get("/openai/voice/search?name=mar")).json()) == 1
    own = await voice.http.post("/openai/voice/add", json={"ownerId": "openai", "voiceId": "marin", "name": "Ours"})
    assert (own.status_code, own.json()["isPublic"], own.json()["gender"]) == (201, False, "female")
    assert vendors.asked == []  # it has no list to ask for


async def test_shared_voices_are_searched_taken_and_made(voice: VoiceApi, vendors: SpeechVendors) -> None:
    await bring_key(voice, "11labs")
    (found,) = (await voice.http.get("/11labs/voice/search?name=sun")).json()
    assert (found["voiceId"], found["publicOwnerId"], found["name"]) == ("shared1", "owner1", "Sunny")
    taken = {"ownerId": found["publicOwnerId"], "voiceId": found["voiceId"], "name": "Our Sunny"}
    added = (await voice.http.post("/11labs/voice/add", json=taken)).json()
    assert (added["providerId"], added["name"]) == ("own2", "Our Sunny")
    sample = {"files": ("mia.wav", b"RIFF", "audio/wav")}
    made = await voice.http.post(
        "/11labs/voice/clone", data={"name": "Ana", "labels": '{"accent":"a"}'}, files=sample
    )
    assert (made.status_code, made.text) == (201, "null")
    assert b'name="files"; filename="mia.wav"' in vendors.asked[-1].body
    own = (await voice.http.get("/voice-library/11labs")).json()
    assert {"Our Sunny", "Ana"} <= {each["name"] for each in own}
    for form, files in (({"name": "Ana"}, None), ({}, sample), ({"name": "A"}, {"files": ("x", b"x", "text/x")})):
        assert (await voice.http.post("/11labs/voice/clone", data=form, files=files)).status_code == 400


@pytest.mark.parametrize(("status", "told", "answer"), [(401, "unauthorized", 400), (503, "status-503", 503)])
async def test_a_provider_that_refuses_or_fails_is_named(
    voice: VoiceApi, vendors: SpeechVendors, status: int, told: str, answer: int
) -> None:
    await bring_key(voice, "cartesia")
    vendors.fail.append(status)
    failed = await voice.http.post("/voice-library/sync/cartesia")
    assert (failed.status_code, told in str(failed.json()["message"])) == (answer, True)


@pytest.mark.parametrize("part", ["voice", "transcriber"])
async def test_an_assistant_needs_a_key_for_its_provider(voice: VoiceApi, part: str) -> None:
    body = assistant_body() | {part: THALIA if part == "voice" else {"provider": "deepgram"}}
    squad = {"members": [{"assistant": body}]}
    wanted = f"{part}.provider must be one of the following values: mia"
    for path, request in (
        ("/assistant", body),
        ("/call/web", {"assistant": body}),
        ("/chat", {"assistant": body, "input": "hi"}),
        ("/squad", squad),
    ):
        refused = await voice.http.post(path, json=request)
        assert (refused.status_code, wanted in str(refused.json()["message"])) == (400, True), refused.text
    await bring_key(voice, "deepgram")
    kept = await voice.http.post("/assistant", json=body)
    assert (kept.status_code, KEY in kept.text) == (201, False)
    called = await voice.http.post("/call/web", json={"assistantId": kept.json()["id"]})
    assert (called.status_code, KEY in called.text) == (201, False)
    assert KEY not in (await voice.http.get(f"/call/{called.json()['id']}")).text


async def test_a_call_speaks_and_hears_by_the_providers_of_its_assistant(
    database: Database, voice: VoiceApi, vendors: SpeechVendors, tmp_path: Path
) -> None:
    for provider in VENDORS:
        await bring_key(voice, provider)
    body = assistant_body(voice=THALIA, transcriber={"provider": "openai"})
    settings = voice_settings(tmp_path, **vendors.settings)
    async with (
        speech_connections(settings) as speech,
        media_worker(database, settings, lambda: ScriptedEngine(providers=speech)) as media,
    ):
        call = await make_call(voice, assistant=body)
        assert (await join(voice, call)).status_code == 200
        begun = await media.engine.next_call()
        setup = begun.setup
        assert [pcm async for pcm in setup.speech.synthesizer.synthesize("Good morning.", 1.1)]
        heard = await setup.speech.transcriber.transcribe(bytes(6400), 16000)
        assert heard.text == "A facial please"
        assert setup.voice_of is not None
        other = setup.voice_of({"voice": BELLA | {"authentication": {"apiKey": KEY}}})
        assert [pcm async for pcm in other.synthesize("And I am Bella.")]
        assert setup.voice_of({}) is not other
        begun.hang_up()
    assert [each.path for each in vendors.asked] == [
        "/v1/speak",
        "/audio/transcriptions",
        "/v1/text-to-speech/voice2/stream",
    ]
    ended = (await voice.http.get(f"/call/{call['id']}")).json()
    (spoke,) = [each for each in ended["costs"] if each["type"] == "voice"]
    assert spoke["voice"] == {"provider": "deepgram", "voiceId": "thalia"}


def test_the_embedded_voice_and_the_providers_have_one_sample_rate() -> None:
    assert load_speech().synthesizer.sample_rate == beeping_speech().synthesizer.sample_rate == 24_000
