"""The name and number that people write when the team is to call them, beside all else they write."""

import pytest

from mia.receptionist.understanding.who.written_names import hear_beside_a_number
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("priya raman, 3055550131. i might be late", "Priya Raman"),
        ("nicole herrera 305-555-0144. someone like the dr", "Nicole Herrera"),
        ("I'm Jolene Pappas, my daughter is Wren. 614-555-0115", "Jolene Pappas"),
        ("yes ok. my number 503 555 0139, Wei Chen", "Wei Chen"),
        ("Dwayne. no last name. 305-555-0119. tell em i come every 3 months", "Dwayne"),
        ("here is my number: 305-555-0119", None),
    ],
)
def test_a_name_is_read_beside_the_number(said: str, name: str | None) -> None:
    assert hear_beside_a_number(said) == name


async def _asked_for_contact() -> Conversation:
    talk = Conversation(Office(practice=practice("medspa")), typed=True)
    await talk.say("can someone from your team call me")
    assert talk.step == "person_contact"
    return talk


@pytest.mark.parametrize("said", ["is 400 enough for that?", "its 10am so im 23 hrs out, is that 50 too"])
async def test_a_sum_of_money_is_no_part_of_a_phone_number(said: str) -> None:
    talk = await _asked_for_contact()
    await talk.say(said)
    assert not talk.state["phone_part"]


async def test_an_email_address_is_no_name_and_reaches_the_team() -> None:
    office = Office(practice=practice("medspa"))
    talk = Conversation(office, typed=True)
    await talk.say("can someone from your team call me", "my email is delphine.aubry@example.com, 305-555-0119")
    assert talk.state["name"] is None
    await talk.say("Delphine Aubry")
    (*_, task) = office.made("request_person")
    assert task["name"] == "Delphine Aubry" and "delphine.aubry@example.com" in task["reason"]


async def test_what_is_asked_without_an_apostrophe_is_no_name() -> None:
    talk = await _asked_for_contact()
    await talk.say("cant i just give him a benadryl and see")
    assert not talk.state["name"]


async def test_a_word_of_impatience_is_no_name() -> None:
    talk = await _asked_for_contact()
    await talk.say("omg. get me a human")
    assert not talk.state["name"]


async def test_a_visit_that_is_wanted_instead_of_a_call_is_arranged() -> None:
    talk = Conversation(Office(practice=practice("medspa")), typed=True)
    await talk.say("which lasts longer, botox or filler?")
    said = await talk.say("let's do the consult, any day next week before 10")
    assert talk.state["booking"] and "9 AM" in said, said


async def test_a_no_that_goes_on_is_no_goodbye() -> None:
    talk = Conversation(Office(practice=practice("medspa")), typed=True)
    await talk.say("what is your late fee")
    await talk.say("no just cancel it, travis mccall")
    assert talk.ended is None


async def test_a_short_weekday_is_of_the_week_that_was_asked_for() -> None:
    office = Office(practice=practice("medspa"))
    talk = Conversation(office, typed=True)
    await talk.say("a hydrafacial next week in the morning")
    week = office.offered[0].isocalendar().week
    await talk.say("wed")
    assert office.offered[0].isocalendar()[1:] == (week, 3)
