"""The client analytics: each figure follows its rows, filters narrow everything, and no one reads another's."""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Channel, PastContact
from mia.clinic.insights.analytics import Analytics, Figures, read_analytics
from mia.clinic.insights.analytics_queries import Narrowing
from mia.clinic.insights.analytics_routes import router
from mia.clinic.insights.kinds import kind_of
from mia.clinic.insights.windows import DateRange
from mia.clinic.outreach.service import PastTouch, import_touches
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewTreatment, TreatmentStatus
from mia.clinic.practice import service as practices
from mia.clinic.ratings import service as ratings
from mia.clinic.ratings.service import PastRating
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus, NewAppointment
from mia.identity import service as identity
from mia.identity.routes import router as access_router
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice, member, next_weekday

NOTHING = Figures(0, 0, None, 45, None, None, None, 0)
DAY = timedelta(days=1)


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


async def read(database: Database, practice: PracticeOfTests, narrowing: Narrowing | None = None) -> Analytics:
    async with database.clinic(practice.scope) as session:
        return await read_analytics(session, DateRange.MONTH, narrowing or Narrowing())


async def figures(database: Database, practice: PracticeOfTests, narrowing: Narrowing | None = None) -> Figures:
    return (await read(database, practice, narrowing)).figures


async def call(session: ClinicSession, **changes: object) -> UUID:
    contact = PastContact(
        occurred_at=session.now() - 2 * DAY,
        channel=Channel.PHONE,
        direction="inbound",
        status=ActivityStatus.ANSWERED,
        name="Ana Ruiz",
        outcome="Asked",
    )
    contact = replace(contact, **changes)  # type: ignore[arg-type]  # fields of the contact, by name
    await inbox.import_contacts(session, [contact], sample=False)
    return contact.id


async def book(
    session: ClinicSession, practice: PracticeOfTests, patient_id: UUID, booked_at: datetime, starts_at: datetime
) -> UUID:
    service = await schedule.get_service(session, practice.botox)
    room = next(room for room in await schedule.list_rooms(session) if room.location_id == practice.main)
    visit = NewAppointment(
        patient_id=patient_id,
        service=service,
        provider_id=practice.dr_reyes,
        location_id=practice.main,
        room_id=room.id,
        starts_at=starts_at,
        status=AppointmentStatus.BOOKED,
        source="staff",
        created_at=booked_at,
    )
    (id_,) = await schedule.import_appointments(session, [visit])
    return id_


async def touch(session: ClinicSession, patient_id: UUID, at: datetime) -> None:
    sent = {"channel": Channel.SMS, "direction": "outbound", "status": ActivityStatus.SENT}
    activity = await call(session, **sent, occurred_at=at, patient_id=patient_id)
    await import_touches(session, [PastTouch(patient_id, activity, "sms", "sent", at)])


async def test_nothing_is_nothing(database: Database, practice: PracticeOfTests) -> None:
    assert await figures(database, practice) == NOTHING


async def test_each_figure_follows_its_rows(database: Database, practice: PracticeOfTests) -> None:
    ana, bea = [await make_patient(database, practice, name) for name in ("Ana Ruiz", "Bea Solis")]
    async with database.clinic(practice.scope) as session:
        now = session.now()
        await recalls.set_up_rules(session)
        for waited in (1000, 2300, 9000):
            await call(session, first_answer_ms=waited)
    assert (await figures(database, practice)).response_seconds == 2.3

    async with database.clinic(practice.scope) as session:
        for booked in (True, True, False):
            await call(session, asked_for_booking=True, booked=booked, handled_seconds=600)
    found = await figures(database, practice)
    assert (found.booking_percent, found.savings_cents) == (67, 3 * 600 * 2400 // 3600)

    async with database.clinic(practice.scope) as session:
        await touch(session, ana, now - 5 * DAY)
        visit = await book(session, practice, ana, now - 3 * DAY, next_weekday(now, 1, 10))
    found = await figures(database, practice)
    assert (found.patients_rebooked, found.revenue_cents) == (1, 10_000)

    async with database.clinic(practice.scope) as session:
        await ratings.import_ratings(session, [PastRating(ana, visit, 4, now - DAY)], sample=False)
    assert (await figures(database, practice)).satisfaction == 4.0

    async with database.clinic(practice.scope) as session:
        for patient_id in (ana, bea):  # due after 84 days: ten days ago
            done = NewTreatment(
                patient_id, practice.botox, "Botox", "botox", TreatmentStatus.COMPLETED, now - 94 * DAY, 10_000
            )
            await patients.add_treatments(session, [done])
    found = await figures(database, practice)
    assert (found.retention_percent, found.industry_percent) == (50, 45)

    async with database.clinic(practice.scope) as session:
        await schedule.cancel(session, visit)
    found = await figures(database, practice)
    assert (found.patients_rebooked, found.revenue_cents, found.retention_percent) == (0, 0, 0)


async def test_whoever_changes_rows_the_figures_follow(database: Database, practice: PracticeOfTests) -> None:
    async with database.clinic(practice.scope) as session:
        id_ = await call(session, handled_seconds=3600)
    assert (await figures(database, practice)).savings_cents == 2400
    async with database.clinic(practice.scope) as session:
        await session.sql.execute(text("UPDATE activities SET handled_seconds = 7200 WHERE id = :id"), {"id": id_})
    assert (await figures(database, practice)).savings_cents == 4800
    async with database.clinic(practice.scope) as session:
        await session.sql.execute(text("DELETE FROM activities WHERE id = :id"), {"id": id_})
    assert (await figures(database, practice)).savings_cents == 0


async def test_a_booking_long_after_a_touch_or_before_it_is_not_mias(
    database: Database, practice: PracticeOfTests
) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        now = session.now()
        await touch(session, patient_id, now - 20 * DAY)
        await book(session, practice, patient_id, now - 21 * DAY, next_weekday(now, 1, 10))
        await book(session, practice, patient_id, now - 5 * DAY, next_weekday(now, 2, 10))
    assert (await figures(database, practice)).patients_rebooked == 0


async def test_today_and_the_simulation_do_not_count(
    database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    async with database.clinic(practice.scope) as session:
        await call(session, occurred_at=session.now(), handled_seconds=3600, first_answer_ms=900)
        await inbox.add_simulated(session, Channel.PHONE)
    assert await figures(database, practice) == NOTHING
    clock.move(DAY)
    found = await figures(database, practice)
    assert (found.savings_cents, found.response_seconds) == (2400, 0.9)
    clock.move(-DAY)
    assert await figures(database, practice) == NOTHING


async def test_location_and_service_narrow_everything(database: Database, practice: PracticeOfTests) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        now = session.now()
        await touch(session, patient_id, now - 5 * DAY)
        visit = await book(session, practice, patient_id, now - 3 * DAY, next_weekday(now, 1, 10))
        booked = {"asked_for_booking": True, "booked": True, "first_answer_ms": 2000, "handled_seconds": 60}
        await call(session, **booked, patient_id=patient_id, occurred_at=now - 3 * DAY)
        await ratings.import_ratings(session, [PastRating(patient_id, visit, 5, now - DAY)], sample=False)
        kind = kind_of(await schedule.get_service(session, practice.botox))
    here = Narrowing(practice.main, kind)
    assert await figures(database, practice, here) == await figures(database, practice)
    for elsewhere in (Narrowing(practice.branch), Narrowing(practice.main, "Laser Treatments")):
        found = await read(database, practice, elsewhere)
        assert found.figures == NOTHING
        assert (found.services, found.calls) == ((), ())
        assert all(step.rebooked == 0 for step in found.steps)


async def test_charts_tell_the_same_as_the_figures(database: Database, practice: PracticeOfTests) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        now = session.now()
        await recalls.set_up_rules(session)
        done = NewTreatment(
            patient_id, practice.botox, "Botox", "botox", TreatmentStatus.COMPLETED, now - 94 * DAY, 10_000
        )
        await patients.add_treatments(session, [done])
        await touch(session, patient_id, now - 5 * DAY)
        await book(session, practice, patient_id, now - 3 * DAY, next_weekday(now, 1, 10))
        await call(session, first_answer_ms=1500)
    found = await read(database, practice)
    assert sum(step.rebooked for step in found.steps) == found.figures.patients_rebooked == 1
    assert sum(step.revenue_cents for step in found.steps) == found.figures.revenue_cents
    assert [(row.name, row.cents, row.bookings) for row in found.services] == [("Botox", 10_000, 1)]
    assert sum(one.calls for one in found.calls) == 1 and len(found.steps) == 30
    stages = found.funnel
    assert (stages.reached, stages.touched, stages.answered, stages.booked, stages.treated) == (1, 1, 1, 1, 0)


async def test_whom_mia_brought_back_counts_in_the_funnel_whenever_their_recall_fell_due(
    database: Database, practice: PracticeOfTests
) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        now = session.now()
        await recalls.set_up_rules(session)
        done = NewTreatment(
            patient_id, practice.botox, "Botox", "botox", TreatmentStatus.COMPLETED, now - 200 * DAY, 10_000
        )
        await patients.add_treatments(session, [done])
        await touch(session, patient_id, now - 5 * DAY)
        await book(session, practice, patient_id, now - 3 * DAY, next_weekday(now, 1, 10))
    found = await read(database, practice)
    assert (found.funnel.due, found.figures.retention_percent) == (0, None)
    assert (found.funnel.reached, found.funnel.touched, found.funnel.answered) == (1, 1, 1)
    assert found.funnel.booked == found.figures.patients_rebooked == 1


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(access_router, router))


@pytest.mark.parametrize("role", list(Role))
async def test_each_member_reads_their_own_practice(
    app: FastAPI, database: Database, practice: PracticeOfTests, role: Role
) -> None:
    url = f"/api/client-analytics/{practice.slug}"
    async with browser(app, await member(database, role, practice)) as http:
        answer = await http.get(url)
        assert answer.status_code == 200
        body = answer.json()
        assert [one["label"] for one in body["choices"]["ranges"]] == [
            "Last 7 days", "Last 30 days", "Last 3 months", "This year",
        ]  # fmt: skip
        assert body["before"]["last_day"] < body["first_day"]
        assert [one["label"] for one in body["choices"]["locations"]] == ["Main Office", "Downtown Branch"]
        for query, status in [("range=year", 200), ("location=branch_of_nobody", 404), ("service=x", 404),
                              ("range=forever", 422), ("location=%00", 422), ("first=2026-01-02", 422),
                              ("first=2026-01-02&last=2999-01-02", 422), ("first=x&last=y", 422)]:  # fmt: skip
            assert (await http.get(f"{url}?{query}")).status_code == status


async def test_a_stranger_gets_404_and_nobody_401(
    app: FastAPI, database: Database, practice: PracticeOfTests
) -> None:
    elsewhere = await make_practice(database, f"practice-{new_id().hex}")
    url = f"/api/client-analytics/{practice.slug}"
    async with browser(app) as nobody:
        assert (await nobody.get(url)).status_code == 401
    async with browser(app, await member(database, Role.OWNER, elsewhere)) as stranger:
        answer = await stranger.get(url)
        assert (answer.status_code, answer.json()["detail"]) == (404, "Access denied to this clinic dashboard")
        assert (await stranger.get("/api/client-analytics/no-such-clinic")).status_code == 404


async def test_whoever_is_signed_in_reads_the_demo_practices_and_nothing_else_of_it(
    app: FastAPI, database: Database, practice: PracticeOfTests
) -> None:
    async with database.system(SystemScope.SEED) as system:
        clinic = await identity.create_clinic(
            system, identity.SHOWCASE, "Downtown Medspa", timezone="America/New_York", sample=True
        )
    async with database.clinic(identity.service_scope(clinic.id, "test")) as session:
        settings = practices.PracticeSettings("+13055550100", "+13055550101", "Hello", 2840)
        await practices.set_up(session, settings, locations=[], hours=[])
    async with browser(app, await member(database, Role.READ_ONLY, practice)) as stranger:
        answer = await stranger.get(f"/api/client-analytics/{identity.SHOWCASE}")
        assert (answer.status_code, answer.json()["name"]) == (200, "Downtown Medspa")
        assert (await stranger.get(f"/api/clinics/{identity.SHOWCASE}")).status_code == 404
    async with browser(app) as nobody:
        assert (await nobody.get(f"/api/client-analytics/{identity.SHOWCASE}")).status_code == 401
