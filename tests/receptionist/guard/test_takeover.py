"""Where the receptionist stands when it goes on for a model: what is known, and which question is open."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from mia.platform.conversation.ports import Brief, CallTool, Event, Heard, Message, ToolResult, Turn
from mia.receptionist.dialogue.state import State, Step
from mia.receptionist.guard.takeover import catch_up, event_for
from tests.receptionist.front_office import NOW, PRACTICE, FrontOffice

ANA = {"name": "Ana Ruiz", "phone": "(305) 555-0142"}
FOUND = FrontOffice().answer(
    "find_slots", {"service_id": "svc_botox", "from": "2026-11-24T14:00", "to": "2026-11-24T16:00"}
)
TOKEN = FOUND["slots"][1]["token"]


def did(tool: str, result: Mapping[str, Any], **asked: Any) -> list[Message]:
    """The model has called a tool, which has answered."""
    call = CallTool(tool, tool, asked)
    return [Message("assistant", "", tool_calls=(call,)), Message("tool", json.dumps(dict(result)), tool)]


SEARCH = did("find_slots", FOUND, service_id="svc_botox")


def caught_up(
    *history: Message, said: str = "", state: State | None = None, outreach: Mapping[str, Any] | None = None
) -> State:
    """What the receptionist knows after ``history``, in which the model said ``said`` last."""
    state = state or State()
    context = {"practice": PRACTICE} | ({"outreach": outreach} if outreach else {})
    last = [Message("assistant", said)] if said else []
    turn = Turn(Brief("Mia", "", "", context), [*history, *last], Heard("well"), {}, NOW)
    catch_up(state, turn, (), after_model=True, finish=False)
    return state


def known(**more: Any) -> list[Message]:
    return did("remember_caller", {"ok": True}, **more)


@pytest.mark.parametrize(
    ("history", "said", "step"),
    [
        ([], "How can I help?", Step.OPEN),
        (did("request_person", {"task_id": "tsk_1"}, reason="a refund"), "They will call you.", Step.ELSE),
        (SEARCH, "I have 2, 2:30 or 3 PM on Tuesday.", Step.SLOT),
        (SEARCH, "What is your name?", Step.NAME),
        ([*SEARCH, *known(name="Ana")], "And your phone number?", Step.PHONE),
        ([*SEARCH, *known(**ANA)], "What is your name, please?", Step.SLOT),
        ([*SEARCH, *known(**ANA)], "What number is best?", Step.SLOT),
        (did("find_slots", {"slots": []}, service_id="svc_botox"), "Nothing is free then.", Step.WHEN),
        (did("find_slots", {"slots": []}), "Nothing is free then.", Step.SERVICE),
        (
            [*SEARCH, *did("book_appointment", {"status": "code_required"}, slot_token=TOKEN, **ANA)],
            "I sent you a code. What is it?",
            Step.CODE,
        ),
        (
            [*SEARCH, *did("book_appointment", {"error": "unavailable"}, slot_token=TOKEN, **ANA)],
            "Shall I book it?",
            Step.CONFIRM,
        ),
    ],
)
def test_the_question_that_the_model_asked_last_is_the_one_that_is_open(
    history: list[Message], said: str, step: Step
) -> None:
    assert caught_up(*history, said=said).step is step


@pytest.mark.parametrize("step", [Step.EMERGENCY, Step.EMERGENCY_CHECK, Step.IDENTITY, Step.NUMBER])
def test_no_words_of_a_model_end_an_emergency_or_a_question_of_who_it_is(step: Step) -> None:
    assert caught_up(said="What is your name?", state=State(step=step)).step is step


def test_a_visit_that_the_model_booked_and_told_is_done() -> None:
    booked = {"status": "booked", "appointment_id": "apt_1", "spoken": "Tuesday, November 24 at 02:30 PM"}
    state = caught_up(*SEARCH, *did("book_appointment", booked, slot_token=TOKEN, **ANA), said="You're booked!")
    assert state.booked is not None
    assert (state.booking, state.offered, state.slot, state.step) == (False, [], None, Step.ELSE)


def test_times_that_are_gone_give_way_to_those_offered_instead() -> None:
    other = {**FOUND["slots"][2], "token": "other"}
    taken = did("book_appointment", {"status": "taken", "slots": [other]}, slot_token=TOKEN, **ANA)
    state = caught_up(*SEARCH, *taken, said="That one has just gone. Is 3 PM good?")
    assert (state.slot, [slot["token"] for slot in state.offered]) == (None, ["other"])
    assert state.step is Step.SLOT


def test_a_search_that_failed_offers_nothing() -> None:
    state = caught_up(*did("find_slots", {"error": "unavailable"}, service_id="svc_botox"))
    assert (state.booking, state.offered, state.service_id) == (True, [], "svc_botox")


def test_a_person_who_could_not_be_asked_for_is_not_said_to_know() -> None:
    state = caught_up(*did("request_person", {"error": "unavailable"}, reason="a refund"))
    assert (state.person_asked, state.person_reason, state.handed_off) == (True, "a refund", False)


RECALL = {"first_name": "Ana", "services": ["svc_botox"], "kind": "recall"}


@pytest.mark.parametrize(("status", "identified"), [("confirmed", True), ("refused", False)])
def test_who_was_called_is_known_only_when_the_front_office_says_so(status: str, *, identified: bool) -> None:
    state = caught_up(*did("confirm_identity", {"status": status}, is_patient=True), outreach=RECALL)
    assert state.outreach is not None
    assert bool(state.outreach.get("identified")) is identified
    assert (state.step is Step.IDENTITY) is not identified


@pytest.mark.parametrize(
    ("asked", "result", "outcome"),
    [
        ({"reason": "not_interested"}, {"status": "paused"}, "declined"),
        ({"reason": "asked"}, {"status": "stopped"}, "stopped"),
        ({"reason": "asked"}, {"error": "unavailable"}, None),
    ],
)
def test_a_wish_not_to_be_contacted_is_remembered_as_what_it_was(
    asked: Mapping[str, Any], result: Mapping[str, Any], outcome: str | None
) -> None:
    state = caught_up(*did("stop_contact", result, **asked), outreach=RECALL)
    assert state.outreach is not None
    assert state.outreach.get("outcome") == outcome


@pytest.mark.parametrize(
    ("event", "history", "heard"),
    [
        (ToolResult("c", "remember_caller", {}), [Message("user", "how much is it?")], "how much is it?"),
        (ToolResult("c", "remember_caller", {}), [], ""),
    ],
)
def test_after_a_tool_of_the_models_the_callers_words_are_answered(
    event: Event, history: list[Message], heard: str
) -> None:
    state = State()
    turn = Turn(Brief("Mia", "", "", {"practice": PRACTICE}), history, event, {}, NOW)
    assert event_for(turn, state) == Heard(heard)
    assert state.pending is None
