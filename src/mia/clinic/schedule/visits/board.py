"""The calendar of some days: who works when, what is booked, what is blocked."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval, Practice
from mia.clinic.schedule import catalogue
from mia.clinic.schedule.appointments import AppointmentStatus, DayEntry, list_entries, local_span
from mia.clinic.schedule.availability import Room, Roster
from mia.clinic.schedule.catalogue import Provider, Service
from mia.clinic.schedule.visits.blocks import Block, list_blocks
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class WorkingTime:
    """When a provider works at a location, within its opening hours."""

    provider_id: UUID
    location_id: UUID
    interval: Interval


@dataclass(frozen=True)
class BoardDay:
    """A local day. ``span`` has 23 or 25 hours where the clocks change; ``closed`` says why no one is there."""

    day: date
    span: Interval
    working: tuple[WorkingTime, ...]
    closed: str | None


@dataclass(frozen=True)
class Board:
    """Some days with everything on them; canceled visits are left out."""

    practice: Practice
    now: datetime
    today: date
    days: tuple[BoardDay, ...]
    services: tuple[Service, ...]
    providers: tuple[Provider, ...]
    rooms: tuple[Room, ...]
    visits: tuple[DayEntry, ...]
    blocks: tuple[Block, ...]


async def read_board(session: ClinicSession, first: date | None, days: int) -> Board:
    """``days`` local days from ``first`` on (None: today)."""
    practice = await practices.get_practice(session)
    today = session.now().astimezone(practice.zone).date()
    first = first or today
    window = local_span(practice, first, days)
    shifts = await catalogue.list_shifts(session)
    roster = Roster(practice, shifts, ())
    visits = await list_entries(session, practice, window)
    return Board(
        practice=practice,
        now=session.now(),
        today=today,
        days=tuple(_day(practice, roster, first + timedelta(days=offset)) for offset in range(days)),
        services=tuple(await catalogue.list_services(session)),
        providers=tuple(await catalogue.list_providers(session)),
        rooms=tuple(await catalogue.list_rooms(session)),
        visits=tuple(one for one in visits if one.appointment.status is not AppointmentStatus.CANCELLED),
        blocks=tuple(await list_blocks(session, window)),
    )


def _day(practice: Practice, roster: Roster, day: date) -> BoardDay:
    working = tuple(
        WorkingTime(shift.provider_id, shift.location_id, stretch) for shift, stretch in roster.working(day)
    )
    reasons = [
        closure.reason
        for closure in practice.closures
        if closure.location_id is None and closure.first_day <= day <= closure.last_day
    ]
    return BoardDay(day, local_span(practice, day), working, reasons[0] if reasons else None)
