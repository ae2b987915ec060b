"""The filters of the client analytics, and the figure that the practice itself sets."""

from dataclasses import replace
from uuid import UUID

import pytest_asyncio
from sqlalchemy import text

from mia.clinic.insights.analytics import Analytics, read_analytics
from mia.clinic.insights.analytics_queries import Narrowing
from mia.clinic.insights.kinds import service_choices
from mia.clinic.insights.windows import DateRange, Days
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewTreatment, TreatmentStatus
from mia.clinic.practice import service as practices
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import new_id
from tests.clinic.insights.test_client_analytics import DAY, book, call, figures, read, touch
from tests.fakes.practice import ZONE, PracticeOfTests, make_patient, make_practice, next_weekday


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


async def read_span(database: Database, practice: PracticeOfTests, span: DateRange) -> Analytics:
    async with database.clinic(practice.scope) as session:
        return await read_analytics(session, span, Narrowing())


async def test_a_longer_range_counts_what_is_further_back(database: Database, practice: PracticeOfTests) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        now = session.now()
        for number, days in enumerate((3, 20, 60)):
            await touch(session, patient_id, now - (days + 2) * DAY)
            await book(session, practice, patient_id, now - days * DAY, next_weekday(now, number, 10))
            await call(session, occurred_at=now - days * DAY, handled_seconds=3600, first_answer_ms=1000 * days)
    spans = (DateRange.WEEK, DateRange.MONTH, DateRange.QUARTER)
    found = {span: await read_span(database, practice, span) for span in spans}
    assert [found[span].figures.revenue_cents for span in spans] == [10_000, 20_000, 30_000]
    assert [found[span].figures.savings_cents for span in spans] == [2_400, 4_800, 7_200]
    assert [found[span].figures.response_seconds for span in spans] == [3.0, 11.5, 20.0]
    assert [sum(one.calls for one in found[span].calls) for span in spans] == [1, 2, 3]
    for span in spans:
        assert sum(step.revenue_cents for step in found[span].steps) == found[span].figures.revenue_cents


async def test_own_days_are_counted_beside_as_many_before(database: Database, practice: PracticeOfTests) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        now = session.now()
        for days in (10, 13, 14, 40):
            await call(session, occurred_at=now - days * DAY, handled_seconds=3600, patient_id=patient_id)
        today = now.astimezone(ZONE).date()
        own = Days(today - 12 * DAY, today - 10 * DAY)
        found = await read_analytics(session, own, Narrowing())
    assert (found.figures.savings_cents, found.before.savings_cents) == (2_400, 4_800)
    assert [step.first for step in found.steps] == [today - days * DAY for days in (12, 11, 10)]


async def test_who_fell_due_is_narrowed_by_place_and_service(database: Database, practice: PracticeOfTests) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        await recalls.set_up_rules(session)
        at = session.now() - 94 * DAY
        visit = await book(session, practice, patient_id, at - DAY, at)
        done = NewTreatment(patient_id, practice.botox, "Botox", "botox", TreatmentStatus.COMPLETED, at, 1, visit)
        await patients.add_treatments(session, [done])
    assert (await read(database, practice, Narrowing(practice.main))).funnel.due == 1
    for elsewhere in (Narrowing(practice.branch), Narrowing(None, "Laser Treatments")):
        found = await read(database, practice, elsewhere)
        assert (found.funnel.due, found.figures.retention_percent) == (0, None)


async def test_botox_is_counted_apart_from_the_other_injectables(
    database: Database, practice: PracticeOfTests
) -> None:
    patient_id, other_id = [await make_patient(database, practice, name) for name in ("Ana Ruiz", "Bea Solis")]
    dysport = replace(practice, botox=practice.facial, dr_reyes=practice.nurse_kim)
    async with database.clinic(practice.scope) as session:
        await name_service(session, practice.botox, "Botox Cosmetic")
        await name_service(session, practice.facial, "Dysport")
        now = session.now()
        for number, (visitor, place) in enumerate(
            ((patient_id, practice), (patient_id, dysport), (other_id, dysport))
        ):
            await touch(session, visitor, now - 5 * DAY)
            await book(session, place, visitor, now - 3 * DAY, next_weekday(now, 1, 9 + 2 * number))
        await call(session, patient_id=other_id, occurred_at=now - 3 * DAY, handled_seconds=3600)
        shown = service_choices(await schedule.list_services(session))
    assert [(choice.value, choice.label) for choice in shown] == [("botox", "Botox")]
    found = await read(database, practice, Narrowing(None, "Botox"))
    assert [row.name for row in found.services] == ["Botox Cosmetic"]
    assert (found.figures.patients_rebooked, found.figures.savings_cents) == (1, 0)
    assert (await figures(database, practice)).savings_cents > 0

    async with database.clinic(practice.scope) as session:
        await name_service(session, practice.facial, "Botox Lip Flip")
    found = await read(database, practice, Narrowing(None, "Botox"))
    assert (found.figures.patients_rebooked, len(found.services)) == (2, 2)
    assert found.figures.savings_cents == (await figures(database, practice)).savings_cents


async def name_service(session: ClinicSession, service_id: UUID, name: str) -> None:
    change = text("UPDATE services SET category = 'Botox/Injectables', name = :name WHERE id = :id")
    await session.sql.execute(change, {"name": name, "id": service_id})


async def test_the_average_beside_the_retention_is_the_practices_own(
    database: Database, practice: PracticeOfTests
) -> None:
    assert (await figures(database, practice)).industry_percent == 45
    async with database.clinic(practice.scope) as session:
        settings = await practices.get_settings(session)
        await practices.save_settings(session, replace(settings, industry_retention_percent=52))
    assert (await figures(database, practice)).industry_percent == 52
