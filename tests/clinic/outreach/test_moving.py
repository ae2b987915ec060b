"""The tables of before 0043 became one: rows go back and forth without a loss."""

from datetime import timedelta

import psycopg
from alembic import command
from psycopg.rows import dict_row

from mia.clinic.leads.answers.service import register_conversion
from mia.platform.db.migrate import alembic_config
from tests.clinic.outreach.test_killed import capture, notice_by_text
from tests.clinic.recalls.conftest import Center

_MOVED = "SELECT * FROM outreach ORDER BY id"
_PENDING = "SELECT id, name, ids FROM outbox WHERE ids ? 'outreach_id' ORDER BY id"
_RENEWED = {"undo_until", "touched_at", "settled_at", "created_by"}
"""What the tables of before did not keep of every purpose."""


async def test_intents_of_every_purpose_are_moved_with_their_events(center: Center, database_url: str) -> None:
    register_conversion(center.registry)
    await center.start(await center.patient("Leo Park", "+13055550143"))
    await capture(center, by_call=False)
    await notice_by_text(center)
    await center.work(within=timedelta(seconds=1))
    with psycopg.connect(database_url, row_factory=dict_row) as connection:
        rows, events = connection.execute(_MOVED).fetchall(), connection.execute(_PENDING).fetchall()
    assert {row["purpose"] for row in rows} == {"recall", "lead", "visit"}
    assert len(events) >= 2
    command.downgrade(alembic_config(database_url), "0042")
    with psycopg.connect(database_url) as connection:
        for table in ("outreach", "lead_follow_ups", "visit_notices"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM outbox WHERE name = 'outreach.due'").fetchone() == (0,)
    command.upgrade(alembic_config(database_url), "head")
    with psycopg.connect(database_url, row_factory=dict_row) as connection:
        again, then = connection.execute(_MOVED).fetchall(), connection.execute(_PENDING).fetchall()
    assert [_kept(row) for row in again] == [_kept(row) for row in rows]
    assert then == events
    await center.work()
    assert len(center.sms.taken) == 3


def _kept(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name not in _RENEWED}
