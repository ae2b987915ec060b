"""An installation of its own: server, keys and backup folder, with a small practice in it."""

import asyncio
import hashlib
import os
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from mia.clinic.patients import service as patients
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Wish
from mia.platform.audit import service as audit
from mia.platform.backups.tables import list_tables
from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.migrate import app_url, migrate
from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.settings import Settings, load_settings
from tests.fakes.practice import SIGNER, PracticeOfTests, make_practice, next_weekday

_QUICK = ("fsync=off",)
NAME, PHONE, EMAIL = "Maria Gomez", "+13055550171", "maria@glow.example"


@dataclass
class Installation:
    """A running server in a folder of its own."""

    folder: Path
    settings: Settings
    postgres: EmbeddedPostgres
    practice: PracticeOfTests

    @property
    def owner_url(self) -> str:
        return self.postgres.url()

    def with_settings(self, **environ: str) -> Settings:
        """The installation's settings, and others."""
        return settings_in(self.folder, **environ)

    def empty_database(self, name: str) -> str:
        """The owner's URL of another database on the same server."""
        with psycopg.connect(self.postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.postgres.url(name)

    def connect(self, owner_url: str | None = None) -> Database:
        """A database of this server as the product sees it."""
        password = self.settings.derived_secret("database-role")
        url = app_url(owner_url or self.owner_url, password)
        return Database.connect(url, self.settings.key("master"), SystemClock(), pool_size=2)


def settings_in(folder: Path, **environ: str) -> Settings:
    """Settings of an installation that lives in ``folder``."""
    places = {"MIA_DATA_DIR": str(folder / "data"), "MIA_BACKUP_DIR": str(folder / "backups")}
    return load_settings(None, {**places, **environ})


def start_installation(folder: Path) -> Installation:
    """Start a server and enter a practice with a patient, a visit and an audit log."""
    os.chmod(folder, 0o755)
    subprocess.run(["cp", "-a", f"{_migrated().name}/data", folder], check=True)
    settings = settings_in(folder)
    postgres = EmbeddedPostgres(folder / "data", settings=_QUICK)
    try:
        postgres.start()
        password = settings.derived_secret("database-role")
        migrate(postgres.url(), password)
        practice = asyncio.run(_enter(app_url(postgres.url(), password), settings))
    except BaseException:
        postgres.stop()
        raise
    return Installation(folder, settings, postgres, practice)


@cache
def _migrated() -> tempfile.TemporaryDirectory[str]:
    """A folder with a server that has the schema and no keys yet, to be copied: made once in each process."""
    folder = tempfile.TemporaryDirectory(prefix="mia-migrated-")
    os.chmod(folder.name, 0o755)
    data = Path(folder.name) / "data"
    data.mkdir()
    postgres = EmbeddedPostgres(data, settings=_QUICK)
    postgres.start()
    try:
        migrate(postgres.url(), "until the installation sets its own")
    finally:
        postgres.stop()
    return folder


async def _enter(url: str, settings: Settings) -> PracticeOfTests:
    database = Database.connect(url, settings.key("master"), SystemClock(), pool_size=2)
    try:
        practice = await make_practice(database, "harbor")
        async with database.clinic(practice.scope) as session:
            person = patients.NewPatient(NAME, PHONE, EMAIL, note="Line one\nline two\t\\ and \\N")
            (patient_id,) = await patients.import_patients(session, [person])
            wish = Wish(practice.botox, near=next_weekday(session.now(), 1))
            offers = await schedule.offer_slots(session, SIGNER, wish)
            token = offers.offers[0].token
            await schedule.book(session, SIGNER, token, patient_id, source="staff", idempotency_key="first")
        await audit.seal_entries(database)
        return practice
    finally:
        await database.close()


def digests(owner_url: str) -> dict[str, tuple[int, str]]:
    """Rows of each table, and a digest of them in the order of their text: equal for equal content."""
    found = {}
    with psycopg.connect(owner_url) as connection:
        for table in list_tables(connection):
            query = sql.SQL("SELECT t::text FROM {} AS t ORDER BY 1").format(table.identifier)
            rows: list[tuple[Any, ...]] = connection.execute(query).fetchall()
            text = "\n".join(row for (row,) in rows)
            found[table.label] = (len(rows), hashlib.sha256(text.encode()).hexdigest())
    return found
