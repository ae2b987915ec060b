"""Free slots for a wish, and offers of them that can be booked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval, Practice
from mia.clinic.schedule import calendar_queries, catalogue
from mia.clinic.schedule.appointments import spoken_time
from mia.clinic.schedule.availability import Accept, Roster, Slot, Visit, could_start, free_slots
from mia.clinic.schedule.slots.choice import PartOfDay, nearest, part_of_day, spread
from mia.clinic.schedule.slots.offers import IN_CONVERSATION, SlotClaim, SlotSigner
from mia.platform.db.session import ClinicSession

_DEFAULT_WINDOW = timedelta(days=14)
_ALTERNATIVES = timedelta(days=30)
"""How far past a wish that cannot be met alternatives are looked for."""


class Reason(StrEnum):
    """Why a wish could not be met as it stands."""

    CLOSED = "closed"
    FULL = "full"
    NO_PROVIDER = "no_provider"
    """Nobody who performs the service has a shift, at any time."""
    PAST = "past"
    TOO_FAR = "too_far"


@dataclass(frozen=True)
class Wish:
    """What someone would like. Instants are aware; what is None does not matter to them.

    ``near`` alone means its local day. ``earliest`` without ``latest`` opens 14 days. Of each local day only starts
    from ``not_before`` to ``not_after`` suit, of the days ``without`` none. ``among`` are the providers who suit,
    all when it is empty.
    """

    service_id: UUID
    earliest: datetime | None = None
    latest: datetime | None = None
    near: datetime | None = None
    part_of_day: PartOfDay | None = None
    provider_id: UUID | None = None
    location_id: UUID | None = None
    not_before: time | None = None
    not_after: time | None = None
    without: frozenset[date] = frozenset()
    among: frozenset[UUID] = frozenset()

    def suits(self, start: datetime, zone: ZoneInfo) -> bool:
        """Whether a start lies at a time of day and on a day that suit."""
        local = start.astimezone(zone)
        clock = local.time()
        return (
            (self.part_of_day is None or part_of_day(start, zone) is self.part_of_day)
            and (self.not_before is None or clock >= self.not_before)
            and (self.not_after is None or clock <= self.not_after)
            and local.date() not in self.without
        )


@dataclass(frozen=True)
class Found:
    """Slots to propose. ``exact`` says that the wish is met; else ``reason`` says why not and the slots
    are what comes closest."""

    slots: tuple[Slot, ...]
    exact: bool
    reason: Reason | None = None


@dataclass(frozen=True)
class Offer:
    """A slot with the token that books it. ``spoken`` is in the clinic's wall-clock time."""

    token: str
    starts_at: datetime
    ends_at: datetime
    provider_id: UUID
    provider: str
    location_id: UUID
    location: str
    spoken: str


@dataclass(frozen=True)
class Offers:
    """Like :class:`Found`, with bookable offers."""

    offers: tuple[Offer, ...]
    exact: bool
    reason: Reason | None = None


async def find_slots(session: ClinicSession, wish: Wish, limit: int = 3) -> Found:
    """Up to ``limit`` free slots for a wish; :class:`NotFound` for a service the clinic does not have.

    Honours opening hours, closures, shifts, buffers, the practice's notice and horizon.
    """
    return await _find(session, await practices.get_practice(session), wish, limit)


async def _find(session: ClinicSession, practice: Practice, wish: Wish, limit: int) -> Found:
    service = await catalogue.get_service(session, wish.service_id)
    wish = _in_utc(wish)
    now = session.now()
    bookable = Interval(now + practice.booking_lead, now + practice.booking_horizon)
    window = _window(wish, bookable, practice.zone)
    span = Interval(
        max(bookable.start, min(window.start, bookable.end) - _DEFAULT_WINDOW),
        min(bookable.end, max(window.end, bookable.start) + _ALTERNATIVES),
    )
    roster = await load_roster(session, practice, wish, span)
    if not roster.shifts and not await catalogue.is_performed(session, service.id):
        return Found((), exact=False, reason=Reason.NO_PROVIDER)
    return _search(roster, service.visit, wish, window, bookable, span, limit)


async def offer_slots(
    session: ClinicSession,
    signer: SlotSigner,
    wish: Wish,
    limit: int = 3,
    *,
    valid_for: timedelta = IN_CONVERSATION,
) -> Offers:
    """Like :func:`find_slots`, each slot with a token that books it within ``valid_for``."""
    practice = await practices.get_practice(session)
    found = await _find(session, practice, wish, limit)
    offers = await _signed(session, signer, practice, wish.service_id, found.slots, valid_for)
    return Offers(offers, found.exact, found.reason)


async def offer_openings(
    session: ClinicSession,
    signer: SlotSigner,
    service_id: UUID,
    window: Interval,
    *,
    minutes: Collection[int],
    valid_for: timedelta,
    provider_id: UUID | None = None,
) -> tuple[Offer, ...]:
    """Every free slot in a window that starts at one of these ``minutes`` past the hour, with anyone or with one
    provider, in order of time: what a calendar shows. :class:`NotFound` for a service the clinic does not have."""
    practice = await practices.get_practice(session)
    service = await catalogue.get_service(session, service_id)
    now = session.now()
    inside = window.intersection(Interval(now + practice.booking_lead, now + practice.booking_horizon))
    if inside is None:
        return ()
    roster = await load_roster(session, practice, Wish(service_id, provider_id=provider_id), inside)
    zone = practice.zone
    slots = free_slots(roster, service.visit, inside, lambda start: start.astimezone(zone).minute in minutes)
    return await _signed(session, signer, practice, service_id, slots, valid_for)


async def _signed(
    session: ClinicSession,
    signer: SlotSigner,
    practice: Practice,
    service_id: UUID,
    slots: Sequence[Slot],
    valid_for: timedelta,
) -> tuple[Offer, ...]:
    """Slots with the tokens that book them."""
    providers = {provider.id: provider.name for provider in await catalogue.list_providers(session)}
    locations = {location.id: location.name for location in practice.locations}
    clinic_id, expires_at = session.scope.clinic_id, session.now() + valid_for
    return tuple(
        Offer(
            token=signer.sign(
                SlotClaim(clinic_id, service_id, slot.provider_id, slot.location_id, slot.starts_at, expires_at)
            ),
            starts_at=slot.starts_at,
            ends_at=slot.ends_at,
            provider_id=slot.provider_id,
            provider=providers[slot.provider_id],
            location_id=slot.location_id,
            location=locations[slot.location_id],
            spoken=spoken_time(slot.starts_at, practice.zone),
        )
        for slot in slots
    )


async def load_roster(
    session: ClinicSession, practice: Practice, wish: Wish, span: Interval, *, leave_out: UUID | None = None
) -> Roster:
    """Shifts that suit the wish, the rooms, and what is booked or blocked within ``span``, but for the visit
    ``leave_out``."""
    skilled = {
        provider.id
        for provider in await catalogue.list_providers(session)
        if wish.service_id in provider.service_ids
        and wish.provider_id in (None, provider.id)
        and (not wish.among or provider.id in wish.among)
    }
    shifts = [
        shift
        for shift in await catalogue.list_shifts(session)
        if shift.provider_id in skilled and wish.location_id in (None, shift.location_id)
    ]
    rooms = await catalogue.list_rooms(session)
    # A visit that starts within the span may run past its end.
    reach = Interval(span.start, span.end + timedelta(days=1))
    return Roster(practice, shifts, rooms, await calendar_queries.busy_intervals(session, reach, leave_out))


def _in_utc(wish: Wish) -> Wish:
    """The same wish in UTC: between zones Python finds no instant of a repeated hour equal to another."""

    def utc(instant: datetime | None) -> datetime | None:
        return instant.astimezone(UTC) if instant else None

    return replace(wish, earliest=utc(wish.earliest), latest=utc(wish.latest), near=utc(wish.near))


def _window(wish: Wish, bookable: Interval, zone: ZoneInfo) -> Interval:
    """The instants a wish is about, before anything is cut off."""
    if wish.near and not wish.earliest and not wish.latest:
        midnight = wish.near.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
        next_midnight = midnight + timedelta(days=1)  # wall-clock arithmetic: 23 or 25 hours on some days
        return Interval(midnight.astimezone(UTC), next_midnight.astimezone(UTC))
    start = wish.earliest or bookable.start
    return Interval(start, max(start, wish.latest or start + _DEFAULT_WINDOW))


def _search(
    roster: Roster,
    visit: Visit,
    wish: Wish,
    window: Interval,
    bookable: Interval,
    span: Interval,
    limit: int,
) -> Found:
    zone = roster.practice.zone

    def suits(start: datetime) -> bool:
        return wish.suits(start, zone)

    inside = window.intersection(bookable)
    wished = free_slots(roster, visit, inside, suits) if inside else []
    if wished:
        if wish.near is None:
            return Found(tuple(spread(wished, zone, limit)), exact=True)
        exact = any(slot.starts_at == wish.near for slot in wished)
        reason = None if exact else _why_not(roster, visit, _moment(wish.near), bookable, lambda _: True)
        return Found(tuple(nearest(wished, wish.near, limit)), exact, reason)
    reason = _why_not(roster, visit, window, bookable, suits)
    others = free_slots(roster, visit, span, suits) or free_slots(roster, visit, span, lambda _: True)
    return Found(tuple(_instead(others, wish, window, zone, limit)), exact=False, reason=reason)


def _instead(others: Sequence[Slot], wish: Wish, window: Interval, zone: ZoneInfo, limit: int) -> list[Slot]:
    """Proposals when a window has nothing: what comes nearest to a time, else what follows the window."""
    if wish.near is not None:
        return nearest(others, wish.near, limit)
    later = [slot for slot in others if slot.starts_at >= window.start]
    return spread(later, zone, limit) if later else nearest(others, window.start, limit)


def _why_not(roster: Roster, visit: Visit, window: Interval, bookable: Interval, suits: Accept) -> Reason:
    """Why nothing is free in a window."""
    if window.end <= bookable.start:
        return Reason.PAST
    if window.start >= bookable.end:
        return Reason.TOO_FAR
    if any(True for _ in could_start(roster, visit, window, suits)):
        return Reason.FULL
    return Reason.CLOSED


def _moment(instant: datetime) -> Interval:
    """The quarter hour that begins at an instant."""
    return Interval(instant, instant + timedelta(minutes=15))
