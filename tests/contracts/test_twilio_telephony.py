"""Telephony by Twilio: what it is asked for, and what it tells, signed, late, or not at all."""

import asyncio

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from mia.platform.db.session import Database
from mia.voice.media.reconciliation import end_lost_calls
from mia.voice.telephony import leg as leg_module
from mia.voice.telephony.hanging_up import hanging_up
from mia.voice.workers import registry
from tests.fakes.phones.telephones import ANA, Phones
from tests.fakes.phones.twilio import FakeTwilio
from tests.fakes.phones.voice import assistant_body


async def test_twilio_is_asked_for_all_that_is_needed(by_twilio: Phones, twilio: FakeTwilio) -> None:
    call = await by_twilio.call()
    form = (await twilio.next_call()).form
    (own,) = (await by_twilio.http.get("/phone-number")).json()
    assert (form["To"], form["From"]) == (ANA, own["number"])
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
        assert talk.setup.answering.brief.first_message == "Hello, this is Mia."
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
    await end_lost_calls(database, hanging_up(by_twilio.settings))
    await twilio.hung_up(twilio.calls[0])
    assert (await by_twilio.report())["endedReason"] == "worker-shutdown"
    assert len(twilio.calls) == 1


async def test_a_call_of_which_nothing_is_ever_told_ends(
    by_twilio: Phones, twilio: FakeTwilio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leg_module, "NEWS_AFTER", -24.5)
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
