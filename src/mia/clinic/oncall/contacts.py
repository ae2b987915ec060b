"""A practice's on-call contacts, in order, and how each can be reached now."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel
from mia.clinic.oncall import queries
from mia.clinic.oncall.models import OnCallContactRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

MOST_CONTACTS = 10


class Way(StrEnum):
    """How someone is told."""

    TEXT = "text"
    EMAIL = "email"
    CALL = "call"


@dataclass(frozen=True)
class Contact:
    """Someone on call. ``phone`` is E.164; ``ways`` are those that were chosen."""

    id: UUID
    name: str = field(repr=False)
    phone: str | None = field(repr=False)
    email: str | None = field(repr=False)
    ways: tuple[Way, ...]

    def address(self, way: Way) -> str | None:
        """What a way needs."""
        return self.email if way is Way.EMAIL else self.phone


@dataclass(frozen=True)
class Reachable:
    """A contact with the ways that work now, and why the others do not."""

    contact: Contact
    ways: tuple[Way, ...]
    broken: tuple[tuple[Way, str], ...]


async def list_contacts(session: ClinicSession) -> list[Contact]:
    """Everyone on call, in order."""
    return [_contact(session, row) for row in await queries.list_contacts(session)]


def version_of(contacts: Sequence[Contact]) -> str:
    """A word that changes with the list."""
    written = repr([(one.id.hex, one.name, one.phone, one.email, one.ways) for one in contacts])
    return hashlib.sha256(written.encode()).hexdigest()[:16]


async def save_contacts(session: ClinicSession, contacts: Sequence[Contact], version: str) -> None:
    """Replace the list; :class:`Conflict` when someone else has changed it since ``version``."""
    await queries.lock_contacts(session)
    if version_of(await list_contacts(session)) != version:
        raise Conflict("Someone else changed the on-call list. Reload it and try again.")
    if len(contacts) > MOST_CONTACTS:
        raise Invalid("Too many contacts", fields={"contacts": f"At most {MOST_CONTACTS}"})
    if len({one.id for one in contacts}) < len(contacts):
        raise Invalid("A contact is on the list twice", fields={"contacts": "Each contact once"})
    await queries.replace_contacts(
        session, [_row(session, contact, place) for place, contact in enumerate(contacts)]
    )
    await audit.record(session, "oncall.change", "oncall", [one.id for one in contacts])
    await realtime.publish(session, "settings.changed", session.scope.clinic_id)


async def list_reachable(session: ClinicSession) -> list[Reachable]:
    """Everyone on call with the ways that work now, in order."""
    lacking = await consent.channels_without_number(session)
    return [await _reachable(session, contact, lacking) for contact in await list_contacts(session)]


async def is_covered(session: ClinicSession) -> bool:
    """Whether an alert would reach anyone on call: only then may Mia say that the team is alerted."""
    return any(one.ways for one in await list_reachable(session))


async def find_contact(session: ClinicSession, phone: str) -> Contact | None:
    """Whose phone on the list this is (E.164); the first one's where it is shared."""
    row = await queries.find_contact(session, session.blind(phone))
    return _contact(session, row) if row else None


async def _reachable(session: ClinicSession, contact: Contact, lacking: frozenset[Channel]) -> Reachable:
    stopped = contact.phone is not None and await consent.is_suppressed(session, contact.phone)
    why = {
        Way.TEXT: "Texts were stopped from this phone. Texting START turns them on again." if stopped else None,
        Way.CALL: None,
        Way.EMAIL: None,
    }
    if Channel.SMS in lacking:
        why[Way.TEXT] = "The practice has no number to text from."
    if Channel.CALL in lacking:
        why[Way.CALL] = "The practice has no number to call from."
    broken = tuple((way, reason) for way in contact.ways if (reason := why[way]))
    return Reachable(contact, tuple(way for way in contact.ways if why[way] is None), broken)


def _contact(session: ClinicSession, row: OnCallContactRow) -> Contact:
    return Contact(
        id=row.id,
        name=session.unseal(row.name_sealed),
        phone=session.unseal(row.phone_sealed) if row.phone_sealed else None,
        email=session.unseal(row.email_sealed) if row.email_sealed else None,
        ways=tuple(Way(way) for way in row.ways),
    )


def _row(session: ClinicSession, contact: Contact, position: int) -> dict[str, object]:
    return {
        "id": contact.id,
        "created_at": session.now(),
        "position": position,
        "name_sealed": session.seal(contact.name),
        "phone_sealed": session.seal(contact.phone) if contact.phone else None,
        "phone_blind": session.blind(contact.phone) if contact.phone else None,
        "email_sealed": session.seal(contact.email) if contact.email else None,
        "ways": [way.value for way in contact.ways],
    }


def new_contact(name: str, phone: str | None, email: str | None, ways: Sequence[Way]) -> Contact:
    """Someone who is not on the list yet."""
    return Contact(new_id(), name, phone, email, tuple(ways))
