"""A phone call that comes in is answered, or its caller hears a sentence and the server gets a report."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.voice.telephony.line import HANG_UP_TWIML, Line
from mia.voice.telephony.twilio import TwilioTelephony
from tests.fakes.phones.media import ScriptedCall, ScriptedEngine, media_worker
from tests.fakes.phones.telephones import ANA, Phones
from tests.fakes.phones.twilio import FakeTwilio
from tests.fakes.phones.voice import assistant_body

Json = dict[str, Any]

APOLOGY = "We can't take your call & will call you back."
NO_FREE_LINE = "call.start.error-vapifault-worker-not-available"


async def ring(phones: Phones, **assistant: Any) -> tuple[str, str]:
    """A call comes in; its id, and the document that the carrier gets."""
    body = {"assistant": assistant_body(phones.server.url, **assistant), "customer": {"number": ANA}}
    made = await phones.http.post("/call", json={**body, "phoneCallProviderBypassEnabled": True})
    assert made.status_code == 201, made.text
    return made.json()["id"], made.json()["phoneCallProviderDetails"]["twiml"]


async def talk_of(phones: Phones) -> ScriptedCall:
    talk = await phones.worker.engine.next_call()
    await talk.transport.connected()
    await talk.begin()
    await phones.server.wait_for("status-update")
    return talk


async def hang_up(talk: ScriptedCall, reason: str) -> None:
    """The call ends as the engine ends it: the path first."""
    await talk.transport.close()
    talk.hang_up(reason)


async def test_without_a_free_line_the_caller_hears_why_at_once(by_twilio: Phones, twilio: FakeTwilio) -> None:
    by_twilio.worker.worker.calls.draining = True
    await by_twilio.worker.worker.report()
    _, twiml = await ring(by_twilio, busyMessage=APOLOGY)
    assert await twilio.carry_out(twiml) == [APOLOGY]
    report = await by_twilio.report()
    assert (report["endedReason"], report["call"]["customer"]["number"]) == (NO_FREE_LINE, ANA)


async def test_an_assistant_without_words_for_it_asks_to_call_again(by_twilio: Phones, twilio: FakeTwilio) -> None:
    by_twilio.worker.worker.calls.draining = True
    await by_twilio.worker.worker.report()
    (said,) = await twilio.carry_out((await ring(by_twilio))[1])
    assert said == "We're sorry, all lines are busy right now. Please call again in a few minutes."


async def test_a_line_that_is_taken_meanwhile_leaves_no_dead_stream(by_twilio: Phones, twilio: FakeTwilio) -> None:
    _, twiml = await ring(by_twilio, busyMessage=APOLOGY)
    by_twilio.worker.worker.calls.draining = True
    assert await twilio.carry_out(twiml) == [APOLOGY]
    assert (await by_twilio.report())["endedReason"] == NO_FREE_LINE


async def test_a_worker_that_is_full_or_dead_is_passed_over(
    by_twilio: Phones, twilio: FakeTwilio, database: Database
) -> None:
    line = Line.of(by_twilio.settings)
    assert line is not None
    telephony = TwilioTelephony(line)
    async with media_worker(database, by_twilio.settings, lambda: ScriptedEngine(telephony)) as other:
        _, twiml = await ring(by_twilio)
        by_twilio.worker.worker.calls.draining = True
        async with twilio.picked_up(twiml):
            talk = await other.engine.next_call()
            await talk.transport.connected()
            talk.hang_up()
            await by_twilio.report()
    await telephony.close()


async def test_after_a_call_nothing_more_is_said(by_twilio: Phones, twilio: FakeTwilio) -> None:
    _, twiml = await ring(by_twilio, busyMessage=APOLOGY)
    call = asyncio.create_task(twilio.carry_out(twiml))
    await hang_up(await talk_of(by_twilio), "assistant-ended-call")
    assert await call == []
    assert (await by_twilio.report())["endedReason"] == "assistant-ended-call"


async def test_a_call_whose_worker_dies_does_not_end_in_silence(
    by_twilio: Phones, twilio: FakeTwilio, database: Database
) -> None:
    call_id, twiml = await ring(by_twilio, busyMessage=APOLOGY)
    call = asyncio.create_task(twilio.carry_out(twiml))
    talk = await talk_of(by_twilio)
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        moved = text("UPDATE voice_calls SET worker_address = 'http://127.0.0.1:9' WHERE id = :id")
        await system.sql.execute(moved, {"id": call_id})
    await talk.transport.close()
    assert await call == [APOLOGY]
    talk.hang_up("worker-shutdown")
    assert (await by_twilio.report())["endedReason"] == "worker-shutdown"


async def test_only_twilio_may_ask_what_comes_after(by_twilio: Phones, twilio: FakeTwilio) -> None:
    call_id, twiml = await ring(by_twilio, busyMessage=APOLOGY)
    url = twiml.split('method="POST">')[1].split("<")[0]
    async with httpx.AsyncClient(trust_env=False) as client:
        assert (await client.post(url, data={"CallSid": "CA1"})).status_code == 403
    assert (await twilio.post(url, {"CallSid": "CA1"}, token="another token")).status_code == 403
    stored = (await by_twilio.http.get(f"/call/{call_id}")).json()
    assert stored["status"] == "queued"
    unknown = await twilio.post(url.replace(call_id, str(new_id())), {"CallSid": "CA1"})
    assert unknown.text == HANG_UP_TWIML


@pytest.mark.parametrize("asked", [1, 3])
async def test_however_often_the_carrier_asks_the_call_ends_once(
    by_twilio: Phones, twilio: FakeTwilio, asked: int
) -> None:
    _, twiml = await ring(by_twilio, busyMessage=APOLOGY)
    url = twiml.split('method="POST">')[1].split("<")[0]
    answers = {(await twilio.post(url, {"CallSid": "CA1"})).text for _ in range(asked)}
    assert answers == {"<Response><Say>We can't take your call &amp; will call you back.</Say></Response>"}
    await by_twilio.report()
    assert len(by_twilio.server.of_type("end-of-call-report")) == 1
