"""Days that are closed, and the day or hour that is taken instead."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def _at(kind: str) -> Conversation:
    return Conversation(Office(practice=practice(kind)), typed=True)


@pytest.mark.parametrize(
    ("kind", "wish", "closed", "offered"),
    [
        (
            "dental",
            "a checkup for my daughter, thursday around 3:30",
            "Thursday, November 26th",
            "3rd at 3 PM, 3:30",
        ),
        (
            "dental",
            "a cleaning in the morning, saturday or friday",
            "Friday, November 27th and Saturdays",
            "4th at",
        ),
        ("wellness", "can I get a deep tissue massage monday evening", "Mondays", "Tuesday, November 24th at 5 PM"),
    ],
)
async def test_hour_that_is_wanted_is_looked_for_on_an_open_day(
    kind: str, wish: str, closed: str, offered: str
) -> None:
    said = await _at(kind).say(wish)
    assert f"We're closed on {closed}." in said
    assert offered in said


async def test_another_day_than_was_asked_for_is_offered_and_not_taken() -> None:
    talk = _at("dental")
    assert "Which would you like?" in await talk.say("a cleaning thursday at 3:30 please")


async def test_number_in_digits_is_the_day_that_was_offered_at_the_hour_that_was_asked_for() -> None:
    talk = _at("dental")
    said = await talk.say("a cleaning thursday at 3:30 please", "the 3rd is fine")
    assert "Great, Thursday, December 3rd at 3:30 PM." in said


async def test_number_in_digits_with_one_is_the_place_of_an_offered_time() -> None:
    talk = _at("dental")
    said = await talk.say("a cleaning on december 3, any time", "the 3rd one")
    assert "Thursday, December 3rd at 9 AM" in said


async def test_consultation_about_a_treatment_is_booked_as_a_consultation() -> None:
    talk = _at("medspa")
    await talk.say("do you have anything tuesday for a consultation about laser hair removal?")
    assert talk.state["service_id"] == "svc_consult"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("9:30. how long does it take", "about 30 minutes"),
        ("9:30, how much is the consultation?", "Consultation is free"),
        ("10 am. is there parking", "The marina garage is free for two hours"),
    ],
)
async def test_question_after_an_hour_is_answered_and_the_hour_taken(reply: str, answer: str) -> None:
    talk = _at("medspa")
    said = await talk.say("a consultation on tuesday please", reply)
    assert answer in said
    assert "Great, Tuesday, November 24th at" in said
