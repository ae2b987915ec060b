"""A clock that the sandbox may set and every process of the product follows (demo and development only)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.listen import notifications
from mia.platform.db.models import DevelopmentClockRow
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope

log = structlog.get_logger()

_CHANNEL = "development_clock"
_ONLY = 1


class DevelopmentClock:
    """Runs with the machine's clock, as far ahead (or behind) as the sandbox has set it."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead


@asynccontextmanager
async def following(database: Database, clock: DevelopmentClock) -> AsyncIterator[None]:
    """Keep ``clock`` as the database says while the block lasts; right from its first line on."""
    await _read(database, clock)
    task = asyncio.create_task(_follow(database, clock))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def set_clock(database: Database, instant: datetime | None) -> None:
    """Make it ``instant`` in every process of the product; None: the machine's time again."""
    async with database.system(SystemScope.CLOCK) as system:
        if instant is None:
            await system.sql.execute(delete(DevelopmentClockRow))
        else:
            ahead = round((instant - datetime.now(UTC)) / timedelta(milliseconds=1))
            row = insert(DevelopmentClockRow).values(id=_ONLY, ahead_ms=ahead)
            await system.sql.execute(row.on_conflict_do_update(index_elements=["id"], set_={"ahead_ms": ahead}))
        await system.sql.execute(select(func.pg_notify(_CHANNEL, "")))
    if isinstance(database.clock, DevelopmentClock):
        await _read(database, database.clock)


async def _follow(database: Database, clock: DevelopmentClock) -> None:
    async with aclosing(notifications(database.listen_dsn, _CHANNEL)) as news:
        async for _ in news:
            try:
                await _read(database, clock)
            except (SQLAlchemyError, OSError) as error:
                log.warning("clock_not_read", error=type(error).__name__)


async def _read(database: Database, clock: DevelopmentClock) -> None:
    async with database.system(SystemScope.CLOCK) as system:
        ahead = await system.sql.scalar(select(DevelopmentClockRow.ahead_ms))
    clock.ahead = timedelta(milliseconds=ahead or 0)
