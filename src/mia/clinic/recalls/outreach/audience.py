"""May this patient be contacted, on which channel, and why not: the facts gathered for the send decision."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import (
    Channel,
    Consent,
    Contact,
    Decision,
    MessageClass,
    Outcome,
    Recipient,
    Suppression,
)
from mia.clinic.inbox import service as inbox
from mia.clinic.leads.answers import service as lead_answers
from mia.clinic.patients.service import Patient
from mia.clinic.practice import service as practices
from mia.clinic.recalls.ledger import Recall, list_recalls
from mia.clinic.recalls.outreach import queries
from mia.platform.db.session import ClinicSession

_WEEK = timedelta(days=7)


class Kind(StrEnum):
    """What staff asks for: "Call with Mia" or "Send Follow-Up Message with Mia" (spec §2)."""

    CALL = "call"
    MESSAGE = "message"


@dataclass(frozen=True)
class Assessment:
    """The decision about one way to reach a patient. ``address`` is None when there is none."""

    contact: Contact
    address: str | None = field(repr=False)
    decision: Decision


@dataclass(frozen=True)
class Audience:
    """A patient with everything the decision looks at."""

    patient: Patient
    recalls: tuple[Recall, ...]
    recipient: Recipient
    consents: Sequence[Consent] = field(repr=False)
    suppressions: Sequence[Suppression]
    refusals: Sequence[consent.Refusal]
    history: Sequence[consent.Touch]
    policy: consent.Policy
    off: frozenset[Channel] = frozenset()
    """Channels on which the practice does not let Mia begin a contact."""
    without_number: frozenset[Channel] = frozenset()
    """Channels for which the practice has no number of its own."""

    def due(self, session: ClinicSession) -> list[Recall]:
        """The recalls that are due, the longest due first."""
        return [recall for recall in self.recalls if recall.is_due(session.now())]


async def gather(session: ClinicSession, patient: Patient, *, leave_out: UUID | None = None) -> Audience:
    """The facts about a patient; ``leave_out`` is the intent that is being decided about."""
    addresses = [address for address in (patient.phone, patient.email) if address]
    practice = await practices.get_practice(session)
    recalls = tuple(await list_recalls(session, patient.id))
    now = session.now()
    planned = any(recall.planned_at is not None and recall.planned_at > now for recall in recalls)
    phone = patient.phone
    blinds = [session.blind(address) for address in addresses]
    touches = await queries.list_touches(session, patient.id, blinds, now - _WEEK, leave_out)
    touches += await lead_answers.list_touches(session, blinds, now - _WEEK)
    recipient = Recipient(
        has_address=True,
        zones=tuple(dict.fromkeys([*(consent.zones_of_number(phone) if phone else ()), practice.zone])),
        states=consent.states_of_number(phone) if phone else frozenset(),
        holds=lead_answers.holds_of(patient, now.date()),
        booked=planned and not any(recall.is_due(now) for recall in recalls),
    )
    return Audience(
        patient=patient,
        recalls=recalls,
        recipient=recipient,
        consents=await consent.list_consents(session, *addresses) if addresses else [],
        suppressions=await consent.list_suppressions(session, *addresses) if addresses else [],
        refusals=await consent.list_refusals(session, *addresses) if addresses else [],
        history=touches,
        policy=await consent.get_policy(session),
        off=_switched_off(practice.settings),
        without_number=await inbox.channels_without_number(session),
    )


def _switched_off(settings: practices.PracticeSettings) -> frozenset[Channel]:
    calls = frozenset() if settings.calls_patients else frozenset({Channel.CALL})
    return calls if settings.writes_to_patients else calls | {Channel.SMS, Channel.EMAIL}


def assess(session: ClinicSession, audience: Audience, kind: Kind) -> Assessment:
    """The decision for a kind of contact. A message goes by text where that is permitted, else by mail."""
    if kind is Kind.CALL:
        return assess_channel(session, audience, Channel.CALL)
    by_text = assess_channel(session, audience, Channel.SMS)
    if by_text.decision.outcome is not Outcome.BLOCK:
        return by_text
    by_mail = assess_channel(session, audience, Channel.EMAIL)
    return by_mail if by_mail.decision.outcome is not Outcome.BLOCK else by_text


def assess_channel(session: ClinicSession, audience: Audience, channel: Channel) -> Assessment:
    """The decision for one channel."""
    patient, facts = audience.patient, audience.recipient
    address = patient.email if channel is Channel.EMAIL else patient.phone
    contact = Contact(MessageClass.RECALL, channel)
    holds = facts.holds | {"switched_off"} if channel in audience.off else facts.holds
    decision = consent.decide(
        contact,
        Recipient(
            address is not None,
            facts.zones,
            facts.states,
            holds,
            facts.booked,
            has_sender=channel not in audience.without_number,
        ),
        consents=audience.consents,
        suppressions=audience.suppressions,
        refusals=audience.refusals,
        history=audience.history,
        policy=audience.policy,
        now=session.now(),
    )
    return Assessment(contact, address, decision)
