"""Visits on file: told, moved, canceled and repeated for the one who gave back the code, and for no one else."""

from typing import Any

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import CODE, Office, visit_on_file
from tests.receptionist.patients.patient import practice

WHO = "Ana Ruiz, 305 555 0142"
BOTOX = {"id": "apt_1", "service": "svc_botox", "start": "2026-12-02T14:00"}
FACIAL = {"id": "apt_2", "service": "svc_hydra", "start": "2026-12-09T11:00"}


def caller(*visits: dict[str, str], **more: Any) -> tuple[Conversation, Office]:
    """Ana, whose phone is on file, and what she has."""
    facts = practice("medspa")
    office = Office(practice=facts, on_file=[visit_on_file(one, facts) for one in visits], number="0142", **more)
    return Conversation(office), office


@pytest.mark.parametrize(
    "asks",
    ["when is my appointment?", "what time am I coming in?", "do I have anything booked?", "who am I seeing?"],
)
async def test_a_visit_is_told_only_after_the_code(asks: str) -> None:
    talk, office = caller(BOTOX)
    before = await talk.say(asks, WHO)
    assert "December" not in before and "code" in before and not office.made("list_visits")
    assert "Wednesday, December 2nd at 2 PM" in await talk.say(CODE)


async def test_where_a_visit_is_is_told_by_a_practice_of_several_places() -> None:
    facts = practice("medspa")
    visit = {**visit_on_file(BOTOX, facts), "location": "Coconut Grove"}
    talk = Conversation(Office(practice=facts, on_file=[visit], number="0142"))

    told = await talk.say("what day am I coming in, and which of your places is it?", WHO, CODE)

    assert "Wednesday, December 2nd at 2 PM" in told and "at Coconut Grove" in told


async def test_nothing_tells_a_stranger_whether_someone_is_a_patient() -> None:
    words = []
    for visits in ((BOTOX,), ()):
        talk, _ = caller(*visits)
        words.append([await talk.say(line) for line in ("cancel my appointment", WHO, "111111")])
    assert words[0] == words[1]


async def test_a_visit_is_canceled_after_a_yes_and_told_truly_afterwards() -> None:
    talk, office = caller(BOTOX, FACIAL)
    assert "Which one" in await talk.say("I need to cancel my appointment", WHO, CODE)
    assert "Shall I cancel it?" in await talk.say("the hydrafacial") and not office.canceled
    assert "is canceled" in await talk.say("yes please")
    assert office.canceled == ["apt_2"]
    told = await talk.say("so it's canceled?")
    assert "Yes, HydraFacial" in told and "You have Botox" in told
    assert (await talk.conclude()).structured == {"outcome": "answered"}, "no lead: nobody has to call back"


@pytest.mark.parametrize(
    "said",
    [
        "Thursday December 3 at 3 pm. And the hydrafacial's still on for the 9th right?",
        "Dec 3 at 3. is my hydrafacial still on?",
    ],
)
async def test_another_visit_that_is_asked_about_is_told_and_stays(said: str) -> None:
    talk, office = caller(BOTOX, FACIAL)
    await talk.say("I need to move my botox", WHO, CODE)
    told = await talk.say(said)
    assert "You have HydraFacial on Wednesday, December 9th at 11 AM" in told and "December 3rd at 3 PM" in told
    await talk.say("yes")
    assert office.canceled == ["apt_1"] and talk.state["planned"] == []


@pytest.mark.parametrize("said", ["no, keep it", "no wait"])
async def test_without_a_yes_it_stays(said: str) -> None:
    talk, office = caller(BOTOX)
    assert "stays" in await talk.say("cancel my appointment", WHO, CODE, said)
    assert not office.canceled


async def test_both_are_canceled_when_both_are_meant() -> None:
    talk, office = caller(BOTOX, FACIAL)
    await talk.say("please cancel both of my appointments", WHO, CODE, "yes")
    assert office.canceled == ["apt_1", "apt_2"]


async def test_a_visit_is_moved_and_the_old_one_is_gone() -> None:
    talk, office = caller(BOTOX)
    readback = await talk.say("move my appointment from the 2nd to the 4th at 9 am", WHO, CODE)
    assert "Friday, December 4th at 9 AM" in readback
    assert "moved" in await talk.say("yes")
    (asked,) = office.made("book_appointment")
    assert asked["replaces"] == "apt_1" and "name" not in asked, "the record's name stands, not what was heard"
    assert "Yes, Botox on Wednesday, December 2nd at 2 PM is gone" in await talk.say("so my old one is canceled?")


async def test_a_wish_to_cancel_may_become_a_move() -> None:
    talk, office = caller(BOTOX)
    await talk.say(
        "cancel my appointment", WHO, CODE, "actually can you move it to next monday instead", "the first"
    )
    await talk.say("yes")
    assert office.canceled == ["apt_1"] and office.booked


async def test_the_same_again_is_what_they_had_with_who_did_it() -> None:
    last = {**visit_on_file(BOTOX, practice("medspa")), "provider_id": practice("medspa")["providers"][0]["id"]}
    talk, office = caller(FACIAL, last=last)
    said = await talk.say("I'd like the same as last time, next monday at 10", WHO, CODE)
    assert "Last time it was Botox" in said
    assert office.made("find_slots")[0]["service_id"] == "svc_botox"


async def test_who_cannot_get_the_code_may_have_it_mailed_or_gets_a_person() -> None:
    talk, office = caller(BOTOX)
    assert "emailed" in await talk.say("I want to reschedule", WHO, "nothing came")
    await talk.say("yes")
    assert office.made("identify_patient")[-1]["by"] == "email"
    assert "Shall I have someone call you?" in await talk.say("I can't get to my email")
    await talk.say("yes")
    (asked,) = office.made("request_person")
    assert "reschedule" in asked["reason"] and asked["phone"] == "+13055550142"


async def test_a_date_of_birth_is_checked_by_the_front_office() -> None:
    talk, office = caller(BOTOX)
    await talk.say("when is my appointment", WHO, "nothing came", "it's March 9th, 1984")
    assert office.made("identify_patient")[-1]["birth_date"] == "1984-03-09"


async def test_why_it_is_asked_is_answered() -> None:
    talk, _ = caller(BOTOX)
    assert "private" in await talk.say("when is my appointment", "why do you need that?")
    assert talk.step == "who"


async def test_an_emergency_comes_before_identity() -> None:
    talk, _ = caller(BOTOX)
    assert "911" in await talk.say("when is my appointment", WHO, "my throat is closing up, I can't breathe")


async def test_of_two_visits_the_one_to_be_moved_is_moved() -> None:
    talk, _ = caller(BOTOX, FACIAL)
    has = "I have Botox on December 2nd and a HydraFacial on the 9th."
    answer = await talk.say(f"{has} Could you move the HydraFacial to the 2nd as well?", WHO, CODE)
    assert "Let's move HydraFacial" in answer


SECOND_BOTOX = {"id": "apt_3", "service": "svc_botox", "start": "2026-12-16T14:00"}


@pytest.mark.parametrize(
    ("said", "which"),
    [
        ("I have Botox twice next month. Drop the first one, do not touch the second one", "December 2nd"),
        ("I'm in twice for Botox. Keep the earlier one. The last one, cancel that please", "December 16th"),
    ],
)
async def test_visits_of_a_kind_are_told_apart_by_their_place(said: str, which: str) -> None:
    talk, office = caller(BOTOX, SECOND_BOTOX)
    asked = await talk.say(said, WHO, CODE)
    assert which in asked and "Shall I cancel it?" in asked and not office.canceled


async def test_what_is_told_to_stay_is_not_moved() -> None:
    talk, office = caller(BOTOX, FACIAL)
    said = "I've got Botox on the 2nd and a HydraFacial the 9th. Keep the Botox, push the HydraFacial to the 17th"
    await talk.say(said, WHO, CODE, "the first one", "yes and the Botox on the 2nd stays")
    assert [(visit["service_id"], f"{visit['start']:%m-%d}") for visit in office.booked] == [("svc_hydra", "12-17")]


async def test_a_visit_is_traded_for_another_treatment() -> None:
    talk, office = caller(FACIAL)
    said = "I've got a HydraFacial on the 9th. I'd rather do a chemical peel. Same day if it can be managed"
    await talk.say(said, WHO, CODE, "the first one", "Yes, the peel instead of the HydraFacial")
    assert [(visit["service_id"], f"{visit['start']:%m-%d}") for visit in office.booked] == [("svc_peel", "12-09")]
    assert office.canceled == ["apt_2"]


async def test_another_day_for_a_visit_that_is_told_of_moves_it() -> None:
    talk, office = caller(FACIAL)
    said = (
        "My girl Ana has a HydraFacial with you on December 9, and there's a school play. Could we do Mon Dec 14?"
    )
    await talk.say(said, WHO, CODE, "the first one", "yes")
    assert [f"{visit['start']:%m-%d}" for visit in office.booked] == ["12-14"] and office.canceled == ["apt_2"]


async def test_who_has_no_code_and_may_have_meant_a_new_visit_is_offered_one() -> None:
    talk, office = caller()
    said = "My laser hair removal has to be another week, the one of December 7th, any time before 2"
    offered = await talk.say(said, WHO, "nothing came")
    assert "new one?" in offered
    assert "December 7th" in await talk.say("yes please") and not office.made("request_person")


async def test_a_code_that_can_not_be_had_brings_a_person_not_the_same_question() -> None:
    talk, _ = caller(BOTOX)
    lost = "I can't get it, that phone is under water. Can a person email me?"
    assert "someone call you" in await talk.say("cancel my botox on the 2nd", WHO, lost, lost)


async def test_who_has_never_been_here_is_not_asked_for_a_code() -> None:
    talk, office = caller()
    said = "I've never been to you. Schools let out at 1 on Wednesdays, could I do a HydraFacial after 2 then?"
    assert "on file" not in await talk.say(said) and not office.made("identify_patient")


async def test_each_treatment_of_a_list_is_canceled() -> None:
    talk, office = caller(BOTOX, FACIAL)
    await talk.say("New job, starts Monday. So the Botox thing and the facial, both need to go", WHO, CODE, "yes")
    assert office.canceled == ["apt_1", "apt_2"]


async def test_visits_of_several_months_are_told() -> None:
    second = {"id": "apt_3", "service": "svc_botox", "start": "2027-01-05T14:00"}
    talk, _ = caller(BOTOX, second)
    asked = "When are my Botox visits again? There should be one in December and one in January"
    told = await talk.say(asked, WHO, CODE)
    assert "December 2nd" in told and "January 5th" in told
