"""Turn taking with a caller who really speaks, in real time, over a medium without a network."""

import numpy as np
import pytest
import soxr

from mia.platform.conversation.ports import EndCall, Heard, Say, Turn
from mia.voice.engine.pipeline.events import TurnMeasured
from mia.voice.engine.ports import Speech
from tests.fakes.language import EchoModel, ScriptedModel
from tests.fakes.phones.medium import IN_RATE, InProcessMedium
from tests.voice.engine.conftest import PcmOf
from tests.voice.engine.pipeline.calls import Running, captions, text_call

pytestmark = pytest.mark.sound

STORY = "Our team will take good care of you, and there is a lot to tell about it, so please lean back."


@pytest.fixture
def caller_pcm(speech: Speech, pcm_of: PcmOf) -> PcmOf:
    """What a caller says, at the pipeline's rate, with the short silence of a headset at the end."""

    async def say(text: str) -> bytes:
        samples = np.frombuffer(await pcm_of(text), np.int16)
        return bytes(soxr.resample(samples, speech.synthesizer.sample_rate, IN_RATE).astype("<i2").tobytes())

    return say


def quiet(seconds: float) -> bytes:
    return bytes(2 * int(seconds * IN_RATE))


def heard(model: EchoModel | ScriptedModel) -> list[str]:
    return [t.event.text for t in model.turns if isinstance(t.event, Heard)]


async def test_a_spoken_question_is_answered_and_measured(speech: Speech, caller_pcm: PcmOf) -> None:
    async with text_call(EchoModel(), speech) as (caller, call):
        await caller.play(await caller_pcm("I would like to book a HydraFacial.") + quiet(1.0))
        await caller.said("You said: I would like to book a HydraFacial.")
        assert captions(caller.sent, "user") == ["I would like to book a HydraFacial."]
        measured = call.of(TurnMeasured)
    assert len(measured) == 1
    assert 0 < measured[0].endpointing_ms < measured[0].total_ms


async def test_a_client_that_sends_nothing_while_quiet_is_answered_too(speech: Speech, caller_pcm: PcmOf) -> None:
    async with text_call(EchoModel(), speech) as (caller, _):
        await caller.play(await caller_pcm("How much is a HydraFacial?"))
        await caller.said("You said: How much is a HydraFacial?")


async def test_a_pause_in_a_sentence_does_not_end_the_turn(speech: Speech, caller_pcm: PcmOf) -> None:
    model = EchoModel()
    async with text_call(model, speech) as (caller, _):
        pcm = await caller_pcm("My phone number is") + quiet(0.7)
        pcm += await caller_pcm("three zero five, five five five, zero one four two.") + quiet(1.5)
        await caller.play(pcm)
        await caller.said("You said: My phone number is")
    assert len(heard(model)) == 1


async def test_going_on_before_the_answer_makes_one_turn_of_two(speech: Speech, caller_pcm: PcmOf) -> None:
    def think(turn: Turn) -> list[Say | float]:
        assert isinstance(turn.event, Heard)
        turn.memory["turns"] = turn.memory.get("turns", 0) + 1
        return [1.5, Say(f"I heard: {turn.event.text}")]

    model = ScriptedModel(lambda turn: think(turn))
    async with text_call(model, speech) as (caller, call):
        await caller.play(await caller_pcm("I would like to come in on Tuesday.") + quiet(0.3))
        await caller.play(await caller_pcm("At three in the afternoon.") + quiet(0.5))
        await caller.said("I heard:")
        caller.hang_up()
        record = await call.record()
    assert record.memory == {"turns": 1}
    users = [m.content for m in record.history if m.role == "user"]
    assert len(users) == 1 and "Tuesday" in users[0] and "afternoon" in users[0]


async def told_a_story(caller: InProcessMedium) -> None:
    caller.type("Tell me about it")
    await caller.until(lambda m: isinstance(m, dict) and "good care" in m.get("transcript", ""))
    await caller.hears(0.5)


def story_teller(turn: Turn) -> list[Say]:
    return [Say(STORY if turn.event == Heard("Tell me about it", typed=True) else "Of course.")]


async def interrupt(caller: InProcessMedium, call: Running, pcm: bytes) -> None:
    await told_a_story(caller)
    await caller.play(pcm)
    await caller.until(lambda m: m == {"type": "user-interrupted"})


async def test_a_caller_who_speaks_up_is_listened_to(speech: Speech, caller_pcm: PcmOf) -> None:
    model = ScriptedModel(story_teller)
    async with text_call(model, speech, speed=1) as (caller, call):
        await interrupt(caller, call, await caller_pcm("Wait, do you also do lip filler?") + quiet(1.0))
        await caller.said("Of course.")
        cut = captions(caller.sent, "assistant")[-2]
    assert cut and cut != STORY and STORY.startswith(cut)
    assert [m.interrupted for m in model.turns[-1].history if m.role == "assistant"] == [False, True]


async def test_a_cough_does_not_lose_the_answer(speech: Speech, caller_pcm: PcmOf) -> None:
    async with text_call(ScriptedModel(story_teller), speech, speed=1) as (caller, call):
        await interrupt(caller, call, await caller_pcm("Mm-hmm.") + quiet(0.6))
        await caller.said(STORY, within=12)
        caller.hang_up()
        record = await call.record()
    assert record.history[-1].content == STORY and not record.history[-1].interrupted


async def test_a_click_interrupts_nothing(speech: Speech) -> None:
    click = (np.random.default_rng(1).normal(0, 9000, IN_RATE // 20)).astype("<i2").tobytes()
    async with text_call(ScriptedModel(story_teller), speech, speed=2) as (caller, _):
        await told_a_story(caller)
        await caller.play(click + quiet(0.4) + click + quiet(0.4))
        await caller.said(STORY)
        assert {"type": "user-interrupted"} not in caller.sent


async def test_a_goodbye_can_still_be_interrupted(speech: Speech, caller_pcm: PcmOf) -> None:
    def script(turn: Turn) -> list[Say | EndCall]:
        if turn.event == Heard("Bye", typed=True):
            return [Say("Thank you very much for calling us today, and goodbye."), EndCall()]
        return [Say("Sure, go ahead.")]

    async with text_call(ScriptedModel(script), speech, speed=1) as (caller, call):
        caller.type("Bye")
        await caller.until(lambda m: isinstance(m, dict) and "Thank you very" in m.get("transcript", ""))
        await caller.play(await caller_pcm("Oh wait, one more question please.") + quiet(1.0))
        await caller.said("Sure, go ahead.")
        assert not call.task.done()
