"""Odd words stay out of texts, docstrings and comments (docs/glossary.md has the terms we use)."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ODD_WORDS = (
    "anew", "all the same", "somebody", "everybody", "anybody", "whoever", "reckoned", "telephone",
    "not to be had", "is told so", "taken back till", "of then", "whose news", "no more than was", "enquiry",
    "enquiries", "organisation", "recognise", "colour", "practise medicine", "e-mail", "very often",
    "handset", "handsets", "prospect", "prospects", "audit trail", "more beautifully",
    "no one at all", "leaves the house", "settles about itself",
)  # fmt: skip
"""Add a word here once its last use is gone; a word in backticks or quotation marks is a name and may stay."""
PATTERN = re.compile(r"(?<![`'\"/_\w-])(" + "|".join(ODD_WORDS) + r")(?![`'\"_\w-])", re.IGNORECASE)
HEARD = re.compile(r"src/mia/(receptionist|platform/words|voice/engine/pipeline|clinic/inbox/threads/wishes)")
"""Here strings are patterns of what callers say."""


def docstrings(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Docstrings with their lines."""
    for node in nodes:
        body = getattr(node, "body", None)
        for part in body if isinstance(body, list) else []:
            if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                yield part.lineno, str(part.value.value)


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Comments with their lines, of a file in which one may hold an odd word."""
    if not any("#" in line and PATTERN.search(line) for line in source.split("\n")):
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def strings(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Strings with several words: what someone may read."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def findings(paths: list[Path]) -> list[str]:
    found = []
    for path in paths:
        name, source = str(path.relative_to(ROOT)), path.read_text()
        if path.suffix == ".py":
            nodes = list(ast.walk(ast.parse(source)))
            texts = [*docstrings(nodes), *comments(source)]
            if not HEARD.match(name):
                texts += strings(nodes)
        else:
            texts = list(enumerate(source.split("\n"), start=1))
        found += [f"{name}:{line}: {match[0]}" for line, text in texts for match in PATTERN.finditer(text)]
    return found


@pytest.mark.parametrize(
    "paths",
    [
        sorted(path for path in (ROOT / "src" / "mia").rglob("*.py") if "safety" not in path.parts),
        sorted(path for path in (ROOT / "web" / "src").rglob("*.ts*") if "api" not in path.parts),
    ],
    ids=["server", "web"],
)
def test_no_odd_word_is_read_by_anyone(paths: list[Path]) -> None:
    assert paths
    assert findings(paths) == []


def test_an_odd_word_is_found() -> None:
    assert PATTERN.search("Somebody has changed this anew.")
    assert not PATTERN.search("the `telephone` table")
