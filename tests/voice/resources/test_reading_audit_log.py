"""Reading what was said leaves an entry: every route of the voice API is asked, and a new one is asked too."""

from typing import Any
from uuid import UUID

import httpx
from fastapi.routing import iter_route_contexts
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.voice.app import create_voice_app
from mia.voice.auth.guards import scope_of_row
from mia.voice.engine.pipeline.events import RecordingAnswered, SoundRecorded, TranscriptLine
from tests.fakes.phones.voice import VoiceApi, assistant_body, number_id
from tests.voice.resources.call.test_recording import held

SECRET = "cheek filler after her surgery"
SOUND = b"OggS sound of a call"
REMOVING = ("POST", "DELETE")
"""Asked last, and last of all the organization's own: they make or end what the others read."""


async def scene(voice: VoiceApi, database: Database) -> dict[str, str]:
    """A recorded call, a session and a chat in which the secret was said; their ids by the resource's name."""
    session = (await voice.http.post("/session", json={"assistant": assistant_body()})).json()
    answered = await voice.http.post("/chat", json={"sessionId": session["id"], "input": SECRET})
    assert answered.status_code == 201, answered.text
    call_id = await held(
        voice,
        database,
        TranscriptLine("user", SECRET, 1.0, 1.0),
        RecordingAnswered("granted"),
        SoundRecorded(SOUND),
    )
    return {"call": call_id, "session": session["id"], "chat": answered.json()["id"]}


async def entries(voice: VoiceApi, database: Database) -> list[Any]:
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        query = text("SELECT action, actor, object_ids, outcome FROM audit_entries ORDER BY at, id")
        return list(await session.sql.execute(query))


def routes() -> list[tuple[str, str]]:
    """Every method and path of the API."""
    contexts = iter_route_contexts(create_voice_app().routes)
    found = [(method, each.path) for each in contexts if each.path for method in sorted(each.methods or ())]
    return sorted(found, key=lambda each: (each[1].startswith("/org"), each[0] in REMOVING, each[1] == "/org"))


async def test_no_route_tells_what_was_said_without_an_entry(voice: VoiceApi, database: Database) -> None:
    telling, silent = [], []
    ids = dict[str, str]()
    for method, path in routes():
        ids = ids or await scene(voice, database)
        url = path.replace("{id}", ids.get(path.split("/")[1], "x"))
        before = len(await entries(voice, database))
        answer = await voice.http.request(method, url, json={} if method in ("PATCH", "POST") else None)
        if SECRET in answer.text or SOUND in answer.content:
            telling.append((method, path))
            if len(await entries(voice, database)) == before:
                silent.append((method, path))
        if method in REMOVING and ("{id}" in path or path.startswith("/org")):
            ids = {}  # what the next one would tell may be gone
    assert silent == []
    assert set(telling) >= {
        ("GET", "/call"), ("GET", "/call/{id}"), ("GET", "/call/{id}/recording"), ("DELETE", "/call/{id}"),
        ("GET", "/v2/call"), ("GET", "/v2/call/export"),
        ("GET", "/chat"), ("GET", "/chat/{id}"), ("DELETE", "/chat/{id}"),
        ("GET", "/session"), ("GET", "/session/{id}"), ("PATCH", "/session/{id}"), ("DELETE", "/session/{id}"),
    }  # fmt: skip


async def test_a_call_that_is_asked_for_again_when_it_is_over_is_read(voice: VoiceApi, database: Database) -> None:
    asked = {
        "assistant": assistant_body(),
        "customer": {"number": "+13055550142"},
        "phoneNumberId": await number_id(voice.http),
    }
    key = {"Idempotency-Key": "outreach-7"}
    call = (await voice.http.post("/call", json=asked, headers=key)).json()
    assert (await voice.http.post(f"/call/{call['id']}/end")).status_code == 204
    before = len(await entries(voice, database))
    again = (await voice.http.post("/call", json=asked, headers=key)).json()
    assert (again["id"], again["status"], "analysis" in again) == (call["id"], "ended", True)
    new = (await entries(voice, database))[before:]
    assert [(each.action, each.object_ids) for each in new] == [("voice_call.read", [UUID(call["id"])])]


async def test_the_entry_names_the_token_and_what_was_read(voice: VoiceApi, database: Database) -> None:
    ids = await scene(voice, database)
    before = len(await entries(voice, database))
    for url in (f"/call/{ids['call']}", f"/call/{ids['call']}/recording", f"/chat/{ids['chat']}"):
        assert (await voice.http.get(url)).status_code == 200
    new = (await entries(voice, database))[before:]
    assert [(each.action, each.object_ids, each.outcome) for each in new] == [
        ("voice_call.read", [UUID(ids["call"])], "ok"),
        ("voice_recording.read", [UUID(ids["call"])], "ok"),
        ("voice_chat.read", [UUID(ids["chat"])], "ok"),
    ]
    assert all(each.actor.startswith("voice-token:") for each in new)


async def test_what_is_not_there_leaves_no_entry(voice: VoiceApi, stranger: VoiceApi, database: Database) -> None:
    ids = await scene(voice, database)
    before = len(await entries(voice, database)), len(await entries(stranger, database))
    answer: httpx.Response = await stranger.http.get(f"/call/{ids['call']}")
    assert answer.status_code == 404
    assert (await stranger.http.get("/call")).json() == []
    assert (len(await entries(voice, database)), len(await entries(stranger, database))) == before
