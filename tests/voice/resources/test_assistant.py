"""``/assistant``: who may, what is kept, and how mistakes are told."""

import re
from uuid import uuid4

import pytest

from tests.fakes.phones.voice import VoiceApi, assistant_body


async def test_an_assistant_is_kept_as_written(voice: VoiceApi) -> None:
    created = await voice.http.post("/assistant", json=assistant_body())
    assert created.status_code == 201
    body = created.json()
    assert body["orgId"] == str(voice.org_id)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", body["createdAt"])
    assert body["model"]["tools"][0]["function"]["name"] == "book_appointment"
    assert (await voice.http.get(f"/assistant/{body['id']}")).json() == body
    assert (await voice.http.get("/assistant")).json() == [body]


async def test_patch_changes_what_it_names_and_null_removes(voice: VoiceApi) -> None:
    id = (await voice.http.post("/assistant", json=assistant_body())).json()["id"]
    patched = await voice.http.patch(f"/assistant/{id}", json={"name": "Nia", "firstMessage": None})
    assert patched.status_code == 200
    assert patched.json()["name"] == "Nia"
    assert "firstMessage" not in patched.json()
    assert "model" in patched.json()


async def test_put_leaves_nothing_of_before(voice: VoiceApi) -> None:
    id = (await voice.http.post("/assistant", json=assistant_body())).json()["id"]
    replaced = await voice.http.put(f"/assistant/{id}", json={"name": "Bare"})
    assert set(replaced.json()) == {"id", "orgId", "createdAt", "updatedAt", "name"}


async def test_a_deleted_assistant_is_gone(voice: VoiceApi) -> None:
    id = (await voice.http.post("/assistant", json=assistant_body())).json()["id"]
    assert (await voice.http.delete(f"/assistant/{id}")).json()["id"] == id
    gone = await voice.http.get(f"/assistant/{id}")
    assert gone.status_code == 404
    assert gone.json() == {"message": "Assistant not found.", "error": "Not Found", "statusCode": 404}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"nmae": "Mia"}, "property nmae should not exist"),
        ({"server": {"uri": "http://x.example"}}, "server.property uri should not exist"),
        ({"name": "x" * 41}, "name must be shorter than or equal to 40 characters"),
        ({"maxDurationSeconds": 9}, "maxDurationSeconds must not be less than 10.0"),
        ({"model": {}}, "model.provider should not be empty"),
        ({"model": {"provider": "mia", "numFastTurns": 1}}, "model.property numFastTurns should not exist"),
        ({"first_message": "snake"}, "property first_message should not exist"),
    ],
)
async def test_a_mistake_is_named(voice: VoiceApi, body: dict[str, object], message: str) -> None:
    refused = await voice.http.post("/assistant", json=body)
    assert refused.status_code == 400
    assert refused.json() == {"message": [message], "error": "Bad Request", "statusCode": 400}


async def test_an_id_that_is_no_uuid_is_refused(voice: VoiceApi) -> None:
    assert (await voice.http.get("/assistant/none")).json()["message"] == ["id must be a UUID"]


async def test_a_server_that_is_not_http_is_refused(voice: VoiceApi) -> None:
    refused = await voice.http.post("/assistant", json={"server": {"url": "file:///etc/passwd"}})
    assert refused.status_code == 400
    assert "passwd" not in refused.text


async def test_the_list_can_be_limited(voice: VoiceApi) -> None:
    for name in ("one", "two", "three"):
        await voice.http.post("/assistant", json={"name": name})
    newest = (await voice.http.get("/assistant", params={"limit": 2})).json()
    assert [item["name"] for item in newest] == ["three", "two"]
    older = (await voice.http.get("/assistant", params={"createdAtLt": newest[1]["createdAt"]})).json()
    assert "three" not in [item["name"] for item in older]
    assert (await voice.http.get("/assistant", params={"limit": 1001})).status_code == 400


REQUESTS = [
    ("POST", "/assistant"), ("GET", "/assistant"), ("GET", "/assistant/{id}"), ("PATCH", "/assistant/{id}"),
    ("PUT", "/assistant/{id}"), ("DELETE", "/assistant/{id}"), ("GET", "/call"), ("GET", "/call/{id}"),
    ("PATCH", "/call/{id}"), ("DELETE", "/call/{id}"), ("POST", "/call/web"), ("POST", "/call/{id}/end"),
    ("GET", "/session"), ("GET", "/session/{id}"), ("PATCH", "/session/{id}"), ("DELETE", "/session/{id}"),
    ("POST", "/session"), ("POST", "/chat"), ("GET", "/chat"), ("GET", "/chat/{id}"), ("DELETE", "/chat/{id}"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), REQUESTS)
async def test_nobody_gets_anything_without_a_token(voice: VoiceApi, method: str, path: str) -> None:
    url = path.format(id=uuid4())
    body = {"input": "hello"} if path == "/chat" else {}
    for value in ("", "Bearer wrong", "Basic abc", "Bearer a.b"):
        answer = await voice.http.request(method, url, json=body, headers={"Authorization": value})
        assert answer.status_code == 401, value
        assert answer.json()["statusCode"] == 401
        assert answer.json()["error"] == "Unauthorized"


@pytest.mark.parametrize(("method", "path"), [r for r in REQUESTS if r != ("POST", "/call/web")])
async def test_a_public_token_may_only_begin_calls(voice: VoiceApi, method: str, path: str) -> None:
    url, body = path.format(id=uuid4()), {"input": "hello"} if path == "/chat" else {}
    answer = await voice.http.request(method, url, json=body, headers=voice.as_client(voice.public_token))
    assert answer.status_code == 403
    assert answer.json()["error"] == "Forbidden"


@pytest.mark.parametrize(("method", "path"), [r for r in REQUESTS if r[1].startswith("/assistant/")])
async def test_another_organisation_finds_nothing(
    voice: VoiceApi, stranger: VoiceApi, method: str, path: str
) -> None:
    id = (await voice.http.post("/assistant", json=assistant_body())).json()["id"]
    answer = await stranger.http.request(method, path.format(id=id), json={})
    assert answer.status_code == 404
    assert (await voice.http.get(f"/assistant/{id}")).status_code == 200
    assert (await stranger.http.get("/assistant")).json() == []
