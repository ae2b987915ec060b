"""Processes of the product that are killed where they stand, and the world outside that outlives them."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from tests.clinic.outreach.worker_process import work

ROOT = Path(__file__).parents[3]


async def killed_at(clock: MovableClock, dsn: str, world: Path, moment: str, *ids: str) -> None:
    """Start a process by a clock, wait until it stands at a moment, and kill it there (SIGKILL)."""
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.clinic.outreach.worker_process", dsn, str(world), moment,
        str(clock.offset.total_seconds()), *ids, cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert running.stdout is not None
        async with asyncio.timeout(150):
            assert await running.stdout.readline() == b"started\n"
    finally:
        running.kill()
        await running.wait()


@asynccontextmanager
async def successor(database: Database, world: Path) -> AsyncIterator[None]:
    """The worker that takes up what a killed one has left."""
    working = asyncio.create_task(work(database, world))
    try:
        yield
    finally:
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working


def taken(world: Path) -> list[str]:
    return world.read_text().split() if world.exists() else []
