"""``/credential``: kept sealed, used where a server names one, and never shown."""

import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio
from fastapi import FastAPI, Request, Response

from tests.fakes.phones.voice import MessageServer, VoiceApi, assistant_body, listen, serving

Json = dict[str, Any]
BEARER = {"type": "bearer", "token": "s3cret-bearer"}
HMAC = {"type": "hmac", "secretKey": "s3cret-key", "algorithm": "sha256"}


async def kept(voice: VoiceApi, plan: Json) -> Json:
    body = {"provider": "webhook", "name": "Ours", "authenticationPlan": plan}
    answer = await voice.http.post("/credential", json=body)
    assert answer.status_code == 201, answer.text
    credential: Json = answer.json()
    return credential


async def books(
    voice: VoiceApi, url: str, credential_id: str | None = None, headers: Mapping[str, str] | None = None
) -> Json:
    """A chat in which the assistant's server is asked to book; returns the answer."""
    assistant = assistant_body()
    named = {"credentialId": credential_id, "headers": headers}
    assistant["server"] = {"url": url} | {key: value for key, value in named.items() if value}
    answer = await voice.http.post("/chat", json={"assistant": assistant, "input": "book me"})
    told: Json = answer.json()
    return told


@pytest_asyncio.fixture
async def seen() -> AsyncIterator[tuple[str, list[Json]]]:
    """A server that notes what it gets, byte by byte, and gives tokens at ``/token``."""
    app, requests = FastAPI(), []

    async def take(request: Request) -> Response:
        requests.append({"path": request.url.path, "headers": request.headers, "body": await request.body()})
        if request.url.path == "/token":
            return Response(json.dumps({"access_token": "given", "expires_in": 600}))
        results = [{"toolCallId": "tool-1", "result": {"status": "booked"}}]
        return Response(json.dumps({"results": results}))

    app.add_api_route("/{rest}", take, methods=["POST"])
    listener, url = listen()
    async with serving(app, listener):
        yield url, requests


@pytest.mark.parametrize("plan", [BEARER, HMAC])
async def test_no_answer_tells_a_secret(voice: VoiceApi, plan: Json) -> None:
    credential = await kept(voice, plan)
    url = f"/credential/{credential['id']}"
    renamed = await voice.http.patch(url, json={"name": "Theirs"})
    assert renamed.json()["name"] == "Theirs"
    answers = [
        renamed,
        await voice.http.get(url),
        await voice.http.get("/credential"),
        await voice.http.delete(url),
    ]
    assert credential["authenticationPlan"]["type"] == plan["type"]
    for answer in answers:
        assert answer.status_code == 200
        assert "s3cret" not in answer.text
    assert (await voice.http.get(url)).status_code == 404


async def test_another_provider_is_refused_with_the_list(voice: VoiceApi) -> None:
    refused = await voice.http.post("/credential", json={"provider": "anthropic", "apiKey": "x"})
    assert refused.status_code == 400
    assert refused.json()["message"] == [
        "provider must be one of the following values: webhook, vonage, gohighlevel, "
        "google.calendar.oauth2-authorization, google.calendar.oauth2-client, google.sheets.oauth2-authorization, "
        "slack.oauth2-authorization, make"
    ]


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ({"type": "bearer"}, "authenticationPlan.bearer.token should not be empty"),
        (HMAC | {"algorithm": "md5"}, "authenticationPlan.hmac.algorithm must be one of"),
        (BEARER | {"token": "line\r\nbreak"}, "authenticationPlan.bearer.token is not valid"),
    ],
)
async def test_a_plan_that_cannot_be_used_is_refused(voice: VoiceApi, plan: Json, told: str) -> None:
    refused = await voice.http.post("/credential", json={"provider": "webhook", "authenticationPlan": plan})
    assert refused.status_code == 400
    assert told in refused.json()["message"][0]


async def test_another_organization_neither_sees_nor_uses_it(voice: VoiceApi, stranger: VoiceApi) -> None:
    credential = await kept(voice, BEARER)
    for method in ("GET", "PATCH", "DELETE"):
        answer = await stranger.http.request(method, f"/credential/{credential['id']}", json={})
        assert answer.status_code == 404
    foreign = await books(stranger, "http://127.0.0.1/x", credential["id"])
    unknown = await books(stranger, "http://127.0.0.1/x", str(uuid4()))
    assert foreign == unknown
    assert foreign["message"] == ["server.credentialId is no credential of this organization."]


async def test_a_bearer_token_goes_to_the_server_that_names_it(voice: VoiceApi, server: MessageServer) -> None:
    credential = await kept(voice, BEARER)
    await books(voice, server.url, credential["id"])
    assert server.received[0].headers["authorization"] == "Bearer s3cret-bearer"
    assert "s3cret" not in (await voice.http.get("/chat")).text


async def test_a_signature_is_over_time_and_body(voice: VoiceApi, seen: tuple[str, list[Json]]) -> None:
    url, requests = seen
    credential = await kept(voice, HMAC)
    await books(voice, f"{url}/messages", credential["id"])
    headers, body = requests[0]["headers"], requests[0]["body"]
    signed = headers["x-timestamp"].encode() + b"." + body
    assert headers["x-signature"] == hmac.new(b"s3cret-key", signed, hashlib.sha256).hexdigest()


@pytest.mark.parametrize(
    ("plan", "key"),
    [
        (BEARER, b"s3cret-bearer"),
        (HMAC, b"s3cret-key"),
        ({**HMAC, "secretKey": "whsec_" + base64.b64encode(b"raw-key").decode()}, b"raw-key"),
    ],
)
async def test_a_message_is_signed_as_standard_webhooks_say(
    voice: VoiceApi, seen: tuple[str, list[Json]], plan: Json, key: bytes
) -> None:
    url, requests = seen
    credential = await kept(voice, plan)
    await books(voice, f"{url}/messages", credential["id"])
    headers, body = requests[0]["headers"], requests[0]["body"]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"


async def test_a_token_that_stands_in_the_servers_own_headers_signs_as_well(
    voice: VoiceApi, seen: tuple[str, list[Json]]
) -> None:
    url, requests = seen
    await books(voice, f"{url}/messages", headers={"Authorization": "Bearer own-token"})
    headers, body = requests[0]["headers"], requests[0]["body"]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    digest = hmac.new(b"own-token", signed, hashlib.sha256).digest()
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"


async def test_an_authorization_server_is_asked_once_for_a_token(
    voice: VoiceApi, seen: tuple[str, list[Json]]
) -> None:
    url, requests = seen
    plan = {"type": "oauth2", "url": f"{url}/token", "clientId": "mia", "clientSecret": "s3cret", "scope": "book"}
    credential = await kept(voice, plan)
    for _ in range(2):
        answer = await books(voice, f"{url}/messages", credential["id"])
        assert "Done: booked." in json.dumps(answer["output"])
    assert [request["path"] for request in requests] == ["/token", "/messages", "/messages"]
    assert requests[0]["body"] == b"grant_type=client_credentials&client_id=mia&client_secret=s3cret&scope=book"
    assert requests[2]["headers"]["authorization"] == "Bearer given"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("session", {"provider": "slack"}, 400),
        ("trigger", {"action_name": "send", "input": {}}, 400),
        ("webhook", {"type": "auth", "connectionId": "x", "success": True}, 404),
    ],
)
async def test_what_needs_a_persons_consent_is_not_served(
    voice: VoiceApi, path: str, body: Json, status: int
) -> None:
    assert (await voice.http.post(f"/credential/{path}", json=body)).status_code == status
