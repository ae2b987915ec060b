"""The demo practice computes the specification's figures on whatever day it is looked at."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

from sqlalchemy import text

from mia.clinic.insights.analytics import Figures, read_analytics
from mia.clinic.insights.analytics_queries import Narrowing
from mia.clinic.insights.kinds import service_choices
from mia.clinic.insights.windows import DateRange
from mia.clinic.schedule import service as schedule
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from mia.sandbox.demo.anchoring import EVERY_MINUTE, JOB, anchor_demo, register_anchoring
from mia.sandbox.demo.brought import choose
from mia.sandbox.demo.seed import seed
from tests.fakes.access import settings_of_tests
from tests.fakes.production import production_settings

SPEC = Figures(
    patients_rebooked=74,
    revenue_cents=1_345_000,
    retention_percent=61,
    industry_percent=45,
    response_seconds=2.3,
    booking_percent=78,
    satisfaction=4.8,
    savings_cents=284_000,
)
"""Spec §2, Client dashboard."""


async def in_demo(database: Database, look: Callable[[ClinicSession], Awaitable[object]]) -> object:
    async with database.system(SystemScope.SEED) as system:
        clinic = await identity.find_clinic(system, "downtown-medspa")
    assert clinic is not None
    async with database.clinic(identity.service_scope(clinic.id, "demo")) as session:
        return await look(session)


async def figures(session: ClinicSession) -> Figures:
    return (await read_analytics(session, DateRange.MONTH, Narrowing())).figures


async def state(session: ClinicSession) -> tuple[object, ...]:
    """Visits to come, visits that are over but not settled, patients, and the newest contact's age in days."""
    query = (
        "SELECT count(*) FILTER (WHERE starts_at > :now), "
        "count(*) FILTER (WHERE ends_at <= :now AND status = 'booked'), "
        "(SELECT count(*) FROM patients), (SELECT :now - max(occurred_at) < interval '2 days' FROM activities) "
        "FROM appointments"
    )
    ahead, unsettled, people, fresh = (await session.sql.execute(text(query), {"now": session.now()})).one()
    return ahead > 50, unsettled, people, fresh


async def test_the_figures_are_the_specs_today_tomorrow_and_in_thirty_days(
    database: Database, clock: MovableClock
) -> None:
    await seed(database, settings_of_tests())
    assert await in_demo(database, figures) == SPEC
    await anchor_demo(database)  # the same day: nothing to do
    assert await in_demo(database, figures) == SPEC
    for days in (1, 29):
        clock.move(timedelta(days=days))
        await anchor_demo(database)
        assert await in_demo(database, figures) == SPEC
        assert await in_demo(database, state) == (True, 0, 400, True)


async def test_what_somebody_has_done_stays(database: Database, clock: MovableClock) -> None:
    await seed(database, settings_of_tests())

    async def cancel_one(session: ClinicSession) -> object:
        query = text("SELECT id FROM appointments WHERE status = 'booked' AND starts_at > :now ORDER BY id LIMIT 1")
        visit = await schedule.cancel(session, await session.sql.scalar(query, {"now": session.now()}))
        return visit.id

    cancelled = await in_demo(database, cancel_one)
    clock.move(timedelta(days=1))
    await anchor_demo(database)

    async def still_there(session: ClinicSession) -> object:
        query = text("SELECT status FROM appointments WHERE id = :id")
        return await session.sql.scalar(query, {"id": cancelled})

    assert await in_demo(database, still_there) == "cancelled"


async def test_the_filters_offer_what_the_specification_names(database: Database) -> None:
    await seed(database, settings_of_tests())

    async def labels(session: ClinicSession) -> object:
        return [choice.label for choice in service_choices(await schedule.list_services(session))]

    assert await in_demo(database, labels) == ["Botox", "Dermal Fillers", "Laser Treatments", "Facial Treatments"]


def test_it_follows_the_clock_by_the_minute_and_never_in_production() -> None:
    registry, production = Registry(), Registry()
    register_anchoring(registry, settings_of_tests())
    register_anchoring(production, production_settings())
    assert [(task.name, task.cron) for task in registry.periodic_tasks] == [(JOB, EVERY_MINUTE)]
    assert production.periodic_tasks == []


def test_prices_are_chosen_that_add_up_to_the_dollar() -> None:
    prices = [475, 180, 185, 199, 312, 450, 185]
    chosen = choose(prices, 475 + 185 + 185, 5)
    assert sum(prices[position] for position in chosen) == 845
    assert choose(prices, 1, 5) == []
