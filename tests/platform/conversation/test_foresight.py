"""Answers made ahead: heard only if the conversation comes to the very same turn."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from mia.platform.conversation.foresight import Foresight
from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    EndCall,
    Heard,
    Message,
    Output,
    Say,
    Turn,
)
from mia.platform.conversation.turns import Answering, Bounds, Turns
from tests.platform.conversation.test_turns import Person, Scripted, find_slots

TUESDAY = Heard("Tuesday, please.")


class Foreseer:
    """Looks up the calendar; ``asked`` counts how often it was asked for an answer to words."""

    def __init__(self) -> None:
        self.asked = 0

    async def reply(self, turn: Turn) -> AsyncIterator[Output]:
        if isinstance(turn.event, Heard):
            self.asked += 1
            turn.memory["heard"] = [*turn.memory.get("heard", ()), turn.event.text]
            yield Say("I'll have a look.")
            yield CallTool("1", "find_slots", {})
        else:
            yield Say("I have ten o'clock.")

    def is_answered(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
        return before != after

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        return Conclusion("", {}, success=True)


class Breaking(Foreseer):
    """Can't say what an answer would change."""

    def is_answered(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
        raise RuntimeError


def turns(model: Any) -> tuple[Turns, Person]:
    person = Person()
    answering = Answering(Brief("Mia", "Hello.", ""), model, find_slots)
    return Turns(answering, person.history, person, {}, Bounds()), person


def said(person: Person) -> str:
    return " ".join(m.content for m in person.history.messages() if m.role == "assistant").strip()


async def test_nothing_is_said_or_done_or_remembered_ahead() -> None:
    talk, person = turns(Foreseer())
    foreseen = await talk.foresee(TUESDAY)
    assert foreseen is not None and foreseen.acts and foreseen.answered
    assert foreseen.begins_with == Say("I'll have a look.")
    assert (said(person), person.tools, talk.memory) == ("", [], {})


@pytest.mark.parametrize(
    ("outputs", "speaks_only"),
    [
        ((Say("We close at six."), Say("Anything else?")), True),
        ((Say("I won't call again."), CallTool("1", "stop_contact", {}, wait=False)), False),
        ((Say("Goodbye!"), EndCall()), False),
        ((Say("I'll put you through."), EndCall(forward={"number": "+13055550101"})), False),
    ],
)
def test_only_words_can_be_taken_back_whole(outputs: tuple[Output, ...], speaks_only: bool) -> None:
    turn = Turn(Brief("Mia", "Hello.", ""), (), TUESDAY, {}, datetime(2026, 11, 24, 15, tzinfo=UTC))
    assert Foresight(turn, outputs, {}, answered=False).speaks_only is speaks_only


async def test_what_was_foreseen_is_the_answer_and_is_made_once() -> None:
    model = Foreseer()
    talk, person = turns(model)
    await talk.foresee(TUESDAY)
    await talk.answer(TUESDAY)
    assert said(person) == "I'll have a look. I have ten o'clock."
    assert len(person.tools) == 2 and talk.memory == {"heard": ["Tuesday, please."]}
    assert model.asked == 1


async def test_other_words_get_an_answer_of_their_own() -> None:
    model = Foreseer()
    talk, _ = turns(model)
    await talk.foresee(Heard("Tuesday"))
    await talk.answer(Heard("Tuesday at three, please."))
    assert talk.memory == {"heard": ["Tuesday at three, please."]}
    assert model.asked == 2


async def test_what_was_said_meanwhile_makes_it_void() -> None:
    model = Foreseer()
    talk, person = turns(model)
    await talk.foresee(TUESDAY)
    person.say("Are you still there?")
    await talk.answer(TUESDAY)
    assert model.asked == 2


async def test_a_model_that_fails_ahead_is_asked_again() -> None:
    talk, person = turns(Breaking())
    assert await talk.foresee(TUESDAY) is None
    await talk.answer(TUESDAY)
    assert said(person).startswith("I'll have a look.")


async def test_a_provider_is_not_asked_for_what_may_not_be_heard() -> None:
    async def never(turn: Turn) -> AsyncIterator[Output]:
        raise AssertionError
        yield

    talk, _ = turns(Scripted(never))
    assert await talk.foresee(TUESDAY) is None
