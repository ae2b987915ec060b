"""From a backup to a database: checked as a whole first, then in one transaction."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import psycopg
from psycopg import sql
from sqlalchemy import create_engine

from mia.platform.backups.dump import Contents, Unpacked, revision_of
from mia.platform.backups.errors import BackupError
from mia.platform.backups.load import load
from mia.platform.backups.sealed_file import Header, SealedReader, fingerprint
from mia.platform.backups.tables import Connection
from mia.platform.db.migrate import NEWEST_REVISION, ensure_roles, migrate, sqlalchemy_url, upgrade_within
from mia.platform.db.tenancy import APP_ROLE, OWNER_ROLE
from mia.platform.kernel.settings import Settings


@dataclass(frozen=True)
class Restored:
    """What was restored, from when."""

    contents: Contents
    created_at: str


def check(settings: Settings, path: Path) -> Header:
    """Read a whole backup before anything is done with it; :class:`BackupError` says what is wrong with it."""
    with open(path, "rb") as file:
        reader = SealedReader(file, list(settings.keys("backup").accepted()), path.name)
        if reader.header.get("kind") != "database":
            raise BackupError(f"{path.name} is no backup of a whole database")
        Unpacked(reader.frames(), path.name).check()
    if reader.header["revision"] > NEWEST_REVISION:
        raise BackupError(f"{path.name} was made by a newer version of Mia: restore it with that one")
    if reader.header["master_key"] not in map(fingerprint, settings.keys("master").accepted()):
        raise BackupError(
            f"{path.name} belongs to another master key: with this one, nothing about people could be read. "
            "Restore the key first (MIA_MASTER_KEY or the key folder)"
        )
    return reader.header


def restore(settings: Settings, owner_url: str, path: Path, *, replace: bool) -> Restored:
    """Fill a database from a backup and bring it to the newest schema.

    :class:`BackupError` when the backup is not in order, the product is using the database, or it holds an
    installation already and ``replace`` does not say that it may go; nothing has changed then.
    """
    header = check(settings, path)
    password = settings.derived_secret("database-role")
    with psycopg.connect(owner_url) as connection:
        _refuse_in_use(connection)
        is_empty = revision_of(connection) is None
        if not is_empty and not replace:
            raise BackupError("The database already holds an installation: --replace would replace it")
    engine = create_engine(sqlalchemy_url(owner_url))
    try:
        with engine.begin() as outer, open(path, "rb") as file:
            driver = cast("psycopg.Connection[tuple[Any, ...]]", outer.connection.driver_connection)
            if not is_empty:
                _empty(driver)
            ensure_roles(driver, password)
            upgrade_within(outer, header["revision"])
            reader = SealedReader(file, list(settings.keys("backup").accepted()), path.name)
            contents = load(driver, Unpacked(reader.frames(), path.name))
    finally:
        engine.dispose()
    migrate(owner_url, password)
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("ANALYZE")
    return Restored(contents, header["created_at"])


def _refuse_in_use(connection: Connection) -> None:
    using = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = %s"
    (count,) = connection.execute(using.encode(), [APP_ROLE]).fetchone() or (0,)
    if count:
        raise BackupError("Mia is running on this database: stop it first")


def _empty(connection: Connection) -> None:
    owner = sql.Identifier(OWNER_ROLE)
    connection.execute(sql.SQL("SET LOCAL ROLE {}").format(owner))
    connection.execute(sql.SQL("DROP OWNED BY {} CASCADE").format(owner))
    connection.execute("RESET ROLE")
