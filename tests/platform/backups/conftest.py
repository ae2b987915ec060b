"""One installation for the tests of backups; what changes it takes a database of its own."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.installation import Installation, start_installation


@pytest.fixture(scope="session")
def installation() -> Iterator[Installation]:
    """A running server with a practice in it."""
    with tempfile.TemporaryDirectory(prefix="mia-backups-") as folder:
        here = start_installation(Path(folder))
        yield here
        here.postgres.stop()
