"""A visit on file that someone points at while Mia arranges a new one: it is moved or canceled; none is added."""

import pytest

from tests.receptionist.patients.office import CODE
from tests.receptionist.writers import writer

WHO = "Ana Ruiz, 305 555 0142"
BOTOX = {"id": "apt_1", "service": "svc_botox", "start": "2026-12-02T14:00"}
FACIAL = {"id": "apt_2", "service": "svc_hydra", "start": "2026-12-09T11:00"}


@pytest.mark.parametrize(
    "points",
    [
        "the Botox I already have, just later",
        "no, I already have one, I need it moved",
        "it's the appointment I booked, only on another day",
        "the Botox I've got down with you, could we change it?",
        "that's my old appointment, it has to be moved",
    ],
)
async def test_a_visit_that_is_pointed_at_is_moved_to_the_days_that_were_told(points: str) -> None:
    talk, office = writer("medspa", BOTOX)
    await talk.say("I'd like Botox on Friday the 11th", points)
    offered = await talk.say(WHO, CODE)
    assert "Let's move Botox on Wednesday, December 2nd at 2 PM" in offered and "Friday, December 11th" in offered
    await talk.say("the first one", "yes")
    (booked,) = office.made("book_appointment")
    assert booked["replaces"] == "apt_1" and office.canceled == ["apt_1"]


async def test_the_time_that_was_chosen_already_is_where_it_is_moved() -> None:
    talk, _ = writer("medspa", BOTOX)
    await talk.say("I'd like Botox on Friday the 11th", "11 am", "it's the one I have on the 2nd, please move it")
    assert "Friday, December 11th at 11 AM" in await talk.say(WHO, CODE)


async def test_a_day_told_beside_is_the_new_one() -> None:
    talk, _ = writer("medspa", BOTOX, FACIAL)
    await talk.say("Friday morning, please", "the facial I already booked for the 9th, could it be the 16th?")
    told = await talk.say(WHO, CODE)
    assert "move HydraFacial on Wednesday, December 9th" in told and "Wednesday, December 16th" in told


async def test_the_day_of_the_visit_itself_is_no_new_one() -> None:
    talk, _ = writer("medspa", BOTOX)
    await talk.say("Something came up at 4 on the 2nd, that's the trouble", "the Botox I already have")
    assert "What day" in await talk.say(WHO, CODE)


@pytest.mark.parametrize(
    "gives_up",
    [
        "the Botox I already have, I have to let it go",
        "no, cancel the one I have",
        "no new appointment, only take the old one off",
        "please don't put me down for another",
        "I don't want a new one, just drop the appointment I have",
    ],
)
async def test_a_visit_that_is_given_up_is_canceled(gives_up: str) -> None:
    talk, office = writer("medspa", BOTOX)
    await talk.say("Botox on Friday the 11th", gives_up)
    assert "Shall I cancel it?" in await talk.say(WHO, CODE)
    await talk.say("yes")
    assert office.canceled == ["apt_1"] and not office.made("book_appointment")


@pytest.mark.parametrize("refuses", ["no new day, please", "nothing new for now, thanks", "don't book me another"])
async def test_no_new_day_for_a_visit_to_be_moved_cancels_it(refuses: str) -> None:
    talk, _ = writer("medspa", BOTOX)
    await talk.say("can you move my Botox?", WHO, CODE)
    assert "Shall I cancel it?" in await talk.say(refuses)


@pytest.mark.parametrize(
    "says",
    [
        "I already have a facial booked that morning, so the afternoon",
        "like the Botox I had with you last time, with Nneka please",
        "I already have a meeting then, so later",
        "no other day works for me",
    ],
)
async def test_what_only_tells_of_another_visit_goes_on_with_the_booking(says: str) -> None:
    talk, office = writer("medspa", BOTOX)
    told = await talk.say("Botox on Friday the 11th", says)
    assert "know it's you" not in told and not office.made("identify_patient")
