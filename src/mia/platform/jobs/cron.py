"""Periodic tasks: one run per tick in all worker processes together, and never two at one time.

Each task has a row, due at its next tick. The worker that takes the row runs the task and renews the
lease meanwhile; a run whose worker died is due again when the lease has run out.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import structlog
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.session import Database
from mia.platform.jobs.models import PeriodicTaskRow
from mia.platform.jobs.pulling import Puller
from mia.platform.jobs.queue import Queue, Taken
from mia.platform.jobs.registry import PeriodicTask
from mia.platform.jobs.schedule import next_tick
from mia.platform.kernel.scope import SystemScope
from mia.platform.telemetry.metrics import TASK_SECONDS, timed
from mia.platform.telemetry.tracing import span

log = structlog.get_logger()

_AT_ONCE = 4
_RESTART_DELAY_S = 1.0


async def run_cron(
    database: Database, tasks: Sequence[PeriodicTask], *, heartbeat_s: float = 10.0, stalled_s: float = 30.0
) -> None:
    """Run the tasks by their schedules until canceled.

    A worker beats each ``heartbeat_s``; after ``stalled_s`` without, its runs are given to another.
    """
    await _Cron(database, tasks, heartbeat_s, stalled_s).run()


class _Cron:
    def __init__(
        self, database: Database, tasks: Sequence[PeriodicTask], heartbeat_s: float, stalled_s: float
    ) -> None:
        self._database = database
        self._tasks = {task.name: task for task in tasks}
        self._heartbeat_s = heartbeat_s
        only = [PeriodicTaskRow.name.in_(list(self._tasks))]
        self._queue = Queue(PeriodicTaskRow, SystemScope.CRON, timedelta(seconds=stalled_s), only=only)

    async def run(self) -> None:
        while True:
            try:
                await self._enter()
                break
            except (SQLAlchemyError, OSError) as error:
                log.warning("cron_interrupted", error=type(error).__name__)
                await asyncio.sleep(_RESTART_DELAY_S)
        await Puller(self._database, self._queue, self._run, at_once=_AT_ONCE).run()

    async def _enter(self) -> None:
        """Make the rows of tasks that are new here."""
        async with self._database.system(SystemScope.CRON) as system:
            now = (await system.sql.execute(select(func.now()))).scalar_one()
            rows = [{"name": each.name, "next_at": next_tick(each.cron, now)} for each in self._tasks.values()]
            if rows:
                await system.sql.execute(insert(PeriodicTaskRow).values(rows).on_conflict_do_nothing())

    async def _run(self, taken: Taken[PeriodicTaskRow]) -> None:
        periodic = self._tasks[taken.row.name]
        beating = asyncio.create_task(self._beat(taken))
        try:
            with span(f"task {periodic.name}"), timed(TASK_SECONDS, periodic.name):
                await periodic.task(self._database)
        except Exception as error:  # not repeated: the next tick is
            log.warning("periodic_task_failed", task=periodic.name, error=type(error).__name__)
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
        async with self._database.system(SystemScope.CRON) as system:
            now = (await system.sql.execute(select(func.now()))).scalar_one()
            await self._queue.change(system, taken, {"next_at": next_tick(periodic.cron, now)})

    async def _beat(self, taken: Taken[PeriodicTaskRow]) -> None:
        while True:
            await asyncio.sleep(self._heartbeat_s)
            try:
                async with self._database.system(SystemScope.CRON) as system:
                    await self._queue.change(system, taken, {"next_at": func.now() + self._queue.lease})
            except (SQLAlchemyError, OSError) as error:  # the next beat may succeed
                log.warning("cron_interrupted", error=type(error).__name__)
