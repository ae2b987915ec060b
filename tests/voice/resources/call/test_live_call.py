"""Acting on a running call and listening to it, by addresses that only those know who were told them."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import numpy as np
import pytest
import pytest_asyncio
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.voice.app import voice_service
from mia.voice.auth.guards import key_generation, scope_of_row
from mia.voice.auth.tokens import TokenOf, issue_token
from mia.voice.engine.pipeline.control import Command, Instruct, MuteAssistant, SayNow, TypeIn
from tests.fakes.phones.media import OFFER, RunningWorker, ScriptedCall, ScriptedEngine, media_worker
from tests.fakes.phones.voice import ANALYZED, VoiceApi, assistant_body, listen, make_token, serving, voice_app

Json = dict[str, Any]


@dataclass
class Live:
    """A call that is going on, with what its client was told of it."""

    call: Json
    script: ScriptedCall
    http: httpx.AsyncClient

    async def control(self, body: Json, **options: Any) -> httpx.Response:
        address = self.call["monitor"]["controlUrl"]
        return await self.http.post(address, json=body, **{"headers": {"Authorization": ""}} | options)

    async def obeyed(self) -> Command:
        async with asyncio.timeout(5):
            return await self.script.commands.get()


@dataclass
class Desk:
    """The API over a socket, and a media worker."""

    voice: VoiceApi
    media: RunningWorker

    async def call(self, **assistant: Any) -> Live:
        made = await self.voice.http.post("/call/web", json={"assistant": assistant_body(**assistant)})
        call: Json = made.json()
        assert (await self.voice.http.post(f"/call/{call['id']}/offer", json=OFFER)).status_code == 200
        script = await self.media.engine.next_call()
        await script.begin()
        return Live(call, script, self.voice.http)


@pytest_asyncio.fixture
async def desk(database: Database, settings: Settings) -> AsyncIterator[Desk]:
    org_id = new_id()
    token = await make_token(database, settings, org_id)
    public = await make_token(database, settings, org_id, "public")
    app, (listener, url) = voice_app(ANALYZED), listen()
    async with (
        voice_service(app, database, settings, ANALYZED),
        serving(app, listener),
        httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}) as http,
        media_worker(database, settings, lambda: ScriptedEngine(models=ANALYZED)) as media,
    ):
        yield Desk(VoiceApi(http, org_id, token, public), media)


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ({"type": "say", "content": "One moment."}, SayNow("One moment.")),
        ({"type": "say", "message": "One moment."}, SayNow("One moment.")),
        (
            {
                "type": "say",
                "content": "Now.",
                "endCallAfterSpoken": False,
                "interruptAssistantEnabled": True,
                "interruptionsEnabled": False,
            },
            SayNow("Now.", at_once=True, protected=True),
        ),
        ({"type": "control", "control": "mute-assistant"}, MuteAssistant(True)),
        ({"type": "control", "control": "unmute-assistant"}, MuteAssistant(False)),
        ({"type": "control", "control": "say-first-message"}, SayNow("Hello, this is Mia.")),
        ({"type": "add-message", "message": {"role": "user", "content": "Hi"}}, TypeIn("Hi")),
        (
            {"type": "add-message", "message": {"role": "user", "content": "Hi"}, "triggerResponseEnabled": False},
            TypeIn("Hi", answer=False),
        ),
    ],
)
async def test_what_is_asked_for_is_done(desk: Desk, body: Json, command: Command) -> None:
    live = await desk.call()
    assert (await live.control(body)).status_code == 204
    assert await live.obeyed() == command


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"type": "end-call"}, "manually-canceled"),
        (
            {"type": "say", "content": "Goodbye.", "endCallAfterSpoken": True},
            "assistant-ended-call-after-message-spoken",
        ),
    ],
)
async def test_a_call_can_be_ended(desk: Desk, body: Json, reason: str) -> None:
    live = await desk.call()
    assert (await live.control(body)).status_code == 204
    async with asyncio.timeout(5):
        await live.script.ended.wait()
    assert live.script.reason == reason


@pytest.mark.parametrize(
    "body",
    [
        {"type": "transfer"},
        {"type": "say", "content": ""},
        {"type": "say", "content": "x" * 1_001},
        {"type": "control", "control": "explode"},
        {"type": "add-message", "message": {"role": "assistant", "content": "You are booked."}},
        {"type": "end-call", "because": "x"},
        [],
    ],
)
async def test_what_cannot_be_done_is_refused_by_name(desk: Desk, body: Json) -> None:
    refused = await (await desk.call()).control(body)
    assert refused.status_code == 400
    assert refused.json()["message"]


async def test_a_model_is_told_something_if_it_reads(desk: Desk) -> None:
    told = {"type": "add-message", "message": {"role": "system", "content": "She has paid."}}
    reads = await desk.call(model={"provider": "openai"})
    assert (await reads.control(told)).status_code == 204
    assert await reads.obeyed() == Instruct("She has paid.")
    assert (await reads.control(told | {"triggerResponseEnabled": False})).status_code == 204
    assert await reads.obeyed() == Instruct("She has paid.", answer=False)
    refused = await (await desk.call(model={"provider": "mia"})).control(told)
    assert (refused.status_code, refused.json()["message"]) == (
        400,
        ["message.role must be user: the embedded receptionist and announcements read no instructions"],
    )


async def test_too_many_commands_are_refused(desk: Desk) -> None:
    live = await desk.call()
    answers = await asyncio.gather(*(live.control({"type": "say", "content": "Hm."}) for _ in range(40)))
    assert {answer.status_code for answer in answers} == {204, 429}


async def test_only_who_knows_the_address_may_act(desk: Desk) -> None:
    live, other = await desk.call(), await desk.call()
    address = live.call["monitor"]["controlUrl"]
    key, others_key = (call["monitor"]["controlUrl"].rpartition("/")[2] for call in (live.call, other.call))
    listen_key = live.call["monitor"]["listenUrl"].rpartition("/")[2]
    for wrong in (others_key, listen_key, "0" * 32, "x"):
        refused = await live.http.post(address.replace(key, wrong), json={"type": "end-call"})
        assert (refused.status_code, refused.json()["message"]) == (401, "Invalid monitor address.")
        with pytest.raises(InvalidStatus):
            async with connect(live.call["monitor"]["listenUrl"].replace(listen_key, wrong[::-1] + "0")):
                pass


async def test_a_plan_may_allow_neither_or_ask_for_a_token(desk: Desk) -> None:
    off = {"listenEnabled": False, "controlEnabled": False}
    assert "monitor" not in (await desk.call(monitorPlan=off)).call
    live = await desk.call(monitorPlan={"listenEnabled": False, "controlAuthenticationEnabled": True})
    assert set(live.call["monitor"]) == {"controlUrl"}
    say = {"type": "say", "content": "Hi."}
    assert (await live.control(say)).status_code == 401
    assert (await live.control(say, headers=desk.voice.as_client(desk.voice.public_token))).status_code == 401
    assert (await live.control(say, headers=desk.voice.as_client())).status_code == 204


async def test_listening_may_need_a_token(desk: Desk) -> None:
    live = await desk.call(monitorPlan={"listenAuthenticationEnabled": True})
    address = live.call["monitor"]["listenUrl"]
    for headers in ({}, desk.voice.as_client(desk.voice.public_token)):
        with pytest.raises(InvalidStatus):
            async with connect(address, additional_headers=headers):
                pass
    async with connect(address, additional_headers=desk.voice.as_client()) as listener:
        assert json.loads(await listener.recv())["type"] == "start"
    assert (await live.control({"type": "say", "content": "Hi."})).status_code == 204, "acting needs none"


async def test_a_public_token_is_told_no_address(desk: Desk) -> None:
    headers = desk.voice.as_client(desk.voice.public_token)
    made = await desk.voice.http.post("/call/web", json={"assistant": assistant_body()}, headers=headers)
    assert "monitor" not in made.json()


async def test_who_may_only_read_is_told_no_address(desk: Desk, database: Database, settings: Settings) -> None:
    live = await desk.call()
    program = {"assistant": assistant_body(), "transport": {"provider": "vapi.websocket"}}
    waiting = (await desk.voice.http.post("/call", json=program)).json()
    async with database.org(scope_of_row(desk.voice.org_id, "test")) as session:
        of = TokenOf(desk.voice.org_id, "viewer")
        _, viewer = await issue_token(session, None, key_generation(settings), of=of)
    one = (f"/call/{live.call['id']}", f"/call/{waiting['id']}")
    for path in (*one, "/call", "/v2/call", "/v2/call/metadata"):
        shown = await desk.voice.http.get(path, headers=desk.voice.as_client(viewer))
        assert live.call["id"] in shown.text or waiting["id"] in shown.text
        assert not {word for word in ('"monitor"', "control/", "listen/", "websocket/") if word in shown.text}
        assert "websocket/" in (await desk.voice.http.get(path)).text or path == one[0]


async def test_an_address_ends_with_its_call(desk: Desk) -> None:
    waiting = (await desk.voice.http.post("/call/web", json={"assistant": assistant_body()})).json()
    early = await desk.voice.http.post(waiting["monitor"]["controlUrl"], json={"type": "end-call"})
    assert (early.status_code, early.json()["message"]) == (409, "No one is in the call yet.")
    await desk.voice.http.post(f"/call/{waiting['id']}/end")
    late = await desk.voice.http.post(waiting["monitor"]["controlUrl"], json={"type": "end-call"})
    assert (late.status_code, late.json()["message"]) == (409, "The call has ended.")
    assert "monitor" not in (await desk.voice.http.get(f"/call/{waiting['id']}")).json()


async def test_a_listener_hears_both_sides(desk: Desk, database: Database) -> None:
    live = await desk.call()
    ear = live.script.control.listening
    async with connect(live.call["monitor"]["listenUrl"]) as listener:
        start = json.loads(await listener.recv())
        assert start == {"type": "start", "encoding": "linear16", "sampleRate": 24_000, "channels": 2}
        ear.hear(np.full(4_800, 100, np.int16).tobytes(), 16_000)
        ear.speak(np.full(7_200, 900, np.int16).tobytes(), 24_000)
        ear.end()
        heard = b"".join([piece async for piece in listener if isinstance(piece, bytes)])
    sound = np.frombuffer(heard, np.int16).reshape(-1, 2)
    assert (sound[:, 0].max(), sound[:, 1].max()) == (100, 900)
    async with database.org(scope_of_row(desk.voice.org_id, "test")) as session:
        query = text("SELECT action, actor FROM audit_entries WHERE action LIKE 'voice_call.%'")
        assert ("voice_call.listen", f"voice-monitor:{live.call['id']}") in list(await session.sql.execute(query))


async def test_a_call_has_three_listeners_at_most(desk: Desk) -> None:
    live = await desk.call()
    address = live.call["monitor"]["listenUrl"]
    async with connect(address) as one, connect(address) as two, connect(address) as three:
        for listener in (one, two, three):
            await listener.recv()
        async with connect(address) as fourth:
            await fourth.wait_closed()
        assert fourth.close_code == 1013


async def test_a_web_call_cannot_be_forwarded_to_a_phone(desk: Desk) -> None:
    place = {"type": "number", "number": "+13055550111"}
    tool = {"type": "transferCall", "destinations": [place]}
    live = await desk.call(model={"provider": "mia", "tools": [tool]})
    refused = await live.control({"type": "transfer", "destination": place})
    assert (refused.status_code, refused.json()["message"]) == (400, ["A web call cannot be forwarded to a phone."])
    result = await live.script.uses_tool("transferCall", destination="+13055550111")
    assert result.error == "A web call cannot be forwarded to a phone."


async def test_a_web_call_has_no_keypad(desk: Desk) -> None:
    live = await desk.call(model={"provider": "mia", "tools": [{"type": "dtmf"}]})
    assert (await live.script.uses_tool("dtmf", dtmf="1")).error == "A web call has no keypad to be heard."
