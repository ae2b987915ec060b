"""``/voice-library`` and the routes of providers."""

from typing import Any

import pytest

from tests.fakes.phones.voice import VoiceApi

Json = dict[str, Any]
THE_LIST = "provider must be one of the following values: mia"


async def test_a_library_has_the_embedded_voice_once(voice: VoiceApi, stranger: VoiceApi) -> None:
    synced = (await voice.http.post("/voice-library/sync", json={})).json()
    assert (await voice.http.post("/voice-library/sync/mia")).json() == synced
    assert (await voice.http.get("/voice-library/mia")).json() == synced
    assert [(each["providerId"], each["orgId"], each["isPublic"]) for each in synced] == [
        ("heart", str(voice.org_id), True)
    ]
    assert (await stranger.http.get("/voice-library/mia")).json()[0]["id"] != synced[0]["id"]


@pytest.mark.parametrize(
    ("query", "found"),
    [("", 1), ("keyword=EAR", 1), ("keyword=%25", 0), ("accent=american", 1), ("gender=male", 0), ("page=2", 0)],
)
async def test_voices_are_found_by_what_they_are(voice: VoiceApi, query: str, found: int) -> None:
    assert len((await voice.http.get(f"/voice-library/mia?{query}")).json()) == found


async def test_a_voice_is_found_under_the_name_it_was_given(voice: VoiceApi) -> None:
    body = {"ownerId": "mia", "voiceId": "heart", "name": "Our Mia"}
    added = await voice.http.post("/mia/voice/add", json=body)
    assert (added.status_code, added.json()["isPublic"]) == (201, False)
    assert (await voice.http.post("/mia/voices/add", json=body)).status_code == 409
    assert (await voice.http.post("/mia/voice/add", json=body | {"voiceId": "x"})).status_code == 404
    for path in ("/mia/voice/search", "/mia/voices/search"):
        found = (await voice.http.get(path, params={"name": "our"})).json()
        assert [(each["voiceId"], each["name"]) for each in found] == [("heart", "Our Mia")]
    assert len((await voice.http.get("/mia/voice/search")).json()) == 2
    assert len((await voice.http.get("/voice-library/mia/accents")).json()) == 1


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/voice-library/cartesia", None),
        ("GET", "/voice-library/cartesia/accents", None),
        ("POST", "/voice-library/sync/cartesia", None),
        ("POST", "/voice-library/sync", {"providers": "cartesia"}),
        ("POST", "/voice-library/create-sesame-voice", {"voiceName": "x", "transcription": "y"}),
        ("POST", "/11labs/voice/clone", None),
        ("POST", "/11labs/voice/add", {"ownerId": "o", "voiceId": "v", "name": "n"}),
        ("GET", "/11labs/voice/search", None),
        ("GET", "/ghl/locations", None),
        ("GET", "/ghl/workflows", None),
        ("GET", "/make/workflows/1/hooks", None),
    ],
)
async def test_a_provider_that_is_not_configured_is_refused_with_the_list(
    voice: VoiceApi, method: str, path: str, body: Json | None
) -> None:
    refused = await voice.http.request(method, path, json=body)
    assert (refused.status_code, refused.json()["message"]) == (400, [THE_LIST])


async def test_the_embedded_provider_has_no_workflows(voice: VoiceApi) -> None:
    refused = await voice.http.get("/mia/workflows")
    assert refused.status_code == 400
    assert "mia has neither" in str(refused.json()["message"])
