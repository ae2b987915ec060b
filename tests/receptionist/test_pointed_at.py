"""Which of several visits is meant: by hour, order, weekday or by the one that is left out."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import CODE, Office, visit_on_file
from tests.receptionist.patients.patient import practice

_CLEANING = {"id": "apt_1", "service": "svc_clean", "start": "2026-12-01T09:00", "name": "Omar Haddad"}
_FILLING = {"id": "apt_2", "service": "svc_fill", "start": "2026-12-01T14:30", "name": "Omar Haddad"}
_LATER = {"id": "apt_3", "service": "svc_fill", "start": "2026-12-11T10:00", "name": "Omar Haddad"}
_WHO = "Omar Haddad 614 555 0143"


def _patient(*visits: dict[str, str]) -> tuple[Conversation, Office]:
    facts = practice("dental")
    office = Office(practice=facts, on_file=[visit_on_file(one, facts) for one in visits], number="0143")
    return Conversation(office, typed=True), office


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("not the cleaning, the other one", "apt_2"),
        ("the filling, not the cleaning", "apt_2"),
        ("the 2:30 one", "apt_2"),
        ("the one in the morning", "apt_1"),
        ("the earlier one", "apt_1"),
        ("the later of the two", "apt_2"),
    ],
)
async def test_one_of_two_on_a_day_is_told_by_hour_or_order(said: str, meant: str) -> None:
    talk, office = _patient(_CLEANING, _FILLING)
    await talk.say("I have to cancel one of my appointments", _WHO, CODE, said, "yes")
    assert office.canceled == [meant]


async def test_a_weekday_told_before_the_code_tells_which() -> None:
    talk, office = _patient(_CLEANING, _LATER)
    await talk.say("something came up, I have to cancel one of my bookings", f"{_WHO}, it's the Friday one")
    assert "Filling on Friday, December 11th" in await talk.say(CODE)
    await talk.say("yes")
    assert office.canceled == ["apt_3"]


async def test_of_two_alike_only_those_are_asked_about_and_the_later_is_taken() -> None:
    talk, office = _patient(_CLEANING, _FILLING, _LATER)
    await talk.say("I want to cancel my filling", _WHO)
    asked = await talk.say(CODE)
    assert "Filling" in asked and "Cleaning" not in asked
    await talk.say("the later one", "yes")
    assert office.canceled == ["apt_3"]


async def test_the_new_day_told_with_the_visit_is_taken_up() -> None:
    talk, _ = _patient(_CLEANING, _FILLING)
    await talk.say("I need to move one of my appointments", _WHO, CODE)
    said = await talk.say("not the cleaning, the other. Could it be December 10 at 2 pm?")
    assert "Filling on Thursday, December 10th at 2 PM" in said, said


async def test_the_wrong_one_is_put_right_before_it_is_canceled() -> None:
    talk, office = _patient(_CLEANING, _FILLING)
    await talk.say("cancel one of my appointments please", _WHO, CODE, "the morning one")
    assert "Filling" in await talk.say("no wait. the afternoon one, I meant")
    await talk.say("yes")
    assert office.canceled == ["apt_2"]
