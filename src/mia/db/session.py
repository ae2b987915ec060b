"""Transactions bound to a tenant.

``Database.clinic(scope)`` opens one transaction in which PostgreSQL's row-level security shows that
clinic's rows only, and in which values can be sealed with the clinic's data key. It commits at the end
of the block and rolls back on an error. Functions of the rooms take the session first.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Generic, TypeVar
from uuid import UUID

from fastapi import Depends, Request
from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine

from mia.db.encryption import DataKey, Vault
from mia.db.models import DataKeyRow
from mia.kernel.clock import Clock
from mia.kernel.ids import new_id
from mia.kernel.scope import ClinicScope, OrgScope, SystemScope

Scope = TypeVar("Scope", ClinicScope, OrgScope)

_SET_TENANT = text("SELECT set_config('mia.tenant', :tenant, true)")
_SET_SYSTEM = text("SELECT set_config('mia.system', :system, true)")


@dataclass(frozen=True)
class TenantSession(Generic[Scope]):
    """One open transaction for one tenant. ``sql`` is the SQLAlchemy session."""

    sql: AsyncSession
    scope: Scope
    clock: Clock
    key: DataKey

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


AccountSession = SystemSession | ClinicSession
"""What work on accounts takes: a sign-in's transaction, or a clinic's that sees them (``Database.accounts``)."""


class Database:
    """The app's way to PostgreSQL: an engine whose role owns nothing, the vault and the clock."""

    def __init__(self, engine: AsyncEngine, vault: Vault, clock: Clock, listen_dsn: str) -> None:
        self._engine = engine
        self._vault = vault
        self.clock = clock
        self.listen_dsn = listen_dsn
        """libpq DSN for a direct connection (LISTEN, job worker)."""

    @classmethod
    def connect(cls, dsn: str, master_key: bytes, clock: Clock, *, pool_size: int = 10) -> "Database":
        """Open lazily on a libpq URL ``postgresql://...`` of the app role."""
        url = dsn.replace("postgresql://", "postgresql+psycopg://", 1)
        engine = create_async_engine(
            url,
            hide_parameters=True,
            pool_size=pool_size,
            max_overflow=pool_size,
            pool_pre_ping=True,
            pool_timeout=10,
        )
        return cls(engine, Vault(master_key), clock, dsn)

    async def close(self) -> None:
        """Return all connections; shut-down hangs without it."""
        await self._engine.dispose()

    @asynccontextmanager
    async def clinic(self, scope: ClinicScope) -> AsyncIterator[ClinicSession]:
        """A transaction on one clinic's data."""
        async with self._tenant(scope.clinic_id) as (sql, key):
            yield TenantSession(sql, scope, self.clock, key)

    @asynccontextmanager
    async def accounts(self, scope: ClinicScope) -> AsyncIterator[ClinicSession]:
        """A clinic's transaction that sees accounts too, as a sign-in does: users, sessions, memberships.

        For what changes an account and tells of it in one transaction (a letter, an entry in the trail).
        Memberships of all clinics are visible in it: queries on them name the clinic.
        """
        async with self._tenant(scope.clinic_id) as (sql, key):
            await sql.execute(_SET_SYSTEM, {"system": SystemScope.LOGIN.value})
            yield TenantSession(sql, scope, self.clock, key)

    @asynccontextmanager
    async def org(self, scope: OrgScope) -> AsyncIterator[OrgSession]:
        """A transaction on one voice organisation's data."""
        async with self._tenant(scope.org_id) as (sql, key):
            yield TenantSession(sql, scope, self.clock, key)

    @asynccontextmanager
    async def system(self, scope: SystemScope) -> AsyncIterator[SystemSession]:
        """A transaction that sees only what policies open to ``scope``."""
        async with AsyncSession(self._engine, expire_on_commit=False) as sql, sql.begin():
            await sql.execute(_SET_SYSTEM, {"system": scope.value})
            yield SystemSession(sql, scope, self.clock)

    @asynccontextmanager
    async def _tenant(self, tenant_id: UUID) -> AsyncIterator[tuple[AsyncSession, DataKey]]:
        async with AsyncSession(self._engine, expire_on_commit=False) as sql, sql.begin():
            await sql.execute(_SET_TENANT, {"tenant": str(tenant_id)})
            yield sql, self._vault.known(tenant_id) or await self._data_key(sql, tenant_id)

    async def _data_key(self, sql: AsyncSession, tenant_id: UUID) -> DataKey:
        query = select(DataKeyRow).where(DataKeyRow.tenant_id == tenant_id)
        row = await sql.scalar(query)
        if row is None:
            key, wrapped = self._vault.make(new_id(), tenant_id)
            values = {"tenant_id": tenant_id, "key_id": key.id, "wrapped": wrapped}
            await sql.execute(insert(DataKeyRow).values(values).on_conflict_do_nothing())
            # Another transaction may have won: what is stored decides. Not cached before it commits.
            row = (await sql.scalars(query)).one()
            return key if row.key_id == key.id else self._vault.open(row.key_id, tenant_id, row.wrapped)
        return self._vault.open(row.key_id, tenant_id, row.wrapped)


def _database(request: Request) -> Database:
    database: Database = request.app.state.database
    return database


DatabaseDep = Annotated[Database, Depends(_database)]
"""FastAPI parameter type: the running app's :class:`Database`."""
