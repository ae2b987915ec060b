"""The embedded receptionist answers for a model that has failed: from what the tools know, and nothing twice."""

import asyncio
from typing import Any

from mia.platform.conversation.ports import CallTool, Heard, Say, ToolResult, Turn
from mia.receptionist.guard.guarded_model import GuardedModel
from mia.receptionist.receptionist import EmbeddedReceptionist
from tests.fakes.language import ScriptedModel
from tests.receptionist.conversation import Conversation
from tests.receptionist.guarded import DOWN, FIND, always, book, guarded, in_turn
from tests.receptionist.test_codes import BusyOffice


async def test_a_booking_whose_model_dies_is_told_by_the_receptionist() -> None:
    talk, model = guarded(in_turn([FIND], [Say("I have Tuesday at 2 PM.")]))
    await talk.say("Botox on Tuesday afternoon please")
    model.script = in_turn([book(talk)])
    answer = await talk.say("yes, Ana Ruiz, 305 555 0142")
    assert "booked" in answer and "02:00 PM" in answer
    assert len(talk.office.booked) == 1
    model.script = always(DOWN)
    await talk.say("yes")
    assert len(talk.office.booked) == 1
    conclusion = await talk.conclude()
    assert conclusion.structured["outcome"] == "booked"
    assert conclusion.structured["service_id"] == "svc_botox"
    assert conclusion.structured["name"] == "Ana Ruiz"


async def test_the_receptionist_goes_on_from_what_the_tools_know() -> None:
    remembered = CallTool("c", "remember_caller", {"name": "Ana Ruiz", "phone": "(305) 555-0142"})
    talk, model = guarded(
        in_turn([remembered], [Say("Thanks, Ana.")], [FIND], [Say("I have Tuesday at 2, 2:30 or 3 PM.")])
    )
    await talk.say("I'm Ana Ruiz, 305 555 0142")
    await talk.say("Botox on Tuesday afternoon please")
    model.script = always(DOWN)
    answer = await talk.say("the 2:30 please")
    assert talk.step == "confirm"
    assert "2:30 PM" in answer and "Ana Ruiz" in answer and "305-555-0142" in answer
    assert "booked" in await talk.say("yes")
    assert talk.office.booked[0]["phone"] == "+13055550142"


async def test_a_booking_that_takes_a_code_is_finished_by_the_receptionist() -> None:
    talk, model = guarded(in_turn([FIND], [Say("I have Tuesday at 2 PM.")]))
    talk.office = BusyOffice()
    await talk.say("Botox on Tuesday afternoon please")
    model.script = in_turn([book(talk)], [CallTool("c", "send_code", {"phone": "+13055550142"})])
    assert "code" in await talk.say("yes, Ana Ruiz, 305 555 0142")
    model.script = always(DOWN)
    assert "booked" in await talk.say("482913")
    assert len(talk.office.booked) == 1


async def test_an_outcome_of_a_search_is_offered_by_the_receptionist() -> None:
    talk, _ = guarded(in_turn([Say("Let me look."), FIND]))
    answer = await talk.say("Botox on Tuesday afternoon please")
    assert answer.startswith("Let me look.") and "2 PM" in answer
    assert talk.step == "slot"


async def test_name_and_time_told_to_the_model_need_not_be_told_again() -> None:
    talk, model = guarded(
        in_turn(
            [FIND],
            [Say("I have Tuesday at 2, 2:30 or 3 PM.")],
            [Say("Great, Tuesday at 3 PM."), Say("May I have your name?")],
            [Say("Thank you."), Say("And your phone number?")],
        )
    )
    for words in ("Botox on Tuesday afternoon please", "three is good", "Priya Raman"):
        await talk.say(words)
    model.script = always(DOWN)
    answer = await talk.say("305 555 0177")
    assert "Priya Raman" in answer and "3 PM" in answer and "305-555-0177" in answer


async def test_the_receptionists_own_question_is_answered_to_it() -> None:
    talk, _ = guarded(always(DOWN))
    await talk.say("Botox on Tuesday at 2 PM please")
    assert talk.step == "name"
    await talk.say("Ana Ruiz")
    assert (talk.step, talk.state["name"]) == ("phone", "Ana Ruiz")


async def test_a_canceled_visit_is_told_when_the_model_dies() -> None:
    talk, _ = guarded(in_turn([CallTool("c", "cancel_visit", {"appointment_id": "apt_1"})]))
    result = {"status": "cancelled", "spoken": "Tuesday, November 24 at 2 PM"}
    talk.office.answers["cancel_visit"] = result
    assert "is canceled" in await talk.say("please cancel my visit on Tuesday")


async def test_a_tool_result_for_the_model_is_the_models() -> None:
    talk, model = guarded(in_turn([CallTool("c", "remember_caller", {"name": "Ana"})], [Say("Thanks, Ana.")]))
    assert await talk.say("I'm Ana") == "Thanks, Ana."
    assert isinstance(model.turns[-1].event, ToolResult)


async def test_a_caller_who_interrupts_leaves_no_work_behind() -> None:
    closed = asyncio.Event()

    class Slow(ScriptedModel):
        async def reply(self, turn: Turn) -> Any:
            try:
                yield Say("One.")
                await asyncio.sleep(60)
            finally:
                closed.set()

    model = GuardedModel(Slow(always()), EmbeddedReceptionist())
    talk = Conversation(model=model)
    replies = model.reply(Turn(talk.brief, (), Heard("hello there"), {}, talk.office.now))
    assert await anext(replies) == Say("One.")
    await replies.aclose()
    assert closed.is_set()
