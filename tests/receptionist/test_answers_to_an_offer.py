"""What people say to offered times: one of them beside a remark, hours of their own, or why none suits."""

from datetime import date, datetime, time

import pytest

from mia.platform.conversation.ports import Say
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.arranging.booking_results import on_slots
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import State
from mia.receptionist.practice import read_practice
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def caller(kind: str = "wellness") -> Conversation:
    return Conversation(Office(practice=practice(kind), on_file=[], number="0142"), typed=True)


async def test_a_time_is_taken_whatever_is_said_beside_it() -> None:
    talk = caller("dental")
    await talk.say("an exam on Monday please")
    assert "first and last name" in await talk.say("Monday at 8 AM, and if there's a fee there's a fee")


async def test_hours_that_are_told_are_those_that_are_wanted() -> None:
    talk = caller()
    await talk.say("acupuncture this Sunday please")
    assert "11 AM" in await talk.say("We'd be in church. Sunday from 11 onward?")


@pytest.mark.parametrize("why", ["sorry this day I am working", "hmm, all during my shift"])
async def test_who_says_why_not_is_asked_for_another_time(why: str) -> None:
    talk = caller()
    await talk.say("acupuncture on Sunday please")
    await talk.say(why)
    assert talk.step == "when"


async def test_a_treatment_put_as_a_question_answers_ours() -> None:
    talk = caller("medspa")
    await talk.say("I want to come in next Saturday for something")
    await talk.say("idk what kills blackheads, that hydra facial thing?")
    assert talk.state["service_id"] == "svc_hydra"


async def test_the_same_words_for_the_third_time_get_a_person() -> None:
    talk = caller("medspa")
    await talk.say("Botox on Saturday please")
    answers = [await talk.say("only with the blue chair, on a day like that one") for _ in range(3)]
    assert "person from our team" in answers[-1]


async def test_a_wish_outside_of_the_hours_hears_them() -> None:
    talk = caller()
    assert "7 PM" in await talk.say("I'd like a massage next Wednesday at 9 PM")


async def test_another_day_is_asked_about_right_after_the_hours_of_one() -> None:
    talk = caller("dental")
    await talk.say("how late r u there fridays")
    assert "5 PM" in await talk.say("n a thursday?")


@pytest.mark.parametrize(
    "said",
    [
        "Need a cleaning December 3. My old dentist took x-rays in September, can you get those?",
        "New patient, exam December 2. My last dentist has my x-rays. How can you get hold of them?",
        "New in town! Do you take Cigna, can my old office send over my x-rays, and could I come in on December 3?",
        "we both need a new patient exam, thursday december 17. how do we get our xrays over from Toledo?",
    ],
)
async def test_a_question_is_read_with_what_it_points_at(said: str) -> None:
    assert "email your x-rays" in await caller("dental").say(said)


@pytest.mark.parametrize(("limit", "explained"), [(time(13), False), (time(14), True)])
def test_a_time_within_the_limits_needs_no_excuse(limit: time, explained: bool) -> None:
    state = State(booking=True, service_id="svc_hydra")
    state.wish = When(days=(date(2026, 12, 2),), not_before=limit)
    scene = Scene(read_practice(practice("medspa")), "Mia", state, datetime.fromisoformat("2026-11-28T10:00"))
    slot = {
        "token": "1",
        "starts_at": "2026-12-02T13:15:00-05:00",
        "provider": "Nneka Okafor",
        "location": "Bayfront",
    }
    on_slots(scene, {"slots": [slot], "reason": "full"})
    said = " ".join(output.text for output in scene.outputs if isinstance(output, Say))
    assert ("fully booked" in said or "free then" in said) is explained and "1:15 PM" in said


async def test_a_date_in_words_is_that_date_whatever_was_offered() -> None:
    talk = caller("dental")
    await talk.say("A filling, on Monday the 14th or Friday the 18th of December")
    assert "December 11th" in await talk.say("no it's gotta be Friday the eleventh, only day I'm home")
