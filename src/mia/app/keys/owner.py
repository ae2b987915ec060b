"""The owner's way to rows of all tenants, one after the other: row-level security binds it too."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql

from mia.platform.db.encryption import KeyState, WrappedKey
from mia.platform.db.tenancy import BACKUP_ROLE, OWNER_ROLE

Connection = psycopg.Connection[tuple[Any, ...]]

_POLL_S = 0.05

_OPEN = """
SELECT lock.virtualtransaction
FROM pg_locks AS lock JOIN pg_stat_activity AS activity ON activity.pid = lock.pid
WHERE lock.locktype = 'virtualxid' AND lock.pid <> pg_backend_pid() AND activity.datname = current_database()
"""


@contextmanager
def owning(owner_url: str, tenant_id: UUID | None = None) -> Iterator[Connection]:
    """A transaction of the owner's on one tenant's rows; on those of no tenant, as a sign-in sees them."""
    with psycopg.connect(owner_url) as connection:
        connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(OWNER_ROLE)))
        connection.execute("SELECT set_config('mia.tenant', %s, true)", [str(tenant_id or "")])
        if tenant_id is None:
            connection.execute("SELECT set_config('mia.system', 'login', true)")
        yield connection


def stored_keys(owner_url: str) -> dict[UUID, list[WrappedKey]]:
    """Every tenant's data keys."""
    found: dict[UUID, list[WrappedKey]] = {}
    with psycopg.connect(owner_url) as connection:
        connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(BACKUP_ROLE)))
        query = (
            "SELECT tenant_id, key_id, state, wrapped, index_wrapped FROM data_keys ORDER BY tenant_id, created_at"
        )
        for tenant_id, key_id, state, wrapped, index in connection.execute(query):
            found.setdefault(tenant_id, []).append(WrappedKey(key_id, KeyState(state), wrapped, index))
    return found


def wait_for_others(owner_url: str) -> None:
    """Return when every transaction that is open now has ended: what began later knows of what was done before.

    Each open transaction holds a lock on its virtual id, as ``CREATE INDEX CONCURRENTLY`` waits for them.
    """
    with psycopg.connect(owner_url, autocommit=True) as connection:
        before = set(connection.execute(_OPEN.encode()).fetchall())
        while before & set(connection.execute(_OPEN.encode()).fetchall()):
            time.sleep(_POLL_S)  # that lock can be waited for inside the server alone
