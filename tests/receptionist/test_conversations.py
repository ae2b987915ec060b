"""Whole conversations: every scenario of ``evals/receptionist/conversations.json``."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from mia.platform.conversation.ports import CallTool, Heard, ToolResult, Turn
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import PRACTICE, FrontOffice
from tests.receptionist.steps import EVALS, at_slots

pytestmark = pytest.mark.evals

_SCENARIOS = json.loads((EVALS / "conversations.json").read_text(encoding="utf-8"))["conversations"]


async def _turn(talk: Conversation, turn: Mapping[str, Any]) -> None:
    before = len(talk.office.calls)
    answer = await (talk.stay_silent(turn["silent"]) if "silent" in turn else talk.say(turn["say"]))
    where = f"after {turn}: {answer!r}"
    assert talk.step == turn.get("step", talk.step), where
    assert answer, where
    for part in turn.get("has", ()):
        assert part in answer, where
    for part in turn.get("hasnt", ()):
        assert part not in answer, where
    for name, wanted in turn.get("called", {}).items():
        made = [args for called, args in talk.office.calls[before:] if called == name]
        assert any(wanted.items() <= args.items() for args in made), f"{where}: {made}"
    assert talk.ended == turn.get("ended"), where


@pytest.mark.parametrize("scenario", _SCENARIOS, ids=lambda s: s["name"])
async def test_conversation_ends_as_it_should(scenario: Mapping[str, Any]) -> None:
    talk = Conversation(FrontOffice(**scenario.get("office", {})))
    for turn in scenario["turns"]:
        await _turn(talk, turn)
    for name in scenario.get("never", ()):
        assert not talk.office.made(name)
    conclusion = await talk.conclude()
    assert conclusion.structured["outcome"] == scenario["ends"], conclusion
    assert conclusion.summary
    if "booked" in scenario or "visits" in scenario:
        expected = scenario.get("visits", [scenario.get("booked")])
        made = talk.office.booked if "visits" in scenario else talk.office.booked[-1:]
        got = [{**visit, "at": visit["start"].isoformat(timespec="minutes")} for visit in made]
        assert [{key: g[key] for key in e} for g, e in zip(got, expected, strict=True)] == expected
    else:
        assert not talk.office.booked or scenario["ends"] == "booked"


async def test_booking_is_summed_up_with_all_details() -> None:
    talk = Conversation()
    await talk.say("I'd like Botox next Tuesday at 3, my name is Ana Ruiz, my number is 305 555 0177")
    await talk.say("yes")
    conclusion = await talk.conclude()
    assert conclusion.summary == "Booked Botox on Tuesday, November 24th at 3 PM with Dr. Amara Lee."
    assert conclusion.success
    assert conclusion.structured == {
        "outcome": "booked",
        "name": "Ana Ruiz",
        "phone": "+13055550177",
        "service_id": "svc_botox",
        "service": "Botox",
        "appointment_id": "apt_1",
    }


async def test_lead_keeps_the_preferred_time() -> None:
    talk = Conversation()
    await talk.say("I'd like Botox next Tuesday at 3, my name is Ana Ruiz, my number is 305 555 0177")
    conclusion = await talk.conclude()
    assert conclusion.structured["outcome"] == "lead"
    assert conclusion.structured["preferred"] == "Tuesday, November 24th, around 3 PM"


async def test_wordings_vary_when_the_same_thing_is_said_again() -> None:
    talk = Conversation()
    first, second = await talk.say("blorg"), await talk.say("zonk")
    assert first != second


async def test_caller_who_speaks_while_the_booking_runs_does_not_book_twice() -> None:
    talk = Conversation()
    await talk.say("I'd like Botox next Tuesday at 3, my name is Ana Ruiz, my number is 305 555 0177")
    outputs = []
    for text in ("yes", "yes yes"):
        turn = Turn(talk.brief, (), Heard(text), talk.memory, talk.office.now)
        outputs += [o async for o in talk.model.reply(turn)]
    assert len([o for o in outputs if isinstance(o, CallTool) and o.name == "book_appointment"]) == 1


@pytest.mark.parametrize(
    ("reply", "step"),
    [
        ("Ana Ruiz", "slot"),
        ("I'm Ana Ruiz", "slot"),
        ("Yes, my name is Ana Ruiz", "slot"),
        ("The first one. Ana Ruiz.", "phone"),
        ("None of those, my name is Ana Ruiz", "when"),
    ],
)
async def test_name_said_while_slots_are_offered_is_not_asked_for_again(reply: str, step: str) -> None:
    talk = await at_slots()
    await talk.say(reply)
    assert (talk.step, talk.state["name"]) == (step, "Ana Ruiz")
    if step != "phone":
        await talk.say("Thursday at 3" if step == "when" else "the first one")
    assert talk.step == "phone"


@pytest.mark.parametrize("reply", ["Tuesday Morning", "The Second One", "Sounds Good", "Amara Lee", "Lip Filler"])
async def test_answer_to_offered_slots_is_no_name(reply: str) -> None:
    talk = await at_slots()
    await talk.say(reply)
    assert talk.state["name"] is None


async def test_late_answer_of_an_older_tool_changes_nothing() -> None:
    talk = Conversation()
    await talk.say("I'd like to book Botox")
    before = dict(talk.state)
    event = ToolResult("call_99", "find_slots", {"slots": [], "exact": False})
    outputs = [o async for o in talk.model.reply(Turn(talk.brief, (), event, talk.memory, talk.office.now))]
    assert outputs == []
    assert talk.state == before


async def test_repeat_before_anything_was_said_repeats_the_opening() -> None:
    talk = Conversation()
    assert await talk.say("sorry, what did you say?") == talk.brief.first_message


async def test_practice_that_told_nothing_admits_it_and_offers_a_person() -> None:
    talk = Conversation(FrontOffice(practice={}))
    for question in ("what are your hours", "where are you", "how much is Botox", "what services do you have"):
        answer = await talk.say(question)
        assert "don't" in answer or "not sure" in answer, answer
        assert talk.step == "offer_person"
        await talk.say("no")
    await talk.say("I'd like to book an appointment")
    assert talk.step == "offer_person"
    await talk.say("yes please")
    await talk.say("Ana Ruiz, 305 555 0177")
    assert talk.office.made("request_person")[0]["phone"] == "+13055550177"


async def test_holiday_is_closed() -> None:
    closed = [{"from": "2026-11-26", "to": "2026-11-26", "reason": "Thanksgiving"}]
    talk = Conversation(FrontOffice(practice={**PRACTICE, "closures": closed}))
    answer = await talk.say("are you open this Thursday")
    assert "closed" in answer
    assert "Friday, November 27th" in answer


async def test_location_asked_for_is_told_and_kept() -> None:
    places = [
        {"id": "loc_1", "name": "Main Office", "address": "1 Coral Way"},
        {"id": "loc_2", "name": "Downtown Branch", "address": "45 Mango Street"},
    ]
    talk = Conversation(FrontOffice(practice={**PRACTICE, "locations": places}))
    assert "Downtown Branch" in await talk.say("where are you located")
    assert "45 Mango Street" in await talk.say("the downtown branch")
    await talk.say("book Botox on Tuesday at 3 at the main office")
    assert talk.office.made("find_slots")[-1]["location_id"] == "loc_1"


async def test_memory_is_complete_before_the_first_word() -> None:
    talk = Conversation()
    turn = Turn(talk.brief, (), Heard("I'd like Botox on Tuesday at 3"), talk.memory, talk.office.now)
    replies = talk.model.reply(turn)
    await anext(replies)
    assert talk.state["service_id"] == "svc_botox"
    assert talk.state["pending"]["name"] == "find_slots"


async def test_feast_on_a_day_that_is_open_as_a_rule_is_named_by_its_date() -> None:
    closure = {"from": "2026-11-26", "to": "2026-11-26", "reason": "Thanksgiving"}
    talk = Conversation(FrontOffice({**PRACTICE, "closures": [closure]}))
    answer = await talk.say("are you open on Thanksgiving?")
    assert "closed on Thursday, November 26th" in answer


async def test_caller_who_leaves_no_number_is_summed_up_with_the_wish() -> None:
    talk = Conversation()
    await talk.say("Botox on Tuesday")
    await talk.say("ok bye")
    conclusion = await talk.conclude()
    assert conclusion.summary == "Wanted Botox, Tuesday, November 24th; left without giving a number."
