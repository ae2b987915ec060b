"""A visit on file that is being moved stays what it is: its treatment, and the day it is counted from."""

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import practice

CLEANING = {"id": "apt_1", "service": "svc_clean", "start": "2026-12-09T14:00", "name": "Denise Kowal"}
MASSAGE = {"id": "apt_1", "service": "svc_massage", "start": "2026-12-04T15:00", "name": "Marisol Vega"}
NEEDLES = {"id": "apt_2", "service": "svc_acu", "start": "2026-12-11T15:00", "name": "Marisol Vega"}
FACIAL = {"id": "apt_1", "service": "svc_hydra", "start": "2026-12-05T12:00", "name": "Mo Reyes"}
MICRO = {"id": "apt_2", "service": "svc_micro", "start": "2026-12-16T16:00", "name": "Mo Reyes"}


def _patient(kind: str, *visits: dict[str, str]) -> tuple[Conversation, Office]:
    facts = practice(kind)
    office = Office(practice=facts, on_file=[visit_on_file(one, facts) for one in visits], number="0121")
    return Conversation(office, typed=True), office


async def test_what_a_visit_is_for_in_other_words_does_not_change_it() -> None:
    talk, office = _patient("dental", CLEANING)
    await talk.say(
        "there's a work trip next Wed and I think that's when I'm supposed to be in for my teeth. move it?"
    )
    await talk.say("Denise Kowal 614 555 0121", "482913", "the week after would be better, after 3", "thurs?")
    assert office.offered[0].isoformat() == "2026-12-17T15:00:00"
    assert "Cleaning on Thursday" in await talk.say("the first one")


async def test_the_other_visit_is_moved_instead() -> None:
    talk, _ = _patient("wellness", MASSAGE, NEEDLES)
    await talk.say("I have to move my acupuncture", "Marisol Vega 503 555 0121", "482913")
    said = await talk.say("no no, the other one, the massage. The acupuncture I still can")
    assert "Deep tissue massage" in said, said


async def test_another_visit_named_beside_it_changes_neither_treatment_nor_hour() -> None:
    talk, office = _patient("medspa", FACIAL, MICRO)
    await talk.say("bring my microneedling forward to the day of the facial, December 5")
    await talk.say("Mo Reyes 305 555 0121", "482913", "noon")
    said = await talk.say("noon is the facial lol. so 1?")
    assert "Microneedling on Saturday, December 5th at 1 PM" in said, said
    await talk.say("yes!! and do I get charged?")
    assert office.canceled == ["apt_2"] and [f"{one['start']:%H}" for one in office.booked] == ["13"]


async def test_a_visit_that_is_kept_after_all_is_not_booked_anew() -> None:
    talk, office = _patient("dental", CLEANING)
    await talk.say("I have to move my cleaning", "Denise Kowal 614 555 0121", "482913")
    said = await talk.say("no no, don't move it. I'm keeping it, is all")
    assert not office.booked and not talk.state["booking"], said


async def test_who_is_new_leaves_the_check_of_who_they_are() -> None:
    talk, _ = _patient("dental")
    await talk.say("I need to move my mom's cleaning to Friday")
    said = await talk.say("no no, she is new, she's never been there. She needs a cleaning this Friday")
    assert (talk.state["booking"] and "December" in said) or "November" in said, said
