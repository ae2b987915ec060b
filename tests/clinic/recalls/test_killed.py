"""Processes killed between intent and outcome: no one is contacted twice, and nothing is lost."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.recalls.models import OutreachRow
from mia.clinic.recalls.service import Kind
from mia.platform.db.migrate import app_url
from mia.platform.kernel.clock import MovableClock
from tests.clinic.recalls.conftest import Center
from tests.conftest import APP_PASSWORD
from tests.fakes.waiting import eventually

ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def process(
    clock: MovableClock, dsn: str, world: Path, moment: str, *ids: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process of the product by a clock; killed at the end, wherever it stands."""
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.clinic.recalls.worker_process", dsn, str(world), moment,
        str(clock.offset.total_seconds()), *ids, cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield running
    finally:
        running.kill()
        await running.wait()


async def killed_at(clock: MovableClock, dsn: str, world: Path, moment: str, *ids: str) -> None:
    """Start a process, wait until it stands at a moment, and kill it there (SIGKILL)."""
    async with process(clock, dsn, world, moment, *ids) as running:
        assert running.stdout is not None
        async with asyncio.timeout(150):
            assert await running.stdout.readline() == b"started\n"


def taken(world: Path) -> list[str]:
    return world.read_text().split() if world.exists() else []


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("kind", [Kind.MESSAGE, Kind.CALL])
async def test_a_worker_killed_while_it_sends_contacts_nobody_twice(
    center: Center, database_url: str, tmp_path: Path, kind: Kind, moment: str
) -> None:
    dsn, world = app_url(database_url, APP_PASSWORD), tmp_path / "world"
    await center.start(await center.patient(), kind)
    center.clock.move(timedelta(seconds=6))
    await killed_at(center.clock, dsn, world, moment)
    assert len(taken(world)) == (1 if moment == "after" else 0)
    center.clock.move(timedelta(minutes=2))

    async def is_settled() -> bool:
        activity = await center.activity()
        return activity.status is ActivityStatus.SENT or (await placed(center)) is not None

    async with process(center.clock, dsn, world, "never"):
        await eventually(is_settled, within_s=150)
    assert len(taken(world)) == 1


async def placed(center: Center) -> str | None:
    """The call that the intent knows of."""
    async with center.database.clinic(center.practice.scope) as session:
        return await session.sql.scalar(
            select(OutreachRow.voice_id).where(OutreachRow.clinic_id == session.scope.clinic_id)
        )


async def test_a_web_process_killed_while_it_writes_the_intent_leaves_nothing(
    center: Center, database_url: str, tmp_path: Path
) -> None:
    patient_id = await center.patient()
    ids = (str(center.practice.scope.clinic_id), str(patient_id))
    dsn, world = app_url(database_url, APP_PASSWORD), tmp_path / "world"
    await killed_at(center.clock, dsn, world, "intent", *ids)
    assert await center.activities() == []
    outreach = await center.start(patient_id, Kind.MESSAGE, "click-killed")
    assert outreach.decision.allowed
    await center.work()
    assert len(center.sms.taken) == 1
