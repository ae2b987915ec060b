"""Roles and migrations: what the owner does before the app, whose role owns nothing, may connect."""

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import sql

from mia.db.tenancy import APP_ROLE, OWNER_ROLE

if TYPE_CHECKING:
    from alembic.config import Config

_SCRIPTS = Path(__file__).parents[3] / "migrations"

NEWEST_REVISION = max(path.name.split("_")[0] for path in (_SCRIPTS / "versions").glob("[0-9]*.py"))
"""The revision this code needs: the highest number in the chain (a test compares it with Alembic's head)."""


def app_url(owner_url: str, password: str) -> str:
    """The app role's URL for the same server and database as ``owner_url``."""
    parts = urlsplit(owner_url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{APP_ROLE}:{quote(password, safe='')}@{host}"))


def migrate(owner_url: str, app_password: str) -> bool:
    """Make the roles, bring the schema to the newest revision. Safe to run again and in parallel.

    Returns whether the database was empty before.
    """
    _ensure_roles(owner_url, app_password)
    revision = _revision(owner_url)
    if revision != NEWEST_REVISION:
        _upgrade(owner_url)
    return revision is None


def _upgrade(owner_url: str) -> None:
    from alembic import command  # slow to load, and most starts find nothing to do

    command.upgrade(alembic_config(owner_url), "head")


def _revision(owner_url: str) -> str | None:
    with psycopg.connect(owner_url) as connection:
        if connection.execute("SELECT to_regclass('alembic_version')").fetchone() == (None,):
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return row[0] if row else None


def alembic_config(owner_url: str) -> "Config":
    """Alembic's configuration for ``owner_url``."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("prepend_sys_path", str(_SCRIPTS.parent))
    config.attributes["url"] = _sqlalchemy_url(owner_url)
    return config


def _sqlalchemy_url(url: str) -> str:
    return url.replace("postgresql://", "postgresql+psycopg://", 1)


def _ensure_roles(owner_url: str, app_password: str) -> None:
    with psycopg.connect(owner_url) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(7246001)")
        have = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles").fetchall()}
        if OWNER_ROLE not in have:
            connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(OWNER_ROLE)))
            connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(OWNER_ROLE)))
        if APP_ROLE not in have:
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(APP_ROLE)))
        connection.execute(
            sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(APP_ROLE), sql.Literal(app_password))
        )
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        connection.execute(sql.SQL("GRANT CREATE, USAGE ON SCHEMA public TO {}").format(sql.Identifier(OWNER_ROLE)))
        connection.execute(sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(sql.Identifier(APP_ROLE)))
        database = connection.info.dbname
        connection.execute(
            sql.SQL("GRANT CREATE ON DATABASE {} TO {}").format(
                sql.Identifier(database), sql.Identifier(OWNER_ROLE)
            )
        )
