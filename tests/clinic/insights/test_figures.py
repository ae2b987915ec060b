"""The figures of the dashboards: computed from rows, by the formulas of the specification."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import select, update

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.models import ActivityRow
from mia.clinic.inbox.service import ActivityStatus, Channel, PastContact
from mia.clinic.insights import service as insights
from mia.clinic.insights.routes import router
from mia.clinic.insights.service import CommunicationFigures, mean_booking_rate
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewTreatment, TreatmentStatus
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.models import RoomRow
from mia.clinic.schedule.service import AppointmentStatus, NewAppointment
from mia.identity.routes import router as access_router
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import ZONE, PracticeOfTests, make_patient, make_practice, member


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


def inbound(at: datetime, channel: Channel, *, asked: bool = False, booked: bool = False) -> PastContact:
    return PastContact(at, channel, "inbound", ActivityStatus.ANSWERED, "Ana Ruiz", "Asked",
                       asked_for_booking=asked, booked=booked)  # fmt: skip


async def treat(session: ClinicSession, practice: PracticeOfTests, patient_id: UUID, days_ago: int) -> None:
    """A completed Botox visit; the service is overdue after 98 days and costs $100."""
    at = session.now() - timedelta(days=days_ago)
    done = TreatmentStatus.COMPLETED
    await patients.add_treatments(
        session, [NewTreatment(patient_id, practice.botox, "Botox", "botox", done, at, 10_000, created_at=at)]
    )


async def test_an_empty_practice_has_zeros(database: Database, practice: PracticeOfTests) -> None:
    async with database.clinic(practice.scope) as session:
        assert await insights.overview(session) == insights.Overview(0, 0, 0.0, 0)


async def test_call_volume_is_the_sum_of_received(database: Database, practice: PracticeOfTests) -> None:
    async with database.clinic(practice.scope) as session:
        now = session.now()
        contacts = [inbound(now - timedelta(days=day), Channel.PHONE) for day in (0, 1, 29, 31, 40)]
        contacts += [inbound(now, Channel.WEB_CHAT), inbound(now, Channel.WEB_CHAT)]
        contacts.append(PastContact(now, Channel.SMS, "outbound", ActivityStatus.SENT, "Leo Park", "Sent"))
        await inbox.import_contacts(session, contacts, sample=False)
        rows = await insights.communication_figures(session)
        assert [(row.label, row.received) for row in rows] == [("Phone calls", 3), ("Website chats", 2)]
        cards = await insights.overview(session)
        assert (cards.call_volume, cards.call_volume_before) == (5, 2)


async def test_booking_rate_is_of_those_who_asked(database: Database, practice: PracticeOfTests) -> None:
    async with database.clinic(practice.scope) as session:
        now = session.now()
        phone = [inbound(now, Channel.PHONE, asked=True, booked=number < 2) for number in range(3)]
        chats = [inbound(now, Channel.WEB_CHAT, asked=True, booked=True), inbound(now, Channel.WEB_CHAT)]
        await inbox.import_contacts(session, phone + chats, sample=False)
        rates = {row.channel: row.booking_rate for row in await insights.communication_figures(session)}
        assert rates == {Channel.PHONE: 66.7, Channel.WEB_CHAT: 100.0}
        assert (await insights.overview(session)).booking_rate == 83.3  # (66.7 + 100) / 2, one decimal


@pytest.mark.parametrize(("rates", "mean"), [([], 0.0), ([50.0], 50.0), ([33.3, 66.6, 10.1], 36.7)])
def test_the_mean_has_one_decimal(rates: list[float], mean: float) -> None:
    rows = [CommunicationFigures(Channel.PHONE, "Phone calls", 1, 1, rate) for rate in rates]
    assert mean_booking_rate(rows) == mean


async def test_simulated_records_never_count(database: Database, practice: PracticeOfTests) -> None:
    async with database.clinic(practice.scope) as session:
        await inbox.import_contacts(session, [inbound(session.now(), Channel.PHONE)], sample=True)
        await session.sql.execute(update(ActivityRow).values(simulated=True))
        assert await insights.communication_figures(session) == []


async def test_potential_is_the_overdue_times_the_price(database: Database, practice: PracticeOfTests) -> None:
    people = [await make_patient(database, practice, f"Patient {letter}") for letter in "ABC"]
    async with database.clinic(practice.scope) as session:
        for patient_id, days_ago in zip(people, (97, 99, 300), strict=True):
            await treat(session, practice, patient_id, days_ago)
        await recalls.refresh(session)
        (first, second) = await insights.treatment_figures(session)
        assert (first.name, first.overdue_count, first.potential_revenue_cents) == ("Botox", 2, 20_000)
        assert (second.overdue_count, second.potential_revenue_cents) == (0, 0)
        cards = await insights.overview(session)
        assert (cards.total_treatments, cards.revenue_potential_cents) == (3, 20_000)
        assert (cards.new_treatments, cards.new_revenue_potential_cents) == (0, 10_000)


async def test_appointments_of_this_month_are_the_clinics_month(
    database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    clock.set(datetime(2027, 1, 15, 12, tzinfo=ZONE))
    patient_id = await make_patient(database, practice)
    starts = [
        datetime(2026, 12, 31, 23, 0, tzinfo=ZONE),
        datetime(2027, 1, 1, 0, 0, tzinfo=ZONE),
        datetime(2027, 1, 31, 23, 0, tzinfo=ZONE),
        datetime(2027, 2, 1, 0, 0, tzinfo=ZONE),
    ]
    async with database.clinic(practice.scope) as session:
        service = await schedule.get_service(session, practice.botox)
        room_id = (await session.sql.scalars(select(RoomRow.id))).first()
        assert room_id is not None

        def visit(start: datetime) -> NewAppointment:
            place = (practice.dr_reyes, practice.main, room_id)
            return NewAppointment(patient_id, service, *place, start, AppointmentStatus.BOOKED, "import", start)

        await schedule.import_appointments(session, [visit(start) for start in starts])
        rows = {row.name: row.appointments_this_month for row in await insights.treatment_figures(session)}
    assert rows["Botox"] == 2


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(access_router, router))


CLINIC_ROUTES = ["overview", "treatments/recent", "treatments", "comms-stats"]


@pytest.mark.parametrize("path", CLINIC_ROUTES)
async def test_who_may_read_a_clinics_figures(
    app: FastAPI, database: Database, practice: PracticeOfTests, path: str
) -> None:
    elsewhere = await make_practice(database, f"practice-{new_id().hex}")
    url = f"/api/clinics/{practice.slug}/{path}"
    async with browser(app) as nobody:
        assert (await nobody.get(url)).status_code == 401
    async with browser(app, await member(database, Role.OWNER, elsewhere)) as stranger:
        assert (await stranger.get(url)).status_code == 404
    for role in (Role.READ_ONLY, Role.OWNER):
        async with browser(app, await member(database, role, practice)) as allowed:
            assert (await allowed.get(url)).status_code == 200


@pytest.mark.parametrize("path", ["/api/treatments", "/api/comms-stats"])
async def test_own_figures_need_a_session(app: FastAPI, path: str) -> None:
    async with browser(app) as nobody:
        assert (await nobody.get(path)).status_code == 401


async def test_recent_treatments_stand_newest_first(
    app: FastAPI, database: Database, practice: PracticeOfTests
) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        for days_ago in (3, 1, 2, 6, 5, 4):
            await treat(session, practice, patient_id, days_ago)
    async with browser(app, await member(database, Role.OWNER, practice)) as http:
        url = f"/api/clinics/{practice.slug}/treatments/recent"
        items = (await http.get(url)).json()["items"]
        assert len(items) == 5
        assert [item["performed_at"] for item in items] == sorted(
            (item["performed_at"] for item in items), reverse=True
        )
        assert (items[0]["patient_name"], items[0]["treatment_name"]) == ("Ana Ruiz", "Botox")
        assert (items[0]["status"], items[0]["price_cents"]) == ("completed", 10_000)
        assert (await http.get(url, params={"limit": 0})).status_code == 422


TREATMENT_FIELDS = {"id", "user_id", "clinic_id", "patient_id", "patient_name", "name", "status"} | {
    "performed_at",
    "created_at",
}
COMMS_FIELDS = {"id", "user_id", "clinic_id", "communication_type", "total_calls", "success_rate"}


async def test_own_figures_span_the_users_clinics_and_no_other(
    app: FastAPI, database: Database, practice: PracticeOfTests
) -> None:
    second, foreign = [await make_practice(database, f"practice-{new_id().hex}") for _ in range(2)]
    for each in (practice, second, foreign):
        patient_id = await make_patient(database, each)
        async with database.clinic(each.scope) as session:
            await treat(session, each, patient_id, 1)
            await inbox.import_contacts(session, [inbound(session.now(), Channel.PHONE, asked=True)], sample=False)
    mine = {encode("cli", each.scope.clinic_id) for each in (practice, second)}
    async with browser(app, await member(database, Role.MANAGER, practice, second)) as http:
        treatments = (await http.get("/api/treatments")).json()["items"]
        comms = (await http.get("/api/comms-stats")).json()["items"]
    assert {item["clinic_id"] for item in treatments} == {item["clinic_id"] for item in comms} == mine
    assert all(item.keys() == TREATMENT_FIELDS for item in treatments)
    assert all(item.keys() == COMMS_FIELDS for item in comms)
    assert {item["total_calls"] for item in comms} == {1}
    assert {item["communication_type"] for item in comms} == {"Phone calls"}
