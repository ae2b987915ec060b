"""How connections are opened and transactions begin: bound to a tenant, in one message to the server."""

from uuid import UUID

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.orm import Session, SessionTransaction

from mia.platform.db.driver import on_driver
from mia.platform.db.own_rows import keep_own_rows
from mia.platform.db.pooling import ping_after_rest
from mia.platform.kernel.scope import SystemScope

OPENING = "mia.opening"
"""The name, in a session's ``info``, of what its transactions begin with."""


class BoundSession(Session):
    """A session each of whose transactions begins with what is in its ``info`` as :data:`OPENING`."""


keep_own_rows(BoundSession)


@event.listens_for(BoundSession, "after_begin")
def _begin(session: Session, transaction: SessionTransaction, connection: Connection) -> None:
    """Begin, and bind the transaction, in one message to the server.

    psycopg would prepare what it sees often, which several commands cannot be.
    """
    opening: bytes = session.info[OPENING]
    if not transaction.nested:  # a savepoint
        on_driver(connection, lambda driver: driver.execute(opening, prepare=False))


def opening_of(tenant_id: UUID | None, system: SystemScope | None) -> bytes:
    """The commands that a transaction begins with. An id and a fixed word need no quoting."""
    commands = ["BEGIN"]
    if tenant_id is not None:
        commands.append(f"SET LOCAL mia.tenant = '{tenant_id}'")
    if system is not None:
        commands.append(f"SET LOCAL mia.system = '{system.value}'")
    return "; ".join(commands).encode()


def open_engine(dsn: str, pool_size: int) -> AsyncEngine:
    """An engine that connects when it is first used; ``dsn`` is a libpq URL ``postgresql://...``."""
    engine = create_async_engine(
        dsn.replace("postgresql://", "postgresql+psycopg://", 1),
        hide_parameters=True,
        isolation_level="AUTOCOMMIT",  # of the driver: transactions are begun here
        pool_size=pool_size,
        max_overflow=pool_size,
        pool_timeout=10,
        pool_use_lifo=True,
    )
    ping_after_rest(engine.sync_engine)
    return engine
