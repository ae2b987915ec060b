"""What others have the assistant say, or tell its model, in a call that goes on."""

from dataclasses import replace
from typing import Any

from mia.platform.conversation.ports import Heard, Message, Output, Say, Told, Turn
from mia.voice.engine.pipeline.control import Instruct, SayNow
from tests.fakes.language import EchoModel, ScriptedModel
from tests.fakes.phones.medium import InProcessMedium
from tests.fakes.phones.speech import LOUD, QUIET, beeping_speech
from tests.voice.engine.pipeline.calls import BRIEF, GREETING, start, text_call

STORY = "This is a long story of twenty words which nobody should have to hear to its end unless they want to."


def begins(text: str) -> Any:
    return lambda m: isinstance(m, dict) and m.get("transcript") == text


async def test_what_is_said_at_once_takes_the_place_of_what_is_being_said() -> None:
    caller = InProcessMedium(speed=4.0)
    call = start(caller, EchoModel(), beeping_speech(), brief=replace(BRIEF, first_message=STORY))
    await caller.until(begins(STORY))
    await caller.hears(0.6)
    call.control.give(SayNow("One moment.", at_once=True))
    await caller.said("One moment.")
    caller.hang_up()
    record = await call.record()
    assert [line.interrupted for line in record.transcript] == [True, False]
    assert record.transcript[1].text == "One moment."


async def test_what_is_said_otherwise_follows() -> None:
    caller = InProcessMedium(speed=20.0)
    call = start(caller, EchoModel(), beeping_speech(), brief=replace(BRIEF, first_message=STORY))
    await caller.until(begins(STORY))
    call.control.give(SayNow("One moment."))
    await caller.said("One moment.")
    caller.hang_up()
    assert [m.content for m in (await call.record()).history] == [f"{STORY} One moment."]


async def test_nobody_talks_over_what_is_protected() -> None:
    async with text_call(EchoModel(), beeping_speech("I want a facial"), speed=4.0) as (caller, call):
        call.control.give(SayNow(STORY, protected=True))
        await caller.until(begins(STORY))
        await caller.play(LOUD * 40 + QUIET * 40, speed=4.0)
        await caller.said("You said: I want a facial")
        caller.hang_up()
        record = await call.record()
    assert [(m.content, m.interrupted) for m in record.history][:2] == [
        (f"{GREETING} {STORY}", False), ("I want a facial", False),
    ]  # fmt: skip


def thanks(turn: Turn) -> list[Output]:
    return [Say("Thank you for paying." if isinstance(turn.event, Told) else "I see.")]


async def test_a_model_that_is_told_something_goes_on_with_it() -> None:
    async with text_call(ScriptedModel(thanks), beeping_speech()) as (caller, call):
        call.control.give(Instruct("She has paid."))
        await caller.said("Thank you for paying.")
        caller.hang_up()
        record = await call.record()
    assert Message("system", "She has paid.") in record.history
    assert all("paid" not in line.text for line in record.transcript), "the caller has not heard it"


async def test_a_model_may_be_told_something_for_later() -> None:
    model = ScriptedModel(thanks)
    async with text_call(model, beeping_speech()) as (caller, call):
        call.control.give(Instruct("She has paid.", answer=False))
        caller.type("Hello")
        await caller.said("I see.")
    (turn,) = model.turns
    assert turn.event == Heard("Hello", typed=True)
    assert Message("system", "She has paid.") in turn.history
