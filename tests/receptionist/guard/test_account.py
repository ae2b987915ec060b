"""What a model says a conversation came to counts only as far as somebody said it or a tool did it."""

import json
from typing import Any

import pytest

from mia.platform.conversation.ports import CallTool, Conclusion, Message, Silence, Turn
from mia.receptionist.guard.account import checked_account
from tests.receptionist.front_office import NOW
from tests.receptionist.guard.test_check import BRIEF

OWN = Conclusion("Asked about Botox.", {"outcome": "answered"}, success=True)
TALK = (
    Message("user", "Hi, this is Ana Ruiz, three oh five five five five oh one four two, about Botox."),
    Message("assistant", "Botox is $14 per unit."),
)
CALLS = {
    "book_appointment": {"status": "booked", "spoken": "Tuesday, November 24 at 02:30 PM"},
    "request_person": {"task_id": "tsk_1"},
}


def account(*done: str, summary: str = "", **claimed: Any) -> Conclusion:
    """What is left of a model's account of a conversation in which these tools were called."""
    calls = [Message("assistant", "", tool_calls=(CallTool(name, name, {}),)) for name in done]
    answers = [Message("tool", json.dumps(CALLS[name]), name) for name in done]
    turn = Turn(BRIEF, [*TALK, *calls, *answers], Silence(0), {}, NOW)
    claim = Conclusion(summary, {"outcome": "answered", **claimed}, success=True)
    return checked_account(claim, OWN, turn)


@pytest.mark.parametrize(
    ("done", "claimed", "outcome"),
    [
        ((), "booked", "answered"),
        ((), "handed_off", "answered"),
        ((), "declined", "declined"),
        (("request_person",), "handed_off", "handed_off"),
        (("book_appointment",), "booked", "booked"),
        (("book_appointment",), "answered", "booked"),
        (("book_appointment",), "emergency", "emergency"),
    ],
)
def test_a_visit_and_a_person_are_claimed_where_a_tool_brought_them_only(
    done: tuple[str, ...], claimed: str, outcome: str
) -> None:
    assert account(*done, outcome=claimed).structured["outcome"] == outcome


@pytest.mark.parametrize(
    ("claimed", "kept"),
    [
        ({"name": "Ana Ruiz"}, {"name": "Ana Ruiz"}),
        ({"name": "Anna Ruiz"}, {"name": "Anna Ruiz"}),
        ({"name": "Jane Doe"}, {}),
        ({"phone": "+1 (305) 555-0142"}, {"phone": "+1 (305) 555-0142"}),
        ({"phone": "+1 (305) 555-0199"}, {}),
        ({"phone": "555-0142"}, {}),
        ({"service_id": "svc_botox"}, {"service_id": "svc_botox", "service": "Botox"}),
        ({"service_id": "svc_surgery"}, {}),
        ({"preferred": "Tuesday " * 50}, {"preferred": ("Tuesday " * 50)[:200]}),
        ({"preferred": 3, "name": None}, {}),
    ],
)
def test_who_called_about_what_is_kept_as_it_was_said(claimed: dict[str, Any], kept: dict[str, str]) -> None:
    assert account(**claimed).structured == {"outcome": "answered", **kept}


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        ("Ana asked about Botox.", "Ana asked about Botox."),
        ("Ana asked about Botox. Booked for Friday at 3 PM.", OWN.summary),
        ("", OWN.summary),
    ],
)
def test_a_summary_that_is_not_true_gives_way_to_the_receptionists(summary: str, told: str) -> None:
    assert account(summary=summary).summary == told
