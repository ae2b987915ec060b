"""The tables of the voice service: as the migrations make them, and closed to other organizations."""

from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.dialing.models import DialingRuleRow
from migrations.models import metadata
from tests.fakes.phones.voice import VoiceApi, assistant_body


def test_models_and_migrations_agree(database_url: str) -> None:
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.connect() as connection:
        found = compare_metadata(
            MigrationContext.configure(connection, opts={"include_object": _is_ours}), metadata
        )
    engine.dispose()
    assert found == []


def _is_ours(item: Any, *_: object) -> bool:
    return str(getattr(item, "table", item).name).startswith("voice_")


async def test_no_table_shows_a_row_of_another_organisation(voice: VoiceApi, database: Database) -> None:
    body = {"assistant": assistant_body("http://127.0.0.1:9/")}
    await voice.http.post("/assistant", json=body["assistant"])
    call = (await voice.http.post("/call/web", json=body)).json()
    await voice.http.post(f"/call/{call['id']}/end")
    await voice.http.post("/session", json=body)
    await voice.http.post("/chat", json={**body, "input": "hello"})
    tables = ("orgs", "tokens", "assistants", "calls", "sessions", "chats", "server_messages")
    for table in tables:
        count = text(f"SELECT count(*) FROM voice_{table}")
        async with database.org(scope_of_row(voice.org_id, "test")) as mine:
            assert await mine.sql.scalar(count), table
        async with database.org(scope_of_row(new_id(), "test")) as foreign:
            assert await foreign.sql.scalar(count) == 0, table
        async with database.system(SystemScope.LOGIN) as other_work:
            assert await other_work.sql.scalar(count) == 0, table


async def test_a_row_that_was_flushed_and_changed_can_be_read(voice: VoiceApi, database: Database) -> None:
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        row = DialingRuleRow(org_id=voice.org_id, id=voice.org_id, countries=["US"])
        session.sql.add(row)
        await session.sql.flush()
        made_at = row.updated_at
        row.countries = ["CA"]
        await session.sql.flush()
        assert row.updated_at >= made_at
