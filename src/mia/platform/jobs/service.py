"""Work after the transaction: domain events through the outbox, and periodic tasks.

An event is written in the transaction of the change it tells of, holds ids only, and is handed to each
of its handlers at least once after the commit. Handlers must be idempotent: ``Event.id`` is the same at
each delivery.
"""

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from psycopg.types.json import Jsonb

from mia.platform.db.session import ClinicSession, Database, OrgSession
from mia.platform.db.together import Write, write_together
from mia.platform.jobs.backlog import watch_outbox
from mia.platform.jobs.cron import run_cron
from mia.platform.jobs.dispatcher import OUTBOX, Dispatcher, forget_old_events
from mia.platform.jobs.registry import Event, Handler, PeriodicTask, Registry, Task
from mia.platform.kernel.ids import new_id

_EVENT = """
    INSERT INTO outbox (tenant_id, id, name, ids, next_at)
    VALUES (%(tenant_id)s, %(id)s, %(name)s, %(ids)s, now() + %(after)s)
    """
_NOTIFY = Write(f"pg_notify('{OUTBOX.channel}', '')", {}, is_call=True)


async def emit(
    session: ClinicSession | OrgSession, event_name: str, ids: Mapping[str, UUID], *, after: timedelta = timedelta()
) -> UUID:
    """Tell of a change; handlers learn it after this transaction has committed, and ``after`` so long.

    Returns the event's id.
    """
    event_id = new_id()
    await write_together(session.sql, _event(session, event_id, event_name, ids, after))
    return event_id


def event(session: ClinicSession | OrgSession, event_name: str, ids: Mapping[str, UUID]) -> list[Write]:
    """What :func:`emit` tells, to be written together with the change."""
    return _event(session, new_id(), event_name, ids, timedelta())


def _event(
    session: ClinicSession | OrgSession, event_id: UUID, name: str, ids: Mapping[str, UUID], after: timedelta
) -> list[Write]:
    values = {
        "tenant_id": session.scope.tenant_id,
        "id": event_id,
        "name": name,
        "ids": Jsonb({key: str(value) for key, value in ids.items()}),
        "after": after,
    }
    return [Write(_EVENT, values), _NOTIFY]


async def run_worker(database: Database, registry: Registry) -> None:
    """Handle events and periodic tasks until canceled. Survives a restart of the database."""
    async with asyncio.TaskGroup() as group:
        group.create_task(Dispatcher(database, registry.handlers).run(), name="outbox")
        group.create_task(run_cron(database, registry.periodic_tasks), name="cron")
