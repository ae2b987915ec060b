"""Transactions bound to a tenant.

``Database.clinic(scope)`` opens one transaction in which PostgreSQL's row-level security shows that
clinic's rows only, and in which values can be sealed with the clinic's data key. It commits at the end
of the block and rolls back on an error. Functions of the rooms take the session first.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

import psycopg
from fastapi import Depends, Request
from psycopg.conninfo import make_conninfo
from psycopg.rows import class_row
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.pool import QueuePool
from sqlalchemy.util import greenlet_spawn

from mia.platform.db.driver import Answer, on_driver
from mia.platform.db.encryption import DataKey, Keyring, KeyState, Vault, WrappedKey
from mia.platform.db.models import DataKeyRow
from mia.platform.db.opening import OPENING, BoundSession, open_engine, opening_of
from mia.platform.db.own_rows import confine
from mia.platform.db.pooling import try_passwords
from mia.platform.kernel.clock import Clock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.keys import Keys
from mia.platform.kernel.scope import ClinicScope, OrgScope, SystemScope
from mia.platform.telemetry.tracing import span

Scope = TypeVar("Scope", ClinicScope, OrgScope)

AUDIT_KEYS = UUID(int=1)
"""The tenant, no clinic's, whose data key keys the audit log's chain. A new master key wraps it again, as it does
all data keys; it is never replaced, as the chain of six years is verified with it."""


@dataclass(frozen=True)
class TenantSession(Generic[Scope]):
    """One open transaction for one tenant. ``sql`` is the SQLAlchemy session."""

    sql: AsyncSession
    scope: Scope
    clock: Clock
    key: Keyring

    def now(self) -> datetime:
        """The current instant, UTC (moved by the development clock)."""
        return self.clock.now()

    def seal(self, value: str) -> bytes:
        """Encrypt text about a person for a ``*_sealed`` column."""
        return self.key.seal(value)

    def unseal(self, value: bytes) -> str:
        """Decrypt a ``*_sealed`` column."""
        return self.key.unseal(value)

    def blind(self, value: str) -> bytes:
        """The blind index of a normalised value for a ``*_blind`` column."""
        return self.key.blind(value)


ClinicSession = TenantSession[ClinicScope]
OrgSession = TenantSession[OrgScope]


@dataclass(frozen=True)
class SystemSession:
    """One open transaction of work that has no tenant (see :class:`SystemScope`)."""

    sql: AsyncSession
    scope: SystemScope
    clock: Clock

    def now(self) -> datetime:
        """The current instant, UTC."""
        return self.clock.now()


@dataclass(frozen=True)
class AuditSession(SystemSession):
    """One open transaction that sees the audit log of every tenant, with the key of its chain."""

    key: DataKey


@dataclass(frozen=True)
class KeysTried:
    """How many data keys are stored, and how many of them the master key does not open."""

    stored: int
    closed: int


AccountSession = SystemSession | ClinicSession
"""What work on accounts takes: a sign-in's transaction, or a clinic's that sees them (``Database.accounts``)."""


class Database:
    """The app's way to PostgreSQL: an engine whose role owns nothing, the vault and the clock."""

    def __init__(
        self,
        engine: AsyncEngine,
        vault: Vault,
        clock: Clock,
        dsn: str,
        passwords: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        self._engine = engine
        self._vault = vault
        self._dsn = dsn
        self._passwords = passwords
        self.clock = clock

    @property
    def listen_dsn(self) -> str:
        """libpq DSN for a direct connection (LISTEN, job worker), with the password of the moment."""
        return self._dsn if self._passwords is None else make_conninfo(self._dsn, password=self._passwords()[0])

    @classmethod
    def connect(
        cls,
        dsn: str,
        master: bytes | Callable[[], Keys],
        clock: Clock,
        *,
        passwords: Callable[[], Sequence[str]] | None = None,
        pool_size: int = 10,
    ) -> "Database":
        """Open lazily on a libpq URL ``postgresql://...`` of the app role.

        ``master`` is the master key, or says which are accepted at the moment. ``passwords`` says which to try,
        the likeliest first, where the URL has none.
        """
        engine = open_engine(dsn, pool_size)
        if passwords is not None:
            try_passwords(engine.sync_engine, passwords)
        vault = Vault(partial(Keys, master) if isinstance(master, bytes) else master)
        return cls(engine, vault, clock, dsn, passwords)

    @property
    def connections_in_use(self) -> int:
        """Connections of the pool that are at work now."""
        pool = self._engine.sync_engine.pool
        return pool.checkedout() if isinstance(pool, QueuePool) else 0

    async def close(self) -> None:
        """Return all connections; shut-down hangs without it."""
        await self._engine.dispose()

    @asynccontextmanager
    async def clinic(self, scope: ClinicScope) -> AsyncIterator[ClinicSession]:
        """A transaction on one clinic's data."""
        async with self._tenant(scope.clinic_id) as (sql, key):
            confine(sql.info, scope.clinic_id)
            yield TenantSession(sql, scope, self.clock, key)

    @asynccontextmanager
    async def accounts(self, scope: ClinicScope) -> AsyncIterator[ClinicSession]:
        """A clinic's transaction that sees accounts too, as a sign-in does: users, sessions, memberships.

        For what changes an account and tells of it in one transaction (an email, an entry in the audit log).
        Memberships of all clinics are visible in it: queries on them name the clinic.
        """
        async with self._tenant(scope.clinic_id, SystemScope.LOGIN) as (sql, key):
            yield TenantSession(sql, scope, self.clock, key)

    @asynccontextmanager
    async def org(self, scope: OrgScope) -> AsyncIterator[OrgSession]:
        """A transaction on one voice organization's data."""
        async with self._tenant(scope.org_id) as (sql, key):
            yield TenantSession(sql, scope, self.clock, key)

    @asynccontextmanager
    async def claims(self, scope: OrgScope) -> AsyncIterator[OrgSession]:
        """A voice organization's transaction that sees the calls of all others too, as media workers do.

        For giving a line to a call in the transaction that counts the lines of its caller. All other queries on
        calls name the organization.
        """
        async with self._tenant(scope.org_id, SystemScope.VOICE_TOKEN) as (sql, key):
            yield TenantSession(sql, scope, self.clock, key)

    @asynccontextmanager
    async def system(self, scope: SystemScope) -> AsyncIterator[SystemSession]:
        """A transaction that sees only what policies open to ``scope``."""
        async with self._transaction(None, scope) as sql:
            yield SystemSession(sql, scope, self.clock)

    @asynccontextmanager
    async def audit(self) -> AsyncIterator[AuditSession]:
        """A transaction that seals or verifies the audit log."""
        async with self._tenant(AUDIT_KEYS, SystemScope.CRON) as (sql, key):
            yield AuditSession(sql, SystemScope.CRON, self.clock, key.current)

    async def call(self, answer: type[Answer], query: str, values: Mapping[str, Any]) -> Answer | None:
        """The one row, if any, that a function of the database answers: a dataclass of its columns.

        There is no transaction around it and no scope: row-level security shows nothing but what the function sees
        by itself. ``query`` is in psycopg's style, ``%(name)s`` for a value.
        """

        async def ask(driver: psycopg.AsyncConnection) -> Answer | None:
            cursor = driver.cursor(row_factory=class_row(answer))
            return await (await cursor.execute(query.encode(), values, prepare=True)).fetchone()

        def connected() -> Answer | None:
            with self._engine.sync_engine.connect() as connection:
                return on_driver(connection, ask)

        return await greenlet_spawn(connected)

    async def try_data_keys(self) -> KeysTried:
        """Unwrap every stored data key, of clinics and of voice organizations, and make none. One query, and a few
        microseconds for each key."""
        async with self.system(SystemScope.KEYS) as system:
            rows = (await system.sql.scalars(select(DataKeyRow))).all()
        return KeysTried(len(rows), sum(not self._vault.opens(row.tenant_id, _stored(row)) for row in rows))

    @asynccontextmanager
    async def _tenant(
        self, tenant_id: UUID, system: SystemScope | None = None
    ) -> AsyncIterator[tuple[AsyncSession, Keyring]]:
        async with self._transaction(tenant_id, system) as sql:
            yield sql, self._vault.known(tenant_id) or await self._keyring(sql, tenant_id)

    @asynccontextmanager
    async def _transaction(self, tenant_id: UUID | None, system: SystemScope | None) -> AsyncIterator[AsyncSession]:
        with span("transaction"):
            async with self._begun(tenant_id, system) as sql:
                yield sql

    @asynccontextmanager
    async def _begun(self, tenant_id: UUID | None, system: SystemScope | None) -> AsyncIterator[AsyncSession]:
        info = {OPENING: opening_of(tenant_id, system)}
        sql = AsyncSession(self._engine, sync_session_class=BoundSession, info=info, expire_on_commit=False)
        try:
            await sql.connection()  # now, not at the first statement: a database that is away is told here
            yield sql
            await sql.commit()  # with which the connection goes back
        except BaseException:
            async with sql:  # rolled back to the end, even where the request is canceled once more
                raise

    async def _keyring(self, sql: AsyncSession, tenant_id: UUID) -> Keyring:
        stored = await _stored_keys(sql, tenant_id)
        if stored:
            return self._vault.open(tenant_id, stored)
        ring, made = self._vault.make(new_id(), tenant_id)
        values = {"tenant_id": tenant_id, "key_id": made.id, "wrapped": made.wrapped, "state": made.state}
        await sql.execute(insert(DataKeyRow).values(values).on_conflict_do_nothing())
        # Another transaction may have won: what is stored decides. Not cached before it commits.
        stored = await _stored_keys(sql, tenant_id)
        return ring if stored[0].id == ring.id else self._vault.open(tenant_id, stored)


async def _stored_keys(sql: AsyncSession, tenant_id: UUID) -> list[WrappedKey]:
    rows = await sql.scalars(select(DataKeyRow).where(DataKeyRow.tenant_id == tenant_id))
    return [_stored(row) for row in rows]


def _stored(row: DataKeyRow) -> WrappedKey:
    return WrappedKey(row.key_id, KeyState(row.state), row.wrapped, row.index_wrapped)


def database_of(request: Request) -> Database:
    """The running app's database."""
    database: Database = request.app.state.database
    return database


async def _database(request: Request) -> Database:  # FastAPI would call a plain function in a thread
    return database_of(request)


DatabaseDep = Annotated[Database, Depends(_database)]
"""FastAPI parameter type: the running app's :class:`Database`."""
