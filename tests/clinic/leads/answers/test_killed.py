"""Processes killed while they answer a lead: no one is written to or called twice, and no one is forgotten."""

from datetime import timedelta
from pathlib import Path

import pytest

from mia.platform.db.migrate import app_url
from tests.clinic.leads.answers.conftest import Front
from tests.clinic.recalls.test_killed import killed_at, process, taken
from tests.conftest import APP_PASSWORD
from tests.fakes.waiting import eventually


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("by_call", [False, True])
async def test_a_worker_killed_while_it_answers_a_lead_answers_once(
    front: Front, database_url: str, tmp_path: Path, by_call: bool, moment: str
) -> None:
    dsn, world = app_url(database_url, APP_PASSWORD), tmp_path / "world"
    lead_id = await front.capture(agrees_to_texts=not by_call, agrees_to_ai_calls=by_call)
    await killed_at(front.clock, dsn, world, moment)
    assert len(taken(world)) == (1 if moment == "after" else 0)
    front.clock.move(timedelta(minutes=2))

    async def is_settled() -> bool:
        row = await front.follow_up(lead_id)
        return row is not None and (row.state == "sent" or row.voice_id is not None)

    async with process(front.clock, dsn, world, "never"):
        await eventually(is_settled, within_s=150)
    assert len(taken(world)) == 1
