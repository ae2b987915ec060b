"""Free times for staff: also those that are too soon, or too far ahead, for patients to book by themselves."""

from datetime import date, datetime, timedelta
from uuid import UUID

from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval, Practice
from mia.clinic.schedule import catalogue
from mia.clinic.schedule.appointments import local_span
from mia.clinic.schedule.availability import GRID, Slot, free_slots
from mia.clinic.schedule.slots.choice import PartOfDay, nearest, part_of_day
from mia.clinic.schedule.slots.obstacles import Alternative, with_names
from mia.clinic.schedule.slots.search import Wish, load_roster
from mia.platform.db.session import ClinicSession

_FARTHEST = timedelta(days=31)


async def find_openings(
    session: ClinicSession,
    service_id: UUID,
    earliest: datetime,
    until: date | None = None,
    *,
    provider_id: UUID | None = None,
    part: PartOfDay | None = None,
    limit: int = 3,
) -> list[Alternative]:
    """The first free times from now or a later moment on, until a day or for a month, some way apart from each
    other; those of a part of the day, where there are any. :class:`NotFound` for a service that is not offered."""
    practice = await practices.get_practice(session)
    start = max(earliest, session.now())
    end = min(local_span(practice, until).end, start + _FARTHEST) if until else start + _FARTHEST
    slots = await _free(session, practice, service_id, Interval(start, end), provider_id)
    suiting = [slot for slot in slots if part in (None, part_of_day(slot.starts_at, practice.zone))]
    chosen = nearest(suiting or slots, start, limit)
    return await with_names(session, practice, sorted(chosen, key=lambda slot: slot.starts_at))


async def is_free(
    session: ClinicSession, service_id: UUID, starts_at: datetime, *, provider_id: UUID | None = None
) -> bool:
    """Whether someone has time for a service then."""
    practice = await practices.get_practice(session)
    slots = await _free(session, practice, service_id, Interval(starts_at, starts_at + GRID), provider_id)
    return any(slot.starts_at == starts_at for slot in slots)


async def _free(
    session: ClinicSession, practice: Practice, service_id: UUID, window: Interval, provider_id: UUID | None
) -> list[Slot]:
    service = await catalogue.get_service(session, service_id)
    span = window.intersection(Interval(session.now(), window.end))
    if span is None:
        return []
    roster = await load_roster(session, practice, Wish(service_id, provider_id=provider_id), span)
    return free_slots(roster, service.visit, span, lambda _: True)
