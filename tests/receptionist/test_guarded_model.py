"""A language model under guard: what it may say, who answers when it fails, and that nothing is lost on the way."""

from typing import Any

import pytest

from mia.platform.conversation.ports import CallTool, Conclusion, EndCall, Say
from mia.receptionist.guard import guarded_model
from mia.receptionist.guard.breaker import REST_SECONDS, Breaker
from mia.receptionist.guard.guarded_model import LONGEST_ANSWER, MOST_TOOLS, GuardedModel
from mia.receptionist.receptionist import EmbeddedReceptionist
from tests.fakes.language import ScriptedModel
from tests.receptionist.conversation import Conversation
from tests.receptionist.guarded import DOWN, FIND, always, guarded, in_turn

# --- danger -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "script"),
    [
        ("I can't breathe and my throat is swelling", "911"),
        ("terrible lip infection since yesterday", "911"),
        ("no puedo respirar", "llame al 911"),
        ("I want to end it all", "988"),
    ],
)
async def test_the_model_is_never_asked_about_danger(said: str, script: str) -> None:
    talk, model = guarded(always(Say("Take 800 milligrams of ibuprofen.")))
    answer = await talk.say(said)
    assert script in answer and "ibuprofen" not in answer
    (task,) = talk.office.made("request_person")
    assert task["urgency"] == "emergency"
    await talk.say("my name is Ana Ruiz, 305 555 0177")
    assert "911" in await talk.say("can I book Botox on Tuesday?")
    assert model.turns == []
    assert talk.office.made("request_person")[-1]["phone"] == "+13055550177"
    assert (await talk.conclude()).structured["outcome"] == "emergency"


async def test_the_model_goes_on_when_the_danger_is_over() -> None:
    talk, model = guarded(always(Say("How can I help?")))
    await talk.say("I have chest pain")
    await talk.say("no, I'm fine, it's not an emergency")
    assert await talk.say("what are your hours?") == "How can I help?"
    assert len(model.turns) == 1


async def test_danger_that_only_the_model_notices_gets_the_script_too() -> None:
    urgent = CallTool("c", "request_person", {"reason": "?", "urgency": "emergency"})
    talk, _ = guarded(always(Say("Oh no."), urgent))
    answer = await talk.say("things went sideways with grandma")
    assert "911" in answer
    assert [task["urgency"] for task in talk.office.made("request_person")] == ["emergency"]
    assert talk.step == "emergency"


# --- what it says ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "You're booked for 3:07 PM, $5 per unit.",
        "Dr. Johnson will see you.",
        "Find out the service, then call find_slots and offer the times that it returned.",
        "Call 800-555-9999.",
    ],
)
async def test_a_sentence_that_is_not_true_is_answered_by_the_receptionist_instead(words: str) -> None:
    talk, _ = guarded(always(Say("Sure."), Say(words), CallTool("c", "find_slots", {})))
    answer = await talk.say("how much is Botox?")
    assert words not in answer
    assert "$14" in answer
    assert talk.office.made("find_slots") == []


async def test_true_words_pass_as_they_are() -> None:
    talk, _ = guarded(always(Say("Botox is $14 per unit."), Say("Shall I find you a time?")))
    assert await talk.say("how much is Botox?") == "Botox is $14 per unit. Shall I find you a time?"


@pytest.mark.parametrize("happily", [1, 30], ids=["of short sentences", "of long sentences"])
async def test_an_endless_answer_is_cut(happily: int) -> None:
    endless = always(*[Say("I am " + "really " * happily + "happy to help you with that.")] * 10_000)
    talk, _ = guarded(endless)
    assert 0 < len(await talk.say("hello there, how are you")) <= LONGEST_ANSWER


async def test_times_that_stood_in_our_own_message_may_be_said() -> None:
    talk, _ = guarded(always(Say("I have Tuesday at 2 PM.")))
    start = "2026-11-24T14:00:00-05:00"
    assert await talk.say("when was it again?") != "I have Tuesday at 2 PM."
    talk.outreach = {"first_name": "Ana", "identified": True, "offered": [{"token": "t", "starts_at": start}]}
    assert await talk.say("when was it again?") == "I have Tuesday at 2 PM."


async def test_a_model_that_calls_tools_in_circles_is_stopped() -> None:
    talk, model = guarded(always(FIND))
    answer = await talk.say("I'd like Botox on Tuesday afternoon")
    assert "2 PM" in answer
    assert len(model.turns) == MOST_TOOLS


async def test_ids_of_tool_calls_are_our_own() -> None:
    talk, _ = guarded(in_turn([FIND], [FIND], [Say("I have Tuesday at 2 PM.")]))
    await talk.say("Botox on Tuesday afternoon please")
    ids = [call.call_id for message in talk.history for call in message.tool_calls]
    assert len(set(ids)) == 2


# --- when it fails -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [DOWN, RuntimeError("bug")], ids=["fault", "bug"])
async def test_the_receptionist_answers_a_turn_that_the_model_cannot(fault: Exception) -> None:
    talk, _ = guarded(always(fault))
    assert "$14" in await talk.say("how much is Botox?")


async def test_a_model_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_model, "NEXT_OUTPUT_SECONDS", 0.05)
    silent, _ = guarded(always(30.0))
    assert "$14" in await silent.say("how much is Botox?")
    empty, _ = guarded(always())
    assert "$14" in await empty.say("how much is Botox?")


async def test_a_caller_who_waits_hears_that_the_answer_is_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_model, "ACKNOWLEDGE_SECONDS", 0.01)
    slow = always(0.2, Say("Botox is $14 per unit."))
    talk, _ = guarded(slow)
    first, _, rest = (await talk.say("how much is Botox?")).partition(".")
    assert (first in ("One moment", "Let me see", "Just a second"), rest.strip()) == (
        True,
        "Botox is $14 per unit.",
    )
    talk, _ = guarded(slow)
    talk.typed = True
    assert await talk.say("how much is Botox?") == "Botox is $14 per unit."


async def test_the_log_tells_which_answers_were_not_the_models() -> None:
    talk, _ = guarded(in_turn([DOWN], [Say("We have free parking.")], [Say("Booked!")], [Say("Anything else?")]))
    for said in ("how much is Botox?", "and parking?", "how much is Botox?", "no"):
        await talk.say(said)
    assert [line.rpartition(": ")[2] for line in (await talk.conclude()).log] == ["unreachable", "outcome"]


async def test_the_next_turn_asks_the_model_again() -> None:
    talk, _ = guarded(in_turn([DOWN], [Say("We have free parking.")], [Say("Anything else?")]))
    assert "$14" in await talk.say("how much is Botox?")
    assert await talk.say("thank you so much") != ""
    assert await talk.say("one more thing") == "Anything else?"


async def test_a_model_that_fails_twice_rests_for_a_minute() -> None:
    now = 0.0
    talk, model = guarded(always(DOWN), Breaker(lambda: now))
    for _ in range(4):
        await talk.say("how much is Botox?")
    assert len(model.turns) == 2
    now = REST_SECONDS + 1
    model.script = always(Say("Botox is $14 per unit."))
    assert await talk.say("how much is Botox?") == "Botox is $14 per unit."
    model.script = always(DOWN)
    await talk.say("how much is Botox?")
    model.script = always(Say("Botox is $14 per unit."))
    assert await talk.say("how much is Botox?") == "Botox is $14 per unit."


async def test_words_that_do_not_pass_are_no_outage() -> None:
    talk, model = guarded(always(Say("Booked!")))
    for _ in range(4):
        await talk.say("how much is Botox?")
    assert len(model.turns) == 4


# --- the account at the end ---------------------------------------------------------------------------


class Boaster(ScriptedModel):
    """Sums up what never happened."""

    async def conclude(self, brief: Any, history: Any, memory: Any) -> Any:
        claimed = {"outcome": "booked", "name": "Jane Doe", "phone": "+18005559999", "preferred": "Tuesday"}
        return Conclusion("You're booked for 3:07 PM with Dr. Johnson.", claimed, success=True)


async def test_the_account_of_the_model_is_held_against_what_happened() -> None:
    model = Boaster(always(Say("How can I help?")))
    talk = Conversation(model=GuardedModel(model, EmbeddedReceptionist()))
    await talk.say("My name is Ana Ruiz.")
    conclusion = await talk.conclude()
    assert conclusion.structured["outcome"] == "answered"
    assert conclusion.structured.get("name") == "Ana Ruiz"
    assert "phone" not in conclusion.structured
    assert conclusion.structured["preferred"] == "Tuesday"
    assert "3:07" not in conclusion.summary and "Johnson" not in conclusion.summary


async def test_goodbye_of_the_model_ends_the_call() -> None:
    talk, _ = guarded(always(Say("Goodbye."), EndCall()))
    assert await talk.say("bye") == "Goodbye."
    assert talk.ended == "assistant-ended-call"
