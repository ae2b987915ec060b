"""The practices: what keeps demo data out of a production, and what a clinic needs before Mia can work for it."""

from mia.app.checks.findings import Finding, blocks, warns
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import NumberUse
from mia.clinic.schedule import service as schedule
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

_ACTOR = "check"


async def demo_data(database: Database) -> list[Finding]:
    """The demo's logins and their password are published."""
    async with database.system(SystemScope.LOGIN) as session:
        if not await identity.holds_demo(session):
            return []
    words = "This database holds the demo practice, whose logins and password are published."
    advice = "Start production on an empty one: another DATABASE_URL, or another MIA_DATA_DIR."
    return [blocks("demo-data", f"{words} {advice}")]


async def named_clinics(settings: Settings, database: Database) -> list[Finding]:
    """The clinics that the public pages lead to."""
    known = {clinic.slug for clinic in await _clinics(database)}
    named = {"MIA_SITE_CLINIC": settings.site_clinic, "MIA_HOUSE_CLINIC": settings.house_clinic}
    return [
        warns("site", f"{name} is {slug}, and there is no clinic of that slug: buttons of the public pages fail.")
        for name, slug in named.items()
        if slug is not None and slug not in known
    ]


async def second_factor(database: Database) -> list[Finding]:
    """Practices whose members may sign in with a password alone."""
    async with database.system(SystemScope.LOGIN) as session:
        lenient = await identity.list_lenient_clinics(session)
    words = "does not require a second factor of its members. An owner can require it under Team, Sign-in rules."
    return [warns("second-factor", f"{clinic.slug} {words}") for clinic in lenient]


async def numbers(settings: Settings, database: Database) -> list[Finding]:
    """The way texts and calls take, and the number that each practice sends from."""
    if settings.twilio_account_sid is None:
        words = "No carrier is set (MIA_TWILIO_ACCOUNT_SID): no text and no call leaves or comes in."
        return [warns("numbers", words)]
    findings: list[Finding] = []
    for clinic in await _clinics(database):
        async with database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
            if await practices.sending_number(session, NumberUse.TEXTS) is None:
                words = f"{clinic.slug} has no number to send from, so it can't text patients."
                findings.append(warns("numbers", f"{words} Give it one with `mia number add`."))
    return findings


async def catalogues(database: Database) -> list[Finding]:
    """What a visit needs: a place, a service, someone who gives it, and a room."""
    found = await _clinics(database)
    if not found:
        return [
            warns("practice", "There is no practice yet. Open /first-run with the code that the start printed.")
        ]
    findings: list[Finding] = []
    for clinic in found:
        async with database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
            if missing := await _missing(session):
                words = f"{clinic.slug} has no {' and no '.join(missing)} yet, so Mia can book nothing there."
                findings.append(warns("practice", f"{words} Enter them under Settings."))
    return findings


async def _clinics(database: Database) -> list[identity.Clinic]:
    async with database.system(SystemScope.LOGIN) as session:
        return await identity.list_clinics(session)


async def _missing(session: ClinicSession) -> list[str]:
    try:
        await practices.get_practice(session)
    except NotFound:
        return ["settings"]
    lists = {
        "services": await schedule.list_services(session),
        "providers": await schedule.list_providers(session),
        "rooms": await schedule.list_rooms(session),
    }
    return [name for name, rows in lists.items() if not rows]
