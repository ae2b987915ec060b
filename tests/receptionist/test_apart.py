"""Wishes of different kinds in one message: each is settled, one after the other; and a yes or no in any words."""

import pytest

from tests.receptionist.patients.office import CODE
from tests.receptionist.test_each_visit import patient, settle, visits
from tests.receptionist.test_visits_on_file import BOTOX, FACIAL, caller


async def test_what_was_lost_is_told_to_the_team_and_the_visit_is_moved() -> None:
    talk, office = caller(FACIAL)
    lost = "I think I left my scarf in your waiting room, can someone call me?"
    said = f"{lost} And my HydraFacial on the 9th, can it be moved to Friday the 11th?"
    answer = await talk.say(said, "Ana Ruiz, 305 555 0142", CODE)
    assert office.made("request_person") and "HydraFacial" in answer and "December 11th" in answer
    await talk.say("the first one", "yes")
    assert [f"{visit['start']:%m-%d}" for visit in office.booked] == ["12-11"]


async def test_one_visit_is_canceled_and_another_treatment_booked() -> None:
    talk, office = caller(FACIAL)
    said = "Please cancel my HydraFacial on the 9th. And I want to book a chemical peel for Friday December 11"
    answer = await talk.say(said, "Ana Ruiz, 305 555 0142", CODE, "yes")
    assert office.canceled == ["apt_2"] and "December 11th" in answer


async def test_both_visits_are_moved_each_to_its_day() -> None:
    talk, office = caller(BOTOX, FACIAL)
    said = (
        "I have Botox on December 2nd and a HydraFacial on the 9th, and both have to be moved. "
        "Botox to Wednesday the 16th, HydraFacial to Thursday the 17th."
    )
    await talk.say(said, "Ana Ruiz, 305 555 0142", CODE, "the first one", "yes", "the first one", "yes")
    moved = sorted((visit["service_id"], f"{visit['start']:%m-%d}") for visit in office.booked)
    assert moved == [("svc_botox", "12-16"), ("svc_hydra", "12-17")]


@pytest.mark.parametrize(
    "yes",
    [
        "y",
        "ye",
        "yessir",
        "Quite",
        "ya go ahead",
        "ten four",
        "Spot on",
        "that's the ticket",
        "let's do it",
        "That's us",
    ],
)
async def test_a_yes_may_have_any_words(yes: str) -> None:
    talk = patient("wellness")
    await settle(talk, "sauna Sunday December 6", "the first one", "Jono Pratt", "503 555 0188", yes)
    assert visits(talk) == [("svc_sauna", "12-06", "Jono Pratt")]


@pytest.mark.parametrize(
    "said", ["hmm", "um", "let me think", "my husband", "make it Tuesday", "not the sauna", "is that with tax"]
)
async def test_a_doubt_is_no_yes(said: str) -> None:
    talk = patient("wellness")
    await settle(talk, "sauna Sunday December 6", "the first one", "Jono Pratt", "503 555 0188", said)
    assert visits(talk) == []


@pytest.mark.parametrize(
    "said", ["yes, and the massage I have with you stays", "yes please, my massage on the 2nd stays where it is"]
)
async def test_a_visit_that_stays_is_no_wish(said: str) -> None:
    talk = patient("wellness")
    await settle(talk, "sauna Sunday December 6", "the first one", "Jono Pratt", "503 555 0188", said)
    assert visits(talk) == [("svc_sauna", "12-06", "Jono Pratt")]


async def test_one_treatment_is_added_to_another_that_stays() -> None:
    talk = patient("wellness")
    said = "My massage Dec 2 stays put. I want to ADD a sauna on Sunday Dec 6."
    await settle(talk, said, "the first one", "Jono Pratt", "503 555 0188", "yes")
    assert visits(talk) == [("svc_sauna", "12-06", "Jono Pratt")]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("April Summers. April is the first name", "April Summers"),
        ("It's for Xochitl Ramirez, I'm Peggy Boone", "Xochitl Ramirez"),
        ("Szabó Erzsébet. The other way: first name Erzsébet, family name Szabó", "Erzsébet Szabó"),
    ],
)
async def test_a_name_is_taken_as_it_is_meant(said: str, name: str) -> None:
    talk = patient("wellness")
    await settle(talk, "sauna Sunday December 6", "the first one", said, "503 555 0188", "yes")
    assert visits(talk) == [("svc_sauna", "12-06", name)]


async def test_that_day_is_the_day_that_was_offered() -> None:
    talk = patient("wellness")
    answer = await settle(talk, "a massage on Sunday December 13", "any time after two that Sunday")
    assert "December 13th at 2 PM" in answer
