"""Tests of the server: those without sound share the processors, those that speak and listen have them alone."""

import tempfile
from pathlib import Path

from scripts.checks.commands import BIN, PROCESSORS, ROOT, run
from scripts.checks.counting import Count, Result, from_junit

TRIED_AGAIN = 3
"""Failed tests that are run once more; with more of them, something is broken."""

NOTHING_CHOSEN = 5
"""pytest's status when no test was left to run."""


def silent() -> Result:
    """Unit, API and contract tests against a real database, a file to each processor."""
    return pytest("-m", "not sound", "-n", str(PROCESSORS), "--dist", "loadfile")


def sound() -> Result:
    """Tests that speak and listen: beside others on the same processors they hear worse than a caller."""
    return pytest("-m", "sound")


def pytest(*arguments: str) -> Result:
    """One run; the few that fail are run once more, as journeys are, and told as flaky when they pass then."""
    first = _once(*arguments)
    again = [trouble for trouble in first.count.troubles if not trouble.final]
    if not again or first.count.failed > TRIED_AGAIN:
        return first
    second = _once(*arguments, "--last-failed", "--last-failed-no-failures", "none").count
    if not second.passed + second.failed:
        return first
    count = first.count.tried_again(second)
    return Result(count.failed == 0, count)


def _once(*arguments: str) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        status = run([BIN / "pytest", f"--junitxml={report}", "--durations=8", *arguments], ROOT)
        return Result(status in (0, NOTHING_CHOSEN), from_junit(report) if report.exists() else Count())
