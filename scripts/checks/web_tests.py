"""Tests of the web: components and call client by themselves, then journeys in a real browser."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from scripts.checks import coverage
from scripts.checks.commands import BIN, PROCESSORS, ROOT, WEB, Command, run
from scripts.checks.counting import Result, from_junit, from_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

WITHOUT_A_WINDOW = "chromium-headless-shell"
"""The same browser without what a window needs: journeys take a quarter less processor time. It takes no video."""

MOST_PRODUCTS = 4
"""Products with a browser each that share the journeys: each takes 2 GB of memory."""

MOST_CALLS = 2
"""Conversations at once on two processors or more: with more, sound comes late and callers are misheard."""


def units() -> Result:
    """Unit tests of the web's components and call client."""
    with tempfile.TemporaryDirectory() as folder:
        counted = ["enabled", "include=src/**", "reporter=json-summary", f"reportsDirectory={folder}"]
        result = vitest("run", *(f"--coverage.{each}" for each in counted))
        report = Path(folder) / "coverage-summary.json"
        return result + coverage.web(report) if report.exists() else result


def vitest(*arguments: str) -> Result:
    """One run of Vitest."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        reporters = ["--reporter=dot", "--reporter=junit", f"--outputFile.junit={report}"]
        status = run([BIN / "npx", "--no-install", "vitest", *arguments, *reporters], WEB)
        return Result(status == 0, from_junit(report))


def journeys() -> Result:
    """A visitor, a caller and the clinic in a real browser against the real product, without sound."""
    browser = find_browser(WITHOUT_A_WINDOW, *BROWSERS)
    return _shared(browser, min(PROCESSORS, MOST_PRODUCTS), "--project=site", "--project=journeys")


def calls() -> Result:
    """The same, speaking and listening, each conversation with a product of its own."""
    return _shared(find_browser(*BROWSERS), min(PROCESSORS, MOST_CALLS), "--project=calls")


def _shared(browser: str | None, products: int, *projects: str) -> Result:
    """One run against the pages as they are now, built anew where their sources changed. Whichever product is free
    takes the next file; what a failure leaves behind stays in a folder."""
    if browser is None:
        print("No Chromium for the browser journeys: apt-get install chromium, or set CHROMIUM_PATH")
        return Result(False)
    if run([BIN / "python", "scripts/bootstrap.py", "install"], ROOT) != 0:
        return Result(False)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        extra = {
            "CHROMIUM_PATH": browser,
            "E2E_PRODUCTS": str(products),
            "PLAYWRIGHT_JSON_OUTPUT_NAME": str(report),
        }
        left = WEB / "test-results" / "-".join(project.removeprefix("--project=") for project in projects)
        command: Command = [BIN / "npx", "--no-install", "playwright", "test", "--reporter=list,json"]
        status = run([*command, f"--output={left}", *projects], WEB, extra)
        return Result(status == 0, from_playwright(report)) if report.exists() else Result(False)


def find_browser(*names: str) -> str | None:
    """Path of a Chromium, the first of these that there is: by setting, on the path, or installed where we may."""
    configured = os.environ.get("CHROMIUM_PATH")
    found = configured or next(filter(None, map(shutil.which, names)), None)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium for the browser journeys ...", flush=True)
        install = ("apt-get", "install", "-y", "-qq")
        for command in (("apt-get", "update", "-qq"), (*install, "chromium"), (*install, WITHOUT_A_WINDOW)):
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found = next(filter(None, map(shutil.which, names)), None)
    return found
