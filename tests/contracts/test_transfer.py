"""A caller is put through to another phone, by the sandbox's phones with real WebRTC and by Twilio's."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from mia.voice.engine.pipeline.control import PutThrough, SendKeys
from mia.voice.engine.pipeline.transferring import NotPutThrough
from mia.voice.telephony.twilio import TwilioTelephony
from tests.fakes.phones.caller import Caller
from tests.fakes.phones.media import ScriptedCall
from tests.fakes.phones.telephones import Phones
from tests.fakes.phones.twilio import FakeTwilio, Sent

Json = dict[str, Any]

pytestmark = pytest.mark.parametrize("phones", ["sandbox", "twilio"], indirect=True)
"""The carriers whose calls can be put through (docs/voice-assistant.md)."""

DESK = "+13055550111"
"""Whom callers are put through to."""
NEXT_DESK = "+13055550112"
"""Who is rung when nobody answers there."""
SORRY = {"message": "Nobody is at the desk."}


def to_desk(**extra: Any) -> Json:
    return {"type": "number", "number": DESK, **extra}


def warmly(**plan: Any) -> Json:
    return to_desk(transferPlan={"mode": "warm-transfer-say-summary", "fallbackPlan": SORRY, **plan})


@dataclass
class Transfer:
    """A call whose caller is being put through."""

    phones: Phones
    twilio: FakeTwilio
    call: Json
    talk: ScriptedCall
    people: AsyncExitStack
    silent: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def by_twilio(self) -> bool:
        return isinstance(self.phones.worker.engine.telephony, TwilioTelephony)

    async def begin(self) -> "asyncio.Task[None]":
        """Ask for it as the model does, then carry it out as the engine does."""
        result = await self.talk.uses_tool("transferCall", destination=DESK)
        assert result.end is not None, result.error
        assert result.end.forward is not None
        return asyncio.create_task(self._put_through(result.end.forward))

    async def _put_through(self, destination: Mapping[str, Any]) -> None:
        async def summary() -> str:
            return "Ana asks about Botox."

        async def let_go() -> None:
            self.silent.set()

        assert self.talk.setup.switchboard is not None
        await self.talk.setup.switchboard.put_through(destination, summary, let_go)

    async def rings(self, calls: int = 2) -> Sent | None:
        """The phone of the desk rings; at Twilio, as it was asked, the newest of so many ``calls``."""
        if self.by_twilio:
            asked = await self.twilio.next_call(calls)
            await self.twilio.tell(asked, "ringing")
            return asked
        return None

    async def use(self, action: str, **more: str) -> Json:
        """What someone does with the sandbox's phone at the desk, once it rings."""
        body = {"number": DESK, "action": action, **more}
        async with asyncio.timeout(10):
            while (answer := await self._post(body)).status_code == 409:  # noqa: ASYNC110 - it tells no one
                await asyncio.sleep(0.02)
        assert answer.status_code == 200, answer.text
        used: Json = answer.json()
        return used

    async def _post(self, body: Json) -> Any:
        return await self.phones.http.post(f"/call/{self.call['id']}/sandbox-phone", json=body)

    async def picks_up(self) -> Caller | None:
        """Someone at the desk."""
        if self.by_twilio:
            asked = await self.rings()
            assert asked is not None
            await self.people.enter_async_context(self.twilio.picked_up(asked.form["Twiml"]))
            return None

        async def exchange(sdp: str) -> str:
            return str((await self.use("answer", sdp=sdp))["sdp"])

        return await self.people.enter_async_context(Caller(exchange))

    async def rings_out(self, number: str = DESK, *, calls: int = 2) -> None:
        asked = await self.rings(calls)
        if asked is not None:
            await self.twilio.tell(asked, "no-answer")
        else:
            await self.use("ring-out", number=number)


@asynccontextmanager
async def talking(phones: Phones, twilio: FakeTwilio, destination: Json) -> AsyncIterator[tuple[Transfer, Any]]:
    """A call with an assistant that may put callers through; with who picked up first."""
    model = {"provider": "mia", "tools": [{"type": "transferCall", "destinations": [destination]}]}
    call = await phones.call(model=model, voicemailDetection="off")
    if isinstance(phones.worker.engine.telephony, TwilioTelephony):
        await twilio.tell(await twilio.next_call(), "ringing")
    await phones.server.wait_for("status-update")
    async with AsyncExitStack() as people:
        ana = await people.enter_async_context(phones.pick_up(call))
        talk = await phones.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
        yield Transfer(phones, twilio, call, talk, people), ana
        talk.hang_up("assistant-forwarded-call")


async def hear_each_other(ana: Caller, desk: Caller) -> None:
    tone = (b"\x00\x10" * 24 + b"\x00\xf0" * 24) * 500
    for one, other in ((ana, desk), (desk, ana)):
        before = other.frames[-1][0] if other.frames else 0.0
        saying = asyncio.create_task(one.say(tone, 48_000))
        await other.sound_after(before)
        await saying


async def test_a_blind_transfer_leaves_the_caller_to_the_carrier(phones: Phones, twilio: FakeTwilio) -> None:
    async with talking(phones, twilio, to_desk(extension="42")) as (transfer, ana):
        task = await transfer.begin()
        if transfer.by_twilio:
            document = await twilio.goes_on(twilio.calls[0])
            (own,) = (await phones.http.get("/phone-number")).json()
            assert f'<Number sendDigits="ww42">{DESK}</Number>' in document
            assert f'callerId="{own["number"]}"' in document
            assert 'timeLimit="7200"' in document
            await task
        else:
            desk = await transfer.picks_up()
            assert desk is not None
            await hear_each_other(ana, desk)
            await desk.hang_up()
            await task
        assert transfer.silent.is_set()
    assert (await phones.report())["endedReason"] == "assistant-forwarded-call"
    assert all(call.status != "completed" for call in twilio.calls), "the carrier goes on with it"


async def test_a_warm_transfer_says_what_it_is_about_and_connects(phones: Phones, twilio: FakeTwilio) -> None:
    async with talking(phones, twilio, warmly()) as (transfer, ana):
        task = await transfer.begin()
        desk = await transfer.picks_up()
        async with asyncio.timeout(10):
            assert await phones.worker.engine.announced.get() == "Ana asks about Botox."
        if transfer.by_twilio:
            meetings = {await twilio.goes_on(call) for call in twilio.calls}
            assert len(meetings) == 1
            assert f">mia-{transfer.call['id']}</Conference>" in meetings.pop()
        else:
            assert desk is not None
            await hear_each_other(ana, desk)
            await desk.hang_up()
        await task
        assert transfer.silent.is_set()
    assert (await phones.report())["endedReason"] == "assistant-forwarded-call"
    assert all(call.status != "completed" for call in twilio.calls), "the carrier goes on with both"


async def test_when_nobody_answers_the_caller_is_told(phones: Phones, twilio: FakeTwilio) -> None:
    async with talking(phones, twilio, warmly()) as (transfer, _):
        task = await transfer.begin()
        await transfer.rings_out()
        with pytest.raises(NotPutThrough) as told:
            await task
        assert told.value.words == "Nobody is at the desk."
        assert not transfer.silent.is_set(), "the conversation went on"
        assert phones.worker.engine.announced.empty()


async def test_when_nobody_answers_another_phone_rings_before_the_caller_is_told(
    phones: Phones, twilio: FakeTwilio
) -> None:
    async with talking(phones, twilio, warmly(fallbackPlan={**SORRY, "number": NEXT_DESK})) as (transfer, _):
        task = await transfer.begin()
        await transfer.rings_out()
        await transfer.rings_out(NEXT_DESK, calls=3)
        with pytest.raises(NotPutThrough) as told:
            await task
        assert told.value.words == "Nobody is at the desk."
        if transfer.by_twilio:
            assert [call.form["To"] for call in twilio.calls[1:]] == [DESK, NEXT_DESK]


async def test_a_voicemail_learns_nothing_and_gets_nobody(phones: Phones, twilio: FakeTwilio) -> None:
    async with talking(phones, twilio, warmly()) as (transfer, _):
        phones.worker.engine.holds_announcements = True
        task = await transfer.begin()
        if transfer.by_twilio:
            await transfer.picks_up()
            await phones.worker.engine.announced.get()
            await twilio.machine(twilio.calls[1])
        else:
            await transfer.use("voicemail")
        with pytest.raises(NotPutThrough):
            await task
        if transfer.by_twilio:
            await twilio.hung_up(twilio.calls[1])
        assert not transfer.silent.is_set()


async def test_a_caller_who_leaves_silences_the_other_phone(phones: Phones, twilio: FakeTwilio) -> None:
    async with talking(phones, twilio, warmly()) as (transfer, _):
        task = await transfer.begin()
        await transfer.rings()
        if not transfer.by_twilio:
            await transfer.use("answer", sdp="") if False else None
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        if transfer.by_twilio:
            await twilio.hung_up(twilio.calls[1])
        else:
            body = {"action": "decline", "number": DESK}
            assert (await transfer._post(body)).status_code == 409


async def test_live_control_dials_what_stands_in_the_assistant(phones: Phones, twilio: FakeTwilio) -> None:
    async with talking(phones, twilio, to_desk()) as (transfer, _):
        address = transfer.call["monitor"]["controlUrl"]
        asked = {"type": "transfer", "destination": {"type": "number", "number": DESK}, "content": "One moment."}
        assert (await phones.http.post(address, json=asked)).status_code == 204
        async with asyncio.timeout(5):
            assert await transfer.talk.commands.get() == PutThrough(to_desk(), "One moment.")
        stranger = asked | {"destination": {"type": "number", "number": "+13055550199"}}
        refused = await phones.http.post(address, json=stranger)
        assert (refused.status_code, "destination of a transferCall tool" in refused.text) == (400, True)
        for _ in range(2):
            assert (await phones.http.post(address, json=asked)).status_code == 204
        refused = await phones.http.post(address, json=asked)
        assert (refused.status_code, "more than 3 times" in refused.text) == (400, True)


async def test_keys_are_pressed(phones: Phones, twilio: FakeTwilio) -> None:
    call = await phones.call(model={"provider": "mia", "tools": [{"type": "dtmf"}]}, voicemailDetection="off")
    if isinstance(phones.worker.engine.telephony, TwilioTelephony):
        await twilio.tell(await twilio.next_call(), "ringing")
    await phones.server.wait_for("status-update")
    async with phones.pick_up(call):
        talk = await phones.worker.engine.next_call()
        assert (await talk.uses_tool("dtmf", dtmf="1w23#")).result == {"result": "The keys 1w23# are pressed."}
        async with asyncio.timeout(5):
            assert await talk.commands.get() == SendKeys("1w23#")
        assert "dtmf must be" in str((await talk.uses_tool("dtmf", dtmf="call 911")).error)
        talk.hang_up()
    messages = (await phones.report())["artifact"]["messages"]
    assert [line["role"] for line in messages][:2] == ["tool_calls", "tool_call_result"]
