"""Rules about the source itself: who may make a scope."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "mia"

MINTS = {"ClinicScope": {"identity/scopes.py"}, "OrgScope": {"voice/"}}
"""Where each scope may be constructed."""
CALLED = re.compile(rf"({'|'.join(MINTS)})\s*\(")


def constructions(path: Path) -> Iterator[tuple[str, int]]:
    source = path.read_text()
    for node in ast.walk(ast.parse(source)) if CALLED.search(source) else ():
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in MINTS:
                yield name, node.lineno


def test_scopes_are_made_only_where_access_is_checked() -> None:
    strays = []
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE).as_posix()
        for name, line in constructions(path):
            if not any(place == mint or (mint.endswith("/") and place.startswith(mint)) for mint in MINTS[name]):
                strays.append(f"{place}:{line} makes a {name}")
    assert strays == []


def test_the_search_finds_a_construction(tmp_path: Path) -> None:
    file = tmp_path / "stray.py"
    file.write_text("from mia.platform.kernel import scope\n\nmine = scope.ClinicScope(None, 'me')\n")
    assert list(constructions(file)) == [("ClinicScope", 3)]
