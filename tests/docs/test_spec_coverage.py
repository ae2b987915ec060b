"""`docs/spec-coverage.md` and `docs/security/compliance.md` name only code and tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TITLE = re.compile(
    r"(?:\b(?:test|it)(?:\.\w+)*(?:\(\w+\))?|\]\))"  # test(, it.each(CASES)(, and the end of a list of cases
    r"""\(\s*(?P<quote>['"`])(?P<title>(?:\\.|(?!(?P=quote)).)*)(?P=quote)""",
    re.DOTALL,
)
"""The title of a test in TypeScript, as its source writes it: placeholders of tests with many cases stay."""

ROW = re.compile(r"^\| (?P<statement>.+?) \| (?P<code>[^|]+) \| (?P<test>[^|]+) \|$")


def rows(page: str = "spec-coverage.md") -> list[tuple[str, str, str]]:
    found = []
    for line in (ROOT / "docs" / page).read_text().splitlines():
        match = ROW.match(line)
        if match and match["statement"] not in ("Statement", "Check"):
            found.append((match["statement"], match["code"], match["test"]))
    return found


def references(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def titles_in(source: Path) -> set[str]:
    """Whole names of the tests in a file."""
    text = source.read_text()
    if source.suffix == ".py":
        return set(re.findall(r"^ *(?:async )?def (test_\w+)\(", text, re.MULTILINE))
    return {match["title"].replace("\\'", "'") for match in TITLE.finditer(text)}


def test_part_of_a_title_is_not_a_test(tmp_path: Path) -> None:
    source = tmp_path / "history.test.tsx"
    source.write_text(
        "it('says \\'none\\' when empty', () => {});\ntest.each([\n[1, () => f(g(2))]\n])(`row %s`, () => {});"
    )
    assert titles_in(source) == {"says 'none' when empty", "row %s"}


def test_every_statement_has_a_row() -> None:
    assert len(rows()) > 100


def test_all_48_checks_have_a_row() -> None:
    numbers = [int(statement.split()[0]) for statement, _, _ in rows("security/compliance.md")]
    assert numbers == list(range(1, 49))


@pytest.mark.parametrize(("statement", "code", "test"), [*rows(), *rows("security/compliance.md")])
def test_row_is_open_or_names_what_exists(statement: str, code: str, test: str) -> None:
    if test == "open":
        return
    assert references(code), f"{statement}: shown by a test, but no code is named"
    for path in references(code):
        assert (ROOT / path).exists(), f"{statement}: {path} does not exist"
    assert references(test), f"{statement}: neither open nor a test"
    for reference in references(test):
        path, _, name = reference.partition("::")
        source = ROOT / path
        assert source.is_file(), f"{statement}: {path} does not exist"
        assert name, f"{statement}: {reference} names no test"
        assert name in titles_in(source), f"{statement}: {path} has no test {name!r}"
