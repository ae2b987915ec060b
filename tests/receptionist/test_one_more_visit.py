"""One more treatment beside the visit that is arranged or booked, and what is asked about that visit."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import practice

ASKED = ["I need a cleaning on December 7 in the morning", "Monday at 8", "Ana Ruiz"]


def patient(kind: str = "dental") -> Conversation:
    facts = practice(kind)
    on_file = [
        visit_on_file({"id": "apt_1", "service": facts["services"][0]["id"], "start": "2026-12-11T16:30"}, facts)
    ]
    return Conversation(Office(practice=facts, on_file=on_file, number="0143"), typed=True)


async def told(talk: Conversation, *lines: str) -> str:
    for line in lines[:-1]:
        await talk.say(line)
    return await talk.say(lines[-1])


@pytest.mark.parametrize(
    "added", ["oh and can you also add whitening", "could you throw in a whitening", "I want whitening, too"]
)
async def test_what_is_asked_to_be_added_comes_after_the_visit_and_not_in_its_place(added: str) -> None:
    talk = patient()
    read_back = await told(talk, *ASKED, f"614-555-0143. {added}")
    assert "whitening as well" in read_back and "Cleaning on Monday, December 7th at 8 AM" in read_back


async def test_a_question_about_another_treatment_changes_nothing() -> None:
    read_back = await told(patient(), *ASKED[:1], "Monday at 8. How much is a crown?", "Ana Ruiz", "614-555-0143")
    assert "Cleaning on Monday" in read_back


@pytest.mark.parametrize("first", ["a cleaning and a whitening", "a crown and a cleaning"])
async def test_nobody_is_offered_to_be_in_two_rooms_at_once(first: str) -> None:
    talk = patient()
    offered = await told(talk, f"I need {first} on December 7 in the morning", *ASKED[1:], "614-555-0143", "yes")
    assert "8:30" not in offered and "9:30 AM" in offered


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ("also a crown that day", "10:30 AM, 11 AM"),
        ("can I get a whitening after that", "10:30 AM, 11 AM"),
        ("squeeze in a whitening right after please", "10:30 AM, 11 AM"),
    ],
)
async def test_the_next_treatment_is_told_by_the_visit_that_was_booked(said: str, offered: str) -> None:
    talk = patient()
    reply = await told(talk, "I need a cleaning on Dec 7 at 9:30", "Ana Ruiz", "614-555-0143", "yes", said)
    assert f"Monday, December 7th at {offered}" in reply


async def test_the_address_is_that_of_the_visit() -> None:
    talk = patient("medspa")
    lines = ("HydraFacial on Tuesday December 8 at 10 at Bayfront", "Ana Ruiz", "305-555-0143", "yes")
    address = await told(talk, *lines, "What's the address?")
    parking = await talk.say("where do I park?")
    assert "410 Bayfront Drive" in address and "Fern Lane" not in address
    assert "marina garage" in parking and "street parking" not in parking


@pytest.mark.parametrize(
    ("said", "answered", "unasked"),
    [
        ("Can you tell me when I come in for my Botox, and where do I park?", "marina garage", "What day"),
        ("forgot when my botox is, can you tell me the day and time", "once I know it's you", "We're open"),
        ("cancel my botox and tell me what the fee is", "$50", "$13"),
        ("se me olvidó cuándo me toca el botox, ¿me puede decir el día y la hora?", "confirmar", "Abrimos"),
    ],
)
async def test_a_visit_on_file_is_told_beside_what_else_is_asked(said: str, answered: str, unasked: str) -> None:
    reply = await patient("medspa").say(said)
    assert answered in reply and unasked not in reply
    assert "name" in reply or "nombre" in reply


@pytest.mark.parametrize(
    ("said", "first", "next_one"),
    [
        (
            "actually make it two people, my wife Dina wants one at the same time",
            "for Mo Farouk",
            "the next person",
        ),
        ("and my sister Dina needs an IV drip too", "for Mo Farouk", "IV drip"),
    ],
)
async def test_someone_else_may_come_too_while_a_visit_is_read_back(said: str, first: str, next_one: str) -> None:
    talk = patient("wellness")
    again = await told(talk, "massage on Dec 8 at noon please", "Mo Farouk", "503-555-0143", said)
    assert "one" in again and first in again and "noon" in again
    then = await talk.say("yes")
    assert "You're booked for Tuesday, December 08 at 12:00 PM" in then and next_one in then


@pytest.mark.parametrize(
    ("wish", "said", "day"),
    [
        ("botox sometime the week of november 30", "thursday 4", "Thursday, December 3rd at 4 PM"),
        ("botox on December 7 please", "do you have anything thursday instead?", "Thursday, December 10th"),
    ],
)
async def test_a_weekday_is_meant_in_the_week_that_is_talked_of(wish: str, said: str, day: str) -> None:
    assert day in await told(patient("medspa"), wish, said)


async def test_a_day_asked_about_chooses_no_time_on_it() -> None:
    reply = await told(patient("wellness"), "do you have anything tomorrow for a massage?", "what about sunday")
    assert "name" not in reply and "9:30 AM" in reply


async def test_a_treatment_may_follow_the_visit_that_is_on_file() -> None:
    talk = patient("dental")
    lines = ("is my appointment still on? it's Tom Baker, 614-555-0143", "482913")
    offered = await told(talk, *lines, "great. can I add a whitening before that, same day")
    assert "Friday, December 11th" in offered


async def test_who_has_a_toothache_is_seen_at_a_consultation() -> None:
    talk = patient("dental")
    offered = await told(talk, "hi, I have a toothache", "can someone see me on tuesday morning?")
    assert "Tuesday, November 24th at 8 AM" in offered


async def test_the_treatment_that_was_wanted_is_meant_when_a_day_is_asked_for_later() -> None:
    talk = patient("wellness")
    asked = "I'd like to schedule an IV drip but I'm on blood pressure medication, is that ok"
    await told(talk, asked, "yes please have someone call me. Dana Fox 503-555-0143")
    reason = talk.office.made("request_person")[-1]["reason"]
    assert "blood pressure" in str(reason)
    offered = await told(talk, "can I still hold a spot for friday dec 4 in the morning?")
    assert "Friday, December 4th" in offered
    assert "IV drip" in await talk.say("10:30")


async def test_hours_are_told_to_who_asks_for_evening_appointments() -> None:
    reply = await patient("dental").say("do you have any evening appointments")
    assert "8 AM to 5 PM" in reply and "on our list" not in reply


async def test_the_weekday_of_a_visit_that_is_moved_is_that_of_its_week() -> None:
    offered = await told(
        patient("dental"), "Can't make it friday. anything thursday?", "Tom Baker, 614-555-0143", "482913"
    )
    assert "Thursday, December 10th" in offered
