"""Known weaknesses in locked packages, by PyPI's and npm's advisory services.

A known advisory fails unless scripts/advisories.toml allows it, with a reason and a day until which. Where an
advisory service cannot be reached, that is said, and nothing fails: packages are pinned by hash either way.
"""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"
ALLOWED = ROOT / "scripts" / "advisories.toml"
_LONGEST_S = 120


@dataclass(frozen=True)
class Advisory:
    """One weakness of one package; ``ids`` are its names, such as a GHSA and a CVE number."""

    package: str
    ids: frozenset[str]


@dataclass(frozen=True)
class Allowed:
    """An advisory that does not concern us, and until when we say so."""

    id: str
    reason: str
    until: date


class Unreachable(Exception):
    """The advisory service gave no answer."""


def audit(environment: dict[str, str]) -> bool:
    """Ask both services and say what they know; whether nothing has to be done."""
    allowed = read_allowed(ALLOWED.read_text())
    ok = True
    for name, ask in (("pip-audit", _ask_pip_audit), ("npm audit", _ask_npm)):
        try:
            found = ask(environment)
        except Unreachable:
            print(f"  not audited: {name} cannot reach its advisory service from here")
            continue
        open_ = [each for each in found if not is_allowed(each, allowed, datetime.now(UTC).date())]
        print(f"  {'FAILED' if open_ else 'ok    '} {name}: {len(found)} known, {len(open_)} not allowed")
        for each in open_:
            print(f"    {each.package}: {', '.join(sorted(each.ids))}")
        ok &= not open_
    return ok


def read_allowed(text: str) -> list[Allowed]:
    """The list of scripts/advisories.toml; a reason and a day are required."""
    return [Allowed(each["id"], each["reason"], each["until"]) for each in tomllib.loads(text).get("allow", [])]


def is_allowed(advisory: Advisory, allowed: list[Allowed], today: date) -> bool:
    return any(each.id in advisory.ids and each.reason and each.until >= today for each in allowed)


def read_pip_audit(text: str) -> list[Advisory]:
    """What pip-audit's JSON tells; :class:`Unreachable` when it could look up no package at all."""
    packages: list[dict[str, Any]] = _json(text)["dependencies"]
    if all("skip_reason" in each for each in packages):
        raise Unreachable
    return [
        Advisory(each["name"], frozenset({found["id"], *found.get("aliases", ())}))
        for each in packages
        for found in each.get("vulns", ())
    ]


def read_npm_audit(text: str) -> list[Advisory]:
    """What npm's JSON tells; :class:`Unreachable` without a report."""
    report = _json(text)
    if "vulnerabilities" not in report:
        raise Unreachable
    return list(_npm_advisories(report["vulnerabilities"]))


def _npm_advisories(packages: dict[str, Any]) -> Iterator[Advisory]:
    for name, each in packages.items():
        for via in each["via"]:
            if isinstance(via, dict):  # else the name of the package that has the weakness
                yield Advisory(name, frozenset({str(via["url"]).rpartition("/")[2], str(via["source"])}))


def _json(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        raise Unreachable from None
    if not isinstance(value, dict) or not value:
        raise Unreachable
    return value


def _ask_pip_audit(environment: dict[str, str]) -> list[Advisory]:
    arguments = ["-r", "requirements.txt", "--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json"]
    return read_pip_audit(_output([BIN / "pip-audit", *arguments], ROOT, environment))


def _ask_npm(environment: dict[str, str]) -> list[Advisory]:
    return read_npm_audit(_output([BIN / "npm", "audit", "--omit=dev", "--json"], ROOT / "web", environment))


def _output(command: list[Path | str], folder: Path, environment: dict[str, str]) -> str:
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=_LONGEST_S
        )
    except subprocess.TimeoutExpired:
        raise Unreachable from None
    return done.stdout


if __name__ == "__main__":
    sys.exit(0 if audit(dict(os.environ)) else 1)
