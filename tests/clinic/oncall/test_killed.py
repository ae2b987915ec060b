"""A worker killed while it alerts someone: they are told, once, and the next person's turn comes in its time."""

from datetime import timedelta
from pathlib import Path

import pytest

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import TaskKind
from mia.clinic.oncall.service import Way
from mia.platform.db.migrate import app_url
from tests.clinic.oncall.conftest import LEE, MAYA, OnCall, person
from tests.clinic.outreach.killing import killed_at, successor, taken
from tests.conftest import APP_PASSWORD
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.drill(every=3)
"""Of four pairs `make test` takes two: each way and each moment once."""


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("way", [Way.TEXT, Way.CALL])
async def test_a_worker_killed_while_it_alerts_somebody_tells_them_once(
    oncalls: OnCall, database_url: str, tmp_path: Path, way: Way, moment: str
) -> None:
    dsn, world = app_url(database_url, APP_PASSWORD), tmp_path / "world"
    await oncalls.contacts(person("Maya", MAYA, way), person("Lee", LEE))
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        await inbox.open_task(session, TaskKind.EMERGENCY, "Chest pain")
    await killed_at(oncalls.clock, dsn, world, moment)
    assert len(taken(world)) == (1 if moment == "after" else 0)
    oncalls.clock.move(timedelta(minutes=2))

    async def is_settled() -> bool:
        rows = await oncalls.rows("SELECT provider_id FROM oncall_sends WHERE provider_id IS NOT NULL")
        return len(rows) == 1

    async with successor(oncalls.database, world):
        await eventually(is_settled, within_s=150)
    assert len(taken(world)) == 1
    assert [told.name for told in (await oncalls.alert()).told] == ["Maya"]
    await oncalls.later(3.1)
    assert [told.name for told in (await oncalls.alert()).told] == ["Maya", "Lee"]
