"""The page about roles says what the tables say."""

from pathlib import Path

import pytest

from mia.app.cli import main
from mia.identity.matrix import MATRIX
from mia.identity.permissions import Permission
from mia.identity.roles_document import roles_document

PAGE = Path(__file__).parents[2] / "docs" / "security" / "roles.md"


def test_the_page_is_what_the_tables_say() -> None:
    assert PAGE.read_text() == roles_document(), "write it anew: mia roles > docs/security/roles.md"


def test_every_route_and_permission_stands_on_it() -> None:
    page = roles_document()
    assert [key for key in MATRIX if f"`{key[0]} {key[1]}`" not in page] == []
    assert [each for each in Permission if f"| `{each.value}` |" not in page] == []


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roles"]) == 0
    assert capsys.readouterr().out == roles_document()
