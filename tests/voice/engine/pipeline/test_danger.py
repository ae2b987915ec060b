"""Danger in a call is heard whatever else the call is busy with."""

from dataclasses import replace

import pytest

from mia.platform.conversation.ports import CallTool, Say, ToolResult
from mia.receptionist.guard.guarded_model import GuardedModel
from mia.receptionist.receptionist import EmbeddedReceptionist
from mia.voice.engine.pipeline.turns.hearing import Utterance
from mia.voice.engine.pipeline.turns.words import means_something
from mia.voice.engine.ports import Speech
from tests.fakes.language import EchoModel, ScriptedModel
from tests.fakes.phones.medium import InProcessMedium
from tests.voice.engine.pipeline.calls import BRIEF, start, text_call

pytestmark = pytest.mark.sound

ASKING = replace(BRIEF, recording_question="This call may be recorded. Is that OK?")


async def test_danger_said_over_the_question_about_recording_is_answered(speech: Speech) -> None:
    caller = InProcessMedium(speed=1.0)
    call = start(caller, EchoModel(), speech, brief=ASKING)
    try:
        await caller.until(lambda m: isinstance(m, dict) and "recorded" in m.get("transcript", ""))
        caller.type("I can't breathe")
        await caller.said("You said: I can't breathe")
    finally:
        caller.hang_up()
        await call.record()


async def test_danger_in_words_that_want_no_answer_is_answered(speech: Speech) -> None:
    async with text_call(EchoModel(), speech) as (caller, _):
        for words in ("just so you know", "my throat is closing"):
            message = {"role": "user", "content": words}
            caller.message({"type": "add-message", "message": message, "triggerResponseEnabled": False})
        assert await caller.said("You said:") == "You said: my throat is closing"


async def test_the_script_and_the_task_depend_on_no_model(speech: Speech) -> None:
    asked: list[CallTool] = []

    async def front_office(call: CallTool) -> ToolResult:
        asked.append(call)
        return ToolResult(call.call_id, call.name, {"task_id": "tsk_1"})

    reckless = ScriptedModel(lambda turn: [Say("Take 800 milligrams of ibuprofen.")])
    model = GuardedModel(reckless, EmbeddedReceptionist())
    async with text_call(model, speech, run_tool=front_office) as (caller, _):
        caller.type("I can't breathe and my throat is swelling")
        assert "call 911 now" in await caller.said("911")
        await caller.said("urgent note for our team")
    assert [(call.name, call.arguments["urgency"]) for call in asked] == [("request_person", "emergency")]
    assert reckless.turns == []


@pytest.mark.parametrize("text", ["Bleeding!", "Choking.", "Ambulance!"])
def test_a_single_word_of_danger_over_the_voice_is_meant(text: str) -> None:
    said = Utterance(text, started_at=10.0, spoken_until=10.4, waited=0.3, ended_at=11.0, raw=text)
    assert means_something(said, [])
