"""Roles and migrations: what the owner does before the app, whose role owns nothing, may connect."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import sql

from mia.platform.db.encryption import KeyState, Vault, WrappedKey
from mia.platform.db.tenancy import APP_ROLE, BACKUP_ROLE, OWNER_ROLE
from mia.platform.kernel.keys import Keys
from mia.platform.kernel.scope import SystemScope

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection as SqlConnection

_SCRIPTS = Path(__file__).parents[4] / "migrations"

NEWEST_REVISION = max(path.name.split("_")[0] for path in (_SCRIPTS / "versions").glob("[0-9]*.py"))
"""The revision this code needs: the highest number in the chain (a test compares it with Alembic's head)."""


def app_url(owner_url: str, password: str | None = None) -> str:
    """The app role's URL for the same server and database as ``owner_url``.

    Without a password processes use the one that follows from the signing key, which migrating gives the role.
    """
    parts = urlsplit(owner_url)
    host = parts.netloc.rpartition("@")[2]
    user = APP_ROLE if password is None else f"{APP_ROLE}:{quote(password, safe='')}"
    return urlunsplit(parts._replace(netloc=f"{user}@{host}"))


def migrate(owner_url: str, app_password: str) -> bool:
    """Make the roles, bring the schema to the newest revision. Safe to run again and in parallel.

    Returns whether the database was empty before.
    """
    with psycopg.connect(owner_url) as connection:
        ensure_roles(connection, app_password)
    revision = _revision(owner_url)
    if revision != NEWEST_REVISION:
        _upgrade(owner_url)
    _open_to_backups(owner_url)
    return revision is None


def opens_data_keys(owner_url: str, master: Keys) -> bool:
    """Whether the master key opens every stored data key."""
    with psycopg.connect(owner_url) as connection:
        connection.execute("SELECT set_config('mia.system', %s, true)", [SystemScope.KEYS.value])
        rows = connection.execute(
            "SELECT tenant_id, key_id, state, wrapped, index_wrapped FROM data_keys"
        ).fetchall()
    vault = Vault(lambda: master)
    return all(vault.opens(tenant, WrappedKey(id_, KeyState(state), *keys)) for tenant, id_, state, *keys in rows)


def _upgrade(owner_url: str) -> None:
    from alembic import command  # slow to load, and most starts find nothing to do

    command.upgrade(alembic_config(owner_url), "head")


def upgrade_within(connection: "SqlConnection", revision: str) -> None:
    """Bring an empty database to a revision in the caller's own transaction."""
    from alembic import command

    config = alembic_config("")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


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
    config.attributes["url"] = sqlalchemy_url(owner_url)
    return config


def sqlalchemy_url(url: str) -> str:
    """The same address for SQLAlchemy."""
    return url.replace("postgresql://", "postgresql+psycopg://", 1)


def ensure_roles(connection: psycopg.Connection[tuple[Any, ...]], app_password: str) -> None:
    """Make the roles that are missing, and give each what it needs in this database."""
    connection.execute("SELECT pg_advisory_xact_lock(7246001)")
    have = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles").fetchall()}
    for role in {OWNER_ROLE, BACKUP_ROLE} - have:
        connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(role)))
        connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(role)))
    if APP_ROLE not in have:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(APP_ROLE)))
    connection.execute(
        sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(APP_ROLE), sql.Literal(app_password))
    )
    connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    connection.execute(sql.SQL("GRANT CREATE, USAGE ON SCHEMA public TO {}").format(sql.Identifier(OWNER_ROLE)))
    for role in (APP_ROLE, BACKUP_ROLE):
        connection.execute(sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(sql.Identifier(role)))
    database = connection.info.dbname
    connection.execute(
        sql.SQL("GRANT CREATE ON DATABASE {} TO {}").format(sql.Identifier(database), sql.Identifier(OWNER_ROLE))
    )


_CLOSED_TO_BACKUPS = """
SELECT namespace.nspname, class.relname, class.relrowsecurity
FROM pg_class AS class JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
WHERE class.relkind IN ('r', 'S') AND class.relowner = %s::regrole
  AND (
    NOT has_table_privilege(%s, class.oid, 'SELECT')
    OR class.relrowsecurity AND NOT EXISTS (
        SELECT FROM pg_policy AS policy WHERE policy.polrelid = class.oid AND policy.polname = %s
    )
  )
"""


def _open_to_backups(owner_url: str) -> None:
    """Let the backup role read all tables: row-level security binds the owner too, unless it is a superuser."""
    role = sql.Identifier(BACKUP_ROLE)
    with psycopg.connect(owner_url) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(7246001)")
        closed = connection.execute(_CLOSED_TO_BACKUPS, [OWNER_ROLE, BACKUP_ROLE, BACKUP_ROLE]).fetchall()
        if closed:
            connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(OWNER_ROLE)))
        for schema, name, is_protected in closed:
            table = sql.Identifier(schema, name)
            connection.execute(sql.SQL("GRANT SELECT ON {} TO {}").format(table, role))
            if is_protected:
                policy = sql.SQL("CREATE POLICY {} ON {} FOR SELECT TO {} USING (true)")
                connection.execute(policy.format(role, table, role))
