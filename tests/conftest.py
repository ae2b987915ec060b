"""Fixtures shared by all tests: a real PostgreSQL, migrated once and cloned per module."""

import gc
import os
import tempfile
from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import pytest_asyncio
from argon2 import PasswordHasher
from hypothesis import settings as hypothesis_settings
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from mia.app.purposes import register_purposes
from mia.identity.session.passwords import Passwords
from mia.identity.session.sessions import PASSWORDS
from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.encryption import Vault
from mia.platform.db.migrate import app_url, migrate
from mia.platform.db.opening import open_engine
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.keys import Keys
from tests.confinement import hold_to
from tests.sampling import left_out

APP_PASSWORD = "app-role-of-tests"
MASTER_KEY = b"m" * 32

# How long an example takes says more of the machine than of the rule; speed is measured in bench/.
hypothesis_settings.register_profile("rules", deadline=None)
hypothesis_settings.load_profile("rules")


@dataclass(frozen=True)
class PostgresServer:
    """The server of this test run; ``template`` is the migrated database that others are cloned from."""

    embedded: EmbeddedPostgres
    template: str

    def clone(self, name: str) -> str:
        """A fresh migrated database; returns the owner's URL."""
        with psycopg.connect(self.embedded.url("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{self.template}" STRATEGY FILE_COPY'.encode())
        return self.embedded.url(name)

    def drop(self, name: str) -> None:
        """Remove a clone, anyone who is connected."""
        with psycopg.connect(self.embedded.url("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--whole``: every case of the long sets, not their samples."""
    parser.addoption("--whole", action="store_true", help="every case of the long sets")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is read here stays: nobody looks through it for what may go, neither now nor while tests run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Writes into the report which tests are about races: scripts/checks tries those never again. Takes samples."""
    for item in items:
        if item.get_closest_marker("race"):
            item.user_properties.append(("race", "yes"))
    if not config.getoption("whole"):
        out = set(left_out(items))
        config.hook.pytest_deselected(items=[item for item in items if item in out])
        items[:] = [item for item in items if item not in out]


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> None:
    """Argon2id at its least cost for everyone who signs in; what it costs in earnest has tests of its own."""
    vars(PASSWORDS).update(vars(Passwords(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))))


@pytest.fixture(scope="session", autouse=True)
def purposes() -> None:
    """For what Mia contacts people, as each process of the product knows it."""
    register_purposes()


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


@pytest.fixture(scope="session")
def engine(postgres: PostgresServer) -> AsyncEngine:
    """One engine for all: what it knows of the server and of compiled statements outlives each test's connections.

    It connects to whichever database :func:`database` names; a test ends by closing all connections.
    """
    engine = open_engine(app_url(postgres.embedded.url(postgres.template), APP_PASSWORD), 5)

    @event.listens_for(engine.sync_engine, "do_connect")
    def to_the_module_s_own(_dialect: Any, _record: Any, _arguments: Any, parameters: dict[str, Any]) -> None:
        parameters["dbname"] = _DATABASE["name"]

    hold_to(engine)
    return engine


_DATABASE = {"name": ""}


@pytest_asyncio.fixture
async def database(database_url: str, clock: MovableClock, engine: AsyncEngine) -> AsyncIterator[Database]:
    """The module's database as the app sees it: through the role that owns nothing."""
    dsn = app_url(database_url, APP_PASSWORD)
    _DATABASE["name"] = str(conninfo_to_dict(dsn)["dbname"])
    database = Database(engine, Vault(partial(Keys, MASTER_KEY)), clock, dsn)
    yield database
    await database.close()
