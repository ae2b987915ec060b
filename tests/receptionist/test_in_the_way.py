"""Something is in the way of a visit on file: it is moved or given up, and its time is not offered as a new one."""

import pytest

from tests.receptionist.patients.office import CODE
from tests.receptionist.writers import writer

WHO = "Ana Ruiz, 305 555 0142"
MASSAGE = {"id": "apt_1", "service": "svc_massage", "start": "2026-12-10T14:00"}


@pytest.mark.parametrize(
    "tells",
    [
        "My son's recital got moved to the 10th at 2, which is when you're supposed to be kneading my back.",
        "Jury duty on the 10th. Guess who's meant to be getting a massage from you that day. Any other day is fine",
        "The plumber comes on the 10th at 2, the same hour I'm due at yours for the massage.",
        "I'm due at yours for a massage on the 10th at 2 and the school called a meeting for the 10th at 2.",
        "So my boss scheduled the review right on top of my massage on the 10th.",
        "This is about the massage on December 10th. My car is in the shop and I can't drive to you.",
    ],
)
async def test_a_visit_that_something_is_in_the_way_of_is_moved(tells: str) -> None:
    talk, office = writer("wellness", MASSAGE)
    assert "know it's you" in await talk.say(tells)
    asked = await talk.say(WHO, CODE)
    assert "Let's move Deep tissue massage on Thursday, December 10th at 2 PM" in asked and "What day" in asked
    await talk.say("the 16th", "the first one", "yes")
    assert office.canceled == ["apt_1"] and len(office.booked) == 1


async def test_days_told_beside_are_those_it_is_moved_to() -> None:
    talk, _ = writer("wellness", MASSAGE)
    await talk.say(
        "I had my shoulder thing with you on the 10th and I'll be in court. Any time on the 16th I'm free."
    )
    told = await talk.say(WHO, CODE)
    assert "Let's move Deep tissue massage" in told and "Wednesday, December 16th" in told


@pytest.mark.parametrize(
    "tells",
    [
        "I was supposed to be on your table on the 10th, but we're snowed in. Do I owe you something now?",
        "I was meant to have a massage on Thursday the 10th. We move to Ohio that week, so that's that.",
        "We had something with you on the 10th and I can't make the drive anymore, lovely as you've been.",
    ],
)
async def test_who_was_to_come_and_tells_no_other_day_is_asked_whether_to_cancel(tells: str) -> None:
    talk, office = writer("wellness", MASSAGE)
    assert "Shall I cancel it?" in await talk.say(tells, WHO, CODE)
    await talk.say("yes")
    assert office.canceled == ["apt_1"]


@pytest.mark.parametrize(
    "asks",
    [
        "I can't make it tomorrow for my massage, I've got a fever. Am I going to have to pay?",
        "My massage on the 10th, I won't be able to make it. Is there a charge for that?",
        "I can't come in on the 10th for my massage. How much is the fee? Cancel it either way.",
        "The massage on the 10th isn't happening, the dog is ill. I know about the late fee. Cancel it.",
        "I have the massage on 10 December, I want cancel it because I travel. There is money I must pay?",
        "I have a massage on the 10th but we move. Please take it off. Is there a charge? I know you have a rule.",
        "There's a massage of mine on the 10th, but my leg broke. Is there a charge? Give it to someone else.",
    ],
)
async def test_the_fee_of_a_visit_that_is_given_up_is_told_and_the_visit_canceled(asks: str) -> None:
    talk, office = writer("wellness", MASSAGE)
    told = await talk.say(asks)
    assert "know it's you" in told and "don't have" not in told and ("12 hours" in told or "I know about" in asks)
    assert "Shall I cancel it?" in await talk.say(WHO, CODE)
    await talk.say("yes")
    assert office.canceled == ["apt_1"]


@pytest.mark.parametrize(
    "says",
    [
        "I'm supposed to be at a wedding on the 12th, which is when I'd like to be rested. A massage before?",
        "You're supposed to be good with nervous people. A massage on the 10th at 3?",
        "Guess who finally needs a massage. The 10th at 3?",
        "I have a meeting on the 9th at 2, so not then. A massage any other day that week?",
        "If I can't make it to a massage, will I be charged?",
        "I was supposed to book a massage months ago. The 10th at 3?",
    ],
)
async def test_what_is_in_the_way_of_no_visit_changes_none(says: str) -> None:
    talk, office = writer("wellness", MASSAGE)
    assert "know it's you" not in await talk.say(says) and not office.made("identify_patient")
