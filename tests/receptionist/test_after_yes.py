"""A yes to what was read back counts, whatever is asked in the same breath, and that is answered after it."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import practice

ON_FILE = {"id": "apt_1", "service": "svc_clean", "start": "2026-12-09T14:00", "name": "Ann Lee"}


async def _read_back() -> Conversation:
    talk = Conversation(Office(practice=practice("dental")), typed=True)
    await talk.say("a cleaning on December 2 at 9", "Ann Lee, 614 555 0144")
    assert talk.step == "confirm"
    return talk


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("yes, and can I pay monthly?", "six monthly parts"),
        ("Who is doing the cleaning though? And yes book it", "Sato"),
        ("yep, parking?", "free lot"),
        ("Hm, very well. And the complaint about the rough treatment is written down?", "our team"),
    ],
)
async def test_what_is_asked_beside_a_yes_is_answered_after_it(said: str, told: str) -> None:
    talk = await _read_back()
    answer = await talk.say(said)
    assert len(talk.office.booked) == 1 and told in answer, answer


@pytest.mark.parametrize("said", ["yes, but is it expensive?", "yes do it at 10 instead"])
async def test_a_yes_with_a_condition_books_nothing_yet(said: str) -> None:
    talk = await _read_back()
    await talk.say(said)
    assert not talk.office.booked


async def test_a_visit_is_canceled_and_the_question_beside_the_yes_passed_on() -> None:
    facts = practice("dental")
    office = Office(practice=facts, on_file=[visit_on_file(ON_FILE, facts)], number="0144")
    talk = Conversation(office, typed=True)
    await talk.say("cancel my cleaning", "Ann Lee 614 555 0144", "482913")
    await talk.say("yes. and will the doctor call me about my pregnancy?")
    assert office.canceled == ["apt_1"] and office.made("request_person")


async def test_the_next_of_several_people_is_arranged_after_the_yes() -> None:
    office = Office(practice=practice("dental"))
    talk = Conversation(office, typed=True)
    await talk.say("a kids checkup for Oliver Hart on December 7 at 9", "614 555 0137")
    await talk.say("It is. Next Mabel at 9:30 and Teddy at 10", "Hart", "yes", "Hart", "yes")
    told = [(str(one["name"]), f"{one['start']:%H:%M}") for one in office.booked]
    assert told == [("Oliver Hart", "09:00"), ("Mabel Hart", "09:30"), ("Teddy Hart", "10:00")]


async def test_hours_beside_a_yes_are_no_part_of_the_phone_number() -> None:
    talk = await _read_back()
    await talk.say("fine, that works since it's 10 and 11 for us")
    assert talk.state["phone"] == "+16145550144"
