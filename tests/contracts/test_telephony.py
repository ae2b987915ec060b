"""What every adapter of the ``Telephony`` port must do, seen from the voice API: the sandbox's telephones with
real WebRTC, and Twilio with its REST API, signed webhooks and media streams."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from mia.db.session import Database
from mia.kernel.ids import new_id
from mia.kernel.settings import Settings
from mia.voice.app import create_voice_app, voice_service
from mia.voice.engine.transports.mailbox import Mailbox
from mia.voice.engine.transports.webrtc import WebRtcTransport
from mia.voice.media import registry
from mia.voice.media.engine import Joined
from mia.voice.media.reconciliation import end_lost_calls
from mia.voice.resources.org.service import create_org
from mia.voice.telephony import twilio as twilio_module
from mia.voice.telephony.line import Line
from mia.voice.telephony.ports import Telephony
from mia.voice.telephony.rest import TwilioCalls
from mia.voice.telephony.sandbox import SandboxTelephony
from mia.voice.telephony.twilio import TwilioTelephony
from tests.fakes.caller import Caller
from tests.fakes.media import RunningWorker, ScriptedEngine, media_worker
from tests.fakes.twilio import INVALID, NUMBER, SID, TOKEN, FakeTwilio, fake_twilio
from tests.fakes.voice import (
    SCRIPTED,
    MessageServer,
    assistant_body,
    listen,
    message_server,
    serving,
    voice_settings,
)

Json = dict[str, Any]

ANA = "+13055550142"
VOICEMAIL = "This is Mia, for Ana. Please call 305-555-0100."


@dataclass
class Phones:
    """The voice API with one media worker, and what the person called may do."""

    http: httpx.AsyncClient
    worker: RunningWorker
    server: MessageServer
    pick_up: Callable[[Json], AbstractAsyncContextManager[object]]
    decline: Callable[[Json], Awaitable[object]]
    ring_out: Callable[[Json], Awaitable[object]]
    machine: Callable[[Json], AbstractAsyncContextManager[object]]

    async def call(self, number: str = ANA) -> Json:
        assistant = assistant_body(self.server.url, voicemailMessage=VOICEMAIL)
        made = await self.http.post("/call", json={"assistant": assistant, "customer": {"number": number}})
        assert made.status_code == 201, made.text
        call: Json = made.json()
        return call

    async def report(self) -> Json:
        return (await self.server.wait_for("end-of-call-report"))[0]

    def statuses(self) -> list[str]:
        return [message["status"] for message in self.server.of_type("status-update")]


@asynccontextmanager
async def voice_api(
    database: Database, settings: Settings, telephony: Telephony, listener: Any, base_url: str
) -> AsyncIterator[tuple[httpx.AsyncClient, RunningWorker]]:
    """The API served at ``base_url``/voice, where a carrier reaches it, and a worker with ``telephony``."""
    token = f"token-{new_id()}"
    await create_org(database, new_id(), "Contract", token)
    voice, app = create_voice_app(line=Line.of(settings)), FastAPI()
    app.mount("/voice", voice)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(voice_service(voice, database, settings, SCRIPTED))
        await stack.enter_async_context(serving(app, listener))
        worker = await stack.enter_async_context(
            media_worker(database, settings, lambda: ScriptedEngine(telephony))
        )
        headers = {"Authorization": f"Bearer {token}"}
        client = httpx.AsyncClient(base_url=f"{base_url}/voice", headers=headers, trust_env=False, timeout=20)
        yield await stack.enter_async_context(client), worker


@asynccontextmanager
async def sandbox_phones(database: Database, folder: Path, server: MessageServer) -> AsyncIterator[Phones]:
    async def join(sdp: str) -> Joined:
        transport = WebRtcTransport()
        return Joined(transport, await transport.answer(sdp))

    listener, base_url = listen()
    telephony = SandboxTelephony(join, Mailbox)
    async with voice_api(database, voice_settings(folder), telephony, listener, base_url) as (http, worker):

        async def use(call: Json, action: str, **more: str) -> Json:
            answer = await http.post(f"/call/{call['id']}/handset", json={"action": action, **more})
            assert answer.status_code == 200, answer.text
            used: Json = answer.json()
            return used

        @asynccontextmanager
        async def pick_up(call: Json) -> AsyncIterator[Caller]:
            async def exchange(sdp: str) -> str:
                return str((await use(call, "answer", sdp=sdp))["sdp"])

            async with Caller(exchange) as caller:
                yield caller

        @asynccontextmanager
        async def machine(call: Json) -> AsyncIterator[None]:
            await use(call, "voicemail")
            yield

        yield Phones(
            http, worker, server, pick_up, lambda c: use(c, "decline"), lambda c: use(c, "ring-out"), machine
        )


@asynccontextmanager
async def twilio_phones(
    database: Database, folder: Path, server: MessageServer, twilio: FakeTwilio
) -> AsyncIterator[Phones]:
    listener, base_url = listen()
    settings = voice_settings(
        folder,
        PUBLIC_URL=base_url,
        MIA_TWILIO_ACCOUNT_SID=SID,
        MIA_TWILIO_AUTH_TOKEN=TOKEN,
        MIA_TWILIO_NUMBER=NUMBER,
        MIA_TWILIO_CLINIC="harbor",
        MIA_TWILIO_API_URL=twilio.api_url,
    )
    line = Line.of(settings)
    assert line is not None
    telephony = TwilioTelephony(line)
    async with voice_api(database, settings, telephony, listener, base_url) as (http, worker):

        @asynccontextmanager
        async def pick_up(_call: Json) -> AsyncIterator[object]:
            placed = await twilio.next_call()
            async with twilio.picked_up(placed.form["Twiml"]) as stream:
                yield stream
            await twilio.tell(placed, "completed")

        async def tell(status: str) -> object:
            return await twilio.tell(await twilio.next_call(), status)

        @asynccontextmanager
        async def machine(call: Json) -> AsyncIterator[None]:
            async with pick_up(call):
                await twilio.machine(await twilio.next_call())
                yield

        yield Phones(http, worker, server, pick_up, lambda _: tell("busy"), lambda _: tell("no-answer"), machine)
    await telephony.close()


@pytest_asyncio.fixture
async def server() -> AsyncIterator[MessageServer]:
    async with message_server() as running:
        yield running


@pytest_asyncio.fixture
async def twilio() -> AsyncIterator[FakeTwilio]:
    async with fake_twilio() as running:
        yield running


@pytest_asyncio.fixture
async def by_twilio(
    database: Database, tmp_path: Path, server: MessageServer, twilio: FakeTwilio
) -> AsyncIterator[Phones]:
    async with twilio_phones(database, tmp_path, server, twilio) as phones:
        yield phones


@pytest_asyncio.fixture(params=["sandbox", "twilio"])
async def phones(
    request: pytest.FixtureRequest, database: Database, tmp_path: Path, server: MessageServer, twilio: FakeTwilio
) -> AsyncIterator[Phones]:
    kinds = {
        "sandbox": lambda: sandbox_phones(database, tmp_path, server),
        "twilio": lambda: twilio_phones(database, tmp_path, server, twilio),
    }
    async with kinds[request.param]() as running:
        yield running


async def ringing(phones: Phones, twilio: FakeTwilio) -> Json:
    """A call whose telephone rings."""
    call = await phones.call()
    if isinstance(phones.worker.engine.telephony, TwilioTelephony):
        await twilio.tell(await twilio.next_call(), "ringing")
    await phones.server.wait_for("status-update")
    assert phones.statuses() == ["ringing"]
    return call


async def test_a_telephone_rings_and_is_picked_up(phones: Phones, twilio: FakeTwilio) -> None:
    call = await ringing(phones, twilio)
    async with phones.pick_up(call):
        talk = await phones.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
        await phones.server.wait_for("status-update", 2)
    async with asyncio.timeout(10):
        await talk.transport.left()
    talk.hang_up()
    assert (await phones.report())["endedReason"] == "customer-ended-call"
    assert phones.statuses() == ["ringing", "in-progress", "ended"]


async def test_a_telephone_is_declined(phones: Phones, twilio: FakeTwilio) -> None:
    await phones.decline(await ringing(phones, twilio))
    assert (await phones.report())["endedReason"] == "customer-busy"


async def test_a_telephone_rings_out(phones: Phones, twilio: FakeTwilio) -> None:
    await phones.ring_out(await ringing(phones, twilio))
    assert (await phones.report())["endedReason"] == "customer-did-not-answer"


async def test_a_voicemail_gets_the_message(phones: Phones, twilio: FakeTwilio) -> None:
    async with phones.machine(await ringing(phones, twilio)):
        report = await phones.report()
    assert report["endedReason"] == "voicemail"
    assert report["transcript"] == f"AI: {VOICEMAIL}\n"


async def test_a_number_that_cannot_be_called_ends_the_call_without_ringing(phones: Phones) -> None:
    await phones.call(INVALID)
    reason = (await phones.report())["endedReason"]
    assert reason in ("call.start.error-number-not-in-service", "twilio-reported-customer-misdialed")
    assert phones.statuses() == ["ended"]


async def test_a_ringing_call_is_taken_back(phones: Phones, twilio: FakeTwilio) -> None:
    call = await ringing(phones, twilio)
    await phones.http.post(f"/call/{call['id']}/end")
    assert (await phones.report())["endedReason"] == "customer-ended-call"
    if twilio.calls:
        await twilio.hung_up(twilio.calls[0])
    assert phones.worker.worker.calls.active == 0


# --- Twilio alone ---------------------------------------------------------------------------------


async def test_twilio_is_asked_for_all_that_is_needed(by_twilio: Phones, twilio: FakeTwilio) -> None:
    call = await by_twilio.call()
    form = (await twilio.next_call()).form
    assert (form["To"], form["From"]) == (ANA, NUMBER)
    assert form["StatusCallbackEvent"] == ["ringing", "answered", "completed"]
    assert (form["MachineDetection"], form["AsyncAmd"]) == ("DetectMessageEnd", "true")
    assert form["StatusCallback"].endswith(f"/voice/telephony/twilio/calls/{call['id']}")
    await twilio.tell(twilio.calls[0], "busy")


async def test_a_person_who_turns_out_to_be_a_machine_gets_the_message_only(
    by_twilio: Phones, twilio: FakeTwilio
) -> None:
    await by_twilio.call()
    placed = await twilio.next_call()
    async with twilio.picked_up(placed.form["Twiml"]):
        talk = await by_twilio.worker.engine.next_call()
        assert talk.setup.brief.first_message == "Hello, this is Mia."
        await twilio.machine(placed, "human")
        await twilio.machine(placed, "machine_end_silence")
        assert (await by_twilio.report())["endedReason"] == "voicemail"


async def test_a_call_whose_placing_got_no_answer_is_not_placed_again(
    by_twilio: Phones, twilio: FakeTwilio
) -> None:
    twilio.fail.append("drop")
    call = await by_twilio.call()
    await ringing_of(by_twilio, twilio)
    assert len(twilio.calls) == 1
    await twilio.tell(twilio.calls[0], "no-answer")
    assert (await by_twilio.report())["endedReason"] == "customer-did-not-answer"
    stored = (await by_twilio.http.get(f"/call/{call['id']}")).json()
    assert stored["status"] == "ended"


async def ringing_of(phones: Phones, twilio: FakeTwilio) -> None:
    await twilio.tell(await twilio.next_call(), "ringing")
    await phones.server.wait_for("status-update")


async def test_a_telephone_whose_worker_died_is_silenced_and_not_rung_again(
    by_twilio: Phones, twilio: FakeTwilio, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await by_twilio.call()
    await ringing_of(by_twilio, twilio)
    monkeypatch.setattr(registry, "_RESTART_GRACE_SECONDS", 0.0)
    monkeypatch.setattr(registry, "LOST_AFTER_SECONDS", 0.0)
    line = Line(SID, TOKEN, NUMBER, "https://mia.example", twilio.api_url)
    calls = TwilioCalls(line)
    await end_lost_calls(database, calls.hang_up)
    await calls.close()
    await twilio.hung_up(twilio.calls[0])
    assert (await by_twilio.report())["endedReason"] == "worker-shutdown"
    assert len(twilio.calls) == 1


async def test_a_call_of_which_nothing_is_ever_told_ends(
    by_twilio: Phones, twilio: FakeTwilio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twilio_module, "_NEWS_AFTER", -24.5)
    twilio.fail.append(500)
    await by_twilio.call()
    assert (await by_twilio.report())["endedReason"] == "twilio-failed-to-connect-call"


async def test_news_that_twilio_did_not_sign_is_refused(by_twilio: Phones, twilio: FakeTwilio) -> None:
    call = await by_twilio.call()
    url = (await twilio.next_call()).form["StatusCallback"]
    form = {"CallSid": twilio.calls[0].sid, "CallStatus": "busy"}
    assert (await twilio.post(url, form, token="another token")).status_code == 403
    async with httpx.AsyncClient(trust_env=False) as client:
        assert (await client.post(url, data=form)).status_code == 403
        signed = {"X-Twilio-Signature": "AAAA"}
        assert (await client.post(url, data=form, headers=signed)).status_code == 403
    assert (await by_twilio.http.get(f"/call/{call['id']}")).json()["status"] == "queued"
    await twilio.tell(twilio.calls[0], "busy")


async def test_a_stream_that_twilio_did_not_sign_is_refused(by_twilio: Phones, twilio: FakeTwilio) -> None:
    await by_twilio.call()
    placed = await twilio.next_call()
    with pytest.raises(InvalidStatus):
        async with twilio.picked_up(placed.form["Twiml"], token="another token"):
            pass
    url = placed.form["Twiml"].split('url="')[1].split('"')[0]
    with pytest.raises(InvalidStatus):
        async with connect(url, proxy=None):
            pass
    assert by_twilio.server.of_type("status-update") == []
    await twilio.tell(placed, "busy")


async def test_a_call_that_has_ended_gets_no_stream(by_twilio: Phones, twilio: FakeTwilio) -> None:
    await by_twilio.call()
    placed = await twilio.next_call()
    await twilio.tell(placed, "busy")
    await by_twilio.report()
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        async with twilio.picked_up(placed.form["Twiml"]) as stream:
            await asyncio.wait_for(stream.closed.wait(), 5)
            await stream.socket.send("anybody there?")


async def test_a_call_that_comes_in_is_answered(by_twilio: Phones, twilio: FakeTwilio) -> None:
    body = {"assistant": assistant_body(by_twilio.server.url), "customer": {"number": ANA}}
    made = await by_twilio.http.post("/call", json={**body, "phoneCallProviderBypassEnabled": True})
    call = made.json()
    assert call["type"] == "inboundPhoneCall"
    async with twilio.picked_up(call["phoneCallProviderDetails"]["twiml"]):
        talk = await by_twilio.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
        await by_twilio.server.wait_for("status-update")
        talk.hang_up("assistant-ended-call")
        report = await by_twilio.report()
    assert report["call"]["customer"]["number"] == ANA
    assert by_twilio.statuses() == ["in-progress", "ended"]
