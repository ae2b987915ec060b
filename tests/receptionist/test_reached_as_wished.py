"""How people want to be reached, what they ask while asked for their name, and who meant to reach someone else."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def _talk(at: str = "wellness") -> Conversation:
    return Conversation(Office(practice=practice(at)), typed=True)


def _task(talk: Conversation) -> dict[str, str]:
    return talk.office.made("request_person")[-1]


@pytest.mark.parametrize(
    ("said", "told", "noted"),
    [
        ("Lena Brandt 503 555 0151, just text me, I can't pick up at work", "text you", "wants a text"),
        ("Omar Farouk, omar.f@example.com, no phone calls please", "email you", "wants an email"),
        ("Ivo Sand, 503-555-0161", "call you", ""),
    ],
)
async def test_the_team_is_said_to_reach_people_as_they_wish(said: str, told: str, noted: str) -> None:
    talk = _talk()
    await talk.say("I left a green scarf in the sauna yesterday")
    answer = await talk.say(said)
    assert told in answer and talk.step == "else", answer
    assert noted in _task(talk)["reason"] and _task(talk)["name"] == " ".join(said.split()[:2]).strip(",")


async def test_a_question_beside_the_name_is_answered_or_passed_on() -> None:
    talk = _talk()
    await talk.say("I was double charged for my massage on the 12th")
    answer = await talk.say(
        "Priya Nair, 503-555-0177. what are your hours on sundays? and how long do refunds take"
    )
    assert "9 AM to 4 PM" in answer and "note for our team" in answer, answer
    assert "refunds take" in _task(talk)["reason"] and _task(talk)["name"] == "Priya Nair"


async def test_a_question_in_place_of_the_name_keeps_the_request_open() -> None:
    talk = _talk("medspa")
    await talk.say("I was charged $50 for a late cancellation and want that refunded")
    answer = await talk.say("what is your actual rule for cancelling?")
    assert "24 hours" in answer and talk.step == "person_contact", answer


async def test_thanks_are_no_name() -> None:
    talk = _talk()
    await talk.say("I left my scarf in the sauna", "Jake Moore, jake@example.com")
    await talk.say("thx. they can email me")
    assert talk.state["name"] == "Jake Moore"


@pytest.mark.parametrize("said", ["hola es la casa de rosi?", "hey is this maria? its jen from the gym"])
async def test_who_meant_someone_else_is_told_whom_they_reached(said: str) -> None:
    talk = _talk()
    answer = await talk.say(said)
    assert "Stillwater Wellness" in answer and not talk.office.made("request_person"), answer


async def test_a_wrong_number_in_spanish_is_let_go() -> None:
    talk = _talk()
    answer = await talk.say("ay perdón, número equivocado entonces")
    assert "Stillwater Wellness" in answer and talk.step == "else", answer


@pytest.mark.parametrize(
    "said",
    [
        "Just wanted you all to know that my results look incredible. Dr. Brandt was so gentle with me.",
        "Ladies, just wanted to say Nneka did an amazing job on my lips, everyone loves them!",
    ],
)
async def test_praise_is_no_complaint_and_no_visit(said: str) -> None:
    talk = _talk("medspa")
    answer = await talk.say(said)
    assert _task(talk)["reason"].startswith("Praise") and "sorry" not in answer, answer
    assert not talk.state["booking"]
