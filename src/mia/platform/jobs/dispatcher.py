"""Takes events from the outbox and hands them to their handlers.

A taken event is leased, not locked: a worker that dies leaves nothing open, and another one takes the
event when the lease has run out. Time is the database's own, so that a moved clock delays nothing.
"""

import asyncio
import random
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from sqlalchemy import Row, delete, extract, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.listen import notifications
from mia.platform.db.session import Database
from mia.platform.jobs.models import OutboxRow
from mia.platform.jobs.registry import Event, Handler
from mia.platform.kernel.scope import SystemScope
from mia.platform.telemetry.metrics import EVENT_DELAY_SECONDS, EVENT_SECONDS, timed
from mia.platform.telemetry.tracing import span

log = structlog.get_logger()

CHANNEL = "mia_outbox"

_LEASE = timedelta(seconds=60)
_CONCURRENCY = 8
_MAX_ATTEMPTS = 12
_FIRST_BACKOFF_S = 0.5
_LONGEST_BACKOFF_S = 600.0
_DATABASE_AWAY_S = 0.5
_LONGEST_WAIT_S = 60.0
_GRACE_S = 5.0
_KEPT = timedelta(days=30)


class Dispatcher:
    """One per worker process; any number of processes may run side by side."""

    def __init__(
        self,
        database: Database,
        handlers: Mapping[str, Sequence[Handler]],
        *,
        lease: timedelta = _LEASE,
        max_attempts: int = _MAX_ATTEMPTS,
    ) -> None:
        self._database = database
        self._handlers = handlers
        self._lease = lease
        self._max_attempts = max_attempts
        self._wake = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until canceled; running handlers get a few seconds to end."""
        listener = asyncio.create_task(self._listen(), name="outbox-listener")
        try:
            while True:
                self._wake.clear()
                wait = await self._take()
                try:
                    async with asyncio.timeout(wait):
                        await self._wake.wait()
                except TimeoutError:
                    continue
        finally:
            listener.cancel()
            await asyncio.gather(listener, return_exceptions=True)
            await self._finish()

    async def _listen(self) -> None:
        async with aclosing(notifications(self._database.listen_dsn, CHANNEL)) as payloads:
            async for _ in payloads:
                self._wake.set()

    async def _finish(self) -> None:
        if self._running:
            _, late = await asyncio.wait(self._running, timeout=_GRACE_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _take(self) -> float:
        """Start as many due events as there is room for; returns the seconds until the next look."""
        free = _CONCURRENCY - len(self._running)
        if free <= 0:
            return _LONGEST_WAIT_S  # the end of a running handler wakes us
        try:
            events = await self._claim(free)
            for event in events:
                task = asyncio.create_task(self._handle(event), name=f"event {event.name}")
                self._running.add(task)
                task.add_done_callback(self._ended)
            return 0 if len(events) == free else await self._seconds_to_next()
        except (SQLAlchemyError, OSError) as error:
            log.warning("outbox_unreachable", error=type(error).__name__)
            return _DATABASE_AWAY_S

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._wake.set()

    async def _claim(self, limit: int) -> list[Event]:
        due = (
            select(OutboxRow.tenant_id, OutboxRow.id, OutboxRow.next_at)
            .where(OutboxRow.failed_at.is_(None), OutboxRow.next_at <= func.now())
            .where(OutboxRow.name.in_(list(self._handlers)))
            .order_by(OutboxRow.next_at)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        async with self._database.system(SystemScope.OUTBOX) as session:
            rows = await session.sql.execute(
                update(OutboxRow)
                .where(OutboxRow.tenant_id == due.c.tenant_id, OutboxRow.id == due.c.id)
                .values(attempts=OutboxRow.attempts + 1, next_at=func.now() + self._lease)
                .returning(
                    OutboxRow.id,
                    OutboxRow.tenant_id,
                    OutboxRow.name,
                    OutboxRow.ids,
                    OutboxRow.attempts,
                    extract("epoch", func.now() - due.c.next_at).label("waited"),
                )
                .execution_options(synchronize_session=False)
            )
            return [_taken(row) for row in rows]

    async def _handle(self, event: Event) -> None:
        try:
            # Shorter than the lease, so that an event is never handled twice at one time.
            with span(f"event {event.name}", attempt=event.attempt), timed(EVENT_SECONDS, event.name):
                async with asyncio.timeout(self._lease.total_seconds() * 0.8):
                    for handler in self._handlers[event.name]:
                        await handler(self._database, event)
        except Exception as error:
            log.warning(
                "event_handler_failed", event_name=event.name, attempt=event.attempt, error=type(error).__name__
            )
            await self._settle(event, done=False)
        else:
            await self._settle(event, done=True)

    async def _settle(self, event: Event, *, done: bool) -> None:
        """Forget a handled event, or set the time of its next attempt."""
        mine = (
            OutboxRow.tenant_id == event.tenant_id,
            OutboxRow.id == event.id,
            OutboxRow.attempts == event.attempt,  # else the lease ran out and another worker has it
        )
        gives_up = event.attempt >= self._max_attempts
        retry = {
            "next_at": func.now() + _backoff(event.attempt),
            "failed_at": func.now() if gives_up else None,
        }
        try:
            async with self._database.system(SystemScope.OUTBOX) as session:
                await session.sql.execute(
                    delete(OutboxRow).where(*mine) if done else update(OutboxRow).where(*mine).values(retry)
                )
        except (SQLAlchemyError, OSError) as error:
            # The lease brings it back: handled once more, as handlers must bear.
            log.warning("outbox_unreachable", error=type(error).__name__)
            return
        if gives_up and not done:
            log.error("event_given_up", event_name=event.name, event_id=str(event.id))

    async def _seconds_to_next(self) -> float:
        async with self._database.system(SystemScope.OUTBOX) as session:
            seconds = await session.sql.scalar(
                select(extract("epoch", func.min(OutboxRow.next_at) - func.clock_timestamp())).where(
                    OutboxRow.failed_at.is_(None), OutboxRow.name.in_(list(self._handlers))
                )
            )
        return _LONGEST_WAIT_S if seconds is None else min(max(float(seconds), 0.01), _LONGEST_WAIT_S)


async def forget_old_events(database: Database) -> None:
    """Delete events that were given up, or that no one handles, after 30 days. Periodic work."""
    async with database.system(SystemScope.OUTBOX) as session:
        await session.sql.execute(delete(OutboxRow).where(OutboxRow.created_at < func.now() - _KEPT))


def _taken(row: Row[*tuple[Any, ...]]) -> Event:
    EVENT_DELAY_SECONDS.labels(row.name).observe(float(row.waited))
    return Event(row.id, row.tenant_id, row.name, {k: UUID(v) for k, v in row.ids.items()}, row.attempts)


def _backoff(attempt: int) -> timedelta:
    seconds = min(_FIRST_BACKOFF_S * 2 ** (attempt - 1), _LONGEST_BACKOFF_S)
    return timedelta(seconds=seconds * random.uniform(0.8, 1.2))  # noqa: S311 - spreads load, no secret
