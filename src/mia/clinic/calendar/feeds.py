"""A provider's calendar at a secret address, for calendar programs (RFC 5545).

Anyone with the address can read it: it shows when and where patients are seen, not who or what for.
"""

import hashlib
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from icalendar import Calendar, Event

from mia.clinic.calendar import queries
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.identity import service as identity
from mia.identity.service import Limit
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

_PRODUCT = "-//Mia//Front office//EN"
_TOKEN_BYTES = 32
_PAST, _AHEAD = timedelta(days=30), timedelta(days=366)
_AGAIN = timedelta(minutes=15)
"""How often programs should ask."""
CALENDAR_FEED = Limit("calendar-feed", timedelta(hours=1), per_address=600, per_subject=60)
"""Reads of a provider's calendar; the subject is the secret address. Programs ask a few times an hour, and those
of one company for many people from few network addresses."""


class Shows(StrEnum):
    """What stands as title of a visit."""

    APPOINTMENT = "appointment"
    INITIALS = "initials"


@dataclass(frozen=True)
class Feed:
    """A provider's link, as staff sees it: that there is one, not what it is."""

    provider_id: UUID
    shows: Shows
    created_at: datetime


@dataclass(frozen=True)
class Document:
    """A calendar as it goes out; ``etag`` is its digest, in quotes."""

    content: bytes = field(repr=False)
    etag: str


async def list_feeds(session: ClinicSession) -> list[Feed]:
    """The links that there are."""
    return [Feed(row.provider_id, Shows(row.shows), row.created_at) for row in await queries.list_feeds(session)]


async def make_feed(session: ClinicSession, provider_id: UUID, shows: Shows) -> str:
    """A new link for a provider, shown this once; the one before stops working. Returns its secret."""
    if provider_id not in {provider.id for provider in await schedule.list_providers(session)}:
        raise NotFound
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    row = {
        "id": new_id(),
        "created_at": session.now(),
        "provider_id": provider_id,
        "token_hash": _digest(token),
        "shows": shows.value,
        "created_by": session.scope.actor,
    }
    await queries.save_feed(session, row)
    await audit.record(session, "calendar_feed.create", "provider", [provider_id])
    return token


async def revoke_feed(session: ClinicSession, provider_id: UUID) -> None:
    """A provider's link stops working; :class:`NotFound` when there is none."""
    if not await queries.drop_feed(session, provider_id):
        raise NotFound
    await audit.record(session, "calendar_feed.revoke", "provider", [provider_id])


async def read_feed(database: Database, settings: Settings, token: str, address: str) -> Document:
    """The calendar of a secret. :class:`NotFound` for an invalid or revoked secret, :class:`TooManyRequests` for
    callers who ask too often."""
    digest = _digest(token)
    await identity.check(database, CALENDAR_FEED.of(settings), address, digest.hex())
    async with database.system(SystemScope.LOGIN) as system:
        row = await queries.find_feed(system, digest)
    if row is None:
        raise NotFound("This calendar is not available")
    async with database.clinic(identity.service_scope(row.clinic_id, "calendar-feed")) as session:
        content = await _calendar(session, row.provider_id, Shows(row.shows))
    return Document(content, f'"{hashlib.sha256(content).hexdigest()}"')


async def _calendar(session: ClinicSession, provider_id: UUID, shows: Shows) -> bytes:
    """From 30 days ago to a year ahead. Times are in UTC, so that no program has to know our zones; nothing in it
    but the visits changes, so that its digest stays."""
    practice = await practices.get_practice(session)
    names = {provider.id: provider.name for provider in await schedule.list_providers(session)}
    window = Interval(session.now() - _PAST, session.now() + _AHEAD)
    file = Calendar()
    file.add("prodid", _PRODUCT)
    file.add("version", "2.0")
    file.add("x-wr-calname", f"{names.get(provider_id, 'Provider')} at {practice.name}")
    file.add("refresh-interval", _AGAIN, parameters={"VALUE": "DURATION"})
    file.add("x-published-ttl", "PT15M")
    visits = await schedule.list_of_provider(session, provider_id, window)
    named = sorted({visit.patient_id for visit in visits}) if shows is Shows.INITIALS else []
    people = await patients.get_contacts(session, named)
    for visit in visits:
        who = people.get(visit.patient_id)
        file.add_component(_event(visit, _initials(who.name) if who else "Appointment"))
    for block in await schedule.list_blocks(session, window, provider_id):
        event = Event()
        event.add("uid", f"{encode('blk', block.id)}@mia.calendar")
        event.add("dtstamp", block.starts_at)
        event.add("dtstart", block.starts_at)
        event.add("dtend", block.ends_at)
        event.add("summary", "Blocked")
        file.add_component(event)
    content: bytes = file.to_ical()
    return content


def _event(visit: Appointment, title: str) -> Event:
    event = Event()
    event.add("uid", f"{encode('apt', visit.id)}@mia.calendar")
    event.add("dtstamp", visit.updated_at)
    event.add("last-modified", visit.updated_at)
    event.add("dtstart", visit.starts_at)
    event.add("dtend", visit.ends_at)
    event.add("summary", title)
    event.add("location", visit.location)
    event.add("status", "CONFIRMED")
    event.add("class", "PRIVATE")
    return event


def _initials(name: str) -> str:
    return "".join(f"{part[0].upper()}." for part in name.split()[:3])


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
