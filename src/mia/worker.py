"""Composition root of the job worker: events, periodic upkeep, messages of the voice service."""

import asyncio
import signal
from contextlib import AsyncExitStack

import structlog

from mia.access import service as access
from mia.audit import service as audit
from mia.db.session import Database
from mia.demo.seed import seed
from mia.frontdesk.service import register_upkeep
from mia.jobs.service import Registry, forget_old_events, run_worker
from mia.kernel.settings import Settings
from mia.parts import connected, front_desk
from mia.realtime import service as realtime
from mia.voice.assembly import build_language_models
from mia.voice.upkeep import run_voice_upkeep

log = structlog.get_logger()


async def run_jobs(settings: Settings) -> None:
    """Work until SIGTERM."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(connected(settings))
        await seed(database, settings)  # also makes good a first start that was interrupted
        registry = Registry()
        register_upkeep(registry, await stack.enter_async_context(front_desk(database, settings)))
        _register_house_keeping(registry, settings)
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(run_worker(database, registry)),
                group.create_task(
                    run_voice_upkeep(database, build_language_models(settings), settings.retention_days)
                ),
            ]
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, _cancel_all, tasks)
            log.info("worker_ready")


def _register_house_keeping(registry: Registry, settings: Settings) -> None:
    policy = access.SessionPolicy.of(settings)

    async def forget_sessions(database: Database) -> None:
        await access.forget_old_sessions(database, policy)

    registry.periodic("access.forget_old_sessions", "7 * * * *", forget_sessions)
    registry.periodic("access.forget_old_attempts", "*/30 * * * *", access.forget_old_attempts)
    registry.periodic("audit.seal_entries", "* * * * *", audit.seal_entries)
    registry.periodic("jobs.forget_old_events", "27 * * * *", forget_old_events)
    registry.periodic("realtime.prune", "*/10 * * * *", realtime.prune)


def _cancel_all(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
