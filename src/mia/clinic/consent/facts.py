"""What the send decision looks at: the facts about reaching someone, gathered once, and the holds against it.

Every room that begins a contact asks here. What counts of earlier contacts (``history``) is the asking room's.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Protocol, Self

from mia.clinic.consent import queries
from mia.clinic.consent.decision import (
    Contact,
    Decision,
    Outcome,
    Policy,
    Recipient,
    Refusal,
    Suppression,
    Touch,
    decide,
)
from mia.clinic.consent.grants import Basis, Channel, Consent, Purpose
from mia.clinic.consent.ledger import list_refusals
from mia.clinic.consent.places import states_of_number, zones_of_number
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import NumberUse
from mia.platform.db.session import ClinicSession

_ADULT_YEARS = 18
_HOLDS = {
    "do not contact": "do_not_contact",
    "complaint": "do_not_contact",
    "clinical hold": "do_not_contact",
    "deceased": "deceased",
    "minor": "minor",
}
"""Tags that stand against any contact, by the rule they mean."""
_NEEDS = {Channel.SMS: NumberUse.TEXTS, Channel.CALL: NumberUse.CALLS}


class Person(Protocol):
    """What of a record stands for or against contacting its person."""

    @property
    def tags(self) -> tuple[str, ...]: ...
    @property
    def birth_date(self) -> date | None: ...
    @property
    def archived_at(self) -> datetime | None: ...
    @property
    def unverified(self) -> bool: ...


def holds_of(person: Person, today: date) -> frozenset[str]:
    """The rules that stand against contacting a person, by tags and age."""
    holds = {_HOLDS[tag.casefold()] for tag in person.tags if tag.casefold() in _HOLDS}
    if (born := person.birth_date) is not None:
        age = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
        holds |= {"minor"} if age < _ADULT_YEARS else set()
    if person.archived_at is not None:
        holds |= {"archived"}
    if person.unverified:
        holds |= {"unverified"}
    return frozenset(holds)


async def list_consents(session: ClinicSession, *addresses: str) -> list[Consent]:
    """What was granted for addresses (E.164, or email), oldest first."""
    rows = await queries.list_consents(session, [session.blind(address) for address in addresses])
    return [
        Consent(
            Channel(row.channel), Purpose(row.purpose), Basis(row.basis), row.proof, row.granted_at, row.text_id
        )
        for row in rows
    ]


async def list_suppressions(session: ClinicSession, *addresses: str) -> list[Suppression]:
    """What stands against contact at any of the addresses."""
    rows = await queries.find_suppressions(session, [session.blind(address) for address in addresses])
    return [Suppression(row.reason) for row in rows]


async def get_policy(session: ClinicSession) -> Policy:
    """What the clinic has settled; the strict defaults where it has not."""
    row = await queries.find_policy(session)
    if row is None:
        return Policy()
    return Policy(row.opens, row.closes, row.per_day, row.per_week, Basis(row.recall_basis))


async def channels_without_number(session: ClinicSession) -> frozenset[Channel]:
    """The channels on which nothing can leave, for want of a number to leave from."""
    numbers = await practices.list_numbers(session)
    return frozenset(channel for channel, use in _NEEDS.items() if not any(one.serves(use) for one in numbers))


@dataclass(frozen=True)
class Assessment:
    """The decision about one way to reach someone. ``address`` is None when there is none."""

    contact: Contact
    address: str | None = field(repr=False)
    decision: Decision


@dataclass(frozen=True)
class ContactFacts:
    """All that is known about reaching someone at a number, an email address, or both."""

    phone: str | None = field(repr=False)
    email: str | None = field(repr=False)
    recipient: Recipient
    consents: Sequence[Consent] = field(repr=False)
    suppressions: Sequence[Suppression]
    refusals: Sequence[Refusal]
    policy: Policy
    without_number: frozenset[Channel]
    """Channels for which the practice has no number of its own."""
    switched_off: frozenset[Channel]
    """Channels on which the practice does not let Mia begin a contact about a visit that is due."""

    def address(self, channel: Channel) -> str | None:
        """Where the person is reached on a channel."""
        return self.email if channel is Channel.EMAIL else self.phone

    def holding(self, *holds: str) -> Self:
        """The same with more holds."""
        return replace(self, recipient=replace(self.recipient, holds=self.recipient.holds.union(holds)))

    def recipient_by(self, channel: Channel) -> Recipient:
        """The person as someone to be reached on a channel."""
        has_address, has_sender = self.address(channel) is not None, channel not in self.without_number
        return replace(self.recipient, has_address=has_address, has_sender=has_sender)

    def assess(self, contact: Contact, now: datetime, history: Sequence[Touch] = ()) -> Assessment:
        """The decision about a contact."""
        decision = decide(
            contact,
            self.recipient_by(contact.channel),
            consents=self.consents,
            suppressions=self.suppressions,
            refusals=self.refusals,
            history=history,
            policy=self.policy,
            now=now,
        )
        return Assessment(contact, self.address(contact.channel), decision)


def first_permitted(assessments: Sequence[Assessment]) -> Assessment:
    """The first way that is not blocked; where all are, the first."""
    return next((one for one in assessments if one.decision.outcome is not Outcome.BLOCK), assessments[0])


async def gather_facts(
    session: ClinicSession, phone: str | None, email: str | None, people: Iterable[Person], *, booked: bool = False
) -> ContactFacts:
    """The facts about reaching someone at these addresses; ``people`` are the records that may be theirs."""
    addresses = [address for address in (phone, email) if address]
    practice, today = await practices.get_practice(session), session.now().date()
    recipient = Recipient(
        has_address=bool(addresses),
        zones=tuple(dict.fromkeys([*(zones_of_number(phone) if phone else ()), practice.zone])),
        states=states_of_number(phone) if phone else frozenset(),
        holds=frozenset[str]().union(*[holds_of(person, today) for person in people]),
        booked=booked,
    )
    return ContactFacts(
        phone,
        email,
        recipient,
        consents=await list_consents(session, *addresses) if addresses else [],
        suppressions=await list_suppressions(session, *addresses) if addresses else [],
        refusals=await list_refusals(session, *addresses) if addresses else [],
        policy=await get_policy(session),
        without_number=await channels_without_number(session),
        switched_off=_switched_off(practice.settings),
    )


def _switched_off(settings: practices.PracticeSettings) -> frozenset[Channel]:
    calls = frozenset() if settings.calls_patients else frozenset({Channel.CALL})
    return calls if settings.writes_to_patients else calls | {Channel.SMS, Channel.EMAIL}
