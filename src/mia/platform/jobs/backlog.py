"""How much waits in the outbox, for the metrics of a worker."""

import asyncio
from collections.abc import Sequence

import structlog
from sqlalchemy import extract, func, select
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.session import Database
from mia.platform.jobs.models import OutboxRow
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.stopping import asked_to_stop
from mia.platform.telemetry.metrics import OUTBOX_AGE_SECONDS, OUTBOX_DUE, OUTBOX_GIVEN_UP

log = structlog.get_logger()

_EVERY_S = 15.0


async def watch_outbox(database: Database, event_names: Sequence[str]) -> None:
    """Look four times a minute until canceled; a database that is away leaves the last figures."""
    while True:
        try:
            await measure_outbox(database, event_names)
        except (SQLAlchemyError, OSError) as error:
            if asked_to_stop():
                raise asyncio.CancelledError from error
            log.info("outbox_not_measured", error=type(error).__name__)
        await asyncio.sleep(_EVERY_S)


async def measure_outbox(database: Database, event_names: Sequence[str]) -> None:
    """Set the gauges of the events that someone handles."""
    due = OutboxRow.failed_at.is_(None) & (OutboxRow.next_at <= func.now()) & OutboxRow.name.in_(event_names)
    query = select(
        func.count().filter(due),
        func.coalesce(extract("epoch", func.now() - func.min(OutboxRow.next_at).filter(due)), 0),
        func.count().filter(OutboxRow.failed_at.is_not(None)),
    )
    async with database.system(SystemScope.OUTBOX) as session:
        count, age, given_up = (await session.sql.execute(query)).one()
    OUTBOX_DUE.set(count)
    OUTBOX_AGE_SECONDS.set(float(age))
    OUTBOX_GIVEN_UP.set(given_up)
