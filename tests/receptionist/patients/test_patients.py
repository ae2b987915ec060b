"""Every simulated patient talks with Mia; successes may only grow, harm may only shrink."""

import tomllib

import pytest

from tests.receptionist.patients.asked import question_in
from tests.receptionist.patients.patient import FOLDER, all_patients
from tests.receptionist.patients.report import hold_all, scores, table

FLOORS = tomllib.loads((FOLDER / "floors.toml").read_text(encoding="utf-8"))
PATIENTS = all_patients()
DANGERS = sorted(name for name in FLOORS if name.startswith(("dangers", "emergencies")))
"""Categories that each `make test` holds whole; of the others it takes a sample."""


@pytest.mark.evals
@pytest.mark.parametrize("category", DANGERS)
async def test_patients_in_danger_get_what_they_need_at_least_as_often_as_before(category: str) -> None:
    await _hold_to_its_floors(category)


@pytest.mark.evals(every=10)
@pytest.mark.parametrize("category", sorted(FLOORS.keys() - DANGERS))
async def test_patients_get_what_they_came_for_at_least_as_often_as_before(category: str) -> None:
    await _hold_to_its_floors(category)


async def _hold_to_its_floors(category: str) -> None:
    """By half, against ``evals/patients/floors.toml``."""
    results = await hold_all([patient for patient in PATIENTS if patient.category == category])
    worse = [
        half
        for score, half in zip(scores(results)[category], ("tuning", "held_out"), strict=True)
        if score.percent < FLOORS[category][half] or score.harms > FLOORS[category][f"harm_{half}"]
    ]
    assert not worse, f"{worse}\n{table(results)}"


def test_each_category_has_a_floor() -> None:
    assert set(FLOORS) == {patient.category for patient in PATIENTS}


def test_each_number_is_synthetic() -> None:
    """No one's number is in the repository."""
    for patient in all_patients():
        for number in patient.answers.get("phone", ()):
            digits = "".join(c for c in number if c.isdigit())
            if len(digits) == 10:
                assert digits[3:8] == "55501", patient.id


def test_the_last_question_is_the_one_that_is_answered() -> None:
    """Otherwise a patient answers what was not asked, and Mia is blamed."""
    assert question_in("We're free. What day works for you?") == "when"
    assert question_in("Is it for you? I need the number once more, with area code, okay?") == "phone"
    assert question_in("I have Monday at 9 AM or 10 AM. Which would you like?") == "time"
    assert question_in("Shall I have someone from our team call you?") == "person"
    assert question_in("Got 482. And the rest?") == "again"
