"""Tests of the server: those without sound share the processors, those that speak and listen have them alone."""

import tempfile
from pathlib import Path

from scripts.checks import coverage
from scripts.checks.commands import BIN, PROCESSORS, ROOT, Command, run
from scripts.checks.counting import Count, Result, from_junit

TRIED_AGAIN = 3
"""Failed tests that are run once more; with more of them, something is broken."""

MOST_HEARD = 2
"""Files of tests with sound at once."""

PLAIN: Command = [BIN / "pytest"]

NOTHING_CHOSEN = 5
"""pytest's status when no test was left to run."""


def silent() -> Result:
    """Unit, API and contract tests against a real database, which each of them waits for a third of its time."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        result = pytest("-m", "not sound", "-n", str(PROCESSORS + 1), "--dist", "loadfile", report=report)
        return result + coverage.server(report) if report.exists() else result


def sound() -> Result:
    """Tests that speak and listen, two at once: where others fill the processors they hear worse than a caller."""
    return pytest("-m", "sound", "-n", str(min(PROCESSORS, MOST_HEARD)), "--dist", "loadfile")


def long_set(marker: str) -> Result:
    """All cases of a set of which a plain run takes a sample, one after another: some speak, some kill."""
    return pytest("--whole", "-m", marker)


def pytest(*arguments: str, report: Path | None = None) -> Result:
    """One run; the few that fail are run once more, as journeys are, and told as flaky when they pass then.

    ``report``: where the first run writes which branches it took.
    """
    whole = _once(measured(report) if report else PLAIN, *arguments)
    again = [trouble for trouble in whole.count.troubles if not trouble.final]
    if not again or whole.count.failed > TRIED_AGAIN:
        return whole
    second = _once(PLAIN, *arguments, "--last-failed", "--last-failed-no-failures", "none").count
    if not second.passed + second.failed:
        return whole
    count = whole.count.tried_again(second)
    return Result(count.failed == 0, count)


def measured(report: Path) -> Command:
    """pytest with branch coverage (docs/decisions/coverage-tool.md)."""
    options = ("--branch", "--json", "--out", report, "--source", ",".join(coverage.measured_folders()))
    return [BIN / "python", "-m", "slipcover", *options, "-m", "pytest"]


def _once(command: Command, *arguments: str) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        status = run([*command, f"--junitxml={report}", "--durations=8", *arguments], ROOT)
        return Result(status in (0, NOTHING_CHOSEN), from_junit(report) if report.exists() else Count())
