"""Works off a queue: takes what is due, several rows at a time, and sleeps until more is."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Generic

import structlog
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.listen import notifications
from mia.platform.db.session import Database
from mia.platform.jobs.queue import Queue, R, Taken

log = structlog.get_logger()

_DATABASE_AWAY_S = 0.5
_LONGEST_WAIT_S = 60.0
_GRACE_S = 5.0


class Puller(Generic[R]):
    """One per queue and process; any number of processes may run side by side. ``work`` settles what it gets."""

    def __init__(
        self,
        database: Database,
        queue: Queue[R],
        work: Callable[[Taken[R]], Awaitable[None]],
        *,
        at_once: int = 8,
    ) -> None:
        self._database = database
        self._queue = queue
        self._work = work
        self._at_once = at_once
        self._wake = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until canceled; what is being worked on gets a few seconds to end."""
        listener = asyncio.create_task(self._listen(), name=f"{self._queue.table.__tablename__}-listener")
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
        if not self._queue.channel:
            return
        async with aclosing(notifications(self._database.listen_dsn, self._queue.channel)) as payloads:
            async for _ in payloads:
                self._wake.set()

    async def _finish(self) -> None:
        if self._running:
            _, late = await asyncio.wait(self._running, timeout=_GRACE_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _take(self) -> float:
        """Start as much of what is due as there is room for; returns the seconds until the next look."""
        free = self._at_once - len(self._running)
        if free <= 0:
            return _LONGEST_WAIT_S  # the end of a running one wakes us
        try:
            taken = await self._queue.claim(self._database, free)
            for each in taken:
                task = asyncio.create_task(self._settled(each))
                self._running.add(task)
                task.add_done_callback(self._ended)
            if len(taken) == free:
                return 0
            seconds = await self._queue.seconds_to_next(self._database)
        except (SQLAlchemyError, OSError) as error:
            log.warning("queue_unreachable", queue=self._queue.table.__tablename__, error=type(error).__name__)
            return _DATABASE_AWAY_S
        return _LONGEST_WAIT_S if seconds is None else min(max(seconds, 0.01), _LONGEST_WAIT_S)

    async def _settled(self, taken: Taken[R]) -> None:
        try:
            await self._work(taken)
        except (SQLAlchemyError, OSError) as error:
            # The lease brings it back: done once more, as all such work must bear.
            log.warning("queue_unreachable", queue=self._queue.table.__tablename__, error=type(error).__name__)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._wake.set()
