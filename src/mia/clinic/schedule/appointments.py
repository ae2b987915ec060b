"""Reading appointments and saying them in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Literal, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.patients.service import Contact
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval, Places
from mia.clinic.schedule import queries
from mia.clinic.schedule.queries import AppointmentNames
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import NotFound
from mia.platform.realtime import service as realtime

Source = Literal["mia", "staff", "import"]
_NEW_FOR = timedelta(hours=24)
_LOOK_AHEAD = 31


class AppointmentStatus(StrEnum):
    """States of an appointment; booked and completed ones occupy their provider and room."""

    BOOKED = "booked"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    NO_SHOW = "no_show"


class Arrival(StrEnum):
    """How far a booked visit is before it begins: whether its patient has confirmed it, or is here."""

    EXPECTED = "expected"
    CONFIRMED = "confirmed"
    ARRIVED = "arrived"


@dataclass(frozen=True)
class Appointment:
    """A visit. ``zone`` is the clinic's; ``busy_until`` has the buffer after it. ``updated_at`` changes with each
    change of it. ``overbooked_by`` is who put it on top of another of its provider, on purpose."""

    id: UUID
    patient_id: UUID
    service_id: UUID
    service: str
    provider_id: UUID
    provider: str
    room_id: UUID
    location_id: UUID
    location: str
    starts_at: datetime
    ends_at: datetime
    busy_until: datetime
    status: AppointmentStatus
    source: Source
    overbooked_by: UUID | None
    arrival: Arrival
    created_at: datetime
    updated_at: datetime
    zone: ZoneInfo

    @property
    def spoken(self) -> str:
        """Its start in the clinic's wall-clock time, in words."""
        return spoken_time(self.starts_at, self.zone)


@dataclass(frozen=True)
class DayEntry:
    """An appointment in a day's list. ``is_new``: Mia booked it within the last 24 hours."""

    appointment: Appointment
    patient: Contact
    is_new: bool


async def patients_of(session: ClinicSession, appointment_ids: Sequence[UUID]) -> dict[UUID, UUID]:
    """Whose appointments these are, of those that the clinic has."""
    return await queries.patients_of(session, appointment_ids)


async def get_appointment(session: ClinicSession, appointment_id: UUID) -> Appointment:
    """One appointment; :class:`NotFound` when the clinic has none of this id."""
    found = await queries.find_appointment(session, appointment_id)
    if found is None:
        raise NotFound
    return appointment_of(found, await practices.get_places(session))


async def list_appointments(session: ClinicSession, day: date | None = None) -> tuple[date, list[DayEntry]]:
    """The appointments that start on a local day (today by default), by time; also the day itself."""
    places = await practices.get_places(session)
    day = day or session.now().astimezone(places.zone).date()
    return day, await list_entries(session, places, local_span(places, day))


async def find_next_open(session: ClinicSession, day: date) -> date | None:
    """The next day on which a location is open, of a day on which none is; None on a day that is worked on, and
    where a month brings none."""
    practice = await practices.get_practice(session)
    days = [day + timedelta(days=ahead) for ahead in range(_LOOK_AHEAD)]
    worked = (one for one in days if any(practice.open_on(one, place.id) for place in practice.locations))
    found = next(worked, None)
    return None if found == day else found


async def list_entries(session: ClinicSession, places: Places, window: Interval) -> list[DayEntry]:
    """The appointments that start within a window, by time, with the names of their patients."""
    new_since = session.now() - _NEW_FOR
    return [
        DayEntry(
            appointment=appointment_of(visit, places),
            patient=contact,
            is_new=visit.source == "mia" and visit.created_at > new_since,
        )
        for visit, contact in await queries.list_between(session, window)
    ]


def local_span(places: Places, day: date, days: int = 1) -> Interval:
    """From one local midnight to another: 23, 24 or 25 hours for each day."""
    midnight = datetime.combine(day, time(), places.zone)
    after = datetime.combine(day + timedelta(days=days), time(), places.zone)
    return Interval(midnight.astimezone(UTC), after.astimezone(UTC))


async def count_by_service(session: ClinicSession, window: Interval) -> dict[UUID, int]:
    """How many visits start within ``window`` per service, canceled and missed ones left out."""
    return await queries.count_by_service(session, window)


async def announce(session: ClinicSession, event: str, appointment: Appointment) -> None:
    """Tell the audit log, the browsers and the outbox what happened to a visit."""
    await audit.record(session, event, "appointment", [appointment.id])
    await realtime.publish(session, "appointment.changed", appointment.id)
    ids = {"appointment_id": appointment.id, "patient_id": appointment.patient_id}
    await jobs.emit(session, event, ids)


def appointment_of(found: AppointmentNames, places: Places) -> Appointment:
    """A row with the names that belong to it."""
    return Appointment(
        id=found.id,
        patient_id=found.patient_id,
        service_id=found.service_id,
        service=found.service,
        provider_id=found.provider_id,
        provider=found.provider,
        room_id=found.room_id,
        location_id=found.location_id,
        location=places.place_names[found.location_id],
        starts_at=found.starts_at,
        ends_at=found.ends_at,
        busy_until=found.busy_until,
        status=AppointmentStatus(found.status),
        source=cast(Source, found.source),
        overbooked_by=found.overbooked_by,
        arrival=Arrival(found.arrival),
        created_at=found.created_at,
        updated_at=found.updated_at,
        zone=places.zone,
    )


def spoken_time(instant: datetime, zone: ZoneInfo) -> str:
    """``Tuesday, November 24th at 2:30 PM`` in a zone."""
    local = instant.astimezone(zone)
    suffix = "th" if local.day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(local.day % 10, "th")
    hour = local.hour % 12 or 12
    return f"{local:%A, %B} {local.day}{suffix} at {hour}:{local:%M} {'AM' if local.hour < 12 else 'PM'}"
