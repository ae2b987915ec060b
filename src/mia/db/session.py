"""Transactions bound to a tenant.

``Database.clinic(scope)`` opens one transaction in which PostgreSQL's row-level security shows that
clinic's rows only, and in which values can be sealed with the clinic's data key. It commits at the end
of the block and rolls back on an error. Functions of the rooms take the session first.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

import psycopg
from fastapi import Depends, Request
from psycopg.rows import class_row
from sqlalchemy import Connection, event, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import Session, SessionTransaction
from sqlalchemy.util import greenlet_spawn

from mia.db.driver import Answer, on_driver
from mia.db.encryption import DataKey, Vault
from mia.db.models import DataKeyRow
from mia.db.pooling import ping_after_rest
from mia.kernel.clock import Clock
from mia.kernel.ids import new_id
from mia.kernel.scope import ClinicScope, OrgScope, SystemScope

Scope = TypeVar("Scope", ClinicScope, OrgScope)

OPENING = "mia.opening"
"""The name, in a session's ``info``, of what its transactions begin with."""


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


class BoundSession(Session):
    """A session each of whose transactions begins with what is in its ``info`` as :data:`OPENING`."""


@event.listens_for(BoundSession, "after_begin")
def _begin(session: Session, transaction: SessionTransaction, connection: Connection) -> None:
    """Begin, and bind the transaction, in one message to the server.

    psycopg would prepare what it sees often, which several commands cannot be.
    """
    opening: bytes = session.info[OPENING]
    if not transaction.nested:  # a savepoint
        on_driver(connection, lambda driver: driver.execute(opening, prepare=False))


def _opening(tenant_id: UUID | None, system: SystemScope | None) -> bytes:
    """The commands that a transaction begins with. An id and a fixed word need no quoting."""
    commands = ["BEGIN"]
    if tenant_id is not None:
        commands.append(f"SET LOCAL mia.tenant = '{tenant_id}'")
    if system is not None:
        commands.append(f"SET LOCAL mia.system = '{system.value}'")
    return "; ".join(commands).encode()


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
            isolation_level="AUTOCOMMIT",  # of the driver: transactions are begun here
            pool_size=pool_size,
            max_overflow=pool_size,
            pool_timeout=10,
            pool_use_lifo=True,
        )
        ping_after_rest(engine.sync_engine)
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
        async with self._tenant(scope.clinic_id, SystemScope.LOGIN) as (sql, key):
            yield TenantSession(sql, scope, self.clock, key)

    @asynccontextmanager
    async def org(self, scope: OrgScope) -> AsyncIterator[OrgSession]:
        """A transaction on one voice organisation's data."""
        async with self._tenant(scope.org_id) as (sql, key):
            yield TenantSession(sql, scope, self.clock, key)

    @asynccontextmanager
    async def system(self, scope: SystemScope) -> AsyncIterator[SystemSession]:
        """A transaction that sees only what policies open to ``scope``."""
        async with self._transaction(None, scope) as sql:
            yield SystemSession(sql, scope, self.clock)

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

    @asynccontextmanager
    async def _tenant(
        self, tenant_id: UUID, system: SystemScope | None = None
    ) -> AsyncIterator[tuple[AsyncSession, DataKey]]:
        async with self._transaction(tenant_id, system) as sql:
            yield sql, self._vault.known(tenant_id) or await self._data_key(sql, tenant_id)

    @asynccontextmanager
    async def _transaction(self, tenant_id: UUID | None, system: SystemScope | None) -> AsyncIterator[AsyncSession]:
        info = {OPENING: _opening(tenant_id, system)}
        sql = AsyncSession(self._engine, sync_session_class=BoundSession, info=info, expire_on_commit=False)
        try:
            await sql.connection()  # now, not at the first statement: a database that is away is told here
            yield sql
            await sql.commit()  # with which the connection goes back
        except BaseException:
            async with sql:  # rolled back to the end, even where the request is cancelled once more
                raise

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


def database_of(request: Request) -> Database:
    """The running app's database."""
    database: Database = request.app.state.database
    return database


async def _database(request: Request) -> Database:  # FastAPI would call a plain function in a thread
    return database_of(request)


DatabaseDep = Annotated[Database, Depends(_database)]
"""FastAPI parameter type: the running app's :class:`Database`."""
