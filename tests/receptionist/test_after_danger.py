"""What someone says once danger was heard, and danger that is told quietly."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice

SWOLLEN = "my face is swollen up like a balloon and it hurts to swallow, do I still come at 2:30?"


def _talk(kind: str = "dental") -> Conversation:
    return Conversation(Office(practice=practice(kind)), typed=True)


def _urgent(talk: Conversation) -> list[str]:
    return [str(one["reason"]) for one in talk.office.made("request_person") if one["urgency"] == "emergency"]


async def test_the_visit_they_will_miss_is_passed_on_and_help_on_the_way_is_taken_up() -> None:
    talk = _talk()
    await talk.say(SWOLLEN)
    assert "your visit" in await talk.say("cancel my appointment I guess")
    assert "my appointment" in _urgent(talk)[-1] and "balloon" in _urgent(talk)[-1]
    assert "911" not in await talk.say("I'm at the ER now")


async def test_a_no_that_only_puts_it_off_is_no_all_clear() -> None:
    talk = _talk("wellness")
    talk.memory["receptionist"] = {"step": "emergency_check", "doubted": {"text": "I gave my cat to my sister"}}
    said = await talk.say("no, not right now. tonight, once the house is quiet")
    assert "988" in said and "my cat" in _urgent(talk)[-1], said


@pytest.mark.parametrize(
    "said",
    [
        "last night he had his hands on my neck til I saw spots and he said next time he'd finish",
        "my ex is pounding on the door and screaming",
        "rompió la puerta, trae un cuchillo",
        "I counted out the pills and the letters are written",
        "no la puedo despertar bien, está como aguada y los labios se le ven moraditos",
    ],
)
async def test_violence_and_a_quiet_plan_are_heard(said: str) -> None:
    talk = _talk("medspa")
    assert "911" in await talk.say(said) and _urgent(talk)


async def test_who_must_not_be_called_because_of_another_is_told_to_the_team_and_gets_no_messages() -> None:
    talk = _talk("medspa")
    said = await talk.say("please don't call my phone, he goes through it")
    assert talk.office.made("stop_contact") and "not to call" in said
    assert "Do NOT call" in str(talk.office.made("request_person")[-1]["reason"])


async def test_who_must_not_be_called_is_heard_while_their_number_is_asked_for() -> None:
    talk = _talk("medspa")
    await talk.say("can someone from your team call me about a rushed laser session?", "305-555-0142")
    assert talk.step == "person_contact"
    said = await talk.say("please don't call my phone though, he goes through it")
    tasks = str([one["reason"] for one in talk.office.made("request_person")])
    assert talk.office.made("stop_contact") and "not to call" in said and "rushed" in tasks, said


async def test_who_would_rather_get_an_email_is_taken_off_no_list() -> None:
    talk = _talk("medspa")
    await talk.say("can someone from your team call me about my bill?")
    await talk.say("don't call me, just email me at ana@example.com, Ana Ruiz")
    assert not talk.office.made("stop_contact")
    assert "just email me" in str(talk.office.made("request_person")[-1]["reason"])


async def test_help_that_is_on_the_way_ends_no_new_danger() -> None:
    talk = _talk()
    await talk.say(SWOLLEN)
    said = await talk.say("the ambulance is coming but he stopped breathing")
    assert "911" in said and "stopped breathing" in _urgent(talk)[-1], said
