"""A room's `service.py` is its face: it imports what others may use, once, and nothing that no one uses."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("src", "tests", "migrations", "bench", "evals", "scripts")
Names = dict[str, set[str]]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)


def handed_on(tree: ast.Module) -> Iterator[str]:
    """What a file imports and does not use itself."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            yield from (name for one in node.names if (name := one.asname or one.name) not in used)


def note_uses(tree: ast.Module, uses: Names) -> None:
    """Adds what a file takes from each module, by `from module import name` and by `module.name`."""
    aliases: dict[str, str] = {}
    nodes = list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                uses[node.module].add(one.name)
                aliases[one.asname or one.name] = f"{node.module}.{one.name}"
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
            uses[aliases[node.value.id]].add(node.attr)


def test_a_face_shows_nothing_that_no_one_uses() -> None:
    uses: Names = defaultdict(set)
    texts = {path: path.read_text() for place in PLACES for path in (ROOT / place).rglob("*.py")}
    trees = {
        path: ast.parse(text) for path, text in texts.items() if "service" in text or path.name == "service.py"
    }
    for tree in trees.values():
        note_uses(tree, uses)
    faces = {path: tree for path, tree in trees.items() if path.name == "service.py" and "src" in path.parts}
    unused = {
        f"{module_of(path)}: {name}"
        for path, tree in faces.items()
        for name in handed_on(tree)
        if name not in uses[module_of(path)]
    }
    assert unused == set()
