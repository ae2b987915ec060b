"""What a practice is: its settings, places, hours and facts."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.access import service as access
from mia.clinics import queries
from mia.clinics.hours import Closure, Interval, OpeningHours, local_days, open_intervals, wall_clock
from mia.clinics.models import ClosureRow, FactRow, LocationRow, OpeningHoursRow
from mia.db.session import ClinicSession
from mia.kernel.errors import NotFound

__all__ = [
    "Closure",
    "Fact",
    "Interval",
    "Location",
    "OpeningHours",
    "Practice",
    "PracticeSettings",
    "get_practice",
    "local_days",
    "save_settings",
    "set_up",
    "wall_clock",
]


@dataclass(frozen=True)
class Location:
    """A place where patients are seen; the texts are spoken and shown as they stand."""

    id: UUID
    name: str
    address: str
    directions: str
    parking: str


@dataclass(frozen=True)
class Fact:
    """A topic, wordings in which it is asked for, and the practice's answer."""

    topic: str
    questions: tuple[str, ...]
    answer: str


@dataclass(frozen=True)
class PracticeSettings:
    """How a practice works. Phone numbers are E.164; lead and horizon bound what may be booked."""

    phone: str
    hand_off_number: str
    greeting: str
    front_desk_cents_per_hour: int
    booking_lead_minutes: int = 120
    booking_horizon_days: int = 90


@dataclass(frozen=True)
class Practice:
    """Everything about a practice that a receptionist needs, as one value."""

    clinic_id: UUID
    name: str
    timezone: str
    settings: PracticeSettings
    locations: tuple[Location, ...]
    hours: tuple[OpeningHours, ...]
    closures: tuple[Closure, ...]
    facts: tuple[Fact, ...]

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    @property
    def booking_lead(self) -> timedelta:
        """The least notice a booking needs."""
        return timedelta(minutes=self.settings.booking_lead_minutes)

    @property
    def booking_horizon(self) -> timedelta:
        """How far ahead one may book."""
        return timedelta(days=self.settings.booking_horizon_days)

    def open_on(self, day: date, location_id: UUID) -> list[Interval]:
        """When a location is open on a local day, in order; empty when it is closed."""
        return open_intervals(self.hours, self.closures, self.zone, location_id, day)

    def is_open(self, instant: datetime) -> bool:
        """Whether any location is open at an aware instant."""
        day = instant.astimezone(self.zone).date()
        return any(
            stretch.start <= instant < stretch.end
            for location in self.locations
            for stretch in self.open_on(day, location.id)
        )


async def get_practice(session: ClinicSession) -> Practice:
    """The practice of the session's clinic; :class:`NotFound` before it is set up."""
    settings = await queries.find_settings(session)
    if settings is None:
        raise NotFound
    clinic = await access.get_clinic(session)
    return Practice(
        clinic_id=clinic.id,
        name=clinic.name,
        timezone=clinic.timezone,
        settings=PracticeSettings(
            phone=settings.phone,
            hand_off_number=settings.hand_off_number,
            greeting=settings.greeting,
            front_desk_cents_per_hour=settings.front_desk_cents_per_hour,
            booking_lead_minutes=settings.booking_lead_minutes,
            booking_horizon_days=settings.booking_horizon_days,
        ),
        locations=tuple(
            Location(row.id, row.name, row.address, row.directions, row.parking)
            for row in await queries.list_locations(session)
        ),
        hours=tuple(
            OpeningHours(row.location_id, row.weekday, row.opens, row.closes)
            for row in await queries.list_hours(session)
        ),
        closures=tuple(
            Closure(row.location_id, row.first_day, row.last_day, row.reason)
            for row in await queries.list_closures(session)
        ),
        facts=tuple(Fact(row.topic, tuple(row.questions), row.answer) for row in await queries.list_facts(session)),
    )


async def set_up(
    session: ClinicSession,
    settings: PracticeSettings,
    *,
    locations: Sequence[Location],
    hours: Sequence[OpeningHours],
    closures: Sequence[Closure] = (),
    facts: Sequence[Fact] = (),
) -> None:
    """Enter a practice that has nothing yet."""
    await save_settings(session, settings)
    places = [{**asdict(location), "position": i} for i, location in enumerate(locations)]
    await queries.add_rows(session, LocationRow, places)
    await queries.add_rows(session, OpeningHoursRow, [asdict(item) for item in hours])
    await queries.add_rows(session, ClosureRow, [asdict(closure) for closure in closures])
    answers = [
        {"topic": fact.topic, "questions": list(fact.questions), "answer": fact.answer, "position": i}
        for i, fact in enumerate(facts)
    ]
    await queries.add_rows(session, FactRow, answers)


async def save_settings(session: ClinicSession, settings: PracticeSettings) -> None:
    """Store the practice's settings, replacing what stood."""
    await queries.save_settings(session, asdict(settings))
