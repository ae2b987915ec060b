"""Who needs no visit is asked for none: what else they say is handled, and what is only fetched is no visit."""

import re

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice

PRESSED = {"service", "when", "slot", "offer_visit"}


async def _after(at: str, *says: str) -> tuple[Conversation, str]:
    talk = Conversation(Office(practice=practice(at)), typed=True)
    return talk, [await talk.say(one) for one in says][-1]


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("No visit, only the gift card", r"any amount"),
        ("no appointment please, just how much is botox", r"\$13"),
        ("I don't need an appointment, I'm looking for my ring from Saturday", r"look for it"),
        ("I don't need an appointment", r"anything|else"),
        ("never, no appointment", r"anything|else"),
        ("oh no, I didn't want to book an appointment", r"anything|else"),
    ],
)
async def test_who_needs_no_visit_is_asked_for_none(says: str, told: str) -> None:
    talk, said = await _after("medspa", "I want to come in", says)
    assert re.search(told, said) and talk.step not in PRESSED and not talk.state["booking"], said


@pytest.mark.parametrize(
    "says",
    ["I don't need an appointment on Monday, Tuesday is better", "not an appointment with Dana, with anyone"],
)
async def test_another_visit_than_that_is_still_wanted(says: str) -> None:
    talk, said = await _after("medspa", "I'd like a HydraFacial", says)
    assert talk.state["booking"], said


@pytest.mark.parametrize(
    "says",
    [
        "Can I pick one up on a Saturday, and until what time?",
        "until when can my husband pick one up on a Saturday?",
    ],
)
async def test_what_is_fetched_is_a_question_of_hours(says: str) -> None:
    talk, said = await _after("medspa", "Do you sell gift cards?", says)
    assert "10 AM to 3 PM" in said and talk.step not in {*PRESSED, "who"}, said


async def test_who_declines_a_visit_now_is_not_pressed_by_the_day_beside_it() -> None:
    talk, said = await _after("dental", "how much is a cleaning", "not today, I'm on the road till Christmas")
    assert talk.step == "else" and not talk.state["booking"], said


async def test_a_day_that_will_not_do_and_thanks_leave_it_at_that() -> None:
    says = ("I want to come in", "Then Fridays won't do, I'll talk to her about it. Thank you kindly")
    talk, said = await _after("dental", *says)
    assert talk.step == "else" and not talk.state["booking"], said
