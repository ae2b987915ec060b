"""Questions that go on with the one before: another treatment, a number, the other place; and what is counted."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def _talk(at: str) -> Conversation:
    return Conversation(Office(practice=practice(at)), typed=True)


@pytest.mark.parametrize(
    ("at", "first", "then", "told"),
    [
        ("dental", "how long does a crown take", "and a filling?", "Filling takes about an hour"),
        ("dental", "where do i park at northgate", "what about the other one?", "free lot behind the building"),
        ("dental", "where do i park at northgate", "and the address there", "700 Northgate Mall"),
        ("medspa", "cuanto cuesta el botox", "ok y si me pongo 30", "$390"),
        ("medspa", "how much is lip filler", "what about 2", "$1,440"),
        ("medspa", "what do botox and lip filler cost", "and if i did one syringe and 10 units", "$850"),
    ],
)
async def test_a_question_goes_on_with_the_one_before(at: str, first: str, then: str, told: str) -> None:
    talk = _talk(at)
    await talk.say(first)
    answer = await talk.say(then)
    assert told in answer and not talk.state["booking"], answer


async def test_numbered_questions_are_each_answered_or_named() -> None:
    talk = _talk("dental")
    answer = await talk.say(
        "few questions: 1. u take cigna? 2. does it cover crowns 3. can i do a cleaning and crown same day"
    )
    assert "Cigna" in answer and "cover crowns" in answer and "same day" in answer, answer
    assert not talk.state["booking"] and talk.step == "offer_person"


async def test_how_many_are_needed_is_no_price() -> None:
    talk = _talk("medspa")
    answer = await talk.say("cuanto cuesta el botox y cuantas unidades necesito")
    assert "$13" in answer and talk.step == "offer_person", answer


async def test_who_asks_to_come_without_a_visit_is_booked_none() -> None:
    talk = _talk("wellness")
    answer = await talk.say("can i come in for the sauna without an appointment tomorrow?")
    assert not talk.state["booking"] and talk.step == "offer_person", answer


async def test_what_is_told_beside_a_yes_reaches_the_team() -> None:
    talk = _talk("wellness")
    await talk.say("My mom takes blood thinners and wants acupuncture. Is that safe?")
    await talk.say("yes have someone call her, 503 555 0101, Ruth Amsel. mornings only")
    (task,) = talk.office.made("request_person")
    assert "blood thinners" in task["reason"] and "mornings only" in task["reason"]


async def test_a_name_signed_under_a_message_is_taken() -> None:
    talk = _talk("medspa")
    answer = await talk.say("please tell dr brandt i'll be 20 min late, i'm at 3pm today. Carla Diaz")
    assert talk.state["name"] == "Carla Diaz" and "number" in answer, answer
