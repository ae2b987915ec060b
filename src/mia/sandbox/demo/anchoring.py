"""Anchors the demo practices to today: each night their sample rows are entered again for the new day.

So the client analytics shows the same figures on every day, the calendar has visits ahead, and no one's last visit
grows older than it should. The development clock is followed like any other.
"""

from dataclasses import replace
from random import Random
from uuid import UUID

import structlog

from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.sandbox.demo.clearing import clear, last_entered, list_taken, untouched_people
from mia.sandbox.demo.daybook import Daybook
from mia.sandbox.demo.downtown import SLUG, downtown_medspa
from mia.sandbox.demo.history import Setting, enter_history
from mia.sandbox.demo.others import harbor_dental
from mia.sandbox.demo.records import people_of
from mia.sandbox.demo.sample import PracticeSample
from mia.sandbox.demo.seed import PATIENTS, find_desk
from mia.sandbox.demo.threads import enter_threads
from mia.sandbox.demo.visits import VisitPlanner

log = structlog.get_logger()

JOB = "demo.refresh"
EVERY_MINUTE = "* * * * *"
"""Most of its runs find that today has come already; the first one after midnight does not."""


def register_anchoring(registry: Registry, settings: Settings) -> None:
    """Have the worker do it; never in production."""
    if not settings.is_production:
        registry.periodic(JOB, EVERY_MINUTE, anchor_demo)


async def anchor_demo(database: Database) -> None:
    """Enter the sample rows of each demo practice again that were entered on another day, of its own zone."""
    for sample in (downtown_medspa(), harbor_dental()):
        async with database.system(SystemScope.CRON) as system:
            clinic = await identity.find_clinic(system, sample.slug)
        if clinic is None or not clinic.sample:
            continue
        scope = identity.service_scope(clinic.id, "demo")
        desk = await find_desk(database, scope)
        async with database.clinic(scope) as session:
            if await _anchor(session, sample, desk):
                log.info("demo_clinic_anchored", clinic_id=str(clinic.id))


async def _anchor(session: ClinicSession, sample: PracticeSample, desk: UUID | None) -> bool:
    """Whether there was anything to do."""
    practice = await practices.get_practice(session)
    entered, now = await last_entered(session), session.now()
    if entered is None or entered.astimezone(practice.zone).date() == now.astimezone(practice.zone).date():
        return False
    rng = Random(sample.slug)  # noqa: S311 - made-up data, meant to repeat
    count = PATIENTS[sample.slug]
    people = people_of(rng, count, now.date())
    ids = await untouched_people(session, [person.phone for person in people])
    await clear(session, list(ids.values()))
    standing = await _as_it_stands(session, sample)
    daybook = Daybook(practice, standing.providers, standing.shifts, standing.rooms)
    for taken in await list_taken(session):
        daybook.occupy(*taken)
    visits = VisitPlanner(rng, practice, daybook, now).plan(standing.services, count)
    setting = Setting(practice, standing, daybook, people, ids, visits)
    await enter_history(session, rng, setting)
    if sample.slug == SLUG:
        await enter_threads(session, setting, desk)
    return True


async def _as_it_stands(session: ClinicSession, sample: PracticeSample) -> PracticeSample:
    """The practice with the catalogue that its staff has now."""
    return replace(
        sample,
        services=tuple(await schedule.list_services(session)),
        providers=tuple(await schedule.list_providers(session)),
        shifts=tuple(await schedule.list_shifts(session)),
        rooms=tuple(await schedule.list_rooms(session)),
    )
