"""A whole call by the manners of its assistant, with speech that is beeps."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mia.platform.conversation.ports import Begun, EndCall, Heard, Output, Say, Turn
from mia.voice.engine.pipeline.turns.interrupting import StopSpeakingPlan
from mia.voice.engine.pipeline.turns.keypad import KeypadPlan
from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.engine.pipeline.turns.quiet import Prompt, QuietPlan
from tests.fakes.language import EchoModel, ScriptedModel
from tests.fakes.phones.medium import InProcessMedium
from tests.fakes.phones.speech import LOUD, QUIET, WordySynthesizer, beeping_speech
from tests.voice.engine.pipeline.calls import BRIEF, GREETING, captions, start, text_call

STORY = "This is a long story of twenty words which nobody should have to hear to its end unless they want to."


def says(*words: str, end: bool = False) -> ScriptedModel:
    outputs: Sequence[Output] = [*(Say(text) for text in words), *([EndCall()] if end else [])]
    return ScriptedModel(lambda _turn: outputs)


async def test_an_end_call_phrase_ends_the_call_once_it_was_said() -> None:
    manners = Manners(end_phrases=["have a great day"])
    model = says("All done.", "Have a great day!")
    async with text_call(model, beeping_speech(), manners=manners) as (caller, call):
        caller.type("Thanks")
        record = await call.record()
    assert record.ended_reason == "assistant-said-end-call-phrase"
    assert captions(caller.sent, "assistant")[-1] == "Have a great day!"


async def test_who_speaks_up_after_an_end_call_phrase_is_answered() -> None:
    model = ScriptedModel(lambda turn: [Say("Goodbye." if len(turn.history) < 2 else "Of course.")])
    manners = Manners(end_phrases=["goodbye"])
    async with text_call(model, beeping_speech(), manners=manners) as (caller, call):
        caller.type("Thanks")
        await caller.said("Goodbye.")
        caller.type("One more thing")
        await caller.said("Of course.")
        assert not call.task.done()


async def test_the_end_call_message_is_said_when_the_model_ends_the_call() -> None:
    manners = Manners(end_message="Thank you for calling Downtown.")
    async with text_call(says("Bye.", end=True), beeping_speech(), manners=manners) as (caller, call):
        caller.type("Bye")
        record = await call.record()
    assert record.ended_reason == "assistant-ended-call"
    assert captions(caller.sent, "assistant")[-2:] == ["Bye.", "Thank you for calling Downtown."]


async def test_idle_messages_and_the_message_at_the_end_of_silence() -> None:
    quiet = QuietPlan(0.5, [Prompt(0.2, ("Are you there?",))], "I will hang up now.")
    model = EchoModel()
    async with text_call(model, beeping_speech(), manners=Manners(quiet=quiet)) as (caller, call):
        record = await call.record()
    assert record.ended_reason == "silence-timed-out"
    assert captions(caller.sent, "assistant") == [GREETING, *["Are you there?"] * 2, "I will hang up now."]
    assert model.turns == [], "the model has no part in it"


async def test_the_model_may_begin() -> None:
    model = ScriptedModel(lambda turn: [Say("I made this up.")] if isinstance(turn.event, Begun) else [])
    caller = InProcessMedium()
    call = start(caller, model, beeping_speech(), manners=Manners(model_begins=True))
    await caller.said("I made this up.")
    caller.hang_up()
    assert [m.content for m in (await call.record()).history] == ["I made this up."]


async def test_a_model_that_begins_with_nothing_does_not_leave_a_caller_in_silence() -> None:
    caller = InProcessMedium()
    call = start(caller, says(), beeping_speech(), manners=Manners(model_begins=True))
    await caller.said(GREETING)
    caller.hang_up()
    await call.record()


async def test_keys_reach_the_model_as_one_entry() -> None:
    model = EchoModel()
    manners = Manners(keypad=KeypadPlan(enabled=True, timeout_seconds=0))
    async with text_call(model, beeping_speech(), manners=manners) as (caller, _):
        for key in "305#":
            caller.message({"type": "keypad", "key": key})
        await caller.said("You said: 305")
    assert [turn.event for turn in model.turns] == [Heard("305", typed=True)]


async def test_a_client_is_sent_the_messages_it_wants() -> None:
    manners = Manners(client_messages=frozenset({"voice-input"}))
    caller = InProcessMedium()
    call = start(caller, EchoModel(), beeping_speech(), manners=manners)
    await caller.until(lambda m: m == {"type": "voice-input", "input": GREETING})
    caller.hang_up()
    await call.record()
    assert {m["type"] for m in caller.sent if isinstance(m, dict)} == {"voice-input"}


async def test_the_voice_is_as_fast_as_wanted() -> None:
    speech = beeping_speech()
    async with text_call(EchoModel(), speech, manners=Manners(speed=1.5)):
        pass
    assert isinstance(speech.synthesizer, WordySynthesizer)
    assert set(speech.synthesizer.speeds) == {1.5}


async def test_an_office_is_heard_while_nobody_speaks() -> None:
    caller = InProcessMedium()
    brief = replace(BRIEF, first_message="")
    call = start(caller, EchoModel(), beeping_speech(), brief=brief, manners=Manners(background=True))
    await caller.hears(0.2)
    caller.hang_up()
    await call.record()
    office = np.frombuffer(bytes(caller.heard), np.int16)
    assert 20 < np.abs(office).mean() < 1_000


async def talked_over(words: str, manners: Manners) -> tuple[list[str], list[Any]]:
    """What the model is asked after a caller has said ``words`` over a story, and the client's messages."""
    model = ScriptedModel(lambda turn: _story(turn))
    async with text_call(model, beeping_speech(words), manners=manners, speed=4.0) as (caller, call):
        caller.type("Tell me")
        await caller.until(lambda m: isinstance(m, dict) and m.get("transcript") == STORY)
        await caller.play(LOUD * 40 + QUIET * 40, speed=4.0)
        await caller.said("Fine." if _interrupts(words, manners) else STORY)
        caller.hang_up()
        await call.record()
    return [t.event.text for t in model.turns if isinstance(t.event, Heard)][1:], caller.sent


def _story(turn: Turn) -> list[Output]:
    return [Say(STORY if turn.event == Heard("Tell me", typed=True) else "Fine.")]


def _interrupts(words: str, manners: Manners) -> bool:
    return len(words.split()) >= manners.stop.num_words


async def test_too_few_words_do_not_stop_her() -> None:
    asked, sent = await talked_over("Wait", Manners(stop=StopSpeakingPlan(num_words=3)))
    assert asked == []
    assert {"type": "user-interrupted"} not in sent


async def test_enough_words_stop_her_before_they_end_and_are_answered_after_the_back_off() -> None:
    plan = StopSpeakingPlan(num_words=3, backoff_seconds=0.1)
    asked, sent = await talked_over("Wait I have a question", Manners(stop=plan))
    assert asked == ["Wait I have a question"]
    cut = sent.index({"type": "user-interrupted"})
    finished = next(i for i, m in enumerate(sent) if isinstance(m, dict) and m.get("transcriptType") == "final"
                    and m.get("role") == "user")  # fmt: skip
    assert cut < finished


async def test_who_interrupts_hears_the_words_of_a_hook_before_the_answer() -> None:
    model = ScriptedModel(lambda turn: _story(turn))
    manners = Manners(when_interrupted=["Go ahead."])
    async with text_call(model, beeping_speech("Wait please"), manners=manners, speed=4.0) as (caller, call):
        caller.type("Tell me")
        await caller.until(lambda m: isinstance(m, dict) and m.get("transcript") == STORY)
        await caller.play(LOUD * 40 + QUIET * 40, speed=4.0)
        await caller.said("Fine.")
        caller.hang_up()
        record = await call.record()
    assert [m.content for m in record.history][-2:] == ["Wait please", "Go ahead. Fine."]


async def test_what_is_said_over_the_first_message_is_answered_after_it() -> None:
    caller = InProcessMedium(speed=4.0)
    brief = replace(BRIEF, first_message=STORY)
    manners = Manners(first_message_interruptions=False)
    call = start(caller, EchoModel(), beeping_speech("I want a facial"), brief=brief, manners=manners)
    await caller.until(lambda m: isinstance(m, dict) and m.get("transcript") == STORY)
    await caller.play(LOUD * 40 + QUIET * 40, speed=4.0)
    await caller.said("You said: I want a facial")
    caller.hang_up()
    record = await call.record()
    assert [(m.content, m.interrupted) for m in record.history] == [
        (STORY, False), ("I want a facial", False), ("You said: I want a facial", False),
    ]  # fmt: skip
    assert [line.role for line in record.transcript] == ["assistant", "user", "assistant"]
