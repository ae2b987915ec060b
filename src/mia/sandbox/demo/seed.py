"""Enters the demo on an empty database: practices, logins, people, visits.

Each clinic is entered in one transaction, so that a start that was interrupted is made good by the next.
"""

from collections.abc import Sequence
from random import Random
from uuid import UUID

import structlog

from mia.clinic.oncall import service as oncall
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database, SystemSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import ClinicScope, Role, SystemScope
from mia.platform.kernel.settings import Settings
from mia.sandbox.demo.daybook import Daybook
from mia.sandbox.demo.downtown import SLUG as DOWNTOWN_SLUG
from mia.sandbox.demo.downtown import downtown_medspa
from mia.sandbox.demo.history import Setting, enter_history
from mia.sandbox.demo.leads import enter_leads
from mia.sandbox.demo.others import HARBOR_SLUG, HOUSE_SLUG, harbor_dental, house
from mia.sandbox.demo.records import enter_people, people_of
from mia.sandbox.demo.sample import PracticeSample, us_holidays
from mia.sandbox.demo.threads import enter_threads
from mia.sandbox.demo.visits import VisitPlanner

log = structlog.get_logger()

PATIENTS = {DOWNTOWN_SLUG: 400, HARBOR_SLUG: 40, HOUSE_SLUG: 0}
_DESK = (Role.OWNER, Role.MANAGER, Role.FRONT_DESK)
_LOGINS: dict[str, tuple[str, dict[str, Role]]] = {
    "owner": ("Elena Marchetti", {DOWNTOWN_SLUG: Role.OWNER}),
    "manager": ("Morgan Blake", {DOWNTOWN_SLUG: Role.MANAGER}),
    "frontdesk": ("Riley Santos", {DOWNTOWN_SLUG: Role.FRONT_DESK}),
    "provider": ("Sofia Bennett", {DOWNTOWN_SLUG: Role.PROVIDER}),
    "readonly": ("Casey Morrow", {DOWNTOWN_SLUG: Role.READ_ONLY}),
    "group": ("Harper Lin", {DOWNTOWN_SLUG: Role.OWNER, HARBOR_SLUG: Role.OWNER}),
}


async def seed(database: Database, settings: Settings) -> None:
    """Make sure that the demo's clinics, logins and records stand; in production do nothing.

    Everything is synthetic and, but for ids, the same for the same day.
    """
    if settings.is_production:
        return
    samples = [house(), downtown_medspa(), harbor_dental()]
    async with database.system(SystemScope.SEED) as system:
        found = [await identity.find_clinic(system, sample.slug) for sample in samples]
        tenants = [clinic for clinic in found if clinic] or await _enter_tenants(system, samples, settings)
    for clinic, sample in zip(tenants, samples, strict=True):
        scope = identity.service_scope(clinic.id, "demo")
        members = await identity.list_members(database, scope)
        async with database.clinic(scope) as session:
            if not await _stands(session):
                setting = await _enter(session, sample)
                if setting is not None and sample.slug == DOWNTOWN_SLUG:
                    await enter_threads(session, setting, await find_desk(database, scope))
                if sample.slug == DOWNTOWN_SLUG:
                    await enter_leads(session, [one.user_id for one in members if one.role in _DESK])
                    await _enter_on_call(session)
                log.info("demo_clinic_entered", clinic_id=str(clinic.id))
            if not await practices.list_numbers(session):  # nor had demos that are older than numbers
                await practices.assign_number(session, sample.settings.phone, label="Main line")


async def find_desk(database: Database, scope: ClinicScope) -> UUID | None:
    """The demo's front desk, who answers patients."""
    members = await identity.list_members(database, scope)
    return next((one.user_id for one in members if one.role is Role.FRONT_DESK), None)


async def _enter_on_call(session: ClinicSession) -> None:
    """Who is alerted, Morgan first; their phones are seen at ``/sandbox/phone``."""
    morgan = oncall.new_contact("Morgan Blake", "+13055550170", None, [oncall.Way.TEXT])
    elena = oncall.new_contact("Elena Marchetti", "+13055550171", None, [oncall.Way.TEXT, oncall.Way.CALL])
    await oncall.save_contacts(session, [morgan, elena], oncall.version_of([]))


async def _enter_tenants(
    system: SystemSession, samples: Sequence[PracticeSample], settings: Settings
) -> list[identity.Clinic]:
    """The clinics and everyone who may log in, all or nothing."""
    tenants = [
        await identity.create_clinic(
            system, sample.slug, sample.name, timezone=sample.timezone, sample=sample.slug != HOUSE_SLUG
        )
        for sample in samples
    ]
    ids = {clinic.slug: clinic.id for clinic in tenants}
    password = settings.demo_password.get_secret_value()
    for login, (name, roles) in _LOGINS.items():
        user_id = await identity.create_user(system, f"{login}@{DOWNTOWN_SLUG}.example", name, password)
        for slug, role in roles.items():
            await identity.add_member(system, ids[slug], user_id, role)
    return tenants


async def _stands(session: ClinicSession) -> bool:
    try:
        await practices.get_practice(session)
    except NotFound:
        return False
    return True


async def _enter(session: ClinicSession, sample: PracticeSample) -> Setting | None:
    """One clinic: the practice, then its people and visits, then what was said to them; None without people."""
    year = session.now().year
    closures = [closure for each in (year, year + 1) for closure in us_holidays(each)]
    await practices.set_up(
        session,
        sample.settings,
        locations=sample.locations,
        hours=sample.hours,
        closures=closures,
        facts=sample.facts,
    )
    await schedule.set_up(
        session,
        services=sample.services,
        providers=sample.providers,
        shifts=sample.shifts,
        rooms=sample.rooms,
    )
    practice = await practices.get_practice(session)
    daybook = Daybook(practice, sample.providers, sample.shifts, sample.rooms)
    rng = Random(sample.slug)  # noqa: S311 - made-up data, meant to repeat
    count = PATIENTS[sample.slug]
    if not count:
        return None
    people = people_of(rng, count, session.now().date())
    visits = VisitPlanner(rng, practice, daybook, session.now()).plan(sample.services, count)
    ids = await enter_people(session, sample.slug, people, visits)
    setting = Setting(practice, sample, daybook, people, dict(enumerate(ids)), visits)
    await enter_history(session, rng, setting)
    return setting
