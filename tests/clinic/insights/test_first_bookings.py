"""Patients are counted by their first bookings, not sorted: the counts must be those of distinct patients."""

import pytest_asyncio
from sqlalchemy import text

from mia.clinic.insights.analytics_queries import Narrowing
from mia.clinic.insights.kinds import kind_of
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from tests.clinic.insights.test_client_analytics import DAY, book, figures, read, touch
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice, next_weekday


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


async def test_somebody_who_booked_twice_is_one_in_all_and_one_on_each_day(
    database: Database, practice: PracticeOfTests
) -> None:
    ana, bea = [await make_patient(database, practice, name) for name in ("Ana Ruiz", "Bea Solis")]
    async with database.clinic(practice.scope) as session:
        now = session.now()
        for patient_id in (ana, bea):
            await touch(session, patient_id, now - 32 * DAY)
            await touch(session, patient_id, now - 5 * DAY)
        visits = [(ana, 31), (ana, 3), (ana, 3), (ana, 2), (bea, 2)]
        for hour, (patient_id, days) in enumerate(visits, 9):
            await book(session, practice, patient_id, now - days * DAY, next_weekday(now, 1, hour))
        kind = kind_of(await schedule.get_service(session, practice.botox))
    for narrowing in (Narrowing(), Narrowing(practice.main), Narrowing(None, kind)):
        found = await read(database, practice, narrowing)
        assert found.figures.patients_rebooked == 2  # Ana's first, 31 days ago, is none of the window's
        assert [step.rebooked for step in found.steps if step.rebooked] == [1, 2]
        assert [(row.bookings, row.cents) for row in found.services] == [(4, 40_000)]


async def test_another_kind_of_the_service_counts_first_bookings_anew(
    database: Database, practice: PracticeOfTests
) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        now = session.now()
        await touch(session, patient_id, now - 5 * DAY)
        await book(session, practice, patient_id, now - 3 * DAY, next_weekday(now, 1, 10))
    assert (await figures(database, practice)).patients_rebooked == 1
    async with database.clinic(practice.scope) as session:
        await session.sql.execute(
            text("UPDATE services SET category = 'Toxins' WHERE id = :id"), {"id": practice.botox}
        )
        assert await session.sql.scalar(text("SELECT count(*) FROM insight_stale")) == 1
    assert (await figures(database, practice, Narrowing(None, "Toxins"))).patients_rebooked == 1
