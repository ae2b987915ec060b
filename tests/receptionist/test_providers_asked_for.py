"""Patients who would rather be treated by a woman, or by a man."""

from typing import Any

import pytest

from mia.receptionist.understanding.who.gender import Gender, hear_gender
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import PRACTICE, FrontOffice
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice

BY_WOMEN = [{**one, "gender": gender} for one, gender in zip(PRACTICE["providers"], ("woman", "man"), strict=True)]


def office(**other: Any) -> FrontOffice:
    return FrontOffice(practice={**PRACTICE, "providers": BY_WOMEN, **other})


@pytest.mark.parametrize(
    ("line", "gender"),
    [
        ("i would prefer a woman", "woman"),
        ("can i see a female doctor", "woman"),
        ("a lady dentist please", "woman"),
        ("i would rather have it done by a woman", "woman"),
        ("is there a male therapist", "man"),
        ("someone who is a man", "man"),
        ("anyone but a man", "woman"),
        ("i would rather not see a guy", "woman"),
        ("i am a woman and i need a facial", None),
        ("do you do botox for men", None),
        ("my man wants a massage", None),
    ],
)
def test_who_is_asked_for_is_heard_and_who_is_meant_otherwise_is_not(line: str, gender: Gender | None) -> None:
    assert hear_gender(line) == gender


async def test_times_are_looked_for_with_the_women_of_the_practice() -> None:
    talk = Conversation(office())
    await talk.say("I'd like Botox on Tuesday afternoon, with a woman please")
    assert [asked.get("provider_ids") for asked in talk.office.made("find_slots")] == [["prv_dana"]]


async def test_a_wish_that_comes_later_is_looked_for_anew() -> None:
    talk = Conversation(office())
    await talk.say("Botox on Tuesday afternoon")
    await talk.say("I'd prefer a male provider")
    assert [asked.get("provider_ids") for asked in talk.office.made("find_slots")] == [None, ["prv_lee"]]


async def test_where_nobody_is_known_to_be_one_mia_says_so_and_looks_at_everyone() -> None:
    talk = Conversation(FrontOffice())
    assert "don't have a woman listed" in await talk.say("Botox on Tuesday afternoon with a female injector")
    assert [asked.get("provider_ids") for asked in talk.office.made("find_slots")] == [None]


async def test_a_question_about_them_names_them_alone() -> None:
    answer = await Conversation(office()).say("do you have any female providers?")
    assert "Dana Whitfield" in answer and "Lee" not in answer


async def test_who_asks_for_a_provider_hears_who_it_is_with() -> None:
    talk = Conversation(Office(practice=practice("medspa")), typed=True)
    assert "with Dr. Lukas Brandt" in await talk.say("has Dr. Brandt time for lip filler on December 12?")


async def test_a_treatment_that_is_refused_beside_another_is_not_wanted() -> None:
    talk = Conversation(Office(practice=practice("dental")), typed=True)
    await talk.say("an exam with Dr. Reyes please, no metal fillings")
    assert talk.state["service_id"] == "svc_exam" and not talk.state["planned"]
