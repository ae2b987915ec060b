"""The job worker by hand: events are handed to their handlers now, one after the other."""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, func, select, update

from mia.platform.db.session import Database
from mia.platform.jobs.models import OutboxRow
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.errors import MiaError
from mia.platform.kernel.scope import SystemScope

_MOST = 200


async def work_off(
    database: Database, registry: Registry, tenant_id: UUID, *, within: timedelta = timedelta()
) -> list[str]:
    """Handle what a clinic's outbox holds, what follows from it too, and what is to come ``within`` a while.

    Returns the names of events whose handler asked to be tried again; they stay.
    """
    again: dict[UUID, str] = {}
    for _ in range(_MOST):
        async with database.system(SystemScope.OUTBOX) as system:
            row = await system.sql.scalar(
                select(OutboxRow)
                .where(OutboxRow.tenant_id == tenant_id, OutboxRow.name.in_(list(registry.handlers)))
                .where(OutboxRow.id.not_in(again), OutboxRow.next_at <= func.now() + within)
                .order_by(OutboxRow.next_at)
                .limit(1)
            )
        if row is None:
            return list(again.values())
        ids = {key: UUID(value) for key, value in row.ids.items()}
        try:
            for handler in registry.handlers[row.name]:
                await handler(database, Event(row.id, row.tenant_id, row.name, ids, row.attempts + 1))
        except MiaError:
            again[row.id] = row.name
            await _tried(database, row)
            continue
        async with database.system(SystemScope.OUTBOX) as system:
            await system.sql.execute(
                delete(OutboxRow).where(OutboxRow.tenant_id == row.tenant_id, OutboxRow.id == row.id)
            )
    raise AssertionError("the outbox does not run dry")


async def _tried(database: Database, row: OutboxRow) -> None:
    async with database.system(SystemScope.OUTBOX) as system:
        mine = (OutboxRow.tenant_id == row.tenant_id, OutboxRow.id == row.id)
        await system.sql.execute(update(OutboxRow).where(*mine).values(attempts=OutboxRow.attempts + 1))
