"""Roles and migrations: what the owner does before the app, whose role owns nothing, may connect."""

from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from psycopg import sql

from mia.db.tenancy import APP_ROLE, OWNER_ROLE

_SCRIPTS = Path(__file__).parents[3] / "migrations"


def app_url(owner_url: str, password: str) -> str:
    """The app role's URL for the same server and database as ``owner_url``."""
    parts = urlsplit(owner_url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{APP_ROLE}:{quote(password, safe='')}@{host}"))


def migrate(owner_url: str, app_password: str) -> None:
    """Make the roles, bring the schema to the newest revision. Safe to run again and in parallel."""
    _ensure_roles(owner_url, app_password)
    command.upgrade(alembic_config(owner_url), "head")


def newest_revision() -> str | None:
    """The revision this code needs."""
    return ScriptDirectory.from_config(alembic_config("postgresql://")).get_current_head()


def alembic_config(owner_url: str) -> Config:
    """Alembic's configuration for ``owner_url``."""
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
