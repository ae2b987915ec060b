"""Branch coverage: which share of branches the tests take, by area, and that no area's share falls.

Floors stand in ``coverage.toml`` beside this file. A branch is a way that the code can go on from a place
where it can go more than one.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.checks.counting import Result

FLOORS = Path(__file__).with_name("coverage.toml")

SLACK = 0.5
"""Percent points that races and times of day move a figure by."""


@dataclass(frozen=True)
class Area:
    """Part of the sources: its branches, those that tests took, and the least share, in percent."""

    name: str
    taken: int
    branches: int
    floor: float

    @property
    def share(self) -> float:
        """Percent of branches taken."""
        return 100 * self.taken / self.branches if self.branches else 100.0

    @property
    def holds(self) -> bool:
        """Whether the share stands at the floor or above."""
        return self.share >= self.floor - SLACK

    def __str__(self) -> str:
        verdict = "ok    " if self.holds else "FAILED"
        return f"  {verdict} {self.name:32} {self.share:5.1f} % (at least {self.floor:g} %)"


def measured_folders() -> list[str]:
    """Folders of the server that have a floor; to measure the rest too takes a fourth of the time of the tests."""
    return [f"src/{name}" for name in tomllib.loads(FLOORS.read_text())["server"]]


def server(report: Path) -> Result:
    """Of a report of SlipCover (JSON)."""
    files = json.loads(report.read_text())["files"]
    counts = {name: (len(each["executed_branches"]), len(each["missing_branches"])) for name, each in files.items()}
    return _verdict({name: (taken, taken + left) for name, (taken, left) in counts.items()}, "server")


def web(report: Path) -> Result:
    """Of a summary of Istanbul's kind, as Vitest writes it."""
    files = json.loads(report.read_text())
    return _verdict(
        {
            name: (each["branches"]["covered"], each["branches"]["total"])
            for name, each in files.items()
            if name != "total"
        },
        "web",
    )


def areas_of(files: Mapping[str, tuple[int, int]], floors: Mapping[str, float]) -> list[Area]:
    """The branches of the files in each folder that has a floor."""
    areas: list[Area] = []
    for folder, floor in floors.items():
        inside = [counts for name, counts in files.items() if f"/{folder}/" in f"/{name}"]
        areas.append(Area(folder, sum(taken for taken, _ in inside), sum(total for _, total in inside), floor))
    return areas


def _verdict(files: Mapping[str, tuple[int, int]], side: str) -> Result:
    areas = areas_of(files, tomllib.loads(FLOORS.read_text())[side])
    print(f"Branches taken by tests ({side}):\n" + "\n".join(map(str, areas)), flush=True)
    return Result(all(area.holds for area in areas))
