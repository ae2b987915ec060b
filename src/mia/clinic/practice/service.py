"""What a practice is: its settings, places, hours and facts."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.practice import queries
from mia.clinic.practice.changes import (
    CHANGED,
    Place,
    drop_closure,
    drop_fact,
    list_answers,
    list_closed,
    list_places,
    put_closure,
    put_fact,
    put_place,
    set_place_status,
)
from mia.clinic.practice.hours import (
    CallHours,
    Closure,
    Interval,
    OpeningHours,
    call_intervals,
    local_days,
    open_intervals,
    wall_clock,
)
from mia.clinic.practice.models import ClosureRow, FactRow, LocationRow, OpeningHoursRow
from mia.clinic.practice.numbers import (
    ClinicNumber,
    NumberUse,
    assign_number,
    find_number,
    list_assigned,
    list_numbers,
    release_number,
    retire_number,
    sending_number,
)
from mia.clinic.practice.places import Fact, Location, fact_of, location_of
from mia.clinic.practice.ports import CarrierNumber, CarrierNumbers
from mia.clinic.practice.settings import (
    PracticeSettings,
    Pronunciation,
    Switch,
    content_days,
    get_settings,
    save_settings,
    settings_of,
    switched_on,
)
from mia.clinic.practice.websites import SiteKeys, Websites
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound


@dataclass(frozen=True, kw_only=True)
class Places:
    """Where a practice's visits are, and by which clock."""

    timezone: str
    place_names: Mapping[UUID, str] = field(default_factory=dict)
    """Of every location there ever was."""

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


@dataclass(frozen=True, kw_only=True)
class Practice(Places):
    """Everything about a practice that a receptionist needs, as one value."""

    clinic_id: UUID
    name: str
    settings: PracticeSettings
    locations: tuple[Location, ...]
    """Those where visits are booked."""
    hours: tuple[OpeningHours, ...]
    closures: tuple[Closure, ...]
    facts: tuple[Fact, ...]

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
        return any(stretch.start <= instant < stretch.end for stretch in self._anywhere_open_on(day))

    def calls_on(self, day: date) -> list[Interval]:
        """When people of the practice take calls on a local day, in order."""
        hours = self.settings.hand_off_hours
        if hours is None:
            return sorted(self._anywhere_open_on(day))
        return call_intervals(hours, self.closures, self.zone, day)

    def takes_calls(self, instant: datetime) -> bool:
        """Whether people of the practice take calls at an aware instant."""
        day = instant.astimezone(self.zone).date()
        return any(stretch.start <= instant < stretch.end for stretch in self.calls_on(day))

    def _anywhere_open_on(self, day: date) -> list[Interval]:
        return [stretch for location in self.locations for stretch in self.open_on(day, location.id)]


async def get_places(session: ClinicSession) -> Places:
    """Where the visits of the session's clinic are: all that a list of them asks of the practice."""
    clinic = await identity.get_clinic(session)
    names = {place.id: place.name for place in await queries.list_locations(session)}
    return Places(timezone=clinic.timezone, place_names=names)


async def get_practice(session: ClinicSession) -> Practice:
    """The practice of the session's clinic; :class:`NotFound` before it is set up."""
    settings = await queries.find_settings(session)
    if settings is None:
        raise NotFound
    clinic = await identity.get_clinic(session)
    places = await queries.list_locations(session)
    open_places = [place for place in places if place.status == "active"]
    return Practice(
        clinic_id=clinic.id,
        name=clinic.name,
        timezone=clinic.timezone,
        settings=settings_of(settings),
        locations=tuple(location_of(row) for row in open_places),
        hours=tuple(
            OpeningHours(row.location_id, row.weekday, row.opens, row.closes)
            for row in await queries.list_hours(session)
            if row.location_id in {place.id for place in open_places}
        ),
        closures=tuple(
            Closure(row.location_id, row.first_day, row.last_day, row.reason)
            for row in await queries.list_closures(session)
        ),
        facts=tuple(fact_of(row) for row in await queries.list_facts(session)),
        place_names={place.id: place.name for place in places},
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
    answers = [{**asdict(fact), "questions": list(fact.questions), "position": i} for i, fact in enumerate(facts)]
    await queries.add_rows(session, FactRow, answers)
