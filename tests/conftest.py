"""Fixtures shared by all tests: a real PostgreSQL, migrated once and cloned per module."""

import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio
from argon2 import PasswordHasher

from mia.identity.session.passwords import Passwords
from mia.identity.session.sessions import PASSWORDS
from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.migrate import app_url, migrate
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock

APP_PASSWORD = "app-role-of-tests"
MASTER_KEY = b"m" * 32


@dataclass(frozen=True)
class PostgresServer:
    """The server of this test run; ``template`` is the migrated database that others are cloned from."""

    embedded: EmbeddedPostgres
    template: str

    def clone(self, name: str) -> str:
        """A fresh migrated database; returns the owner's URL."""
        with psycopg.connect(self.embedded.url("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{self.template}"'.encode())
        return self.embedded.url(name)

    def drop(self, name: str) -> None:
        """Remove a clone, anyone who is connected."""
        with psycopg.connect(self.embedded.url("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Writes into the report which tests are about races: scripts/checks tries those never again."""
    for item in items:
        if item.get_closest_marker("race"):
            item.user_properties.append(("race", "yes"))


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> None:
    """Argon2id at its least cost for everyone who signs in; what it costs in earnest has tests of its own."""
    vars(PASSWORDS).update(vars(Passwords(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))))


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """The embedded server, without fsync: a test run need not survive a power cut."""
    with tempfile.TemporaryDirectory(prefix="mia-tests-") as folder:
        os.chmod(folder, 0o755)
        embedded = EmbeddedPostgres(Path(folder), settings=("fsync=off", "full_page_writes=off"))
        embedded.start()
        try:
            migrate(embedded.url("mia"), APP_PASSWORD)
            yield PostgresServer(embedded, "mia")
        finally:
            embedded.stop()


@pytest.fixture(scope="module")
def database_url(postgres: PostgresServer, request: pytest.FixtureRequest) -> Iterator[str]:
    """Owner's URL of a database of this test module's own."""
    name = "test_" + "".join(c if c.isalnum() else "_" for c in request.module.__name__)[-50:].lower()
    yield postgres.clone(name)
    postgres.drop(name)


@pytest.fixture
def clock() -> MovableClock:
    """A clock that the test may move."""
    return MovableClock()


@pytest_asyncio.fixture
async def database(database_url: str, clock: MovableClock) -> AsyncIterator[Database]:
    """The module's database as the app sees it: through the role that owns nothing."""
    database = Database.connect(app_url(database_url, APP_PASSWORD), MASTER_KEY, clock, pool_size=5)
    yield database
    await database.close()
