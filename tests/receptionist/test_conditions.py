"""A condition beside an answer is met from the facts or passed on, and the answer is taken."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


async def _talk(at: str, *says: str) -> tuple[Conversation, list[str]]:
    talk = Conversation(Office(practice=practice(at)), typed=True)
    return talk, [await talk.say(one) for one in says]


@pytest.mark.parametrize(
    ("at", "wish", "answer", "told"),
    [
        ("medspa", "I'd like a chemical peel on December 3rd", "9:30, but only if it's under 200", "$160"),
        ("dental", "a filling please, on December 2nd", "8:30 as long as there's parking", "free lot"),
        (
            "wellness",
            "sauna on December 2nd",
            "10 works, provided I can bring my own towel",
            "our team can tell you",
        ),
    ],
)
async def test_a_condition_is_met_and_the_time_beside_it_taken(at: str, wish: str, answer: str, told: str) -> None:
    _, said = await _talk(at, wish, answer)
    assert told in said[-1]
    assert "first and last name" in said[-1]


async def test_what_no_fact_tells_of_a_condition_is_left_to_the_team() -> None:
    talk, _ = await _talk("wellness", "sauna on December 2nd, if there's a changing room")
    assert any("changing room" in one for one in talk.state["unanswered"])


async def test_a_day_beside_a_condition_is_looked_for() -> None:
    _, said = await _talk("dental", "I need a cleaning", "wed dec 2, assuming it's covered by cigna")
    assert "Cigna" in said[-1]
    assert "Wednesday, December 2nd" in said[-1]


async def test_what_it_may_cost_is_no_time_of_the_day() -> None:
    _, said = await _talk("medspa", "a chemical peel please", "december 3rd, but not over 500")
    assert "9 AM" in said[-1]


@pytest.mark.parametrize("wish", ["acupuncture with mr cho please", "acupuncture, put Cho please"])
async def test_whom_someone_wants_to_see_is_not_the_patient(wish: str) -> None:
    talk, said = await _talk("wellness", wish, "December 1st at 2", "Maria Gonzalez, 503 555 0177", "yes")
    assert "Daniel Cho" in said[2]
    assert [one["name"] for one in talk.office.booked] == ["Maria Gonzalez"]


async def test_parking_is_told_for_the_place_of_the_times_at_hand() -> None:
    _, said = await _talk("medspa", "a chemical peel on December 3rd", "9:30 at Bayfront", "where can I park?")
    assert "marina garage" in said[-1]
    assert "street parking" not in said[-1]


async def test_who_says_again_which_treatment_was_read_back_hears_it_once_more() -> None:
    _, said = await _talk(
        "dental", "a filling on December 2nd at 9", "Lena Brook, 614 555 0123", "no, I said a filling"
    )
    assert "Filling" in said[-1]
    assert "Wednesday, December 2nd at 9 AM" in said[-1]
