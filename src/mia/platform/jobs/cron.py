"""Periodic tasks by procrastinate: one run per tick in all worker processes together.

A run whose worker died is found by its missing heartbeat and started again (the rescue task).
"""

import asyncio
from collections.abc import Sequence

import procrastinate
import psycopg
import psycopg_pool
import structlog
from procrastinate import exceptions
from procrastinate.jobs import Status

from mia.platform.db.session import Database
from mia.platform.jobs.registry import PeriodicTask
from mia.platform.kernel.stopping import asked_to_stop
from mia.platform.telemetry.metrics import TASK_SECONDS, timed
from mia.platform.telemetry.tracing import span

log = structlog.get_logger()

_RESTART_DELAY_S = 1.0
_POOL_SIZE = 4
_POOL_TIMEOUT_S = 2.0
"""A worker that is stopped while the database is away waits this long to sign off."""


async def run_cron(
    database: Database, tasks: Sequence[PeriodicTask], *, heartbeat_s: float = 10.0, stalled_s: float = 30.0
) -> None:
    """Run the tasks by their schedules until canceled; starts again when the database comes back.

    A worker beats each ``heartbeat_s``; after ``stalled_s`` without, its runs are given to another.
    """
    while True:
        app = _app(database, tasks, stalled_s)
        try:
            async with app.open_async():
                await app.run_worker_async(
                    concurrency=_POOL_SIZE,
                    listen_notify=True,
                    delete_jobs="successful",
                    install_signal_handlers=False,
                    update_heartbeat_interval=heartbeat_s,
                    stalled_worker_timeout=stalled_s,
                    shutdown_graceful_timeout=5.0,
                )
            # Without an error too: a part of its worker lost the database, and it signed off properly.
            log.warning("cron_interrupted")
        except (exceptions.ConnectorException, psycopg.OperationalError, psycopg_pool.PoolTimeout) as error:
            if asked_to_stop():
                # procrastinate signs its worker off before it lets a cancellation through; without a database that
                # fails, and this error stands in the cancellation's place.
                raise asyncio.CancelledError from error
            log.warning("cron_interrupted", error=type(error).__name__)
        await asyncio.sleep(_RESTART_DELAY_S)


def _app(database: Database, tasks: Sequence[PeriodicTask], stalled_s: float) -> procrastinate.App:
    app = procrastinate.App(
        connector=procrastinate.PsycopgConnector(
            conninfo=database.listen_dsn,
            min_size=1,
            max_size=_POOL_SIZE,
            timeout=_POOL_TIMEOUT_S,
            kwargs={"options": "-c search_path=procrastinate"},
        )
    )
    for task in tasks:
        _add(app, database, task)
    _add_rescue(app, stalled_s)
    return app


def _add(app: procrastinate.App, database: Database, periodic: PeriodicTask) -> None:
    # A failed run is not repeated: the next tick is.
    @app.periodic(cron=periodic.cron)
    @app.task(name=periodic.name, queueing_lock=periodic.name, lock=periodic.name)
    async def run(timestamp: int) -> None:
        try:
            with span(f"task {periodic.name}"), timed(TASK_SECONDS, periodic.name):
                await periodic.task(database)
        except Exception as error:
            log.warning("periodic_task_failed", task=periodic.name, error=type(error).__name__)


def _add_rescue(app: procrastinate.App, stalled_s: float) -> None:
    @app.periodic(cron=_every(stalled_s))
    @app.task(name="rescue", queueing_lock="rescue")
    async def rescue(timestamp: int) -> None:
        for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=stalled_s):
            try:
                await app.job_manager.retry_job(job)
            except exceptions.UniqueViolation:
                # The run of a later tick waits already, for this one to end: let it take over.
                await app.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)
            log.warning("stalled_job_rescued", task=job.task_name)


def _every(seconds: float) -> str:
    """A cron expression, its sixth field being seconds, that ticks about each ``seconds``."""
    return f"* * * * * */{max(1, min(30, int(seconds)))}"
