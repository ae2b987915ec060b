"""What comes up after a request was passed on reaches the team as well, and no visit is pressed on anyone."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


async def _passed_on() -> Conversation:
    talk = Conversation(Office(practice=practice("dental")), typed=True)
    await talk.say("I was charged twice for my crown in October", "Harold Pinsky 614 555 0171")
    assert talk.step == "else"
    return talk


def _reasons(talk: Conversation) -> str:
    return " | ".join(str(one["reason"]) for one in talk.office.made("request_person"))


@pytest.mark.parametrize(
    "said",
    [
        "I want it before Friday or I'm disputing it with my bank",
        "and tell them I only pick up after 4",
        "will they also look at the June bill?",
    ],
)
async def test_what_is_told_later_is_added(said: str) -> None:
    talk = await _passed_on()
    answer = await talk.say(said)
    assert said[5:20] in _reasons(talk) and "come in for" not in answer and not talk.state["booking"], answer


async def test_who_asks_whether_it_was_written_down_is_told() -> None:
    talk = await _passed_on()
    assert "note" in await talk.say("did you put in the part about October?")
    assert talk.step == "else"


async def test_a_visit_that_is_wanted_after_it_is_arranged() -> None:
    talk = await _passed_on()
    assert "December" in await talk.say("ok. and I'd like a cleaning on December 8")


async def test_a_question_that_we_cannot_answer_goes_to_the_team_at_once() -> None:
    talk = await _passed_on()
    assert "note" in await talk.say("is there a wheelchair ramp?")
    assert "ramp" in _reasons(talk)


async def test_a_person_is_told_what_it_is_about() -> None:
    talk = Conversation(Office(practice=practice("dental")), typed=True)
    await talk.say("my insurer wants the codes of my last three visits", "omg get me a human")
    await talk.say("Jo Hall 614 555 0144")
    assert "codes" in _reasons(talk)


async def test_a_number_given_late_reaches_the_team() -> None:
    talk = Conversation(Office(practice=practice("medspa")), typed=True)
    await talk.say("my facial was rushed and I am not happy", "no need to call", "well, it's 305 555 0190")
    assert talk.office.made("request_person")[-1].get("phone") == "+13055550190"


@pytest.mark.parametrize(
    "said",
    [
        "I think I left a ring there on Sunday, in the changing room maybe",
        "I look for a job, I'm a hygienist with 6 years experience. Where can I send my resume?",
    ],
)
async def test_nobody_is_asked_who_they_are_or_when_they_come_for_what_is_for_the_team(said: str) -> None:
    talk = Conversation(Office(practice=practice("dental")), typed=True)
    await talk.say(said)
    assert talk.step == "person_contact" and talk.office.made("request_person")
