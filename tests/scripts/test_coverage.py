"""Branch coverage: what counts for which area, and when a run fails for it."""

import json
import tomllib
from pathlib import Path

import pytest

from scripts.checks import coverage
from scripts.checks.coverage import FLOORS, SLACK, Area, areas_of

FILES = {"src/mia/clinic/consent/rules.py": (19, 20), "src/mia/clinic/inbox/rules.py": (1, 20)}


def test_an_area_counts_the_files_in_its_folder() -> None:
    consent, clinic = areas_of(FILES, {"mia/clinic/consent": 95, "mia/clinic": 60})
    assert (consent.share, consent.holds) == (95.0, True)
    assert (clinic.share, clinic.holds) == (50.0, False)


def test_a_little_less_than_the_floor_is_chance() -> None:
    assert Area("a", 945, 1000, 95).holds
    assert not Area("a", 944 - int(SLACK), 1000, 95).holds


@pytest.mark.parametrize(("taken", "ok"), [(19, True), (12, False)])
def test_a_report_below_a_floor_fails_the_run(
    taken: int, ok: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    floors, report = tmp_path / "floors.toml", tmp_path / "report.json"
    floors.write_text('[server]\n"mia/clinic/consent" = 95\n')
    branches = [[line, line + 1] for line in range(20)]
    rules = {"executed_branches": branches[:taken], "missing_branches": branches[taken:]}
    report.write_text(json.dumps({"files": {"src/mia/clinic/consent/rules.py": rules}}))
    monkeypatch.setattr(coverage, "FLOORS", floors)
    assert coverage.server(report).ok is ok
    assert f"{5 * taken:.1f} %" in capsys.readouterr().out


def test_every_floor_is_of_a_folder_that_there_is() -> None:
    root = Path(__file__).parents[2]
    floors = tomllib.loads(FLOORS.read_text())
    missing = [name for name in floors["server"] if not (root / "src" / name).is_dir()]
    missing += [name for name in floors["web"] if not (root / "web" / name).is_dir()]
    assert not missing
