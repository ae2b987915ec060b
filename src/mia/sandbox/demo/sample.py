"""The shape of a sample practice, and short ways to write one down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from uuid import UUID

from mia.clinic.practice.service import Closure, Fact, Location, OpeningHours, PracticeSettings
from mia.clinic.schedule.service import Gender, Provider, Room, Service, Shift
from mia.platform.kernel.ids import new_id

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY = range(6)
WEEKDAYS = (MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY)


@dataclass(frozen=True)
class PracticeSample:
    """Everything about a practice except its people's records. All ids are fresh."""

    slug: str
    name: str
    timezone: str
    settings: PracticeSettings
    locations: tuple[Location, ...]
    hours: tuple[OpeningHours, ...]
    facts: tuple[Fact, ...]
    services: tuple[Service, ...]
    providers: tuple[Provider, ...]
    shifts: tuple[Shift, ...]
    rooms: tuple[Room, ...]


@dataclass(frozen=True)
class Recall:
    """Days since the last visit: never earlier than ``soonest``, due at ``due``, overdue from ``overdue``."""

    soonest: int
    due: int
    overdue: int


@dataclass(frozen=True)
class Rota:
    """Someone's week: weekdays at a location; hours are the location's."""

    location: str
    weekdays: tuple[int, ...]


@dataclass(frozen=True)
class Person:
    """Someone who treats patients: services by name, and where they work when."""

    name: str
    title: str
    services: Sequence[str]
    rotas: tuple[Rota, ...]
    gender: Gender | None = None


def service(
    name: str,
    category: str,
    minutes: int,
    dollars: int,
    note: str,
    description: str,
    aliases: Iterable[str],
    *,
    recall: Recall | None = None,
    family: str | None = None,
    buffer: int = 15,
    spanish: str = "",
) -> Service:
    """A service; its family is its own name unless it shares a recall with others. ``spanish``: the description."""
    return Service(
        id=new_id(),
        name=name,
        category=category,
        family=family or name.lower(),
        aliases=tuple(aliases),
        description=description,
        duration_minutes=minutes,
        buffer_minutes=buffer,
        price_cents=dollars * 100,
        price_note=note,
        min_interval_days=recall.soonest if recall else None,
        recall_days=recall.due if recall else None,
        overdue_days=recall.overdue if recall else None,
        description_es=spanish,
    )


def location(
    name: str, address: str, directions: str, parking: str, directions_es: str = "", parking_es: str = ""
) -> Location:
    """A place with a fresh id."""
    return Location(new_id(), name, address, directions, parking, directions_es, parking_es)


def assemble(
    slug: str,
    name: str,
    settings: PracticeSettings,
    *,
    places: tuple[Location, ...],
    week: Mapping[int, tuple[time, time]],
    services: tuple[Service, ...],
    staff: Sequence[Person],
    rooms_each: int,
    facts: tuple[Fact, ...] = (),
) -> PracticeSample:
    """A practice in New York's zone that keeps the same ``week`` at every place."""
    hours = tuple(OpeningHours(place.id, day, *span) for place in places for day, span in week.items())
    skills = {service.name: service.id for service in services}
    providers = [
        Provider(
            new_id(), person.name, person.title, tuple(skills[item] for item in person.services), person.gender
        )
        for person in staff
    ]
    return PracticeSample(
        slug=slug,
        name=name,
        timezone="America/New_York",
        settings=settings,
        locations=places,
        hours=hours,
        facts=facts,
        services=services,
        providers=tuple(providers),
        shifts=tuple(
            shift
            for provider, person in zip(providers, staff, strict=True)
            for shift in _shifts(provider.id, person.rotas, places, hours)
        ),
        rooms=tuple(
            Room(new_id(), place.id, f"Room {number}") for place in places for number in range(1, rooms_each + 1)
        ),
    )


def _shifts(
    provider_id: UUID, rotas: Sequence[Rota], places: Sequence[Location], hours: Sequence[OpeningHours]
) -> Iterator[Shift]:
    """All opening hours of the place on the days of each rota."""
    ids = {place.name: place.id for place in places}
    for rota in rotas:
        for item in hours:
            if item.location_id == ids[rota.location] and item.weekday in rota.weekdays:
                yield Shift(provider_id, item.location_id, item.weekday, item.opens, item.closes)


def us_holidays(year: int) -> list[Closure]:
    """The days a US practice is closed: New Year, Independence Day, Thanksgiving, Christmas."""
    november = date(year, 11, 1)
    first_thursday = november + timedelta(days=(THURSDAY - november.weekday()) % 7)
    days = {
        date(year, 1, 1): "New Year's Day",
        date(year, 7, 4): "Independence Day",
        first_thursday + timedelta(weeks=3): "Thanksgiving",
        date(year, 12, 25): "Christmas Day",
    }
    return [Closure(None, day, day, reason) for day, reason in days.items()]
