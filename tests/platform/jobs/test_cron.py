"""Periodic tasks: run by schedule, once at a time, also when their worker is killed."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from mia.platform.db.migrate import app_url
from mia.platform.db.session import Database
from mia.platform.jobs.cron import run_cron
from mia.platform.jobs.schedule import next_tick
from mia.platform.jobs.service import PeriodicTask, Registry
from mia.platform.kernel.scope import SystemScope
from tests.conftest import APP_PASSWORD
from tests.platform.jobs.worker_process import HEARTBEAT_S, STALLED_S

EACH_SECOND = "* * * * * *"
ROOT = Path(__file__).parents[3]


class Counter:
    """A task that counts its runs and how many are going on at one time."""

    def __init__(self) -> None:
        self.runs = self.inside = self.most = 0
        self.fails = False
        self._changed = asyncio.Condition()

    async def __call__(self, database: Database) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        async with database.system(SystemScope.CRON) as session:
            await session.sql.execute(text("SELECT 1"))
        self.inside -= 1
        async with self._changed:
            self.runs += 1
            self._changed.notify_all()
        if self.fails:
            raise RuntimeError

    async def wait_for(self, runs: int) -> None:
        async with asyncio.timeout(40), self._changed:
            await self._changed.wait_for(lambda: self.runs >= runs)


@asynccontextmanager
async def running(database: Database, tasks: Sequence[PeriodicTask]) -> AsyncIterator[None]:
    cron = asyncio.create_task(run_cron(database, tasks, heartbeat_s=HEARTBEAT_S, stalled_s=STALLED_S))
    try:
        yield
    finally:
        cron.cancel()
        await asyncio.gather(cron, return_exceptions=True)


def test_registry_gathers_tasks() -> None:
    registry, task = Registry(), Counter()
    registry.periodic("seal_audit", "*/5 * * * *", task)
    assert registry.periodic_tasks == [PeriodicTask("seal_audit", "*/5 * * * *", task)]


async def test_task_runs_by_its_schedule_once_for_all_workers(database: Database) -> None:
    counter = Counter()
    tasks = [PeriodicTask("shared", EACH_SECOND, counter)]
    async with running(database, tasks), running(database, tasks):
        await counter.wait_for(3)
    assert counter.most == 1


async def test_failed_run_does_not_stop_the_next(database: Database) -> None:
    counter = Counter()
    counter.fails = True
    async with running(database, [PeriodicTask("failing", EACH_SECOND, counter)]):
        await counter.wait_for(2)


@pytest.mark.drill
async def test_run_of_a_killed_worker_is_rescued(database: Database, database_url: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.platform.jobs.worker_process", app_url(database_url, APP_PASSWORD), "cron",
        cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    async with asyncio.timeout(40):
        assert await process.stdout.readline() == b"started\n"
    process.kill()
    await process.wait()
    counter = Counter()
    async with running(database, [PeriodicTask("tick", EACH_SECOND, counter)]):
        await counter.wait_for(2)
    assert counter.most == 1


@pytest.mark.parametrize(
    ("cron", "after", "tick"),
    [
        ("* * * * *", "2026-03-01T10:00:00", "2026-03-01T10:01:00"),
        ("*/20 * * * *", "2026-03-01T10:45:10", "2026-03-01T11:00:00"),
        ("37 * * * *", "2026-03-01T10:37:00.5", "2026-03-01T11:37:00"),
        ("47 3 * * *", "2026-02-28T03:47:00", "2026-03-01T03:47:00"),
        ("* * * * * */15", "2026-12-31T23:59:45", "2027-01-01T00:00:00"),
    ],
)
def test_the_next_tick_is_later_than_now(cron: str, after: str, tick: str) -> None:
    now, due = (datetime.fromisoformat(moment).replace(tzinfo=UTC) for moment in (after, tick))
    assert next_tick(cron, now) == due


@pytest.mark.parametrize("cron", ["* * 1 * *", "1,2 * * * *", "60 * * * *", "*/0 * * * *", "* *", ""])
def test_a_schedule_that_is_not_understood_is_refused(cron: str) -> None:
    with pytest.raises(ValueError):
        next_tick(cron, datetime.now(UTC))
