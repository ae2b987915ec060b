"""A whole call, its caller typing, over a medium without a network."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from mia.platform.conversation.ports import (
    CallTool,
    EndCall,
    Heard,
    LanguageModelFault,
    Output,
    Say,
    Silence,
    ToolResult,
    Turn,
)
from mia.platform.conversation.turns import Bounds
from mia.voice.engine.pipeline.call import NEVER_CONNECTED
from mia.voice.engine.pipeline.control import SayNow
from mia.voice.engine.pipeline.events import FaultMet, StatusChanged, ToolAnswered, ToolAsked, TranscriptLine
from mia.voice.engine.pipeline.limits import CallLimits
from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.engine.pipeline.turns.quiet import Prompt, QuietPlan
from mia.voice.engine.ports import Speech
from tests.fakes.language import EchoModel, Script, ScriptedModel
from tests.fakes.phones.medium import InProcessMedium
from tests.voice.engine.pipeline.calls import GREETING, captions, start, text_call

pytestmark = pytest.mark.sound


async def test_typed_words_are_answered_and_the_whole_call_is_recorded(
    speech: Speech, leftovers: Callable[[], set[str]]
) -> None:
    model = EchoModel()
    async with text_call(model, speech) as (caller, call):
        assert caller.sent[0] == "listening"
        caller.type("Good morning")
        await caller.said("You said: Good morning")
        caller.hang_up()
        record = await call.record()
    assert record.ended_reason == "customer-ended-call"
    assert [(m.role, m.content) for m in record.history] == [
        ("assistant", GREETING),
        ("user", "Good morning"),
        ("assistant", "You said: Good morning"),
    ]
    assert [(line.role, line.typed) for line in record.transcript] == [
        ("assistant", False),
        ("user", True),
        ("assistant", False),
    ]
    assert record.memory == {"heard": 1}
    assert record.conclusion is not None and record.conclusion.summary == "3 messages"
    assert call.of(StatusChanged) == [
        StatusChanged("in-progress"),
        StatusChanged("ended", "customer-ended-call"),
    ]
    assert caller.sent[-1] == {
        "type": "status-update",
        "status": "ended",
        "endedReason": "customer-ended-call",
    }
    assert caller.closed
    await asyncio.sleep(0)
    assert leftovers() == set()


async def test_the_model_is_given_what_was_said_before_and_not_the_event(speech: Speech) -> None:
    model = EchoModel()
    async with text_call(model, speech) as (caller, _):
        caller.type("One")
        await caller.said("You said: One")
        caller.type("Two")
        await caller.said("You said: Two")
    assert [m.content for m in model.turns[1].history] == [GREETING, "One", "You said: One"]
    assert model.turns[1].event == Heard("Two", typed=True)


def has_ended(message: Any) -> bool:
    return isinstance(message, dict) and message.get("status") == "ended"


def booking(turn: Turn) -> list[Output]:
    if isinstance(turn.event, ToolResult):
        return [Say(f"Result: {turn.event.error or turn.event.result['spoken']}.")]
    return [CallTool("c1", "find_slots", {"service_id": "svc_1"})]


async def test_a_tool_is_run_and_its_result_is_told(speech: Speech) -> None:
    async def run_tool(call: CallTool) -> ToolResult:
        return ToolResult(call.call_id, call.name, {"spoken": "Tuesday at 2:30 PM"})

    model = ScriptedModel(booking)
    async with text_call(model, speech, run_tool=run_tool) as (caller, call):
        caller.type("When?")
        await caller.said("Result: Tuesday at 2:30 PM.")
    assert [e.call.name for e in call.of(ToolAsked)] == ["find_slots"]
    assert [e.result.call_id for e in call.of(ToolAnswered)] == ["c1"]
    asked = model.turns[1].history[-1]
    assert (asked.role, asked.tool_calls[0].call_id) == ("assistant", "c1")


async def test_a_slow_tool_is_bridged_and_a_hanging_one_given_up(speech: Speech) -> None:
    async def run_tool(call: CallTool) -> ToolResult:
        await asyncio.Event().wait()
        raise AssertionError

    limits = CallLimits(turn=Bounds(tool_seconds=1.3))
    async with text_call(ScriptedModel(booking), speech, run_tool=run_tool, limits=limits) as (caller, _):
        caller.type("When?")
        await caller.said("Result: timed-out.")
        assert captions(caller.sent, "assistant")[1:] == ["One moment, please.", "Result: timed-out."]


async def test_a_failing_tool_is_an_answer_too(speech: Speech) -> None:
    async def run_tool(call: CallTool) -> ToolResult:
        raise OSError

    async with text_call(ScriptedModel(booking), speech, run_tool=run_tool) as (caller, _):
        caller.type("When?")
        await caller.said("Result: failed.")


async def test_what_a_tool_did_is_said_even_if_the_caller_goes_on(speech: Speech) -> None:
    running, done = asyncio.Event(), asyncio.Event()

    async def run_tool(call: CallTool) -> ToolResult:
        running.set()
        await done.wait()
        return ToolResult(call.call_id, call.name, {"spoken": "you are booked"})

    def script(turn: Turn) -> list[Output]:
        if turn.event == Heard("Hurry", typed=True):
            return [Say("Nearly there.")]
        return booking(turn)

    async with text_call(ScriptedModel(script), speech, run_tool=run_tool) as (caller, call):
        caller.type("Book it")
        await running.wait()
        caller.type("Hurry")
        await call.told(lambda event: isinstance(event, TranscriptLine) and event.text == "Hurry")
        done.set()
        await caller.said("Nearly there.")
        assert captions(caller.sent, "assistant")[-2:] == ["Result: you are booked.", "Nearly there."]


async def test_a_tool_nobody_waits_for_holds_nothing_up(speech: Speech) -> None:
    kept: list[str] = []
    released = asyncio.Event()

    async def run_tool(call: CallTool) -> ToolResult:
        await released.wait()
        kept.append(call.name)
        return ToolResult(call.call_id, call.name, {"ok": True})

    def script(turn: Turn) -> list[Output]:
        return [CallTool("c1", "remember_caller", {}, wait=False), Say("Noted."), EndCall()]

    async with text_call(ScriptedModel(script), speech, run_tool=run_tool) as (caller, call):
        caller.type("I am Ana")
        await caller.said("Noted.")
        await caller.until(has_ended)
        assert kept == []
        released.set()
        assert (await call.record()).ended_reason == "assistant-ended-call"
    assert kept == ["remember_caller"]


async def test_a_tool_that_runs_while_the_caller_hangs_up_is_finished_and_remembered(speech: Speech) -> None:
    running, done = asyncio.Event(), asyncio.Event()

    async def run_tool(call: CallTool) -> ToolResult:
        running.set()
        await done.wait()
        return ToolResult(call.call_id, call.name, {"status": "booked"})

    async with text_call(ScriptedModel(booking), speech, run_tool=run_tool) as (caller, call):
        caller.type("Book it")
        await running.wait()
        caller.hang_up()
        await caller.until(has_ended)
        done.set()
        record = await call.record()
    assert [e.result.result for e in call.of(ToolAnswered)] == [{"status": "booked"}]
    assert record.history[-1].content == '{"status": "booked"}'


@pytest.mark.parametrize(
    "script",
    [
        lambda turn: [LanguageModelFault("status-500", retryable=True)],
        lambda turn: [RuntimeError("unexpected")],
        lambda turn: [30.0],
        lambda turn: [CallTool("again", "find_slots", {})],
    ],
    ids=["fault", "exception", "stall", "endless tools"],
)
async def test_a_failing_model_is_apologised_for_and_the_call_goes_on(speech: Speech, script: Script) -> None:
    model = ScriptedModel(script)
    async with text_call(model, speech, limits=CallLimits(turn=Bounds(model_seconds=0.5))) as (caller, call):
        caller.type("Hello?")
        await caller.said("Could you say that again")
        model.script = lambda turn: [Say("Here I am.")]
        caller.type("Are you there?")
        await caller.said("Here I am.")
        assert len(call.of(FaultMet)) == 1


async def test_the_end_comes_after_everything_was_said(speech: Speech) -> None:
    model = ScriptedModel(lambda turn: [Say("Thank you. Have a lovely day. Goodbye."), EndCall()])
    async with text_call(model, speech) as (caller, call):
        caller.type("That is all")
        record = await call.record()
    assert record.ended_reason == "assistant-ended-call"
    assert captions(caller.sent, "assistant")[1:] == ["Thank you.", "Have a lovely day.", "Goodbye."]


async def test_words_not_spoken_yet_are_not_in_the_history(speech: Speech) -> None:
    long = "First I will tell you about our opening hours. " * 4
    model = ScriptedModel(lambda turn: [Say(long if turn.event == Heard("Talk", typed=True) else "Yes.")])
    async with text_call(model, speech, speed=4) as (caller, call):
        caller.type("Talk")
        await caller.until(lambda m: isinstance(m, dict) and "First" in m.get("transcript", ""))
        await caller.hears(1.0)
        caller.type("Stop")
        await caller.said("Yes.")
    record = await call.record()
    cut = record.history[2]
    assert cut.interrupted and cut.content and len(cut.content) < len(long) / 2 and long.startswith(cut.content)
    assert {"type": "user-interrupted"} in caller.sent
    line = record.transcript[2]
    assert line.interrupted and line.text == cut.content


async def test_silence_is_asked_about_twice_and_then_the_call_ends(speech: Speech) -> None:
    def script(turn: Turn) -> list[Output]:
        assert isinstance(turn.event, Silence)
        return [Say(f"Still there {turn.event.count}?")]

    manners = Manners(quiet=QuietPlan(0.9, [Prompt(0.3)]))
    async with text_call(ScriptedModel(script), speech, manners=manners) as (caller, call):
        record = await call.record()
    assert record.ended_reason == "silence-timed-out"
    assert captions(caller.sent, "assistant")[1:3] == ["Still there 1?", "Still there 2?"]
    assert captions(caller.sent, "assistant")[-1] == "Goodbye."


async def test_speaking_up_starts_the_silence_anew(speech: Speech) -> None:
    def script(turn: Turn) -> list[Output]:
        return [Say(f"Silence {turn.event.count}." if isinstance(turn.event, Silence) else "Good.")]

    manners = Manners(quiet=QuietPlan(1.2, [Prompt(0.4)]))
    async with text_call(ScriptedModel(script), speech, manners=manners) as (caller, _):
        await caller.said("Silence 1.")
        caller.type("I am here")
        await caller.said("Good.")
        await caller.until(lambda _: captions(caller.sent, "assistant").count("Silence 1.") == 2)
        assert "Silence 2." not in captions(caller.sent, "assistant")


async def test_a_call_may_not_last_for_ever(speech: Speech) -> None:
    async with text_call(EchoModel(), speech, limits=CallLimits(max_duration=0.6)) as (caller, call):
        record = await call.record()
    assert record.ended_reason == "exceeded-max-duration"
    assert captions(caller.sent, "assistant")[-1] == "Goodbye."


async def test_live_control_can_speak_and_end(speech: Speech) -> None:
    async with text_call(EchoModel(), speech) as (caller, call):
        call.control.give(SayNow("A word from the desk."))
        await caller.said("A word from the desk.")
        call.control.end()
        assert (await call.record()).ended_reason == "manually-canceled"


async def test_a_muted_assistant_is_captioned_but_not_heard(speech: Speech) -> None:
    async with text_call(EchoModel(), speech) as (caller, _):
        caller.message({"type": "control", "control": "mute-assistant"})
        caller.heard.clear()
        caller.type("Hush")
        await caller.said("You said: Hush")
        assert len(caller.heard) > 20_000 and not any(caller.heard)


async def test_a_caller_who_never_connects_is_reported(speech: Speech) -> None:
    medium = InProcessMedium(reachable=False)
    record = await start(medium, EchoModel(), speech).record()
    assert (record.ended_reason, record.conclusion, medium.closed) == (NEVER_CONNECTED, None, True)


async def test_cancelling_a_call_hangs_up(speech: Speech, leftovers: Callable[[], set[str]]) -> None:
    medium = InProcessMedium()
    call = start(medium, EchoModel(), speech)
    await medium.said(GREETING)
    call.task.cancel()
    await asyncio.wait((call.task,))
    assert call.task.cancelled() and medium.closed
    assert leftovers() == set()
