"""Hours that someone names because they do not suit are no wish."""

import pytest

from mia.platform.words.plain import plain
from mia.receptionist.dates.taken_hours import without_refused_hours, without_taken_hours
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("not 11, 12 or so", "| 12 or so"),
        ("noon is my facial, so 1?", "| so 1"),
        ("my appointment is at 11, it goes til quarter to 12. sauna after that", "| sauna after quarter to 12"),
        ("my kids school is at 9 so after that", "| so after 9"),
        ("the first one is at 9, ok that one", "the first one is at 9 okay that one"),
        ("tuesday at 2 is the best for me", "tuesday at 2 is the best for me"),
        ("not before 10", "not before 10"),
        ("not the 9th", "not the 9th"),
    ],
)
def test_an_hour_that_is_refused_or_taken_is_left_out(said: str, left: str) -> None:
    assert without_taken_hours(without_refused_hours(plain(said))) == left


@pytest.mark.parametrize("said", ["Not 8. I want again 3 pm", "8 wont work. 3 pm?"])
async def test_the_hour_that_is_wanted_is_offered(said: str) -> None:
    talk = Conversation(Office(practice=practice("dental")), typed=True)
    await talk.say("a new patient exam on December 7")
    assert "3 PM" in await talk.say(said)


async def test_an_hour_put_right_when_a_name_was_asked_for_counts() -> None:
    talk = Conversation(Office(practice=practice("wellness")), typed=True)
    await talk.say("sauna on December 8 at 11")
    await talk.say("NOT 11! 12 or so", "Shanice Baptiste", "503 555 0171", "yes")
    assert [f"{visit['start']:%H}" for visit in talk.office.booked] == ["12"]


async def test_a_spelled_no_is_a_no() -> None:
    talk = Conversation(Office(practice=practice("wellness")), typed=True)
    await talk.say("sauna on December 8 at 11", "Shanice Baptiste", "503 555 0171", "N O")
    assert not talk.office.booked
