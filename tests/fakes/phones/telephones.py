"""The voice API with phones: the sandbox's, over real WebRTC, and Twilio's, over a carrier on this machine."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.voice.app import create_voice_app, voice_service
from mia.voice.engine.ports import Joined
from mia.voice.engine.transports.mailbox import Mailbox
from mia.voice.engine.transports.webrtc import WebRtcTransport
from mia.voice.telephony.carriers import Carriers
from mia.voice.telephony.line import Line
from mia.voice.telephony.none import NoTelephony
from mia.voice.telephony.ports import Telephony
from mia.voice.telephony.sandbox import SandboxTelephony
from mia.voice.telephony.twilio import TwilioTelephony
from mia.voice.telephony.vonage import VonageTelephony
from mia.voice.telephony.vonage_line import VonageLine
from tests.fakes.phones.caller import Caller
from tests.fakes.phones.media import RunningWorker, ScriptedEngine, media_worker
from tests.fakes.phones.twilio import SID, TOKEN, FakeTwilio
from tests.fakes.phones.voice import (
    SCRIPTED,
    MessageServer,
    assistant_body,
    listen,
    make_token,
    number_id,
    serving,
    voice_settings,
)
from tests.fakes.phones.vonage import API_KEY, API_SECRET, SIGNATURE_SECRET, FakeVonage

Json = dict[str, Any]

ANA = "+13055550142"
VOICEMAIL = "This is Mia, for Ana. Please call 305-555-0100."


@dataclass
class Phones:
    """The voice API with one media worker, and what the person called may do."""

    http: httpx.AsyncClient
    settings: Settings
    worker: RunningWorker
    server: MessageServer
    pick_up: Callable[[Json], AbstractAsyncContextManager[object]]
    decline: Callable[[Json], Awaitable[object]]
    ring_out: Callable[[Json], Awaitable[object]]
    machine: Callable[[Json], AbstractAsyncContextManager[object]]
    rings: Callable[[], Awaitable[object]] | None = None
    """The carrier says that the phone rings; None where it needs no one to say so."""
    order: Callable[[], Awaitable[tuple[float, bool]]] | None = None
    """How long the carrier was asked to ring, and whether to look for machines."""
    silenced: Callable[[], Awaitable[None]] | None = None
    """Until the carrier was told to hang up."""
    keys: Callable[[], Awaitable[str]] | None = None
    """What the carrier was asked to key once someone has answered; None where nothing can be keyed."""

    async def call(self, number: str = ANA, *, extension: str | None = None, **assistant_properties: Any) -> Json:
        assistant = assistant_body(self.server.url, voicemailMessage=VOICEMAIL, **assistant_properties)
        body = {
            "assistant": assistant,
            "phoneNumberId": await number_id(self.http),
            "customer": {"number": number} | ({"extension": extension} if extension else {}),
        }
        made = await self.http.post("/call", json=body)
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
    token = await make_token(database, settings, new_id())
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
            answer = await http.post(f"/call/{call['id']}/sandbox-phone", json={"action": action, **more})
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
            http,
            voice_settings(folder),
            worker,
            server,
            pick_up,
            lambda c: use(c, "decline"),
            lambda c: use(c, "ring-out"),
            machine,
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

        async def order() -> tuple[float, bool]:
            form = (await twilio.next_call()).form
            return float(form["Timeout"]), "MachineDetection" in form

        async def silenced() -> None:
            await twilio.hung_up(twilio.calls[0])

        async def keys() -> str:
            return str((await twilio.next_call()).form["SendDigits"])

        yield Phones(
            http,
            settings,
            worker,
            server,
            pick_up,
            lambda _: tell("busy"),
            lambda _: tell("no-answer"),
            machine,
            lambda: tell("ringing"),
            order,
            silenced,
            keys,
        )
    await telephony.close()


@asynccontextmanager
async def vonage_phones(
    database: Database, folder: Path, server: MessageServer, vonage: FakeVonage
) -> AsyncIterator[Phones]:
    """An organization with a number of its own account, in an installation without a carrier."""
    listener, base_url = listen()
    urls = {"MIA_VONAGE_API_URL": vonage.api_url, "MIA_VONAGE_REST_URL": vonage.api_url}
    settings = voice_settings(folder, PUBLIC_URL=base_url, **urls)
    telephony = Carriers(NoTelephony(), {"vonage": VonageTelephony(partial(VonageLine.imported, settings))})
    async with voice_api(database, settings, telephony, listener, base_url) as (http, worker):
        await bring_vonage_number(http, vonage)

        @asynccontextmanager
        async def pick_up(_call: Json) -> AsyncIterator[object]:
            placed = await vonage.next_call()
            await vonage.tell(placed, "answered")
            async with vonage.picked_up(placed.body["ncco"]) as stream:
                yield stream
            await vonage.tell(placed, "completed")

        async def tell(status: str) -> object:
            return await vonage.tell(await vonage.next_call(), status)

        @asynccontextmanager
        async def machine(call: Json) -> AsyncIterator[None]:
            async with pick_up(call):
                placed = await vonage.next_call()
                await vonage.tell(placed, "machine")
                await vonage.tell(placed, "machine", sub_state="beep_start")
                yield

        async def order() -> tuple[float, bool]:
            body = (await vonage.next_call()).body
            return float(body["ringing_timer"]), "advanced_machine_detection" in body

        async def silenced() -> None:
            await vonage.hung_up(vonage.calls[0])

        async def keys() -> str:
            return str((await vonage.next_call()).body["to"][0]["dtmfAnswer"])

        yield Phones(
            http,
            settings,
            worker,
            server,
            pick_up,
            lambda _: tell("busy"),
            lambda _: tell("timeout"),
            machine,
            lambda: tell("ringing"),
            order,
            silenced,
            keys,
        )


async def bring_vonage_number(http: httpx.AsyncClient, vonage: FakeVonage, **more: Any) -> Json:
    """A number of an account at Vonage is brought along."""
    number = f"1305{new_id().int % 10**10:010d}"
    vonage.numbers[number] = {"country": "US", "type": "mobile-lvn", "features": ["VOICE", "SMS"]}
    login = {"provider": "vonage", "apiKey": API_KEY, "apiSecret": API_SECRET, "signatureSecret": SIGNATURE_SECRET}
    credential = (await http.post("/credential", json=login)).json()
    body = {"vonagePhoneNumber": f"+{number}", "credentialId": credential["id"], **more}
    made = await http.post("/phone-number/import/vonage", json=body)
    assert made.status_code == 201, made.text
    brought: Json = made.json()
    return brought
