"""Questions to which the practice has given no answer are told at the end, in the caller's words."""

import pytest

from mia.receptionist.dialogue.left_open import asked_in
from mia.receptionist.understanding.models.nearest import groups
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice


async def left_open(*lines: str) -> list[str]:
    talk = Conversation(FrontOffice())
    for line in lines:
        await talk.say(line)
    found: list[str] = (await talk.conclude()).structured.get("unanswered", [])
    return found


async def test_a_question_that_the_practice_has_not_answered_is_kept_and_one_that_it_has_is_not() -> None:
    assert await left_open("Is there wifi for guests?", "Where are you located?") == ["Is there wifi for guests?"]


async def test_a_question_in_the_middle_of_a_booking_is_kept() -> None:
    asked = "Do you offer a discount for veterans?"
    assert await left_open("Botox on Tuesday please", asked) == [asked]


async def test_nothing_is_kept_of_a_booking_without_questions() -> None:
    assert await left_open("Botox on Tuesday please", "the first one", "Ana Ruiz, 305 555 0142") == []


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Hi there. My name is Ana Ruiz. Do you take pets?", "Do you take pets?"),
        ("do you take pets", "do you take pets"),
        ("my dog has to come along", "my dog has to come along"),
    ],
)
def test_of_what_was_said_the_question_is_kept(said: str, asked: str) -> None:
    assert asked_in(said) == asked


def test_questions_that_mean_the_same_are_one_group_and_two_treatments_are_two() -> None:
    asked = ("Is there wifi?", "do you do threads", "do u have wifi in the waiting room", "do you offer kybella")
    assert groups(asked) == [0, 1, 0, 2]
