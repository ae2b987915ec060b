"""The simulated contact of the demo practice: one tick in five, flagged, in no figure, nowhere else."""

from datetime import timedelta
from random import Random

from mia.app.worker import register_simulation
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Activity, ActivitySearch
from mia.clinic.inbox.simulated import KEPT
from mia.clinic.insights import service as insights
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.sandbox.demo.downtown import SLUG
from mia.sandbox.demo.simulation import CHANCE, EVERY_15_SECONDS, simulate_contact
from tests.fakes.access import settings_of_tests
from tests.fakes.practice import make_practice
from tests.fakes.production import production_settings


class Always(Random):
    """Chance that is always on the side of a new record."""

    def random(self) -> float:
        return 0.0


async def demo_practice(database: Database, *, sample: bool) -> ClinicScope:
    """The practice that the simulation looks for; a module has one."""
    async with database.system(SystemScope.SEED) as system:
        known = await identity.find_clinic(system, SLUG)
        clinic = known or await identity.create_clinic(
            system, SLUG, "Downtown Medspa", timezone="America/New_York", sample=sample
        )
    return identity.service_scope(clinic.id, "test")


async def history(database: Database, scope: ClinicScope) -> tuple[Activity, ...]:
    async with database.clinic(scope) as session:
        return (await inbox.search_activities(session, ActivitySearch())).items


async def test_nothing_happens_without_a_demo_practice(database: Database) -> None:
    await make_practice(database, "another-practice")
    assert not await simulate_contact(database, Always())


async def test_a_record_stands_on_top_marked_as_sample(database: Database, clock: MovableClock) -> None:
    scope = await demo_practice(database, sample=True)
    assert await simulate_contact(database, Always())
    (newest, *_) = await history(database, scope)
    assert (newest.patient_name, newest.status, newest.outcome) == ("New Patient", "Sent", "Recently processed")
    assert newest.action_type in ("Call", "Message")
    assert newest.sample
    for _ in range(KEPT):
        clock.move(timedelta(seconds=15))
        assert await simulate_contact(database, Always())
    left = await history(database, scope)
    assert len(left) == KEPT and newest.id not in {one.id for one in left}


async def test_no_figure_counts_it(database: Database) -> None:
    practice = await make_practice(database, "practice-with-figures")
    async with database.clinic(practice.scope) as session:
        before = await insights.overview(session)
        for channel in inbox.Channel:
            await inbox.add_simulated(session, channel)
        assert await insights.overview(session) == before
        assert await insights.communication_figures(session) == []


async def test_one_tick_in_five_makes_a_record(database: Database) -> None:
    await demo_practice(database, sample=True)
    made = [await simulate_contact(database, Random(seed)) for seed in range(100)]
    expected = sum(Random(seed).random() < CHANCE for seed in range(100))
    assert sum(made) == expected
    assert 10 < expected < 30


def test_it_is_tried_every_15_seconds_and_never_in_production() -> None:
    registry, production = Registry(), Registry()
    register_simulation(registry, settings_of_tests())
    register_simulation(production, production_settings())
    assert [task.cron for task in registry.periodic_tasks] == [EVERY_15_SECONDS]
    assert production.periodic_tasks == []
