"""Work after the transaction: domain events through the outbox, and periodic tasks.

An event is written in the transaction of the change it tells of, holds ids only, and is handed to each
of its handlers at least once after the commit. Handlers must be idempotent: ``Event.id`` is the same at
each delivery.
"""

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from sqlalchemy import func, insert, text

from mia.platform.db.session import ClinicSession, Database, OrgSession
from mia.platform.jobs.backlog import watch_outbox
from mia.platform.jobs.cron import run_cron
from mia.platform.jobs.dispatcher import CHANNEL, Dispatcher, forget_old_events
from mia.platform.jobs.models import OutboxRow
from mia.platform.jobs.registry import Event, Handler, PeriodicTask, Registry, Task
from mia.platform.kernel.ids import new_id

__all__ = [
    "Event",
    "Handler",
    "PeriodicTask",
    "Registry",
    "Task",
    "emit",
    "forget_old_events",
    "run_worker",
    "watch_outbox",
]

_NOTIFY = text("SELECT pg_notify(:channel, '')")


async def emit(
    session: ClinicSession | OrgSession, event_name: str, ids: Mapping[str, UUID], *, after: timedelta = timedelta()
) -> UUID:
    """Tell of a change; handlers learn it after this transaction has committed, and ``after`` so long.

    Returns the event's id.
    """
    event_id = new_id()
    await session.sql.execute(
        insert(OutboxRow).values(
            tenant_id=session.scope.tenant_id,
            id=event_id,
            name=event_name,
            ids={key: str(value) for key, value in ids.items()},
            next_at=func.now() + after,
        )
    )
    await session.sql.execute(_NOTIFY, {"channel": CHANNEL})
    return event_id


async def run_worker(database: Database, registry: Registry) -> None:
    """Handle events and periodic tasks until canceled. Survives a restart of the database."""
    async with asyncio.TaskGroup() as group:
        group.create_task(Dispatcher(database, registry.handlers).run(), name="outbox")
        group.create_task(run_cron(database, registry.periodic_tasks), name="cron")
