"""A call that one assistant hands on to another: from there it goes by the other one's manners."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from mia.platform.conversation.ports import CallTool, EndCall, Heard, LanguageModel, Say, ToolResult
from mia.platform.conversation.turns import Answering
from mia.voice.engine.pipeline.turns.interrupting import StopSpeakingPlan
from mia.voice.engine.pipeline.turns.keypad import KeypadPlan
from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.engine.pipeline.turns.quiet import Prompt, QuietPlan
from mia.voice.engine.ports import Transcriber
from tests.fakes.language import EchoModel, ScriptedModel
from tests.fakes.phones.medium import InProcessMedium
from tests.fakes.phones.speech import LOUD, QUIET, KnownWords, beeping_speech
from tests.voice.engine.pipeline.calls import BRIEF, Running, captions, no_tools, text_call

HERE = "Billing here."
STORY = "This is a long story of twenty words which nobody should have to hear to its end unless they want to."
RECEPTION = Manners(
    end_message="Reception says goodbye.",
    end_phrases=["see you"],
    stop=StopSpeakingPlan(num_words=2),
    keypad=KeypadPlan(enabled=False),
)


async def hand_on(call: CallTool) -> ToolResult:
    return ToolResult(call.call_id, call.name, {}, hands_to="Billing")


async def hand_on_after(call: CallTool) -> ToolResult:
    return ToolResult(call.call_id, call.name, {}, hands_to="Billing", says="One moment.")


@asynccontextmanager
async def handed_on(
    model: LanguageModel,
    manners: Manners,
    *,
    first: str = HERE,
    said: str = "",
    transcriber: Transcriber | None = None,
    speed: float = 20.0,
    waits: bool = False,
    sums_up: bool = False,
) -> AsyncIterator[tuple[InProcessMedium, Running]]:
    """A call after Reception has handed it on to Billing, which has ``manners``."""
    reception = ScriptedModel(lambda turn: [CallTool("1", "transferCall", {})] if not turn.history[1:] else [])
    brief = replace(BRIEF, first_message="" if waits else first)
    heir = Answering(brief, model, no_tools, assistant={"name": "Billing"}, waits=waits, sums_up=sums_up)
    first = "One moment." if waits else first
    options: dict[str, Any] = {
        "manners_of": lambda _: manners,
        "heir": heir,
        "run_tool": hand_on_after if waits else hand_on,
    }
    if transcriber is not None:
        options["transcriber_of"] = lambda _: transcriber
    async with text_call(reception, beeping_speech(said), manners=RECEPTION, speed=speed, **options) as (
        caller,
        call,
    ):
        caller.type("Billing please")
        await caller.until(lambda m: isinstance(m, dict) and m.get("transcript") == first)
        yield caller, call


async def test_the_end_call_message_is_that_of_who_ends_the_call() -> None:
    model = ScriptedModel(lambda turn: [Say("Bye."), EndCall()])
    async with handed_on(model, Manners(end_message="Billing says goodbye.")) as (caller, call):
        caller.type("Bye")
        await call.record()
    assert captions(caller.sent, "assistant")[-2:] == ["Bye.", "Billing says goodbye."]


async def test_the_end_call_phrases_are_those_of_who_answers() -> None:
    model = ScriptedModel(lambda turn: [Say("See you." if turn.event == Heard("One", typed=True) else "So long.")])
    async with handed_on(model, Manners(end_phrases=["so long"])) as (caller, call):
        caller.type("One")
        await caller.said("See you.")
        caller.type("Two")
        record = await call.record()
    assert record.ended_reason == "assistant-said-end-call-phrase"
    assert captions(caller.sent, "assistant")[-1] == "So long."


async def test_silence_is_filled_and_ended_by_who_answers() -> None:
    quiet = QuietPlan(0.5, [Prompt(0.2, ("Billing asks: still there?",))], "Billing hangs up.")
    async with handed_on(EchoModel(), Manners(quiet=quiet)) as (caller, call):
        record = await call.record()
    assert record.ended_reason == "silence-timed-out"
    assert captions(caller.sent, "assistant")[-3:] == [*["Billing asks: still there?"] * 2, "Billing hangs up."]


async def test_it_takes_as_many_words_to_interrupt_as_who_answers_wants() -> None:
    manners = Manners(stop=StopSpeakingPlan(num_words=5))
    async with handed_on(EchoModel(), manners, first=STORY, said="Wait a moment", speed=4.0) as (caller, call):
        await caller.play(LOUD * 40 + QUIET * 40, speed=4.0)
        await caller.said(STORY)
        caller.hang_up()
        await call.record()
    assert {"type": "user-interrupted"} not in caller.sent, "three words stop Reception, five stop Billing"


async def test_the_first_message_of_who_goes_on_is_said_to_its_end_where_it_is_protected() -> None:
    manners = Manners(first_message_interruptions=False)
    said = "I want a refund"
    async with handed_on(EchoModel(), manners, first=STORY, said=said, speed=4.0) as (caller, call):
        await caller.play(LOUD * 40 + QUIET * 40, speed=4.0)
        await caller.said("You said: I want a refund")
        caller.hang_up()
        record = await call.record()
    assert [(m.content, m.interrupted) for m in record.history][-3:] == [
        (STORY, False), (said, False), (f"You said: {said}", False),
    ]  # fmt: skip


async def test_keys_are_put_together_as_who_answers_wants() -> None:
    manners = Manners(keypad=KeypadPlan(enabled=True, timeout_seconds=0))
    async with handed_on(EchoModel(), manners) as (caller, _):
        for key in "305#":
            caller.message({"type": "keypad", "key": key})
        await caller.said("You said: 305")


async def test_a_client_is_sent_what_who_answers_wants() -> None:
    manners = Manners(client_messages=frozenset({"voice-input", "transcript"}))
    async with handed_on(EchoModel(), manners) as (caller, call):
        before = len(caller.sent)
        caller.type("Hello")
        await caller.said("You said: Hello")
        caller.hang_up()
        await call.record()
    assert {m["type"] for m in caller.sent[before:]} == {"voice-input", "transcript"}


async def test_the_caller_is_recognized_by_the_transcriber_of_who_answers() -> None:
    heard_as = KnownWords("As Billing hears it")
    async with handed_on(EchoModel(), Manners(), said="As Reception hears it", transcriber=heard_as) as (caller, _):
        await caller.said(HERE)
        await caller.play(LOUD * 40 + QUIET * 40, speed=4.0)
        await caller.said("You said: As Billing hears it")


async def test_what_is_heard_behind_the_voice_is_that_of_who_answers() -> None:
    async with handed_on(EchoModel(), Manners(background=True)) as (caller, _):
        await caller.said(HERE)
        await caller.hears(0.5)
        office = np.frombuffer(bytes(caller.heard[-int(0.2 * 48_000) :]), np.int16)
    assert 20 < np.abs(office).mean() < 1_000


async def test_a_call_lasts_as_long_as_who_answers_allows() -> None:
    async with handed_on(EchoModel(), Manners(max_seconds=0.3)) as (_, call):
        record = await call.record()
    assert record.ended_reason == "exceeded-max-duration"


async def test_who_waits_is_silent_until_the_caller_speaks() -> None:
    heir = EchoModel()
    async with handed_on(heir, Manners(), waits=True) as (caller, _):
        await caller.said("One moment.")
        assert not heir.turns, "being handed the call is no reason to speak"
        caller.type("Hello")
        await caller.said("You said: Hello")
    assert captions(caller.sent, "assistant")[1:] == ["One moment.", "You said: Hello"]


async def test_who_answered_last_sums_up_with_a_plan_of_its_own() -> None:
    async with handed_on(EchoModel(), Manners(), sums_up=True) as (caller, call):
        caller.hang_up()
        record = await call.record()
    assert record.conclusion is not None
    assert (record.conclusion.summary[-8:], record.concluded_by) == ("messages", {"name": "Billing"})


async def test_who_began_sums_up() -> None:
    async with handed_on(EchoModel(), Manners()) as (caller, call):
        caller.hang_up()
        record = await call.record()
    assert record.conclusion is not None
    assert record.conclusion.summary == "Done.", "that is Reception's model: Billing has no analysisPlan"
