"""A caller is put through: after the words, with the conversation going on until somebody takes the call."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from mia.platform.conversation.ports import CallTool, EndCall, Heard, Output, ToolResult, Turn
from mia.receptionist.receptionist import embedded_receptionist
from mia.voice.engine.pipeline.announcing import announce
from mia.voice.engine.pipeline.control import PutThrough
from mia.voice.engine.pipeline.transferring import NotPutThrough
from mia.voice.engine.ports import Speech
from tests.fakes.language import EchoModel
from tests.fakes.phones.medium import InProcessMedium
from tests.voice.engine.pipeline.calls import BRIEF, text_call

pytestmark = pytest.mark.sound

DESK = {"type": "number", "number": "+13055550111"}


@dataclass
class Desk:
    """A ``Switchboard`` whose phone the test answers."""

    asked: asyncio.Event = field(default_factory=asyncio.Event)
    answer: "asyncio.Future[NotPutThrough | None]" = field(default_factory=asyncio.Future)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    destinations: list[Mapping[str, Any]] = field(default_factory=list)
    summary: str = ""

    async def put_through(
        self,
        destination: Mapping[str, Any],
        summary: Callable[[], Awaitable[str]],
        let_go: Callable[[], Awaitable[None]],
    ) -> None:
        self.destinations.append(destination)
        self.asked.set()
        refusal = await self.answer
        if refusal is not None:
            raise refusal
        self.summary = await summary()
        await let_go()
        await self.over.wait()


class Forwarding(EchoModel):
    """Asks to be put through when told to; repeats everything else."""

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        if isinstance(turn.event, Heard) and "person" in turn.event.text:
            yield CallTool("call-1", "transferCall", {})
            return
        async for output in super().reply(turn):
            yield output


async def forward(call: CallTool) -> ToolResult:
    end = EndCall("assistant-forwarded-call", forward=DESK)
    return ToolResult(call.call_id, call.name, {"result": "going"}, end=end, says="One moment.")


async def test_a_caller_is_put_through_after_the_words(speech: Speech) -> None:
    desk = Desk()
    async with text_call(Forwarding(), speech, run_tool=forward, switchboard=desk) as (medium, call):
        medium.type("A person please")
        await medium.said("One moment.")
        await asyncio.wait_for(desk.asked.wait(), 5)
        desk.answer.set_result(None)
        desk.over.set()
        record = await call.record()
    assert record.ended_reason == "assistant-forwarded-call"
    assert desk.destinations == [DESK]


async def test_while_the_other_phone_rings_the_conversation_goes_on(speech: Speech) -> None:
    desk = Desk()
    async with text_call(Forwarding(), speech, run_tool=forward, switchboard=desk) as (medium, call):
        medium.type("A person please")
        await asyncio.wait_for(desk.asked.wait(), 5)
        medium.type("still here")
        await medium.said("still here")
        desk.answer.set_result(NotPutThrough("Nobody is at the desk."))
        await medium.said("Nobody is at the desk.")
        medium.type("too bad")
        await medium.said("too bad")
        call.control.end()
        assert (await call.record()).ended_reason == "manually-canceled"


async def test_where_nobody_answers_the_call_may_end(speech: Speech) -> None:
    desk = Desk()
    desk.answer.set_result(NotPutThrough("Please call again.", ends=True))
    async with text_call(EchoModel(), speech, switchboard=desk) as (medium, call):
        call.control.give(PutThrough(DESK, "I'll put you through."))
        await medium.said("Please call again.")
        assert (await call.record()).ended_reason == "call.forwarding.operator-busy"


async def test_a_line_that_the_carrier_takes_away_was_forwarded(speech: Speech) -> None:
    desk = Desk()
    desk.answer.set_result(None)
    async with text_call(EchoModel(), speech, switchboard=desk) as (medium, call):
        call.control.give(PutThrough(DESK))
        await asyncio.wait_for(desk.asked.wait(), 5)
        medium.type("hello?")
        medium.hang_up()
        desk.over.set()
        assert (await call.record()).ended_reason == "assistant-forwarded-call"


async def test_a_caller_who_leaves_is_not_put_through(speech: Speech) -> None:
    desk = Desk()
    async with text_call(EchoModel(), speech, switchboard=desk) as (medium, call):
        call.control.give(PutThrough(DESK))
        await asyncio.wait_for(desk.asked.wait(), 5)
        medium.hang_up()
        assert (await call.record()).ended_reason == "customer-ended-call"
    assert desk.answer.cancelled()


async def test_who_picks_up_hears_a_line_and_stays(speech: Speech) -> None:
    medium = InProcessMedium()
    await announce(medium, "Ana asks about Botox.", speech.synthesizer)
    assert len(medium.heard) > 24_000
    assert not medium.closed


async def test_the_receptionist_rings_the_team_and_returns_when_nobody_answers(speech: Speech) -> None:
    nobody = "I'm sorry, nobody can pick up right now. Shall I have someone from our team call you back?"
    always = [{"weekday": day, "opens": "00:00", "closes": "23:59"} for day in range(7)]
    practice = {
        "name": "Downtown MedSpa",
        "hours": always,
        "transfer": {"number": DESK["number"], "nobody": nobody},
    }
    desk, brief = Desk(), replace(BRIEF, context={"practice": practice})
    receptionist = embedded_receptionist()
    async with text_call(receptionist, speech, run_tool=forward, switchboard=desk, brief=brief) as (medium, call):
        medium.type("0")
        await medium.said("One moment.")
        await asyncio.wait_for(desk.asked.wait(), 5)
        desk.answer.set_result(NotPutThrough(nobody))
        await medium.said("call you back?")
        medium.type("yes please")
        await medium.said("name")
        call.control.end()
        await call.record()
