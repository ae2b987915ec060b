"""Whole conversations: every scenario of ``evals/receptionist/conversations.json``."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.voice.engine.language.conversation import Conversation
from tests.voice.engine.language.front_office import FrontOffice
from tests.voice.engine.language.steps import EVALS

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
    if "booked" in scenario:
        visit = talk.office.booked[-1]
        got = {**visit, "at": visit["start"].isoformat(timespec="minutes")}
        assert {key: got[key] for key in scenario["booked"]} == scenario["booked"]
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
    from mia.voice.engine.ports import CallTool, Heard, Turn

    talk = Conversation()
    await talk.say("I'd like Botox next Tuesday at 3, my name is Ana Ruiz, my number is 305 555 0177")
    outputs = []
    for text in ("yes", "yes yes"):
        turn = Turn(talk.brief, (), Heard(text), talk.memory, talk.office.now)
        outputs += [o async for o in talk.model.reply(turn)]
    assert len([o for o in outputs if isinstance(o, CallTool) and o.name == "book_appointment"]) == 1


async def test_late_answer_of_an_older_tool_changes_nothing() -> None:
    from mia.voice.engine.ports import ToolResult, Turn

    talk = Conversation()
    await talk.say("I'd like to book Botox")
    before = dict(talk.state)
    event = ToolResult("call_99", "find_slots", {"slots": [], "exact": False})
    outputs = [o async for o in talk.model.reply(Turn(talk.brief, (), event, talk.memory, talk.office.now))]
    assert outputs == []
    assert talk.state == before
