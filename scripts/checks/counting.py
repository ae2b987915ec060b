"""Counts of tests, as their runners report them, and what the last lines say of them."""

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ERROR_LENGTH = 600
"""Characters of an error that the last lines repeat; the whole of it stands where the test ran."""

MOST_FLAKY = 2
"""Tests that may pass at their second try only; with more of them the run fails."""


@dataclass(frozen=True)
class Trouble:
    """A test that failed, or that passed at its second try only."""

    name: str
    error: str = ""
    flaky: bool = False
    final: bool = False
    """Not tried again: a race that shows once in a while is a race."""

    def __str__(self) -> str:
        return f"{'flaky' if self.flaky else 'failed'}: {self.name}\n{self.error}".rstrip()


@dataclass(frozen=True)
class Count:
    """Tests of one runner."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    troubles: list[Trouble] = field(default_factory=list[Trouble])

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            [*self.troubles, *other.troubles],
        )

    @property
    def flaky(self) -> list[Trouble]:
        """Those that passed at their second try only."""
        return [trouble for trouble in self.troubles if trouble.flaky]

    def tried_again(self, second: "Count") -> "Count":
        """This run's count after a second one of those that failed, but for the final ones."""
        still = {trouble.name for trouble in second.troubles}
        troubles = [
            trouble if trouble.final or trouble.name in still else Trouble(trouble.name, trouble.error, flaky=True)
            for trouble in self.troubles
        ]
        mended = sum(trouble.flaky for trouble in troubles)
        return Count(self.passed + mended, self.failed - mended, self.skipped, troubles)


@dataclass(frozen=True)
class Result:
    """What a stage says of itself."""

    ok: bool
    count: Count = field(default_factory=Count)

    def __add__(self, other: "Result") -> "Result":
        return Result(self.ok and other.ok, self.count + other.count)


def last_lines(count: Count, failed_stages: list[str]) -> tuple[list[str], int]:
    """How a run ends: what did not pass at once, the stages that failed, the count; and the exit status."""
    lines = [str(trouble) for trouble in sorted(count.troubles, key=lambda each: not each.flaky)]
    failed = list(failed_stages)
    if len(count.flaky) > MOST_FLAKY:
        lines.append(f"{len(count.flaky)} tests passed at their second try only; {MOST_FLAKY} may.")
        failed.append("flaky tests")
    if failed:
        lines.append(f"Failed: {', '.join(failed)}")
    if count.passed + count.failed:
        lines.append(f"{count.passed} passed, {count.failed} failed, {count.skipped} skipped")
    return lines, 1 if failed else 0


def from_junit(report: Path) -> Count:
    """Of pytest and Vitest; a test with the property ``race`` is final."""
    if not report.exists():
        return Count()
    root = ElementTree.parse(report).getroot()
    suites = [root] if root.get("tests") else list(root)
    tests, failed, skipped = (
        sum(int(suite.get(key, "0")) for suite in suites for key in keys)
        for keys in (("tests",), ("failures", "errors"), ("skipped",))
    )
    troubles = [
        Trouble(
            f"{case.get('classname')}.{case.get('name')}",
            _first_lines([problem.get("message", "")]),
            final=case.find("properties/property[@name='race']") is not None,
        )
        for case in root.iter("testcase")
        for problem in (*case.findall("failure"), *case.findall("error"))
    ]
    return Count(tests - failed - skipped, failed, skipped, troubles)


def from_playwright(report: Path) -> Count:
    """Of journeys, which are tried again by their runner."""
    written = json.loads(report.read_text())
    stats, troubles = written["stats"], [each for suite in written["suites"] for each in _unsteady(suite)]
    return Count(stats["expected"] + stats["flaky"], stats["unexpected"], stats["skipped"], troubles)


def _unsteady(suite: dict[str, Any]) -> Iterator[Trouble]:
    """Journeys of a suite in Playwright's report that did not pass at the first try."""
    for inner in suite.get("suites", []):
        yield from _unsteady(inner)
    for spec in suite.get("specs", []):
        for test in spec["tests"]:
            if test["status"] in ("unexpected", "flaky"):
                errors = [result["error"]["message"] for result in test["results"] if "error" in result]
                yield Trouble(f"{spec['file']} {spec['title']}", _first_lines(errors), test["status"] == "flaky")


def _first_lines(errors: list[str]) -> str:
    """Of each try's error, without colors: what was expected and what came."""
    return "\n    Then:\n".join(map(_first_lines_of, errors))


def _first_lines_of(error: str) -> str:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", error)
    return "\n".join(f"    {line}" for line in plain.splitlines() if line.strip())[:ERROR_LENGTH]
