"""Rows that wait for work: events, messages of the voice service, periodic tasks, each kind in a table of its own.

A taken row is leased, not locked: a worker that dies leaves nothing open, and another one takes the row when the
lease has run out. Time is the database's own, so that a moved clock delays nothing.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Select, delete, extract, func, inspect, select, text, update
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.platform.db.session import ClinicSession, Database, OrgSession, SystemSession
from mia.platform.kernel.scope import SystemScope

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 600.0

_NOTIFY = text("SELECT pg_notify(:channel, '')")


class WaitingRow(Base):
    """The columns of a row that waits. Rows that were given up keep ``failed_at``."""

    __abstract__ = True

    attempts: Mapped[int] = mapped_column(server_default=text("0"))
    next_at: Mapped[datetime] = mapped_column(server_default=func.now())
    failed_at: Mapped[datetime | None]


R = TypeVar("R", bound=WaitingRow)


@dataclass(frozen=True)
class Taken(Generic[R]):
    """A row that this process may work on, for the ``attempt``-th time; it was due ``waited`` seconds ago."""

    row: R
    attempt: int
    waited: float


@dataclass(frozen=True)
class Queue(Generic[R]):
    """The waiting rows of a table, as far as ``only`` goes; a system ``scope`` that sees them all."""

    table: type[R]
    scope: SystemScope
    lease: timedelta = timedelta(seconds=60)
    longest_pause_s: float = LONGEST_PAUSE_S
    only: Sequence[ColumnElement[bool]] = ()
    channel: str = ""
    """Where those who wait for rows learn of new ones (NOTIFY)."""

    async def claim(self, database: Database, limit: int) -> list[Taken[R]]:
        """Take due rows, the longest due first; every other process passes them over."""
        table, key = self.table, self._key(self.table)
        due = self._open(select(*key, table.next_at)).where(table.next_at <= func.now())
        due = due.order_by(table.next_at).limit(limit).with_for_update(skip_locked=True)
        taken = due.cte("due")
        waited = extract("epoch", func.now() - taken.c.next_at)
        claim = (
            update(table)
            .where(*(column == taken.c[column.key] for column in key))
            .values(attempts=table.attempts + 1, next_at=func.now() + self.lease)
            .returning(table, waited)
            .execution_options(synchronize_session=False)
        )
        async with database.system(self.scope) as system:
            rows = await system.sql.execute(claim)
            return [Taken(row, row.attempts, float(seconds)) for row, seconds in rows]

    async def forget(self, database: Database, taken: Taken[R]) -> None:
        """It is done."""
        async with database.system(self.scope) as system:
            await system.sql.execute(delete(self.table).where(*self._mine(taken)))

    async def try_again(self, database: Database, taken: Taken[R], *, give_up: bool = False) -> None:
        """It failed: due again after a pause that grows, or never."""
        pause = min(FIRST_PAUSE_S * 2 ** min(taken.attempt - 1, 20), self.longest_pause_s)
        spread = timedelta(seconds=pause * random.uniform(0.8, 1.2))  # noqa: S311 - spreads load, no secret
        values = {"next_at": func.now() + spread, "failed_at": func.now() if give_up else None}
        async with database.system(self.scope) as system:
            await self.change(system, taken, values)
            await self.tell(system)

    async def change(self, system: SystemSession, taken: Taken[R], values: dict[str, Any]) -> None:
        """Set columns of a row that this process still holds."""
        await system.sql.execute(update(self.table).where(*self._mine(taken)).values(values))

    async def tell(self, session: ClinicSession | OrgSession | SystemSession) -> None:
        """Wake those who wait, once this transaction has committed."""
        if self.channel:
            await session.sql.execute(_NOTIFY, {"channel": self.channel})

    async def seconds_to_next(self, database: Database) -> float | None:
        """Until the next row is due; None without any."""
        soonest = extract("epoch", func.min(self.table.next_at) - func.clock_timestamp())
        async with database.system(self.scope) as system:
            seconds = await system.sql.scalar(self._open(select(soonest)))
        return None if seconds is None else float(seconds)

    def _open(self, query: Select[Any]) -> Select[Any]:
        return query.where(self.table.failed_at.is_(None), *self.only)

    def _mine(self, taken: Taken[R]) -> list[ColumnElement[bool]]:
        """The row, unless the lease ran out and another process has it."""
        same = [column == getattr(taken.row, column.key) for column in self._key(self.table)]
        return [*same, self.table.attempts == taken.attempt]

    @staticmethod
    def _key(table: type[R]) -> list[Any]:
        return [getattr(table, str(column.key)) for column in inspect(table).primary_key]
