"""Callers on numbers of accounts at Vonage are put through to other phones, as ``test_transfer`` says of others."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from mia.voice.engine.pipeline.transferring import NotPutThrough
from tests.fakes.phones.media import ScriptedCall
from tests.fakes.phones.telephones import Phones, bring_vonage_number
from tests.fakes.phones.voice import assistant_body
from tests.fakes.phones.vonage import FakeVonage

Json = dict[str, Any]
DESK = "+13055550111"
CALLER = "caller-7"


def to_desk(**extra: Any) -> Json:
    return {"type": "number", "number": DESK, **extra}


WARMLY = to_desk(
    transferPlan={"mode": "warm-transfer-say-summary", "fallbackPlan": {"message": "Nobody is at the desk."}}
)


def model(destination: Json) -> Json:
    return {"provider": "mia", "tools": [{"type": "transferCall", "destinations": [destination]}]}


@asynccontextmanager
async def talking(phones: Phones, vonage: FakeVonage, destination: Json) -> AsyncIterator[ScriptedCall]:
    """A call that we placed, with an assistant that may put callers through."""
    call = await phones.call(model=model(destination), voicemailDetection="off")
    await vonage.tell(await vonage.next_call(), "ringing")
    async with phones.pick_up(call):
        talk = await phones.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
        yield talk
        talk.hang_up("assistant-forwarded-call")


async def begin(talk: ScriptedCall) -> "asyncio.Task[None]":
    """Ask for it as the model does, then carry it out as the engine does."""
    result = await talk.uses_tool("transferCall", destination=DESK)
    assert result.end is not None and result.end.forward is not None, result.error
    return asyncio.create_task(put_through(talk, result.end.forward))


async def put_through(talk: ScriptedCall, destination: Mapping[str, Any]) -> None:
    async def summary() -> str:
        return "Ana asks about Botox."

    async def let_go() -> None:
        """The engine is silent from here on."""

    assert talk.setup.switchboard is not None
    await talk.setup.switchboard.put_through(destination, summary, let_go)


async def test_a_blind_transfer_leaves_the_caller_to_vonage(by_vonage: Phones, vonage: FakeVonage) -> None:
    async with talking(by_vonage, vonage, to_desk(extension="42")) as talk:
        task = await begin(talk)
        (dialed,) = await vonage.goes_on(vonage.calls[0].id)
        await task
        (own,) = (await by_vonage.http.get("/phone-number")).json()
        assert dialed["endpoint"] == [{"type": "phone", "number": DESK[1:], "dtmfAnswer": "42"}]
        assert (dialed["from"], dialed["timeout"], dialed["limit"]) == (own["number"][1:], "25", "7200")
    assert (await by_vonage.report())["endedReason"] == "assistant-forwarded-call"
    assert vonage.calls[0].status != "completed", "Vonage goes on with it"


async def test_a_caller_who_came_in_is_put_through_too(by_vonage: Phones, vonage: FakeVonage) -> None:
    body = assistant_body(by_vonage.server.url, model=model(to_desk()))
    assistant = (await by_vonage.http.post("/assistant", json=body)).json()
    number = await bring_vonage_number(by_vonage.http, vonage, assistantId=assistant["id"])
    ncco = (await vonage.ring(number["number"], uuid=CALLER)).json()
    async with vonage.picked_up(ncco):
        talk = await by_vonage.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
        await (await begin(talk))
        (dialed,) = await vonage.goes_on(CALLER)
        assert dialed["endpoint"][0]["number"] == DESK[1:]
        talk.hang_up("assistant-forwarded-call")
        await by_vonage.report()
    after = await vonage.post(ncco[0]["eventUrl"][0], {"uuid": "socket", "status": "completed"})
    assert after.status_code == 204, "nothing more is said to who was put through"


async def test_a_warm_transfer_says_what_it_is_about_and_connects(by_vonage: Phones, vonage: FakeVonage) -> None:
    async with talking(by_vonage, vonage, WARMLY) as talk:
        task = await begin(talk)
        asked = await vonage.next_call(2)
        await vonage.tell(asked, "ringing")
        async with vonage.picked_up(asked.body["ncco"]):
            assert await by_vonage.worker.engine.announced.get() == "Ana asks about Botox."
            await task
        meetings = [await vonage.goes_on(call.id) for call in vonage.calls]
        assert meetings[0] == meetings[1]
        assert meetings[0][0]["action"] == "conversation" and meetings[0][0]["endOnExit"] is True
    assert (await by_vonage.report())["endedReason"] == "assistant-forwarded-call"
    assert all(call.status != "completed" for call in vonage.calls), "Vonage goes on with both"


@pytest.mark.parametrize("ends", ["timeout", "machine"])
async def test_nobody_at_the_desk_is_told_the_caller_and_a_voicemail_nothing(
    by_vonage: Phones, vonage: FakeVonage, ends: str
) -> None:
    async with talking(by_vonage, vonage, WARMLY) as talk:
        by_vonage.worker.engine.holds_announcements = True
        task = await begin(talk)
        asked = await vonage.next_call(2)
        if ends == "timeout":
            await vonage.tell(asked, "timeout")
        else:
            async with vonage.picked_up(asked.body["ncco"]):
                await by_vonage.worker.engine.announced.get()
                await vonage.tell(asked, "machine", sub_state="beep_start")
                await vonage.hung_up(asked)
        with pytest.raises(NotPutThrough) as told:
            await task
        assert told.value.words == "Nobody is at the desk."
        assert vonage.documents == {}


async def test_a_second_phone_connects_with_its_own_token_only(by_vonage: Phones, vonage: FakeVonage) -> None:
    async with talking(by_vonage, vonage, WARMLY) as talk:
        task = await begin(talk)
        asked = await vonage.next_call(2)
        first, second = (call.body["ncco"][0]["endpoint"][0]["authorization"]["value"] for call in vonage.calls)
        assert first != second
        forged = [{"action": "connect", "endpoint": [asked.body["ncco"][0]["endpoint"][0] | {
            "authorization": {"type": "custom", "value": first}}]}]  # fmt: skip
        with pytest.raises(Exception, match="403"):
            async with vonage.picked_up(forged):
                """Refused before it is open."""
        await vonage.tell(asked, "busy")
        with pytest.raises(NotPutThrough):
            await task


async def test_what_vonage_refuses_to_hand_on_stays_with_the_assistant(
    by_vonage: Phones, vonage: FakeVonage
) -> None:
    async with talking(by_vonage, vonage, to_desk()) as talk:
        vonage.fail.append(409)
        with pytest.raises(NotPutThrough):
            await (await begin(talk))
