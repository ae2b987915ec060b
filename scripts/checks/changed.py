"""A quick verdict on what was changed since main: `make check`. The last word has `make test`."""

import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scripts.checks.commands import BIN, PROCESSORS, ROOT, WEB, Command, quiet
from scripts.checks.counting import Result
from scripts.checks.server_tests import pytest
from scripts.checks.web_tests import vitest

SCRIPTS = (".ts", ".tsx", ".mjs")


def changed() -> Result:
    """Lint of the changed files, types, and the tests of the rooms that were touched, without sound."""
    names = changed_files()
    with ThreadPoolExecutor(PROCESSORS) as pool:
        linted = list(pool.map(lambda check: quiet(*check), checks_of(names)))
    result = Result(all(linted))
    if tests := rooms_of(names, lambda name: (ROOT / name).exists()):
        result += pytest("-m", "not sound", "-n", str(PROCESSORS), "--dist", "loadfile", *tests)
    if sources := [name.removeprefix("web/") for name in names if name.startswith("web/") and is_unit(name)]:
        result += vitest("related", "--run", "--passWithNoTests", *sources)
    return result


def changed_files() -> list[str]:
    """Files that differ from where this branch left main, committed or not, that are still there."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    names = {*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")}
    return sorted(name for name in names if (ROOT / name).is_file())


def checks_of(names: Iterable[str]) -> list[tuple[Command, Path]]:
    """What looks at files of these names, the longest first; mypy and tsc keep what they knew of the others."""
    python = [name for name in names if name.endswith(".py")]
    web = [name.removeprefix("web/") for name in names if name.startswith("web/") and name.endswith(SCRIPTS)]
    checks: list[tuple[Command, Path]] = []
    if python:
        checks += [
            ([BIN / "mypy"], ROOT),
            ([BIN / "lint-imports"], ROOT),
            ([BIN / "ruff", "check", *python], ROOT),
            ([BIN / "ruff", "format", "--check", "-q", *python], ROOT),
        ]
    if web:
        checks += [
            ([BIN / "npm", "run", "--silent", "typecheck"], WEB),
            ([BIN / "npx", "--no-install", "eslint", *web], WEB),
        ]
    return checks


def rooms_of(names: Iterable[str], exists: Callable[[str], bool]) -> list[str]:
    """Test files that were changed, and the folder of each room that was: the nearest one that there is."""
    found: set[str] = set()
    for path in map(Path, names):
        if path.suffix != ".py":
            continue
        if path.parts[0] == "tests" and path.name.startswith("test_"):
            found.add(str(path))
        elif path.parts[:2] == ("src", "mia"):
            inside = Path(*path.parts[2:])
            folders = [Path("tests", folder) for folder in inside.parents if folder != Path()]
            nearest = next((str(each) for each in folders if exists(str(each))), f"tests/test_{inside.stem}.py")
            if exists(nearest):
                found.add(nearest)
    return sorted(name for name in found if not any(name.startswith(f"{other}/") for other in found))


def is_unit(name: str) -> bool:
    """Whether Vitest has something to do with a file."""
    return name.endswith((".ts", ".tsx")) and not name.startswith("web/e2e/")


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []
