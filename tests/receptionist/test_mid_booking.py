"""In the middle of a booking: an offered time is taken, and a question may name the treatment or another place."""

import pytest

from tests.receptionist.writers import writer


@pytest.mark.parametrize(
    "said", ["Thursday at 10 AM would do, the aide is there until three", "at 10 AM then, he naps until noon"]
)
async def test_hours_of_other_things_do_not_hide_the_time(said: str) -> None:
    talk, _ = writer("wellness")
    assert "10 AM" in await talk.say("acupuncture on Thursday the 10th")
    assert "first and last name" in await talk.say(said)


async def test_the_first_sentence_points_at_a_time_whatever_the_next_tells_of() -> None:
    talk, _ = writer("wellness")
    await talk.say("acupuncture on Thursday the 10th of December")
    assert "10 AM" in await talk.say("the first one. My wife is only off on Fridays")


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


@pytest.mark.parametrize(
    ("asked", "read_back"),
    [
        ("Oh wait, can we do it at Coconut Grove instead of Bayfront?", "at Coconut Grove"),
        ("And could it be with Dr. Brandt rather than the nurse?", "with Dr. Lukas Brandt"),
    ],
)
async def test_another_place_or_provider_asked_for_beside_an_answer_is_taken(asked: str, read_back: str) -> None:
    talk, _ = writer("medspa")
    await talk.say("a peel on Friday the 11th of December at 2 PM", "Giselle Varga")
    assert read_back in await talk.say(f"305-555-0142. {asked}")


async def test_what_was_booked_is_added_up() -> None:
    talk, _ = writer("wellness")
    await talk.say("infrared sauna on Saturday the 12th of December at 9 AM", "Fjola Varga", "503-555-0142", "yes")
    await talk.say("also a deep tissue massage that same Saturday at 11 AM", "yes")
    assert "$155" in await talk.say("what do the two come to together?")


async def test_a_remark_after_all_is_done_asks_for_nothing() -> None:
    talk, _ = writer("wellness")
    await talk.say("infrared sauna on Saturday the 12th of December at 9 AM", "Fjola Varga", "503-555-0142", "yes")
    assert "put it another way" not in await talk.say("worth it")
