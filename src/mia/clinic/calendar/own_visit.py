"""What patients do with their own visit by its link, without signing in: see it, move it, cancel it.

The link is the key: it reaches the phone or mailbox on record and no one else. It shows as little as there can be.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval, Practice, Switch
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import (
    IN_CONVERSATION,
    Appointment,
    AppointmentStatus,
    NotFree,
    Offer,
    Place,
    SlotSigner,
)
from mia.clinic.schedule.service import VisitLink as VisitLink
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid, NotFound

BY_PATIENT = "visit_link"
"""Who made a change by a link, in the history of a visit."""
_WEEK = timedelta(days=7)
MOST_WEEKS = 26
"""How far ahead the page leafs."""
_STARTS = (0, 30)
"""Minutes past the hour at which times are offered."""
_A_DAY = 8
"""Times shown of one day: more is a list no one reads on a phone."""
_REASON = "Canceled by the patient"


class Standing(StrEnum):
    """An appointment as the holder of its link sees it."""

    PLANNED = "planned"
    CANCELED = "canceled"
    MOVED = "moved"
    """It has another time, which has a link of its own."""
    OVER = "over"
    """It has begun, or is done."""


@dataclass(frozen=True)
class OwnVisit:
    """A visit as its patient sees it. ``moves`` and ``cancels``: what the practice lets patients do by
    themselves."""

    visit: Appointment
    practice: Practice
    standing: Standing
    first_name: str = field(repr=False)
    address: str = ""
    moves: bool = False
    cancels: bool = False


class NotOpen(Conflict):
    """Nothing can be done with the visit anymore, or the practice does that itself."""


class TimeGone(Conflict):
    """The chosen time cannot be had anymore."""


async def read_own_visit(session: ClinicSession, link: VisitLink) -> OwnVisit:
    """The visit of a link; :class:`NotFound` for a link that we did not sign."""
    visit = await schedule.check_visit_link(session, link)
    practice = await practices.get_practice(session)
    standing = _standing(visit, link.starts_at, session.now())
    planned = standing is Standing.PLANNED
    people = await patients.get_contacts(session, [visit.patient_id]) if planned else {}
    name = people[visit.patient_id].name if people else ""
    await audit.record(session, "appointment.read", "appointment", [visit.id])
    return OwnVisit(
        visit=visit,
        practice=practice,
        standing=standing,
        first_name=name.split()[0] if name else "",
        address=next((place.address for place in practice.locations if place.id == visit.location_id), ""),
        moves=planned and all(map(practice.settings.allows, (Switch.BOOKS_VISITS, Switch.MOVES_VISITS))),
        cancels=planned and practice.settings.allows(Switch.CANCELS_VISITS),
    )


async def offer_times(session: ClinicSession, signer: SlotSigner, own: OwnVisit, week: int) -> list[Offer]:
    """Times with the same provider in one of the next weeks (0 is the one that begins today), by time."""
    visit, now = own.visit, session.now()
    begin = now + week * _WEEK
    try:
        found = await schedule.offer_openings(
            session,
            signer,
            visit.service_id,
            Interval(begin, begin + _WEEK),
            minutes=_STARTS,
            valid_for=IN_CONVERSATION,
            provider_id=visit.provider_id,
        )
    except NotFound:  # the service is no longer offered
        return []
    shown: dict[datetime, Offer] = {offer.starts_at: offer for offer in found if offer.starts_at != visit.starts_at}
    days: dict[str, list[Offer]] = {}
    for offer in shown.values():
        days.setdefault(f"{offer.starts_at.astimezone(own.practice.zone):%Y-%m-%d}", []).append(offer)
    return [offer for day in days.values() for offer in _some(day)]


async def move_own_visit(session: ClinicSession, signer: SlotSigner, own: OwnVisit, token: str) -> Appointment:
    """Move a visit to a time that was offered. :class:`NotOpen`; :class:`TimeGone` when it was too old, taken
    meanwhile, or never offered for this visit."""
    if not own.moves:
        raise NotOpen
    try:
        claim = signer.read(token, session.scope.clinic_id)
    except Invalid:
        raise TimeGone from None
    if claim.expires_at <= session.now() or claim.service_id != own.visit.service_id:
        raise TimeGone
    place = Place(claim.starts_at, claim.provider_id)
    try:
        visit, _ = await schedule.move_visit(session, own.visit.id, place, seen=own.visit.updated_at)
    except (NotFree, NotFound):
        raise TimeGone from None
    return visit


async def cancel_own_visit(session: ClinicSession, own: OwnVisit) -> Appointment:
    """Cancel a visit; again is fine. :class:`NotOpen` otherwise."""
    if own.standing is Standing.CANCELED:
        return own.visit
    if not own.cancels:
        raise NotOpen
    await schedule.hold_visit(session, own.visit.id, own.visit.updated_at)
    return await schedule.cancel(session, own.visit.id, reason=_REASON)


def _standing(visit: Appointment, linked: datetime, now: datetime) -> Standing:
    if min(linked, visit.starts_at) <= now:
        return Standing.OVER
    if visit.status is AppointmentStatus.CANCELLED:
        return Standing.CANCELED
    if visit.starts_at != linked:
        return Standing.MOVED
    return Standing.PLANNED if visit.status is AppointmentStatus.BOOKED else Standing.OVER


def _some(day: list[Offer]) -> list[Offer]:
    """A day's times, thinned out evenly where there are many."""
    if len(day) <= _A_DAY:
        return day
    step = (len(day) - 1) / (_A_DAY - 1)
    return [day[round(place * step)] for place in range(_A_DAY)]
