"""Takes events from the outbox and hands them to their handlers."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import structlog
from sqlalchemy import delete, func

from mia.platform.db.session import Database
from mia.platform.jobs.models import OutboxRow
from mia.platform.jobs.pulling import Puller
from mia.platform.jobs.queue import Queue, Taken
from mia.platform.jobs.registry import Event, Handler
from mia.platform.kernel.scope import SystemScope
from mia.platform.telemetry.metrics import EVENT_DELAY_SECONDS, EVENT_SECONDS, timed
from mia.platform.telemetry.tracing import span

log = structlog.get_logger()

OUTBOX = Queue(OutboxRow, SystemScope.OUTBOX, channel="mia_outbox")

_MAX_ATTEMPTS = 12
_KEPT = timedelta(days=30)


class Dispatcher:
    """One per worker process; any number of processes may run side by side."""

    def __init__(
        self,
        database: Database,
        handlers: Mapping[str, Sequence[Handler]],
        *,
        lease: timedelta = OUTBOX.lease,
        max_attempts: int = _MAX_ATTEMPTS,
    ) -> None:
        self._database = database
        self._handlers = handlers
        self._max_attempts = max_attempts
        self._queue = replace(OUTBOX, lease=lease, only=[OutboxRow.name.in_(list(handlers))])

    async def run(self) -> None:
        """Until canceled; running handlers get a few seconds to end."""
        await Puller(self._database, self._queue, self._handle).run()

    async def _handle(self, taken: Taken[OutboxRow]) -> None:
        row = taken.row
        EVENT_DELAY_SECONDS.labels(row.name).observe(taken.waited)
        ids = {key: UUID(value) for key, value in row.ids.items()}
        event = Event(row.id, row.tenant_id, row.name, ids, taken.attempt)
        try:
            # Shorter than the lease, so that an event is never handled twice at one time.
            with span(f"event {event.name}", attempt=event.attempt), timed(EVENT_SECONDS, event.name):
                async with asyncio.timeout(self._queue.lease.total_seconds() * 0.8):
                    for handler in self._handlers[event.name]:
                        await handler(self._database, event)
        except Exception as error:
            log.warning(
                "event_handler_failed", event_name=event.name, attempt=event.attempt, error=type(error).__name__
            )
            gives_up = taken.attempt >= self._max_attempts
            await self._queue.try_again(self._database, taken, give_up=gives_up)
            if gives_up:
                log.error("event_given_up", event_name=event.name, event_id=str(event.id))
        else:
            await self._queue.forget(self._database, taken)


async def forget_old_events(database: Database) -> None:
    """Delete events that were given up, or that no one handles, after 30 days. Periodic work."""
    async with database.system(SystemScope.OUTBOX) as session:
        await session.sql.execute(delete(OutboxRow).where(OutboxRow.created_at < func.now() - _KEPT))
