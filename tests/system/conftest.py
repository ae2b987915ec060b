"""Folders that the database's unprivileged user can walk to, also when the tests run as root."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for one product's data."""
    yield from _open_folder()


@pytest.fixture(scope="module")
def shared_folder() -> Iterator[Path]:
    """The same, for a product that the tests of a module share."""
    yield from _open_folder()


def _open_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="mia-") as name:
        path = Path(name)
        path.chmod(0o755)
        yield path
