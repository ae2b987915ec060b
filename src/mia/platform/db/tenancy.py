"""Row-level security, the second wall: DDL used by migrations.

The app's role owns nothing and every tenant table has FORCE ROW LEVEL SECURITY, so a query that forgot
its scope sees no row and can write none.
"""

from collections.abc import Callable, Sequence

from mia.platform.kernel.scope import SystemScope

APP_ROLE = "mia_app"
OWNER_ROLE = "mia_owner"
BACKUP_ROLE = "mia_backup"
"""Reads every row of every table and nothing else; no one can log in as it (``mia backup`` takes it on)."""

Execute = Callable[[str], object]


def protect(
    execute: Execute,
    table: str,
    *,
    column: str = "clinic_id",
    system: Sequence[SystemScope] = (),
    grants: str = "SELECT, INSERT, UPDATE, DELETE",
) -> None:
    """Force row-level security on ``table`` by ``column`` and grant the app role ``grants``.

    ``system`` lists the scopes of tenant-less work that may see all rows.
    """
    condition = f"{column} = nullif(current_setting('mia.tenant', true), '')::uuid"
    if system:
        names = ", ".join(f"'{scope.value}'" for scope in system)
        condition = f"({condition} OR current_setting('mia.system', true) IN ({names}))"
    execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    execute(f"CREATE POLICY tenant ON {table} USING ({condition}) WITH CHECK ({condition})")
    execute(f"GRANT {grants} ON {table} TO {APP_ROLE}")


def protect_global(
    execute: Execute,
    table: str,
    *,
    system: Sequence[SystemScope],
    grants: str = "SELECT, INSERT, UPDATE, DELETE",
) -> None:
    """Like :func:`protect` for a table without tenant column (users, sessions): only ``system`` scopes see it."""
    names = ", ".join(f"'{scope.value}'" for scope in system)
    condition = f"current_setting('mia.system', true) IN ({names})"
    execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    execute(f"CREATE POLICY system ON {table} USING ({condition}) WITH CHECK ({condition})")
    execute(f"GRANT {grants} ON {table} TO {APP_ROLE}")
