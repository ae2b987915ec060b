"""A small practice for tests: two locations, three people, four rooms, Monday to Friday 9 to 18."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.patients import service as patients
from mia.clinic.practice import service as clinics
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Provider, Room, Service, Shift, SlotSigner
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.keys import Keys, Signer
from mia.platform.kernel.scope import ClinicScope, Role
from tests.fakes.access import make_clinic, make_user

ZONE = ZoneInfo("America/New_York")


def fixed_signer(key: bytes) -> Signer:
    """Signs with a key that does not change."""
    return Signer(lambda: Keys(key), "tests")


SIGNER = SlotSigner(fixed_signer(b"slot offers of tests"))


def noon_clock() -> MovableClock:
    """Noon of the practice's day: days are counted alike at whatever hour the tests run."""
    clock = MovableClock()
    clock.set(datetime.combine(clock.now().astimezone(ZONE).date(), time(12), ZONE))
    return clock


@dataclass(frozen=True)
class PracticeOfTests:
    """Ids of what :func:`make_practice` entered."""

    scope: ClinicScope
    slug: str
    number: str
    """Where texts and calls to the practice come in, and leave from."""
    main: UUID
    branch: UUID
    botox: UUID
    facial: UUID
    dr_reyes: UUID
    """Botox only, at the main office."""
    nurse_kim: UUID
    """Botox and facials, at the main office."""
    lee: UUID
    """Facials only, at the branch."""


def make_service(name: str, minutes: int, buffer: int = 0, price_cents: int = 10_000) -> Service:
    """A service with plausible values for the rest."""
    return Service(
        id=new_id(),
        name=name,
        category="Other",
        family=name.lower(),
        aliases=(),
        description="",
        duration_minutes=minutes,
        buffer_minutes=buffer,
        price_cents=price_cents,
        price_note="",
        min_interval_days=14,
        recall_days=84,
        overdue_days=98,
    )


def workdays(provider_id: UUID, location_id: UUID) -> list[Shift]:
    """Shifts from 9 to 18 on Monday to Friday."""
    return [Shift(provider_id, location_id, weekday, time(9), time(18)) for weekday in range(5)]


def number_of_tests(clinic_id: UUID) -> str:
    """A number (E.164) that no other clinic of the tests has."""
    return f"+1{2_000_000_000 + clinic_id.int % 7_000_000_000}"


async def make_practice(database: Database, slug: str) -> PracticeOfTests:
    """Enter a clinic with its practice; ``slug`` is unique within the database."""
    clinic = await make_clinic(database, slug)
    scope = identity.service_scope(clinic.id, "mia")
    main, branch = (
        clinics.Location(new_id(), name, f"{number} Palm Avenue", "", "")
        for number, name in ((1, "Main Office"), (2, "Downtown Branch"))
    )
    botox, facial = make_service("Botox", 30, 15), make_service("HydraFacial", 60)
    reyes = Provider(new_id(), "Dr. Reyes", "MD", (botox.id,))
    kim = Provider(new_id(), "Nurse Kim", "RN", (botox.id, facial.id))
    lee = Provider(new_id(), "Lee", "Esthetician", (facial.id,))
    settings = clinics.PracticeSettings("+13055550100", "+13055550101", "Thank you for calling.", 2400)
    places = (main, branch)
    hours = [clinics.OpeningHours(place.id, day, time(9), time(18)) for place in places for day in range(5)]
    async with database.clinic(scope) as session:
        await clinics.set_up(session, settings, locations=places, hours=hours)
        number = (await clinics.assign_number(session, number_of_tests(clinic.id))).number
        await schedule.set_up(
            session,
            services=[botox, facial],
            providers=[reyes, kim, lee],
            shifts=workdays(reyes.id, main.id) + workdays(kim.id, main.id) + workdays(lee.id, branch.id),
            rooms=[Room(new_id(), main.id, "A"), Room(new_id(), main.id, "B"), Room(new_id(), branch.id, "C")],
        )
    return PracticeOfTests(scope, slug, number, main.id, branch.id, botox.id, facial.id, reyes.id, kim.id, lee.id)


async def member(database: Database, role: Role, *practices: PracticeOfTests) -> str:
    """The email of someone new with this role in each of the practices."""
    email = f"{role.value}-{new_id().hex}@clinic.example"
    await make_user(database, email, {practice.scope.clinic_id: role for practice in practices})
    return email


async def make_patient(
    database: Database, practice: PracticeOfTests, name: str = "Ana Ruiz", phone: str = "(305) 555-0142"
) -> UUID:
    """Enter a patient."""
    async with database.clinic(practice.scope) as session:
        (patient_id,) = await patients.import_patients(session, [patients.NewPatient(name, phone)])
    return patient_id


def next_weekday(now: datetime, weekday: int, hour: int = 0, minute: int = 0) -> datetime:
    """A local instant on the next such weekday (Monday is 0), at least two days after ``now``."""
    local = now.astimezone(ZONE) + timedelta(days=2)
    local += timedelta(days=(weekday - local.weekday()) % 7)
    return local.replace(hour=hour, minute=minute, second=0, microsecond=0)
