"""Some days of the calendar on the wire."""

from datetime import date, datetime
from typing import Annotated

from pydantic import BaseModel

from mia.clinic.calendar.schemas import VisitOut
from mia.clinic.schedule.service import Board, BoardDay
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.ids import encode


class BlockOut(Out):
    """Blocked time of a provider or of a room. What repeats shares its ``series_id``."""

    id: Annotated[str, IdOf("blk")]
    provider_id: Annotated[str, IdOf("prv")] | None
    room_id: Annotated[str, IdOf("rom")] | None
    starts_at: datetime
    ends_at: datetime
    reason: str
    series_id: Annotated[str, IdOf("ser")] | None


class BlocksOut(BaseModel):
    """What was blocked at once, by time."""

    items: list[BlockOut]


class WorkingTimeOut(BaseModel):
    """When a provider works at a location, within its opening hours."""

    provider_id: str
    location_id: str
    starts_at: datetime
    ends_at: datetime


class DayOut(BaseModel):
    """A local day from midnight to midnight: 23 or 25 hours where the clocks change."""

    date: date
    starts_at: datetime
    ends_at: datetime
    working: list[WorkingTimeOut]
    closed: str | None

    @classmethod
    def of(cls, day: BoardDay) -> "DayOut":
        working = [
            WorkingTimeOut(
                provider_id=encode("prv", one.provider_id),
                location_id=encode("loc", one.location_id),
                starts_at=one.interval.start,
                ends_at=one.interval.end,
            )
            for one in day.working
        ]
        return cls(date=day.day, starts_at=day.span.start, ends_at=day.span.end, working=working, closed=day.closed)


class NamedOut(BaseModel):
    """Something to choose by its name."""

    id: str
    name: str


class RoomOut(NamedOut):
    """A room, and where it is."""

    location_id: str


class ProviderOut(NamedOut):
    """A provider, and what they do."""

    title: str
    service_ids: list[str]


class OfferedServiceOut(NamedOut):
    """A service, how long it takes and what it costs; ``buffer_minutes`` follow for cleaning up."""

    duration_minutes: int
    buffer_minutes: int
    price_cents: int


class CalendarOut(BaseModel):
    """Some days of the calendar; canceled visits are left out. ``waiting``: how many would come on one of them.
    ``next_open``: of a single day on which no place is open, the next on which one is."""

    now: datetime
    today: date
    timezone: str
    days: list[DayOut]
    locations: list[NamedOut]
    providers: list[ProviderOut]
    rooms: list[RoomOut]
    services: list[OfferedServiceOut]
    visits: list[VisitOut]
    blocks: list[BlockOut]
    waiting: int
    next_open: date | None

    @classmethod
    def of(cls, board: Board, waiting: int, next_open: date | None, *, with_phone: bool) -> "CalendarOut":
        """What a board shows."""
        return cls(
            now=board.now,
            today=board.today,
            timezone=board.practice.timezone,
            days=[DayOut.of(day) for day in board.days],
            locations=[NamedOut(id=encode("loc", one.id), name=one.name) for one in board.practice.locations],
            providers=[
                ProviderOut(
                    id=encode("prv", one.id),
                    name=one.name,
                    title=one.title,
                    service_ids=[encode("svc", id_) for id_ in one.service_ids],
                )
                for one in board.providers
            ],
            rooms=[
                RoomOut(id=encode("rom", one.id), name=one.name, location_id=encode("loc", one.location_id))
                for one in board.rooms
            ],
            services=[
                OfferedServiceOut(
                    id=encode("svc", one.id),
                    name=one.name,
                    duration_minutes=one.duration_minutes,
                    buffer_minutes=one.buffer_minutes,
                    price_cents=one.price_cents,
                )
                for one in board.services
            ],
            visits=[VisitOut.of_entry(entry, with_phone=with_phone) for entry in board.visits],
            blocks=[BlockOut.of(block) for block in board.blocks],
            waiting=waiting,
            next_open=next_open,
        )
