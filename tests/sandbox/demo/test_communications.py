"""The sample history: two years that fit the visits, some of it readable, all of it marked."""

from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest_asyncio
from sqlalchemy import func, select

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.models import ActivityRow, ConversationRow
from mia.clinic.inbox.service import ActivitySearch, ActivityStatus
from mia.clinic.insights import service as insights
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.scope import SystemScope
from mia.sandbox.demo.seed import seed
from tests.fakes.access import settings_of_tests


@pytest_asyncio.fixture
async def downtown(database: Database) -> AsyncIterator[ClinicSession]:
    await seed(database, settings_of_tests())
    async with database.system(SystemScope.SEED) as system:
        clinic = await identity.find_clinic(system, "downtown-medspa")
    assert clinic is not None
    async with database.clinic(identity.service_scope(clinic.id, "test")) as session:
        yield session


async def test_the_sample_history_is_believable(downtown: ClinicSession) -> None:
    rows = (await downtown.sql.scalars(select(ActivityRow))).all()
    assert len(rows) > 1000
    assert all(row.sample and not row.simulated for row in rows)
    assert all(row.occurred_at <= downtown.now() for row in rows)
    assert min(row.occurred_at for row in rows) < downtown.now() - timedelta(days=700)
    statuses = Counter(row.status for row in rows)
    spec = {status.value for status in ActivityStatus} - {"In progress", "Scheduled"}
    assert spec <= statuses.keys()
    assert all(row.value_cents is not None for row in rows if row.booked)
    assert {row.status for row in rows if row.booked} == {"Booked", "Rebooked"}


async def test_only_the_newest_conversations_can_be_read(downtown: ClinicSession) -> None:
    assert await downtown.sql.scalar(select(func.count()).select_from(ConversationRow)) == 30
    page = await inbox.search_activities(downtown, ActivitySearch(limit=100))
    readable = next(item for item in page.items if item.has_transcript)
    detail = await inbox.get_activity(downtown, readable.id)
    assert detail.transcript[0].role == "assistant"
    assert "AI receptionist" in detail.transcript[0].text
    assert not any("{" in line.text for line in detail.transcript)


async def test_staff_find_calls_to_return(downtown: ClinicSession) -> None:
    tasks = await inbox.list_tasks(downtown)
    assert 1 <= len(tasks) <= 3
    assert all(task.phone and task.lead_id for task in tasks)


async def test_the_cards_have_figures(downtown: ClinicSession) -> None:
    cards = await insights.overview(downtown)
    assert cards.total_treatments > 1000
    assert cards.call_volume > 30
    assert 50 < cards.booking_rate < 100
    assert cards.revenue_potential_cents > 100_000
