"""Which room owns which table, who touches another room's, and which raw statements name no clinic.

A table belongs to the room whose model names it. Another room touches it by importing the model or by SQL. What is
meant to stands in ``tables.toml`` beside this file, with the reason.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

CONTRACTS = Path(__file__).with_suffix(".toml")
_KEYWORD = re.compile("FROM|JOIN|INTO|UPDATE")
_TOUCH = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?([a-z_]+)\b")
_WINGS_OF_ROOMS = ("clinic", "platform")


@dataclass(frozen=True)
class Table:
    """A table, its room (``clinic/patients``) and whether its rows are parted by clinic."""

    name: str
    room: str
    of_clinics: bool


def room_of(path: str) -> str:
    """The room of a file below ``src/mia``: a folder of a wing that has rooms, else the wing."""
    wing, *rest = path.split("/")
    return f"{wing}/{rest[0]}" if wing in _WINGS_OF_ROOMS and len(rest) > 1 else wing


def tables(sources: dict[str, str]) -> dict[str, Table]:
    """The tables that models name, by name."""
    found = {}
    for path, source in sources.items():
        for node in nodes_of(source) if "__tablename__" in source else ():
            if isinstance(node, ast.ClassDef) and (name := _tablename(node)):
                of_clinics = any(isinstance(base, ast.Name) and base.id == "ClinicRow" for base in node.bases)
                of_clinics |= any(
                    isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == "clinic_id"
                    for line in node.body
                )
                found[name] = Table(name, room_of(path), of_clinics)
    return found


def foreign_touches(sources: dict[str, str]) -> set[tuple[str, str]]:
    """Files that touch tables of another room, and which room's."""
    owned, found = tables(sources), set()
    for path, source in sources.items():
        rooms = {owned[name].room for sql in statements(source) for name in _TOUCH.findall(sql) if name in owned}
        rooms |= set(_models_imported(source, sources))
        found |= {(path, room) for room in rooms - {room_of(path)}}
    return found


def statements_without_clinic(sources: dict[str, str]) -> set[tuple[str, str]]:
    """Files with a raw statement on a clinic's table that does not name ``clinic_id``, and the table."""
    owned = tables(sources)
    return {
        (path, name)
        for path, source in sources.items()
        for sql in statements(source)
        for name in _TOUCH.findall(sql)
        if name in owned and owned[name].of_clinics and "clinic_id" not in sql
    }


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """All of a file's tree: each question looks at them."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def statements(source: str) -> tuple[str, ...]:
    """Strings that are SQL; docstrings are none."""
    if not _KEYWORD.search(source):
        return ()
    nodes = nodes_of(source)
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    texts = (_text(node) for node in nodes if id(node) not in prose and id(node) not in parts)
    return tuple(text for text in texts if _TOUCH.search(text))


def _text(node: ast.AST) -> str:
    """Of a string, with braces where something is put in; empty for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return ""


def _tablename(node: ast.ClassDef) -> str | None:
    for line in node.body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "__tablename__":
            return str(ast.literal_eval(line.value))
    return None


def _models_imported(source: str, sources: dict[str, str]) -> Iterator[str]:
    """Rooms whose models a file imports."""
    for node in nodes_of(source):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("mia."):
            path = node.module.removeprefix("mia.").replace(".", "/")
            for file in (f"{path}.py", f"{path}/__init__.py", *(f"{path}/{one.name}.py" for one in node.names)):
                if "__tablename__ = " in sources.get(file, "") or file.endswith("/models/__init__.py"):
                    yield room_of(file)


def read_sources(root: Path) -> dict[str, str]:
    """The product's files by their path below ``root``."""
    return {str(path.relative_to(root)): path.read_text() for path in sorted(root.rglob("*.py"))}


def contracts() -> dict[str, dict[str, dict[str, Any]]]:
    """What is meant to be so: ``[touches]`` and ``[without_clinic]``, by file."""
    return tomllib.loads(CONTRACTS.read_text())
