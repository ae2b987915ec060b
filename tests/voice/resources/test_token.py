"""``/token``: a value is told once, and a public token opens only what it names."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from mia.platform.kernel.errors import TooManyRequests
from mia.platform.kernel.ids import new_id
from mia.voice.auth.pace import PUBLIC_TOKEN, TokenPace
from tests.fakes.phones.voice import VoiceApi, assistant_body, voice_app

Json = dict[str, Any]


async def issued(voice: VoiceApi, **body: Any) -> Json:
    answer = await voice.http.post("/token", json=body)
    assert answer.status_code == 201, answer.text
    token: Json = answer.json()
    return token


async def begins(voice: VoiceApi, token: str, body: Json, origin: str | None = None) -> int:
    """What the beginning of a call with this token is answered."""
    headers = voice.as_client(token) | ({"Origin": origin} if origin else {})
    return (await voice.http.post("/call/web", json=body, headers=headers)).status_code


async def test_a_value_is_told_once_and_opens_the_organization_until_the_token_ends(voice: VoiceApi) -> None:
    token = await issued(voice, name="reports")
    its = voice.as_client(token["value"])
    shown = (await voice.http.get(f"/token/{token['id']}")).json()
    assert shown == token | {"value": f"{token['value'][:6]}..."}
    assert shown in (await voice.http.get("/token")).json()
    assert (await voice.http.get("/assistant", headers=its)).status_code == 200
    assert (await voice.http.delete(f"/token/{token['id']}")).json() == shown
    assert (await voice.http.get("/assistant", headers=its)).status_code == 401


async def test_names_are_of_one_token_each(voice: VoiceApi) -> None:
    first = await issued(voice, name="reports")
    assert (await voice.http.post("/token", json={"name": "reports"})).status_code == 409
    other = await issued(voice)
    assert "name" not in other
    url = f"/token/{other['id']}"
    assert (await voice.http.patch(url, json={"name": "reports"})).status_code == 409
    assert (await voice.http.patch(url, json={"name": "exports"})).json()["name"] == "exports"
    assert (await voice.http.get(f"/token/{first['id']}")).json()["name"] == "reports"


async def test_another_organization_finds_none(voice: VoiceApi, stranger: VoiceApi) -> None:
    token = await issued(voice, name="reports")
    for method in ("GET", "PATCH", "DELETE"):
        answer = await stranger.http.request(method, f"/token/{token['id']}", json={})
        assert answer.status_code == 404
    assert token["id"] not in (await stranger.http.get("/token")).text


@pytest.mark.parametrize(
    "body",
    [
        {"tag": "public"},
        {"tag": "public", "restrictions": {"allowedOrigins": ["https://clinic.example"]}},
        {"tag": "public", "restrictions": {"enabled": False, "allowTransientAssistant": True}},
        {"tag": "public", "restrictions": {"allowedAssistantIds": [str(uuid4())]}},
        {
            "tag": "public",
            "restrictions": {"allowTransientAssistant": True, "allowedOrigins": ["clinic.example/page"]},
        },
        {"tag": "private", "restrictions": {"allowTransientAssistant": True}},
        {"tag": "secret"},
        {"scope": "all"},
    ],
)
async def test_a_token_that_names_nothing_or_too_much_is_refused(voice: VoiceApi, body: Json) -> None:
    assert (await voice.http.post("/token", json=body)).status_code == 400


async def test_a_public_token_opens_the_assistants_it_names(voice: VoiceApi) -> None:
    mine, other = [(await voice.http.post("/assistant", json=assistant_body())).json()["id"] for _ in range(2)]
    token = (await issued(voice, tag="public", restrictions={"allowedAssistantIds": [mine]}))["value"]
    assert await begins(voice, token, {"assistantId": mine}) == 201
    variables = {"assistantId": mine, "assistantOverrides": {"variableValues": {"name": "Ana"}}}
    assert await begins(voice, token, variables) == 201
    unnamed: list[Json] = [
        {"assistantId": other},
        {"assistantId": str(uuid4())},
        {"assistant": assistant_body()},
        {"assistantId": mine, "assistantOverrides": {"model": {"provider": "mia"}}},
        {"squadId": str(uuid4())},
        {"squad": {"members": []}},
    ]
    for body in unnamed:
        assert await begins(voice, token, body) == 403, body
    its = voice.as_client(token)
    for path in ("/assistant", f"/assistant/{mine}", "/call", "/token", "/org"):
        assert (await voice.http.get(path, headers=its)).status_code == 403


async def test_a_public_token_serves_the_websites_it_names(voice: VoiceApi) -> None:
    restrictions = {"allowTransientAssistant": True, "allowedOrigins": ["https://Clinic.example"]}
    token = (await issued(voice, tag="public", restrictions=restrictions))["value"]
    body = {"assistant": assistant_body()}
    assert await begins(voice, token, body, "https://clinic.example") == 201
    for origin in (None, "https://evil.example", "https://clinic.example.evil.example", "http://clinic.example"):
        assert await begins(voice, token, body, origin) == 403


async def test_what_a_token_opens_can_be_changed_but_not_its_kind(voice: VoiceApi) -> None:
    token = await issued(voice, tag="public", restrictions={"allowTransientAssistant": True})
    url, body = f"/token/{token['id']}", {"assistant": assistant_body()}
    assert (await voice.http.patch(url, json={"tag": "private"})).status_code == 400
    mine = (await voice.http.post("/assistant", json=assistant_body())).json()["id"]
    narrowed = await voice.http.patch(url, json={"restrictions": {"allowedAssistantIds": [mine]}})
    assert narrowed.status_code == 200
    assert await begins(voice, token["value"], body) == 403
    assert await begins(voice, token["value"], {"assistantId": mine}) == 201


async def test_who_asks_too_often_is_told_when_to_come_back(
    voice: VoiceApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"assistant": assistant_body()}
    monkeypatch.setattr("mia.voice.auth.guards.PUBLIC_TOKEN", replace(PUBLIC_TOKEN, per_subject=1))
    public = voice.as_client(voice.public_token)
    assert (await voice.http.post("/call/web", json=body, headers=public)).status_code == 201
    refusals = [await voice.http.post("/call/web", json=body, headers=public)]
    monkeypatch.setattr(voice_app().state, "pace", TokenPace(1))
    assert (await voice.http.get("/assistant")).status_code == 200
    refusals.append(await voice.http.get("/assistant"))
    for refused in refusals:
        told = refused.json()
        assert (refused.status_code, told["error"], told["statusCode"]) == (429, "Too Many Requests", 429)
        assert isinstance(told["message"], str) and int(refused.headers["retry-after"]) > 0


def test_a_token_is_used_only_so_often_in_a_minute() -> None:
    now = 0.0
    pace, token, other = TokenPace(2, lambda: now), new_id(), new_id()
    pace.count(token)
    pace.count(token)
    with pytest.raises(TooManyRequests) as refused:
        pace.count(token)
    assert refused.value.retry_after == 60
    pace.count(other)
    now = 61.0
    pace.count(token)
