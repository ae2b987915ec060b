"""Everything that must hold before a change lands, in one run; the last lines name what failed and count the tests.

make test                     all of it
python scripts/check.py lint  one or more stages by name
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
BIN = ROOT / ".venv" / "bin"
Command = list[Path | str]

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


@dataclass
class Count:
    """Tests of one runner."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    named: list[str] = field(default_factory=list[str])
    """Tests that failed, or passed at their second try only, each with the first lines of its error."""


ERROR_LENGTH = 600
"""Characters of an error that the last lines repeat; the whole of it stands where the test ran."""

Stage = Callable[[], tuple[Count, bool]]

HEARD = ("tests/voice", "tests/system")
"""Tests that speak and listen, or start and kill the product: beside others on the same processors they would
hear worse than a caller does, so they run alone."""

TRIED_AGAIN = 3
"""Failed tests of Python that are run once more; with more of them, something is broken."""

SILENT_HALVES = 2
"""Products with a browser each that share the journeys without sound."""


def main(arguments: list[str]) -> int:
    """Run the stages named, or all; returns the exit status."""
    stages: dict[str, Stage] = {
        "lint": lint,
        "advisories": advisories,
        "python": python_tests,
        "web": web_tests,
        "journeys": journeys,
    }
    chosen = arguments or list(stages)
    if not set(chosen) <= stages.keys():
        print(f"Stages: {', '.join(stages)}")
        return 2
    total, failures = Count(), []
    for name in chosen:
        started = time.monotonic()
        print(f"== {name}", flush=True)
        count, ok = stages[name]()
        total = _sum(total, count)
        print(f"== {name}: {'ok' if ok else 'FAILED'} in {time.monotonic() - started:.0f} s", flush=True)
        if not ok:
            failures.append(name)
    for each in total.named:
        print(each)
    if failures:
        print(f"Failed: {', '.join(failures)}")
    if total.passed + total.failed:
        print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    return 1 if failures else 0


def lint() -> tuple[Count, bool]:
    """Style, types, floors and generated files of both sides, two at a time."""
    checks: list[tuple[Command, Path]] = [
        ([BIN / "mypy"], ROOT),
        ([BIN / "ruff", "check", "."], ROOT),
        ([BIN / "ruff", "format", "--check", "-q", "."], ROOT),
        ([BIN / "lint-imports"], ROOT),
        ([BIN / "hadolint", "Dockerfile"], ROOT),
        ([BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml"], ROOT),
        ([BIN / "npm", "run", "--silent", "typecheck"], WEB),
        ([BIN / "npm", "run", "--silent", "lint"], WEB),
    ]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda check: _quiet(*check), checks))
    return Count(), all([*results, _client_is_current()])


def advisories() -> tuple[Count, bool]:
    """Known weaknesses of locked packages; passes, and says so, where nobody can be asked."""
    return Count(), _run([BIN / "python", "-m", "scripts.advisories"], ROOT) == 0


def python_tests() -> tuple[Count, bool]:
    """Unit, API and contract tests against a real database, a file to each processor; then those with sound."""
    ignored = [f"--ignore={folder}" for folder in HEARD]
    return _together(_pytest("-n", "2", "--dist", "loadfile", *ignored), _pytest(*HEARD))


def web_tests() -> tuple[Count, bool]:
    """Unit tests of the web's components and call client."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        reporters = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
        status = _run([BIN / "npx", "--no-install", "vitest", "run", *reporters], WEB)
        return _junit(report), status == 0


def journeys() -> tuple[Count, bool]:
    """A visitor, a caller and the clinic in a real browser against the real product."""
    browser = find_browser()
    if browser is None:
        print("No Chromium for the browser journeys: apt-get install chromium, or set CHROMIUM_PATH")
        return Count(), False
    silent = ["--project=site", "--project=journeys"]
    with ThreadPoolExecutor(SILENT_HALVES) as pool:
        halves = [
            pool.submit(_playwright, browser, *silent, f"--shard={number}/{SILENT_HALVES}")
            for number in range(1, SILENT_HALVES + 1)
        ]
        results = [half.result() for half in halves]
    return _together(*results, _playwright(browser, "--project=calls"))


def find_browser() -> str | None:
    """Path of a Chromium: by setting, on the path, or installed where we may."""
    configured = os.environ.get("CHROMIUM_PATH")
    found = configured or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium for the browser journeys ...", flush=True)
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found = shutil.which("chromium")
    return found


def _together(*results: tuple[Count, bool]) -> tuple[Count, bool]:
    return _sum(*(count for count, _ in results)), all(ok for _, ok in results)


def _sum(*counts: Count) -> Count:
    passed, failed, skipped = (
        sum(getattr(count, each) for count in counts) for each in ("passed", "failed", "skipped")
    )
    return Count(passed, failed, skipped, [name for count in counts for name in count.named])


def _pytest(*arguments: str) -> tuple[Count, bool]:
    """One run; the few that fail are run once more, as journeys are, and told as flaky when they pass then."""
    count, ok = _pytest_once(*arguments)
    if not 0 < count.failed <= TRIED_AGAIN:
        return count, ok
    again, ok = _pytest_once(*arguments, "--last-failed", "--last-failed-no-failures", "none")
    still = {name.splitlines()[0] for name in again.named}
    named = [name if name.splitlines()[0] in still else name.replace("failed", "flaky", 1) for name in count.named]
    return Count(count.passed + count.failed - again.failed, again.failed, count.skipped, named), ok


def _pytest_once(*arguments: str) -> tuple[Count, bool]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        status = _run([BIN / "pytest", f"--junitxml={report}", "--durations=8", *arguments], ROOT)
        return _junit(report), status == 0


def _playwright(browser: str, *arguments: str) -> tuple[Count, bool]:
    """One run with a product of its own; what a failure leaves behind stays in a folder of its own too."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        extra = {"CHROMIUM_PATH": browser, "PLAYWRIGHT_JSON_OUTPUT_NAME": str(report)}
        left = WEB / "test-results" / "-".join(argument.strip("-").replace("/", "-of-") for argument in arguments)
        command: Command = [BIN / "npx", "--no-install", "playwright", "test", "--reporter=list,json"]
        status = _run([*command, f"--output={left}", *arguments], WEB, extra)
        if not report.exists():
            return Count(), False
        written = json.loads(report.read_text())
        stats, named = written["stats"], [name for suite in written["suites"] for name in _unsteady(suite)]
        return Count(stats["expected"] + stats["flaky"], stats["unexpected"], stats["skipped"], named), status == 0


def _unsteady(suite: dict[str, Any]) -> Iterator[str]:
    """Journeys of a suite in Playwright's report that did not pass at the first try."""
    for inner in suite.get("suites", []):
        yield from _unsteady(inner)
    for spec in suite.get("specs", []):
        for test in spec["tests"]:
            if test["status"] in ("unexpected", "flaky"):
                errors = [result["error"]["message"] for result in test["results"] if "error" in result]
                name = f"{'failed' if test['status'] == 'unexpected' else 'flaky'}: {spec['file']} {spec['title']}"
                yield f"{name}\n{_first_lines(errors)}"


def _first_lines(errors: list[str]) -> str:
    """Of the last error, without colours: what was expected and what came."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", errors[-1]) if errors else ""
    return "\n".join(f"    {line}" for line in plain.splitlines() if line.strip())[:ERROR_LENGTH]


def _client_is_current() -> bool:
    """The committed OpenAPI document and client are what the server and the generator say."""
    document = subprocess.run(
        [BIN / "mia", "openapi"], cwd=ROOT, env=_environment(), capture_output=True, text=True, check=False
    )
    committed = WEB / "src" / "api" / "openapi.json"
    schema = WEB / "src" / "api" / "schema.d.ts"
    before = schema.read_text()
    if document.returncode != 0 or json.loads(document.stdout) != json.loads(committed.read_text()):
        print(document.stderr[-2000:])
        print("web/src/api/openapi.json is stale: mia openapi > web/src/api/openapi.json && npm run api")
        return False
    if not _quiet([BIN / "npm", "run", "--silent", "api"], WEB):
        return False
    if schema.read_text() != before:
        print("web/src/api/schema.d.ts was stale and has been generated again: commit it")
        return False
    return True


def _quiet(command: Command, folder: Path) -> bool:
    done = subprocess.run(
        command,
        cwd=folder,
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    name = " ".join(Path(part).name if part == command[0] else str(part) for part in command)
    print(f"  {'ok    ' if done.returncode == 0 else 'FAILED'} {name}", flush=True)
    if done.returncode != 0:
        print(re.sub(r"^", "    ", done.stdout[-6000:], flags=re.M))
    return done.returncode == 0


def _run(command: Command, folder: Path, extra: dict[str, str] | None = None) -> int:
    return subprocess.run(command, cwd=folder, env=_environment() | (extra or {}), check=False).returncode


def _environment() -> dict[str, str]:
    """Ours without settings of whoever runs the tests."""
    values = {name: value for name, value in os.environ.items() if not name.startswith(("MIA_", "DATABASE_"))}
    values["PATH"] = f"{BIN}{os.pathsep}{values.get('PATH', '')}"
    return values


def _junit(report: Path) -> Count:
    if not report.exists():
        return Count()
    root = ElementTree.parse(report).getroot()
    suites = [root] if root.get("tests") else list(root)
    tests, failed, skipped = (
        sum(int(suite.get(key, "0")) for suite in suites for key in keys)
        for keys in (("tests",), ("failures", "errors"), ("skipped",))
    )
    named = [
        f"failed: {case.get('classname')}.{case.get('name')}\n{_first_lines([problem.get('message', '')])}"
        for case in root.iter("testcase")
        for problem in (*case.findall("failure"), *case.findall("error"))
    ]
    return Count(tests - failed - skipped, failed, skipped, named)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
