"""One of the several things of a practice is entered, changed, retired or removed."""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Closure, Fact, Location, OpeningHours, Place
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Offered, Provider, Room, Service, Shift, Staffer, spoken_time
from mia.clinic.settings.checks import FieldErrors, clock
from mia.clinic.settings.items import KINDS, Items, Value, id_of, read_items
from mia.clinic.settings.values import (
    ClosureValue,
    FactValue,
    LocationValue,
    ProviderValue,
    RoomValue,
    ServiceValue,
    ShiftValue,
)
from mia.clinic.settings.versions import announce, check_version, lock_settings
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import Kind, decode, new_id

_LONGEST_CLOSURE_DAYS = 366
_OFFERED: dict[Kind, Offered] = {
    "svc": Offered.SERVICE,
    "prv": Offered.PROVIDER,
    "rom": Offered.ROOM,
    "loc": Offered.LOCATION,
}


class InUse(Conflict):
    """Visits are booked with it: it can be retired, but not removed."""

    title = "In use"
    type = "/problems/in-use"


async def add_item(session: ClinicSession, value: Value) -> UUID:
    """Enter something new; :class:`Invalid` with the fields that are not acceptable."""
    await lock_settings(session)
    object_id = new_id()
    await _put(session, object_id, value, await read_items(session))
    await announce(session, "add", KINDS[type(value)][1])
    return object_id


async def add_services(session: ClinicSession, values: Sequence[ServiceValue]) -> None:
    """Enter several services; of one that is not acceptable :class:`Invalid` names the place in the list."""
    await lock_settings(session)
    for place, value in enumerate(values):
        try:
            await _put_service(session, new_id(), value)
        except Invalid as error:
            fields = {path.replace("value", f"services.{place}", 1): text for path, text in error.fields.items()}
            raise Invalid(error.detail, fields=fields) from None
    await announce(session, "add", KINDS[ServiceValue][1])


async def change_item(session: ClinicSession, item_id: str, value: Value, seen: str) -> None:
    """Replace something; :class:`NotFound`, :class:`Changed` when it is not what was seen, :class:`Invalid`."""
    await lock_settings(session)
    kind, word = KINDS[type(value)]
    items = await read_items(session)
    current = items.find(kind, decode(kind, item_id))
    if current is None:
        raise NotFound
    check_version(current.value, seen)
    await _put(session, current.id, value, items)
    await announce(session, "change", word)


async def put_fact_draft(session: ClinicSession, item_id: str | None, value: FactValue) -> None:
    """Let an answer stand in this transaction as it would, a new one or one there is; nobody is told of it."""
    items = await read_items(session)
    if item_id is not None and items.find("fct", decode("fct", item_id)) is None:
        raise NotFound
    await _put(session, new_id() if item_id is None else decode("fct", item_id), value, items)


async def remove_item(session: ClinicSession, item_id: str) -> None:
    """Take something away. :class:`InUse` says which visits stand against it."""
    await lock_settings(session)
    kind, object_id, word = _read_id(item_id)
    if (await read_items(session)).find(kind, object_id) is None:
        raise NotFound
    if kind == "clo":
        await practices.drop_closure(session, object_id)
    elif kind == "fct":
        await practices.drop_fact(session, object_id)
    else:
        await _check_unused(session, _OFFERED[kind], object_id)
        await _set_status(session, kind, object_id, "removed")
    await announce(session, "remove", word)


async def set_item_status(session: ClinicSession, item_id: str, status: str) -> None:
    """``retired``: no longer offered; existing bookings stay. ``active``: offered again, also after removal."""
    await lock_settings(session)
    kind, object_id, word = _read_id(item_id)
    if kind not in _OFFERED:
        raise NotFound
    await _set_status(session, kind, object_id, status)
    await announce(session, "retire" if status == "retired" else "restore", word)


def _read_id(item_id: str) -> tuple[Kind, UUID, str]:
    for kind, word in KINDS.values():
        if item_id.startswith(f"{kind}_"):
            return kind, decode(kind, item_id), word
    raise NotFound


async def _set_status(session: ClinicSession, kind: Kind, object_id: UUID, status: str) -> None:
    if kind == "loc":
        await practices.set_place_status(session, object_id, status)
    else:
        await schedule.set_offered(session, _OFFERED[kind], object_id, status)


async def _check_unused(session: ClinicSession, kind: Offered, object_id: UUID) -> None:
    planned = await schedule.count_planned(session, kind, object_id)
    if planned.next_at is not None:
        zone = (await practices.get_practice(session)).zone
        visits = "1 appointment is" if planned.count == 1 else f"{planned.count} appointments are"
        raise InUse(
            f"{visits} booked with it; the next is {spoken_time(planned.next_at, zone)}. Retire it "
            "instead: it will no longer be offered, and booked appointments stay."
        )
    if kind is Offered.LOCATION:
        people, rooms = await schedule.count_at_location(session, object_id)
        if people or rooms:
            raise InUse(
                f"People with shifts here: {people}. Rooms here: {rooms}. Move them first, "
                "or retire the location to stop bookings and keep its data."
            )


async def _put(session: ClinicSession, object_id: UUID, value: Value, items: Items) -> None:
    match value:
        case LocationValue():
            await practices.put_place(session, _place(object_id, value))
        case ClosureValue():
            await practices.put_closure(session, object_id, _closure(value, items, session.now().date()))
        case ProviderValue():
            await schedule.put_staffer(session, _staffer(object_id, value, items))
        case RoomValue():
            await schedule.put_room(session, _room(object_id, value, items))
        case ServiceValue():
            await _put_service(session, object_id, value)
        case FactValue():
            await practices.put_fact(session, object_id, _fact(value))


def _place(object_id: UUID, value: LocationValue) -> Place:
    errors = FieldErrors()
    name = errors.text("name", value.name, "the location's name")
    address = errors.text("address", value.address, "the address, as patients find it")
    errors.stretches("hours", value.hours)
    errors.close()
    texts = (value.directions, value.parking, value.directions_es, value.parking_es)
    location = Location(object_id, name, address, *(text.strip() for text in texts))
    hours = [OpeningHours(object_id, item.weekday, clock(item.begins), clock(item.ends)) for item in value.hours]
    return Place(location, tuple(hours))


def _closure(value: ClosureValue, items: Items, today: date) -> Closure:
    errors = FieldErrors()
    reason = errors.text("reason", value.reason, "the reason, such as Thanksgiving")
    if value.last_day < value.first_day:
        errors.add("last_day", "Not before the first day.")
    elif (value.last_day - value.first_day).days >= _LONGEST_CLOSURE_DAYS:
        errors.add("last_day", "At most a year at a time.")
    elif value.last_day.toordinal() < today.toordinal() - 1:
        errors.add("last_day", "These days are over.")
    location_id = None
    if value.location_id is not None:
        location_id = _location_id(errors, "location_id", value.location_id, items)
    errors.close()
    return Closure(location_id, value.first_day, value.last_day, reason)


def _location_id(errors: FieldErrors, path: str, text: str, items: Items) -> UUID | None:
    location_id = id_of("loc", text)
    if location_id not in {item.id for item in items.locations}:
        errors.add(path, "Choose one of the locations.")
    return location_id


def _staffer(object_id: UUID, value: ProviderValue, items: Items) -> Staffer:
    errors = FieldErrors()
    name = errors.text("name", value.name, "the provider's name")
    known = {item.id for item in items.services}
    service_ids = [id_of("svc", text) for text in dict.fromkeys(value.service_ids)]
    if any(service_id not in known for service_id in service_ids):
        errors.add("service_ids", "Choose services of the list.")
    errors.stretches("shifts", value.shifts)
    shifts = [_shift(errors, place, object_id, shift, items) for place, shift in enumerate(value.shifts)]
    errors.close()
    done = tuple(service_id for service_id in service_ids if service_id)
    provider = Provider(object_id, name, " ".join(value.title.split()), done, value.gender)
    return Staffer(provider, tuple(shift for shift in shifts if shift))


def _shift(errors: FieldErrors, place: int, provider_id: UUID, value: ShiftValue, items: Items) -> Shift | None:
    location_id = _location_id(errors, f"shifts.{place}.location_id", value.location_id, items)
    if location_id is None:
        return None
    return Shift(provider_id, location_id, value.weekday, clock(value.begins), clock(value.ends))


def _room(object_id: UUID, value: RoomValue, items: Items) -> Room:
    errors = FieldErrors()
    name = errors.text("name", value.name, "the room's name")
    location_id = _location_id(errors, "location_id", value.location_id, items)
    if any(
        item.value.name == name and item.value.location_id == value.location_id and item.id != object_id
        for item in items.rooms
    ):
        errors.add("name", "There is a room of this name already.")
    errors.close()
    assert location_id is not None
    return Room(object_id, location_id, name)


async def _put_service(session: ClinicSession, object_id: UUID, value: ServiceValue) -> None:
    errors = FieldErrors()
    name = errors.text("name", value.name, "the service's name")
    category = errors.text("category", value.category, "a category")
    family = errors.text("family", value.family, "what shares its recall").lower()
    aliases = tuple(dict.fromkeys(word for text in value.aliases if (word := " ".join(text.split()))))
    services = await schedule.list_services(session, every=True)
    offered = {item.value.name.casefold(): item.value.id for item in await schedule.keep_services(session)}
    if offered.get(name.casefold(), object_id) != object_id:
        errors.add("name", "There is a service of this name already.")
    errors.close()
    before = next((service for service in services if service.id == object_id), None)
    await schedule.put_service(
        session,
        Service(
            id=object_id,
            name=name,
            category=category,
            family=family,
            aliases=aliases,
            description=value.description.strip(),
            description_es=value.description_es.strip(),
            duration_minutes=value.duration_minutes,
            buffer_minutes=value.buffer_minutes,
            price_cents=value.price_cents,
            price_note=value.price_note.strip(),
            min_interval_days=before.min_interval_days if before else None,
            recall_days=before.recall_days if before else None,
            overdue_days=before.overdue_days if before else None,
        ),
    )
    if before is None or before.family != family:
        await recalls.renew_rules(session)


def _fact(value: FactValue) -> Fact:
    errors = FieldErrors()
    topic = errors.text("topic", value.topic, "what it is about")
    answer = errors.text("answer", value.answer, "what Mia is to answer")
    questions = tuple(dict.fromkeys(words for text in value.questions if (words := " ".join(text.split()))))
    errors.close()
    return Fact(topic, questions, answer, value.answer_es.strip())
