"""What was counted in a window is kept, used, and thrown away when it is no longer right."""

import asyncio

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.clinic.insights.analytics import read_analytics
from mia.clinic.insights.analytics_queries import Narrowing
from mia.clinic.insights.windows import DateRange
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from tests.clinic.insights.test_client_analytics import DAY, call, figures
from tests.fakes.practice import PracticeOfTests, make_practice


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    practice = await make_practice(database, f"practice-{new_id().hex}")
    async with database.clinic(practice.scope) as session:
        await call(session, handled_seconds=3600)
    assert (await figures(database, practice)).savings_cents == 2400
    return practice


async def rewrite(database: Database, practice: PracticeOfTests, content: str) -> None:
    async with database.clinic(practice.scope) as session:
        await session.sql.execute(text(f"UPDATE insight_windows SET content = {content}"))


async def test_what_is_kept_is_used_until_a_row_changes(database: Database, practice: PracticeOfTests) -> None:
    await rewrite(database, practice, """jsonb_set(content, '{handled_seconds}', '7200')""")
    assert (await figures(database, practice)).savings_cents == 4800
    async with database.clinic(practice.scope) as session:
        await call(session, handled_seconds=3600, occurred_at=session.now() - 40 * DAY)  # outside of the window
    assert (await figures(database, practice)).savings_cents == 2400


async def test_what_another_version_kept_is_counted_anew(database: Database, practice: PracticeOfTests) -> None:
    await rewrite(database, practice, """'{"asked": "who knows"}'""")
    assert (await figures(database, practice)).savings_cents == 2400


@pytest.mark.race
async def test_many_who_look_at_once_see_the_same(database: Database, practice: PracticeOfTests) -> None:
    async def look() -> int:
        async with database.clinic(practice.scope) as session:
            return (await read_analytics(session, DateRange.MONTH, Narrowing())).figures.savings_cents

    async with database.clinic(practice.scope) as session:
        await call(session, handled_seconds=3600)
    assert set(await asyncio.gather(*(look() for _ in range(4)))) == {4800}
