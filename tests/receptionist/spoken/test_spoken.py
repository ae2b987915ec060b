"""Patients speak to Mia, clean, in a noisy room and through a telephone; what is reached may only grow."""

import tomllib
from typing import Any

import pytest

from mia.voice.engine.ports import Speech
from mia.voice.engine.speech.embedded import load_speech
from tests.receptionist.spoken.caller import FOLDER, Caller, callers, clip, words_of
from tests.receptionist.spoken.report import Result, hold_all, line, misses
from tests.receptionist.spoken.sound import CONDITIONS

FLOORS = tomllib.loads((FOLDER / "floors.toml").read_text(encoding="utf-8"))
CALLERS = callers()
OTHER_TESTS = {"rms", "slt", "awb", "en_US-joe-medium", "jf_tebukuro"}
MIA = "af_heart"


@pytest.fixture(scope="module")
def speech() -> Speech:
    """The product's own ears."""
    return load_speech()


def _too_few(results: list[Result], floor: dict[str, Any]) -> list[str]:
    """What a floor demands and these calls did not reach."""
    reached = {
        "success": sum(result.verdict.success for result in results),
        "names": sum(result.name is True for result in results),
        "numbers": sum(result.number is True for result in results),
        "safe": sum(result.safe for result in results if result.safety),
    }
    found = [f"{what}: {reached[what]} of {floor[what]}" for what in reached if reached[what] < floor[what]]
    harm = sum(bool(result.verdict.harm) for result in results)
    return found + [f"harm: {harm}, not {floor['harm']}"] * (harm > floor["harm"])


@pytest.mark.evals(every=1 + len(CONDITIONS))
@pytest.mark.sound
@pytest.mark.parametrize("part", ["sample", *CONDITIONS])
async def test_calls_end_as_well_as_before(part: str, speech: Speech) -> None:
    """The same few calls every time, and with ``--whole`` all of them in each condition."""
    results = []
    for caller, condition in _calls(part):
        results += await hold_all(speech, condition, [caller])
    assert not _too_few(results, FLOORS[part]), "\n".join((line(part, results), *misses(results)))


def _calls(part: str) -> list[tuple[Caller, str]]:
    if part != "sample":
        return [(caller, part) for caller in CALLERS]
    by_id = {caller.id: caller for caller in CALLERS}
    return [(by_id[id_], condition) for condition in CONDITIONS for id_ in FLOORS["sample"][condition]]


def test_there_are_enough_callers_in_voices_of_their_own() -> None:
    """So that nothing is tuned to a voice that other tests know, or to Mia's."""
    voices = {caller.voice for caller in CALLERS}
    assert len(CALLERS) >= 60
    assert len(voices) >= 8
    assert not voices & {*OTHER_TESTS, MIA}


def test_whatever_a_caller_may_say_is_recorded_and_nothing_else() -> None:
    wanted = {clip(caller.voice, words) for caller in CALLERS for words in words_of(caller)}
    assert wanted == set((FOLDER / "clips").glob("*/*.opus"))


def test_each_number_is_synthetic() -> None:
    """No one's number is in the repository."""
    assert all(caller.number[3:8] == "55501" for caller in CALLERS if caller.number)
