"""The demo is whole, plausible, synthetic, and entered once."""

from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import PartOfDay, Wish
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from mia.sandbox.demo.people import sample_people
from mia.sandbox.demo.seed import seed
from tests.fakes.access import settings_of_tests
from tests.fakes.production import production_settings

SPEC_CATEGORIES = {
    "Botox/Injectables", "Dermal Fillers", "Laser Treatments", "Facial Treatments", "Body Contouring",
    "Dental Cleaning", "Cosmetic Dentistry", "General Consultation", "Other",
}  # fmt: skip


@pytest_asyncio.fixture
async def demo(database: Database) -> AsyncIterator[ClinicSession]:
    """A session of the demo practice, seeded."""
    await seed(database, settings_of_tests())
    async with database.system(SystemScope.LOGIN) as system:
        clinic = await identity.find_clinic(system, "downtown-medspa")
    assert clinic is not None and clinic.sample
    async with database.clinic(identity.service_scope(clinic.id, "test")) as session:
        yield session


async def count(session: ClinicSession, query: str) -> int:
    return int(await session.sql.scalar(text(query)) or 0)


async def test_the_demo_practice_is_whole(demo: ClinicSession) -> None:
    practice = await practices.get_practice(demo)
    assert [place.name for place in practice.locations] == ["Main Office", "Downtown Branch", "Westside Clinic"]
    assert practice.timezone == "America/New_York"
    services = await schedule.list_services(demo)
    assert {service.category for service in services} <= SPEC_CATEGORIES
    providers = await schedule.list_providers(demo)
    assert 5 <= len(providers) <= 6
    assert {service.id for service in services} == {id_ for one in providers for id_ in one.service_ids}
    assert await count(demo, "SELECT count(*) FROM patients") == 400


async def test_each_service_can_be_booked_within_a_week_in_the_morning_and_after_noon(demo: ClinicSession) -> None:
    for service in await schedule.list_services(demo):
        for part in (PartOfDay.MORNING, PartOfDay.AFTERNOON):
            now = demo.now()
            wish = Wish(service.id, now, now + timedelta(days=7), part_of_day=part)
            assert (await schedule.find_slots(demo, wish)).exact, (service.name, part)


async def test_visits_keep_opening_hours_and_shortest_intervals(demo: ClinicSession) -> None:
    practice = await practices.get_practice(demo)
    starts = (await demo.sql.execute(text("SELECT performed_at FROM treatments"))).scalars().all()
    assert len(starts) > 1500
    assert all(practice.is_open(start) for start in starts)
    too_soon = (
        "SELECT count(*) FROM (SELECT service_id, performed_at - lag(performed_at) OVER "
        "(PARTITION BY patient_id, service_id ORDER BY performed_at) AS gap FROM treatments) AS visits "
        "JOIN services ON services.id = visits.service_id "
        "WHERE gap < make_interval(days => min_interval_days - 1)"
    )
    assert await count(demo, too_soon) == 0


async def test_the_record_reaches_two_years_back_and_weeks_ahead(demo: ClinicSession) -> None:
    past, future = (
        await demo.sql.execute(text("SELECT now() - min(performed_at), max(performed_at) - now() FROM treatments"))
    ).one()
    assert timedelta(days=600) < past < timedelta(days=735)
    assert timedelta(days=14) < future < timedelta(days=45)


async def test_past_visits_are_over_and_coming_ones_are_not(demo: ClinicSession) -> None:
    wrong = "SELECT count(*) FROM appointments WHERE (ends_at <= now()) = (status = 'booked')"
    assert await count(demo, wrong) == 0
    wrong = "SELECT count(*) FROM treatments WHERE status = 'completed' AND performed_at > now()"
    assert await count(demo, wrong) == 0
    for status in ("completed", "pending", "scheduled"):
        assert await count(demo, f"SELECT count(*) FROM treatments WHERE status = '{status}'") > 5
    assert await count(demo, "SELECT count(*) FROM treatments WHERE created_at > now()") == 0


async def test_some_patients_are_overdue_and_most_are_not(demo: ClinicSession) -> None:
    assert 60 < sum((await recalls.count_overdue(demo)).values()) < 250
    page = await recalls.search(demo, group=recalls.Group.OVERDUE)
    assert 60 < page.total < 250 and len(page.items) == 10


async def test_each_answer_of_the_send_decision_can_be_seen(demo: ClinicSession) -> None:
    pages = (await recalls.search(demo, group=recalls.Group.OVERDUE, size=100)).pages
    found = [await recalls.search(demo, group=recalls.Group.OVERDUE, size=100, page=n + 1) for n in range(pages)]
    rules = set()
    for line in (line for page in found for line in page.items):
        audience = await recalls.gather(demo, await patients.get_patient(demo, line.id))
        rules |= {recalls.assess(demo, audience, kind).decision.rule for kind in recalls.Kind}
    assert {"no_written_consent", "opted_out"} <= rules
    assert rules & {"allowed", "quiet_hours"}


async def test_seeding_again_adds_nothing(demo: ClinicSession, database: Database) -> None:
    query = "SELECT (SELECT count(*) FROM patients) + (SELECT count(*) FROM treatments)"
    before = await count(demo, query)
    await seed(database, settings_of_tests())
    assert await count(demo, query) == before


@pytest.mark.parametrize(
    ("login", "roles"),
    [
        ("owner", {"downtown-medspa": "owner"}),
        ("manager", {"downtown-medspa": "manager"}),
        ("frontdesk", {"downtown-medspa": "front_desk"}),
        ("provider", {"downtown-medspa": "provider"}),
        ("readonly", {"downtown-medspa": "read_only"}),
        ("group", {"downtown-medspa": "owner", "harbor-dental": "owner"}),
    ],
)
async def test_each_demo_login_has_its_clinics(
    demo: ClinicSession, database: Database, login: str, roles: dict[str, str]
) -> None:
    email = f"{login}@downtown-medspa.example"
    async with database.system(SystemScope.LOGIN) as system:
        user_id = await system.sql.scalar(text("SELECT id FROM users WHERE email = :email"), {"email": email})
        memberships = await identity.list_memberships(system, user_id)
    assert {item.clinic.slug: item.role.value for item in memberships} == roles


async def test_the_house_has_a_calendar_and_no_patients(demo: ClinicSession, database: Database) -> None:
    async with database.system(SystemScope.LOGIN) as system:
        house = await identity.find_clinic(system, "mia")
    assert house is not None and not house.sample
    async with database.clinic(identity.service_scope(house.id, "test")) as session:
        (service,) = await schedule.list_services(session)
        assert (await schedule.find_slots(session, Wish(service.id))).exact
        assert await count(session, "SELECT count(*) FROM patients") == 0


async def test_production_gets_no_demo(database: Database, demo: ClinicSession) -> None:
    production = production_settings()
    assert production.is_production
    async with database.system(SystemScope.LOGIN) as system:
        before = await system.sql.scalar(text("SELECT count(*) FROM users"))
    await seed(database, production)
    async with database.system(SystemScope.LOGIN) as system:
        assert await system.sql.scalar(text("SELECT count(*) FROM users")) == before


def test_people_are_made_up_each_with_a_number_of_their_own(clock: MovableClock) -> None:
    today = clock.now().date()
    people = sample_people(Random(1), 500, today)
    assert people == sample_people(Random(1), 500, today)
    assert len({person.phone for person in people}) == len({person.name for person in people}) == 500
    assert all(person.phone[5:10] == "55501" for person in people)
    assert all(person.email is None or person.email.endswith(".example") for person in people)
    assert all(today - person.birth_date > timedelta(days=18 * 366) for person in people)
