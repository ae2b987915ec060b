"""The sandbox's phones: what reached them, answering by text, picking up; and the clock of development."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest_asyncio
from sqlalchemy import text

from mia.adapters.http_sandbox_phones import HttpSandboxPhones
from mia.adapters.sandbox_mail import SandboxMailSender
from mia.adapters.sandbox_sms import SandboxSmsSender
from mia.adapters.voice_tokens import HttpVoiceOperator
from mia.clinic.frontdesk.service import ClinicTokens
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.ports import SmsMessage
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.identity import routes as access_routes
from mia.platform.db.development_clock import DevelopmentClock, following
from mia.platform.db.migrate import app_url
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.mail.ports import Email, EmailDefaults, Message
from mia.sandbox.phones import Phones
from mia.sandbox.routes import phone_router
from mia.voice.app import voice_service
from mia.voice.auth.guards import operator_credential
from tests.conftest import APP_PASSWORD, MASTER_KEY
from tests.fakes.access import PASSWORD, app_of_tests, browser, make_user
from tests.fakes.phones.media import OFFER, media_worker
from tests.fakes.phones.voice import SCRIPTED, assistant_body, number_id, voice_app, voice_settings
from tests.fakes.practice import PracticeOfTests, make_practice
from tests.fakes.waiting import eventually

NUMBER = "+13055550142"
Json = dict[str, Any]


@dataclass
class Desk:
    """The sandbox's API, the practice it belongs to, and the voice service's."""

    http: httpx.AsyncClient
    practice: PracticeOfTests
    voice: httpx.AsyncClient

    async def devices(self) -> list[Json]:
        items: list[Json] = (await self.http.get("/sandbox/api/phone/devices")).json()["items"]
        return items

    async def device(self) -> Json:
        (listed,) = await self.devices()
        found: Json = (await self.http.get(f"/sandbox/api/phone/devices/{listed['id']}")).json()
        return found

    async def call(self) -> Json:
        assistant = assistant_body(voicemailMessage="This is Mia, for Ana.")
        number = await number_id(self.voice)
        body = {"assistant": assistant, "phoneNumberId": number, "customer": {"number": NUMBER}}
        made = await self.voice.post("/call", json=body)
        call: Json = made.json()
        return call

    async def use(self, call: Json, action: str, body: Json | None = None) -> httpx.Response:
        return await self.http.post(f"/sandbox/api/phone/calls/{call['id']}/{action}", json=body)


@pytest_asyncio.fixture
async def desk(database: Database, tmp_path: Path) -> AsyncIterator[Desk]:
    practice = await make_practice(database, new_id().hex)
    async with database.clinic(practice.scope) as session:
        await patients.import_patients(session, [NewPatient("Ana Ruiz", phone=NUMBER, email="ana@clinic.example")])
    settings = voice_settings(tmp_path)
    voice = voice_app()
    app = app_of_tests(database, routers=(phone_router,))
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(voice_service(voice, database, settings, SCRIPTED))
        transport = httpx.ASGITransport(voice, raise_app_exceptions=False)
        operator = HttpVoiceOperator(
            "http://voice.example", lambda: operator_credential(settings), transport=transport
        )
        stack.push_async_callback(operator.close)
        tokens = ClinicTokens(database, operator)
        calls = HttpSandboxPhones("http://voice.example", tokens, transport=transport)
        stack.push_async_callback(calls.close)
        app.state.phones = Phones(database, calls, settings)
        headers = {"Authorization": f"Bearer {await tokens.token(practice.scope.clinic_id)}"}
        client = httpx.AsyncClient(transport=transport, base_url="http://voice.example", headers=headers)
        yield Desk(await stack.enter_async_context(browser(app)), practice, await stack.enter_async_context(client))
    async with database.clinic(practice.scope) as session:
        for table in ("sandbox_texts", "sandbox_mails"):
            await session.sql.execute(text(f"DELETE FROM {table}"))


async def send(database: Database, desk: Desk, words: str, key: str = "key-1") -> None:
    message = SmsMessage(key, desk.practice.scope, desk.practice.number, NUMBER, words)
    await SandboxSmsSender(database).send(message)


async def ringing(desk: Desk) -> Json:
    """A call that rings on Ana's phone, as its list shows it."""
    call = await desk.call()

    async def rings() -> bool:
        return any(device["ringing"] and device["ringing"]["id"] == call["id"] for device in await desk.devices())

    await eventually(rings)
    return call


async def has_ended(desk: Desk, call: Json) -> bool:
    """Whether the call is over, as the phone shows it."""
    return any(each["id"] == call["id"] and each["status"] == "ended" for each in (await desk.device())["calls"])


async def test_a_text_shows_on_its_owners_telephone(database: Database, desk: Desk) -> None:
    await send(database, desk, "Hi Ana, you're due for a visit.")
    (device,) = await desk.devices()
    assert (device["owner"], device["number"]) == ("Ana Ruiz", "(305) 555-0142")
    assert device["last_text"] == "Hi Ana, you're due for a visit."
    assert device["ringing"] is None
    assert "5550142" not in device["id"]
    assert (await desk.http.get("/sandbox/api/phone/devices/nobody")).status_code == 404


async def test_looking_on_fills_no_activity_log(database: Database, desk: Desk) -> None:
    await send(database, desk, "Hello")
    for _ in range(5):
        assert (await desk.devices())[0]["owner"] == "Ana Ruiz"
    async with database.clinic(desk.practice.scope) as session:
        counted = text("SELECT count(*) FROM audit_entries WHERE action = 'patient.read'")
        assert await session.sql.scalar(counted) == 1


async def test_a_reply_reaches_the_inbox(database: Database, desk: Desk) -> None:
    await send(database, desk, "Hi Ana, you're due for a visit.")
    path = f"/sandbox/api/phone/devices/{(await desk.devices())[0]['id']}/reply"
    assert (await desk.http.post(path, json={"text": "Do you have time on Tuesday?"})).status_code == 201
    assert (await desk.http.post(path, json={"text": " "})).status_code == 422
    device = await desk.device()
    assert [(each["from_patient"], each["text"]) for each in device["texts"]] == [
        (False, "Hi Ana, you're due for a visit."),
        (True, "Do you have time on Tuesday?"),
    ]
    async with database.clinic(desk.practice.scope) as session:
        query = text("SELECT text_sealed FROM texts WHERE author = 'patient'")
        (sealed,) = (await session.sql.scalars(query)).all()
        assert session.unseal(sealed) == "Do you have time on Tuesday?"


async def test_a_text_from_a_new_phone_arrives_at_the_practice_whose_number_it_is(
    database: Database, desk: Desk
) -> None:
    other = await make_practice(database, new_id().hex)
    lines = (await desk.http.get("/sandbox/api/phone/numbers")).json()["items"]
    assert all("/embed/widget/" in line["talk_url"] for line in lines)
    body = {"sender": "(305) 555-0177", "to": other.number, "text": "Do you do cleanings?"}
    assert (await desk.http.post("/sandbox/api/phone/texts", json=body)).status_code == 201
    found = []
    for practice in (desk.practice, other):
        async with database.clinic(practice.scope) as session:
            found.append(await inbox.find_thread_of(session, "+13055550177"))
        async with database.clinic(practice.scope) as session:
            await session.sql.execute(text("DELETE FROM sandbox_texts"))
    assert found[0] is None and found[1] is not None
    assert (await desk.http.post("/sandbox/api/phone/texts", json=body | {"sender": "me"})).status_code == 422
    nobodys = body | {"to": "+13055550199"}
    assert (await desk.http.post("/sandbox/api/phone/texts", json=nobodys)).status_code == 409


async def test_any_email_lies_in_its_owners_mailbox_and_brings_their_phone(database: Database, desk: Desk) -> None:
    message = Message("ana@clinic.example", "Your appointment", "See you soon.")
    email = Email(new_id(), desk.practice.scope, message)
    await SandboxMailSender(database, EmailDefaults("Mia <hello@mia.example>", "hello@mia.example")).send(email)
    device = await desk.device()
    (received,) = device["mails"]
    assert (received["subject"], received["text"].strip()) == ("Your appointment", "See you soon.")
    assert device["last_text"] == "Email: Your appointment"


async def test_an_email_is_answered_from_the_mailbox_and_one_click_is_offered(
    database: Database, desk: Desk
) -> None:
    async with database.clinic(desk.practice.scope) as session:
        (ana,) = await patients.find_by_phone(session, NUMBER)
        assert ana.email is not None
        thread_id = await inbox.ensure_thread(session, ana.email, patient_id=ana.id)
        token = inbox.reply_token(session, thread_id)
    defaults = EmailDefaults("Mia <hello@mia.example>", "x@mia.example", "http://mia.example", "hello@mia.example")
    message = Message(ana.email, "Your appointment", "Pick a day.", unsubscribe="t0ken", reply=token)
    await SandboxMailSender(database, defaults).send(Email(new_id(), desk.practice.scope, message))
    device = await desk.device()
    (email,) = device["mails"]
    assert email["unsubscribe_url"] == "http://mia.example/unsubscribe/t0ken"
    path = f"/sandbox/api/phone/devices/{device['id']}/mails"
    assert (
        await desk.http.post(f"{path}/{email['id']}/reply", json={"text": "Tuesday, please"})
    ).status_code == 202
    assert (await desk.http.post(f"{path}/{new_id()}/reply", json={"text": "Tuesday"})).status_code == 404
    async with database.clinic(desk.practice.scope) as session:
        thread, texts = await inbox.get_thread(session, thread_id)
    assert [(text.author, text.text) for text in texts] == [("patient", "Tuesday, please")]
    assert thread.channel == "email"


async def test_a_ringing_telephone_is_picked_up(database: Database, desk: Desk, tmp_path: Path) -> None:
    async with media_worker(database, voice_settings(tmp_path)) as worker:
        call = await ringing(desk)
        answer = await desk.use(call, "answer", OFFER)
        assert answer.json() == {"type": "answer", "sdp": "v=0 answer"}
        talk = await worker.engine.next_call()
        await talk.begin()
        assert (await desk.device())["calls"][-1]["status"] == "in-progress"
        assert (await desk.use(call, "answer", OFFER)).status_code == 409


async def test_a_telephone_may_be_left_to_the_voicemail(database: Database, desk: Desk, tmp_path: Path) -> None:
    async with media_worker(database, voice_settings(tmp_path)):
        call = await ringing(desk)
        assert (await desk.use(call, "voicemail")).status_code == 204
        await eventually(lambda: has_ended(desk, call))
        shown = (await desk.device())["calls"][-1]
    assert (shown["ended_reason"], shown["voicemail"]) == ("voicemail", "This is Mia, for Ana.")
    assert (await desk.use(call, "decline")).status_code == 409
    assert (await desk.use(call, "throw")).status_code == 422


async def is_about(clock: DevelopmentClock, instant: datetime) -> bool:
    return abs(clock.now() - instant) < timedelta(minutes=1)


async def test_the_clock_is_followed_by_every_process(database: Database, database_url: str, desk: Desk) -> None:
    clock = DevelopmentClock()
    other = Database.connect(app_url(database_url, APP_PASSWORD), MASTER_KEY, clock, pool_size=2)
    night = datetime.now(UTC) + timedelta(hours=9)
    try:
        async with following(other, clock):
            assert (await desk.http.put("/sandbox/api/clock", json={"now": night.isoformat()})).status_code == 200
            await eventually(lambda: is_about(clock, night))
            late = DevelopmentClock()
            async with following(other, late):
                assert late.ahead == clock.ahead
            await desk.http.put("/sandbox/api/clock", json={"now": None})
            await eventually(lambda: is_about(clock, datetime.now(UTC)))
    finally:
        await other.close()


async def test_the_clock_stays_within_reach(desk: Desk) -> None:
    far = datetime.now(UTC) + timedelta(days=500)
    assert (await desk.http.put("/sandbox/api/clock", json={"now": far.isoformat()})).status_code == 422
    assert (await desk.http.put("/sandbox/api/clock", json={"now": "2026-11-24T10:00:00"})).status_code == 422
    shown = (await desk.http.get("/sandbox/api/clock")).json()
    assert shown["moved"] is False


async def test_moving_the_clock_signs_nobody_out(database: Database, database_url: str) -> None:
    await make_user(database, "robin@clinic.example")
    clock = DevelopmentClock()
    product = Database.connect(app_url(database_url, APP_PASSWORD), MASTER_KEY, clock, pool_size=3)
    app = app_of_tests(product, routers=(phone_router, access_routes.router))
    try:
        async with following(product, clock), browser(app) as client:
            signed_in = await client.post(
                "/api/session", json={"email": "robin@clinic.example", "password": PASSWORD}
            )
            assert signed_in.status_code == 200
            for hours in (9, 24 * 40, -24 * 40, None):
                now = datetime.now(UTC) + timedelta(hours=hours) if hours else None
                body = {"now": now.isoformat() if now else None}
                assert (await client.put("/sandbox/api/clock", json=body)).status_code == 200
                assert (await client.get("/api/session")).status_code == 200
    finally:
        await product.close()
