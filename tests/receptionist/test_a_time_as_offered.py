"""A time that is told as it was offered is taken, whatever hours are told beside it, and a question may name the
treatment that someone was asked for."""

import pytest

from tests.receptionist.writers import writer


@pytest.mark.parametrize(
    "said", ["Thursday at 10 AM would do, the aide is there until three", "at 10 AM then, he naps until noon"]
)
async def test_hours_of_other_things_do_not_hide_the_time(said: str) -> None:
    talk, _ = writer("wellness")
    assert "10 AM" in await talk.say("acupuncture on Thursday the 10th")
    assert "first and last name" in await talk.say(said)


async def test_a_question_names_the_treatment_that_was_asked_for() -> None:
    talk, _ = writer("dental")
    await talk.say("I'd like to book an appointment please")
    answered = await talk.say("what's a consultation go for?")
    assert "free" in answered
    assert "what day" in answered.lower() or "which day" in answered.lower() or "when" in answered.lower()


async def test_hours_after_closing_are_told_as_such() -> None:
    talk, _ = writer("dental")
    await talk.say("I need a filling")
    assert "not open at that time" in await talk.say("Fridays, I get out at 2 on Fridays")
