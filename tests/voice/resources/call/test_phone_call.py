"""``POST /call``: phones are called once, picked up, declined, left to ring, or answered by a voicemail."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.media.reconciliation import end_lost_calls, waiting_to_be_placed
from mia.voice.telephony.sandbox import NOT_IN_SERVICE
from mia.voice.upkeep import place_waiting_calls
from mia.voice.workers import registry
from mia.voice.workers.client import MediaClient
from tests.fakes.phones.media import OFFER, RunningWorker, media_worker
from tests.fakes.phones.voice import MessageServer, VoiceApi, assistant_body, number_id
from tests.voice.resources.workflow.workflow_steps import talk, workflow

Json = dict[str, Any]

NUMBER = "+13055550142"
VOICEMAIL = "This is Mia, for Ana. Please call 305-555-0100."


@pytest_asyncio.fixture(autouse=True)
async def quiet(database: Database) -> None:
    """No call waits that an earlier test has left."""
    async with database.system(SystemScope.CRON) as system:
        await system.sql.execute(text("UPDATE voice_calls SET status = 'ended'"))


@pytest_asyncio.fixture
async def media(database: Database, settings: Settings) -> AsyncIterator[RunningWorker]:
    async with media_worker(database, settings) as running:
        yield running


@pytest_asyncio.fixture
async def client(database: Database, settings: Settings) -> AsyncIterator[MediaClient]:
    media = MediaClient(database, settings)
    yield media
    await media.close()


async def ask(voice: VoiceApi, body: Json | None = None, path: str = "/call", **headers: str) -> httpx.Response:
    request = {"phoneNumberId": await number_id(voice.http), **(body or asked())}
    return await voice.http.post(path, json=request, headers=headers)


def asked(server_url: str | None = None, number: str = NUMBER, **more: Any) -> Json:
    assistant = assistant_body(server_url, voicemailMessage=VOICEMAIL)
    return {"assistant": assistant, "customer": {"number": number, "name": "Ana"}, **more}


async def use(voice: VoiceApi, call: Json, action: str, **more: Any) -> httpx.Response:
    return await voice.http.post(f"/call/{call['id']}/sandbox-phone", json={"action": action, **more})


async def status_of(voice: VoiceApi, call: Json) -> Json:
    found: Json = (await voice.http.get(f"/call/{call['id']}")).json()
    return found


async def ringing(voice: VoiceApi, server: MessageServer, **body: Any) -> Json:
    """A call whose phone rings."""
    call: Json = (await ask(voice, asked(server.url, **body))).json()
    await server.wait_for("status-update")
    assert server.of_type("status-update")[0]["status"] == "ringing"
    return call


async def test_a_call_is_queued_and_says_whom_it_calls(voice: VoiceApi) -> None:
    for path in ("/call", "/call/phone"):
        made = await ask(voice, asked(name="outreach-1"), path)
        assert made.status_code == 201
        call = made.json()
        assert (call["type"], call["status"], call["name"]) == ("outboundPhoneCall", "queued", "outreach-1")
        assert call["customer"] == {"number": NUMBER, "name": "Ana"}
        assert "transport" not in call
    listed = (await voice.http.get("/call")).json()
    assert [item["name"] for item in listed] == ["outreach-1", "outreach-1"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"customer": None}, "customer.number must be"),
        ({"customer": {"number": "305-555-0142"}}, "customer.number must be"),
        ({"customers": [{"number": NUMBER}]}, "customer and customers exclude each other."),
        ({"customer": None, "customers": []}, "customers should not be empty"),
        ({"phoneNumberId": str(uuid4())}, "phoneNumberId is no number of this organization."),
        (
            {"phoneNumber": {"twilioPhoneNumber": "+13055550100"}},
            "phoneNumber: phone numbers that are not stored are not",
        ),
        ({"assistant": None}, "Assistant or Squad or Workflow must be provided."),
    ],
)
async def test_what_cannot_be_called_is_refused(voice: VoiceApi, more: Json, message: str) -> None:
    body = {name: value for name, value in (asked() | more).items() if value is not None}
    refused = await ask(voice, body)
    assert refused.status_code == 400
    assert message in str(refused.json()["message"])


async def test_only_a_private_token_may_call_a_telephone(voice: VoiceApi) -> None:
    refused = await voice.http.post("/call", json=asked(), headers=voice.as_client(voice.public_token))
    assert refused.status_code == 403


@pytest.mark.race
async def test_the_same_key_never_calls_twice(voice: VoiceApi, stranger: VoiceApi) -> None:
    key = {"Idempotency-Key": "outreach-7"}
    await number_id(voice.http)
    calls = await asyncio.gather(*(ask(voice, asked(), **key) for _ in range(5)))
    assert len({answer.json()["id"] for answer in calls}) == 1
    assert (await ask(voice, asked(number="+13055550143"), **key)).status_code == 409
    assert (await ask(stranger, asked(), **key)).json()["id"] != calls[0].json()["id"]


async def test_somebody_picks_up_and_talks(voice: VoiceApi, media: RunningWorker, server: MessageServer) -> None:
    call = await ringing(voice, server)
    answer = await use(voice, call, "answer", sdp=OFFER["sdp"])
    assert answer.json() == {"type": "answer", "sdp": "v=0 answer"}
    talk = await media.engine.next_call()
    await talk.begin()
    await talk.hears("Yes, speaking")
    talk.hang_up()
    report = (await server.wait_for("end-of-call-report"))[0]
    assert report["endedReason"] == "customer-ended-call"
    assert report["call"]["customer"]["number"] == NUMBER
    assert [m["status"] for m in server.of_type("status-update")] == ["ringing", "in-progress", "ended"]
    assert (await use(voice, call, "answer", sdp=OFFER["sdp"])).status_code == 409


async def test_a_customers_overrides_change_what_they_hear(
    voice: VoiceApi, media: RunningWorker, server: MessageServer
) -> None:
    ana = {"number": NUMBER, "assistantOverrides": {"firstMessage": "Hello Ana."}}
    call = await ringing(voice, server, customer=ana, assistantOverrides={"name": "Max", "firstMessage": "Hello."})
    await use(voice, call, "answer", sdp=OFFER["sdp"])
    script = await media.engine.next_call()
    brief = script.setup.answering.brief
    assert (brief.first_message, brief.assistant_name) == ("Hello Ana.", "Max")
    script.hang_up()


async def test_overrides_that_nobody_follows_are_refused_by_name(voice: VoiceApi) -> None:
    stages = {"assistant": None, "workflow": workflow(talk("Hello", "Hello."))}
    its = {"customer": {"number": NUMBER, "assistantOverrides": {"name": "Max"}}}
    values = {"variableValues": {"name": "Ana"}}
    for more, message in (
        ({"workflowOverrides": values}, "workflowOverrides changes nothing where no workflow answers: "),
        (stages | {"assistantOverrides": values}, "assistantOverrides changes nothing where a workflow answers: "),
        (stages | its, "customer.assistantOverrides may hold only variableValues where a workflow talks."),
    ):
        body = {name: value for name, value in (asked() | more).items() if value is not None}
        refused = await ask(voice, body)
        assert (refused.status_code, refused.json()["message"][0][: len(message)]) == (400, message)


@pytest.mark.parametrize(
    ("action", "reason"), [("decline", "customer-busy"), ("ring-out", "customer-did-not-answer")]
)
async def test_nobody_picks_up(
    action: str, reason: str, voice: VoiceApi, media: RunningWorker, server: MessageServer
) -> None:
    call = await ringing(voice, server)
    assert (await use(voice, call, action)).json() == {}
    report = (await server.wait_for("end-of-call-report"))[0]
    assert (report["endedReason"], report["analysis"]["structuredData"]) == (reason, {"outcome": "abandoned"})
    assert media.worker.calls.active == 0


async def test_a_voicemail_is_told_the_minimal_message(
    voice: VoiceApi, media: RunningWorker, server: MessageServer
) -> None:
    call = await ringing(voice, server)
    await use(voice, call, "voicemail")
    talk = await media.engine.next_call()
    assert talk.setup.answering.brief.first_message == ""
    report = (await server.wait_for("end-of-call-report"))[0]
    assert (report["endedReason"], report["analysis"]["structuredData"]) == ("voicemail", {"outcome": "voicemail"})
    assert report["transcript"] == f"AI: {VOICEMAIL}\n"


async def test_a_number_out_of_service_ends_the_call(
    voice: VoiceApi, media: RunningWorker, server: MessageServer
) -> None:
    await ask(voice, asked(server.url, NOT_IN_SERVICE))
    report = (await server.wait_for("end-of-call-report"))[0]
    assert report["endedReason"] == "twilio-reported-customer-misdialed"


async def test_a_ringing_call_can_be_hung_up(voice: VoiceApi, media: RunningWorker, server: MessageServer) -> None:
    call = await ringing(voice, server)
    assert (await voice.http.post(f"/call/{call['id']}/end")).status_code == 204
    report = (await server.wait_for("end-of-call-report"))[0]
    assert report["endedReason"] == "customer-ended-call"
    assert (await use(voice, call, "answer", sdp=OFFER["sdp"])).status_code == 409


async def test_a_call_to_a_telephone_is_not_joined_like_a_web_call(voice: VoiceApi, media: RunningWorker) -> None:
    call = (await ask(voice)).json()
    assert (await voice.http.post(f"/call/{call['id']}/offer", json=OFFER)).status_code == 409


async def test_without_room_a_call_waits_and_is_placed_once(
    voice: VoiceApi, database: Database, settings: Settings, client: MediaClient, server: MessageServer
) -> None:
    call = (await ask(voice, asked(server.url))).json()
    assert await place_waiting_calls(database, client) == 0
    async with media_worker(database, settings):
        await asyncio.gather(*(place_waiting_calls(database, client) for _ in range(3)))
        await server.wait_for("status-update")
        assert (await status_of(voice, call))["status"] == "ringing"
        assert await waiting_to_be_placed(database) == []
        assert len(server.of_type("status-update")) == 1


async def test_a_call_that_waited_too_long_is_given_up(
    voice: VoiceApi, database: Database, clock: MovableClock
) -> None:
    call = (await ask(voice)).json()
    clock.move(timedelta(minutes=4))
    await end_lost_calls(database)
    assert (await status_of(voice, call))["endedReason"] == "call.start.error-vapifault-worker-not-available"


@pytest.mark.parametrize("rings", [False, True])
async def test_a_worker_that_dies_before_the_answer_leaves_no_call_that_is_dialled_again(
    rings: bool, voice: VoiceApi, database: Database, settings: Settings, client: MediaClient,
    server: MessageServer, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(registry, "_RESTART_GRACE_SECONDS", 0.0)
    async with media_worker(database, settings):
        call = await ringing(voice, server)
    dead = "UPDATE voice_calls SET status = :status, ended_reason = NULL, ended_at = NULL WHERE id = :id"
    async with database.system(SystemScope.CRON) as system:  # as a killed worker leaves it
        await system.sql.execute(text(dead), {"status": "ringing" if rings else "queued", "id": call["id"]})
    async with media_worker(database, settings) as other:
        await place_waiting_calls(database, client)
        await end_lost_calls(database)
        assert other.worker.calls.active == 0
    ended = await status_of(voice, call)
    assert (ended["status"], ended["endedReason"]) == ("ended", "worker-shutdown")
    assert "startedAt" not in ended


async def test_a_call_whose_number_was_given_up_rings_nobody(
    voice: VoiceApi, database: Database, settings: Settings, server: MessageServer, client: MediaClient
) -> None:
    call = (await ask(voice, asked(server.url))).json()
    await voice.http.delete(f"/phone-number/{call['phoneNumberId']}")
    async with media_worker(database, settings) as media:
        assert await place_waiting_calls(database, client) == 1
        report = (await server.wait_for("end-of-call-report"))[0]
        assert media.worker.calls.active == 0
    assert report["endedReason"] == "call.start.error-get-phone-number"
    assert [message["status"] for message in server.of_type("status-update")] == ["ended"]


@pytest.mark.parametrize("name", ["customers", "schedulePlan", "phoneNumberId", "name"])
async def test_what_only_calls_that_we_make_have_is_refused_by_name_where_one_comes_in(
    voice: VoiceApi, name: str
) -> None:
    given: Json = {
        "customers": [{"number": "+13055550142"}],
        "schedulePlan": {"earliestAt": "2030-01-01T00:00:00Z"},
        "phoneNumberId": str(uuid4()),
        "name": "First",
    }
    body = {"assistant": assistant_body(), "phoneCallProviderBypassEnabled": True, name: given[name]}
    refused = await voice.http.post("/call", json=body)
    told = f"{name} has no meaning for a call that comes in."
    assert (refused.status_code, refused.json()["message"]) == (400, [told])
