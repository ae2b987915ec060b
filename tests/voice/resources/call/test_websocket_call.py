"""``POST /call`` over a plain WebSocket: made, joined once at its address, spoken over, ended by either side."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.voice.app import voice_service
from mia.voice.media.reconciliation import end_lost_calls
from tests.fakes.phones.media import RunningWorker, media_worker
from tests.fakes.phones.voice import (
    SCRIPTED,
    VoiceApi,
    assistant_body,
    listen,
    make_token,
    number_id,
    serving,
    voice_app,
)

Json = dict[str, Any]

PCM = {"format": "pcm_s16le", "container": "raw", "sampleRate": 16_000}
MULAW = {"format": "mulaw", "container": "raw", "sampleRate": 8_000}


@dataclass
class Desk:
    """The API over a socket, and a media worker."""

    voice: VoiceApi
    media: RunningWorker


@pytest_asyncio.fixture
async def desk(database: Database, settings: Settings) -> AsyncIterator[Desk]:
    org_id = new_id()
    token = await make_token(database, settings, org_id)
    app, (listener, url) = voice_app(), listen()
    async with (
        voice_service(app, database, settings, SCRIPTED),
        serving(app, listener),
        httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}) as http,
        media_worker(database, settings) as media,
    ):
        yield Desk(VoiceApi(http, org_id, token, ""), media)


async def make(voice: VoiceApi, audio_format: Json | None = None, **more: Any) -> httpx.Response:
    transport = {"provider": "vapi.websocket"} | ({"audioFormat": audio_format} if audio_format else {})
    return await voice.http.post("/call", json={"assistant": assistant_body(), "transport": transport, **more})


async def test_the_answer_says_where_to_join(desk: Desk) -> None:
    call = (await make(desk.voice, MULAW, name="One", customer={"name": "Ana"})).json()
    assert (call["type"], call["status"], call["name"]) == ("vapi.websocketCall", "queued", "One")
    assert call["transport"]["audioFormat"] == MULAW
    assert call["transport"]["websocketCallUrl"].startswith("ws://127.0.0.1:")
    assert (await make(desk.voice)).json()["transport"]["audioFormat"] == PCM


async def test_texts_go_both_ways_and_either_side_ends_it(desk: Desk) -> None:
    call = (await make(desk.voice)).json()
    async with connect(call["transport"]["websocketCallUrl"]) as program:
        script = await desk.media.engine.next_call()
        await script.transport.connected()
        await script.begin()
        script.transport.send("listening")
        script.transport.send('{"type":"status-update","status":"in-progress"}')
        assert json.loads(await program.recv()) == {"type": "status-update", "status": "in-progress"}
        await program.send('{"type":"end-call"}')
        assert await anext(aiter(script.transport.messages())) == '{"type":"end-call"}'
        running = (await desk.voice.http.get(f"/call/{call['id']}")).json()
        assert running["status"] == "in-progress"
        assert "websocketCallUrl" not in running["transport"]
        script.transport.send('{"type":"status-update","status":"ended"}')
        await script.transport.close()
        assert json.loads(await program.recv())["status"] == "ended"
        await program.wait_closed()
    script.hang_up()


async def test_its_customers_overrides_change_what_is_said(desk: Desk) -> None:
    ana = {"name": "Ana", "assistantOverrides": {"firstMessage": "Hello Ana."}}
    call = (await make(desk.voice, customer=ana)).json()
    async with connect(call["transport"]["websocketCallUrl"]):
        script = await desk.media.engine.next_call()
        assert script.setup.answering.brief.first_message == "Hello Ana."
    script.hang_up()


async def test_a_program_that_leaves_ends_the_call(desk: Desk) -> None:
    call = (await make(desk.voice)).json()
    async with connect(call["transport"]["websocketCallUrl"]):
        script = await desk.media.engine.next_call()
        await script.transport.connected()
    async with asyncio.timeout(5):
        assert await script.transport.left() == "customer-ended-call"
    script.hang_up()


async def test_an_address_serves_once_and_only_its_call(desk: Desk) -> None:
    call, other = (await make(desk.voice)).json(), (await make(desk.voice)).json()
    address = call["transport"]["websocketCallUrl"]
    of_others = [address.replace(call["id"], id) for id in (other["id"], str(new_id()))]
    for wrong in (address[:-1], *of_others):
        with pytest.raises(InvalidStatus):
            await connect(wrong)
    async with connect(address):
        script = await desk.media.engine.next_call()
        with pytest.raises(InvalidStatus):
            await connect(address)
    script.hang_up()


async def test_a_call_that_no_program_joins_ends(desk: Desk, database: Database, clock: MovableClock) -> None:
    call = (await make(desk.voice)).json()
    clock.move(timedelta(minutes=4))
    await end_lost_calls(database)
    ended = (await desk.voice.http.get(f"/call/{call['id']}")).json()
    assert (ended["status"], ended["endedReason"]) == ("ended", "customer-did-not-answer")
    with pytest.raises(InvalidStatus):
        await connect(call["transport"]["websocketCallUrl"])


@pytest.mark.parametrize(
    "more",
    [
        {"transport": {"provider": "sip"}},
        {"transport": {"provider": "vapi.websocket", "audioFormat": MULAW | {"sampleRate": 16_000}}},
        {"transport": {"provider": "vapi.websocket", "audioFormat": PCM | {"container": "wav"}}},
        {"schedulePlan": {"earliestAt": "2030-01-01T00:00:00Z"}},
    ],
)
async def test_what_does_not_go_together_is_refused(voice: VoiceApi, more: Json) -> None:
    refused = await make(voice, None, **more)
    assert refused.status_code == 400
    number = await make(voice, None, phoneNumberId=await number_id(voice.http))
    assert number.json()["message"] == ["phoneNumberId has no meaning for a call over a WebSocket."]
