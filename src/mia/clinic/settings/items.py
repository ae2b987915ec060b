"""The parts of the settings of which there are several: places, people, rooms, services, closed days, answers."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel

from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Place
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Room, Service, Staffer
from mia.clinic.settings.checks import clock_text
from mia.clinic.settings.values import (
    ClosureValue,
    FactValue,
    Hours,
    LocationValue,
    ProviderValue,
    RoomValue,
    ServiceValue,
    ShiftValue,
)
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import Kind, decode, encode

Value = LocationValue | ClosureValue | ProviderValue | RoomValue | ServiceValue | FactValue
V = TypeVar("V", bound=Value, covariant=True)

KINDS: dict[type[BaseModel], tuple[Kind, str]] = {
    LocationValue: ("loc", "location"),
    ClosureValue: ("clo", "closure"),
    ProviderValue: ("prv", "provider"),
    RoomValue: ("rom", "room"),
    ServiceValue: ("svc", "service"),
    FactValue: ("fct", "fact"),
}
"""Of each sort of thing the prefix of its ids and its word in the audit log."""


@dataclass(frozen=True)
class Item(Generic[V]):
    """One of several. ``retired``: still listed but not bookable."""

    id: UUID
    value: V
    retired: bool = False


@dataclass(frozen=True)
class Items:
    """All things of a practice."""

    locations: list[Item[LocationValue]]
    closures: list[Item[ClosureValue]]
    providers: list[Item[ProviderValue]]
    rooms: list[Item[RoomValue]]
    services: list[Item[ServiceValue]]
    facts: list[Item[FactValue]]

    def find(self, kind: Kind, object_id: UUID) -> Item[Value] | None:
        """One of them by its id."""
        found: dict[Kind, list[Item[Value]]] = {
            "loc": [*self.locations],  # copied: a list of one kind is none of all kinds
            "clo": [*self.closures],
            "prv": [*self.providers],
            "rom": [*self.rooms],
            "svc": [*self.services],
            "fct": [*self.facts],
        }
        return next((item for item in found[kind] if item.id == object_id), None)


async def read_items(session: ClinicSession) -> Items:
    """Everything that is not removed, past closed days left out, each list in the practice's order."""
    today = session.now().date()
    return Items(
        locations=[_location(place) for place in await practices.list_places(session)],
        closures=[
            _closure(id_, closed)
            for id_, closed in await practices.list_closed(session)
            if closed.last_day >= _before(today)
        ],
        providers=[_provider(kept.value, kept.retired) for kept in await schedule.keep_staff(session)],
        rooms=[_room(kept.value, kept.retired) for kept in await schedule.keep_rooms(session)],
        services=[_service(kept.value, kept.retired) for kept in await schedule.keep_services(session)],
        facts=[
            Item(id_, FactValue(**asdict(fact) | {"questions": list(fact.questions)}))
            for id_, fact in await practices.list_answers(session)
        ],
    )


def _before(today: date) -> date:
    """Days that are over in every time zone are hidden."""
    return date.fromordinal(today.toordinal() - 1)


def _location(place: Place) -> Item[LocationValue]:
    location = place.location
    hours = [
        Hours(weekday=item.weekday, begins=clock_text(item.opens), ends=clock_text(item.closes))
        for item in place.hours
    ]
    value = LocationValue(
        name=location.name,
        address=location.address,
        directions=location.directions,
        parking=location.parking,
        directions_es=location.directions_es,
        parking_es=location.parking_es,
        hours=hours,
    )
    return Item(location.id, value, place.retired)


def _closure(closure_id: UUID, closed: practices.Closure) -> Item[ClosureValue]:
    value = ClosureValue(
        location_id=encode("loc", closed.location_id) if closed.location_id else None,
        first_day=closed.first_day,
        last_day=closed.last_day,
        reason=closed.reason,
    )
    return Item(closure_id, value)


def _provider(staffer: Staffer, retired: bool) -> Item[ProviderValue]:
    person = staffer.provider
    value = ProviderValue(
        name=person.name,
        title=person.title,
        gender=person.gender,
        service_ids=[encode("svc", service_id) for service_id in person.service_ids],
        shifts=[
            ShiftValue(
                location_id=encode("loc", shift.location_id),
                weekday=shift.weekday,
                begins=clock_text(shift.starts),
                ends=clock_text(shift.ends),
            )
            for shift in staffer.shifts
        ],
    )
    return Item(person.id, value, retired)


def _room(room: Room, retired: bool) -> Item[RoomValue]:
    return Item(room.id, RoomValue(name=room.name, location_id=encode("loc", room.location_id)), retired)


def _service(service: Service, retired: bool) -> Item[ServiceValue]:
    value = ServiceValue(
        name=service.name,
        category=service.category,
        family=service.family,
        aliases=list(service.aliases),
        description=service.description,
        description_es=service.description_es,
        duration_minutes=service.duration_minutes,
        buffer_minutes=service.buffer_minutes,
        price_cents=service.price_cents,
        price_note=service.price_note,
    )
    return Item(service.id, value, retired)


def id_of(kind: Kind, text: str) -> UUID | None:
    """The inside form of an id; None for what cannot be one."""
    try:
        return decode(kind, text)
    except NotFound:
        return None
