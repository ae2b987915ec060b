"""Each step in many wordings: all tuned ones pass, and most of those no one tuned on."""

import pytest

from tests.receptionist.steps import Case, cases, judge

pytestmark = pytest.mark.evals

_LEAST_HELD_OUT = 0.85


@pytest.mark.parametrize(
    ("step", "case"), cases("wordings.json"), ids=lambda v: v if isinstance(v, str) else v["say"]
)
async def test_wording_is_understood(step: str, case: Case) -> None:
    assert await judge(step, case) == ""


def test_every_step_has_at_least_ten_wordings() -> None:
    counts: dict[str, int] = {}
    for step, _ in cases("wordings.json"):
        counts[step] = counts.get(step, 0) + 1
    assert min(counts.values()) >= 10, counts


async def test_wordings_nobody_tuned_on_are_mostly_understood() -> None:
    held_out = cases("heldout.json")
    misses = [(step, case["say"]) for step, case in held_out if await judge(step, case)]
    assert len(misses) <= (1 - _LEAST_HELD_OUT) * len(held_out), misses
    assert [say for step, say in misses if step == "emergency"] == [], "an emergency was missed"
