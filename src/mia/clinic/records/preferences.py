"""What a patient agrees to, channel by channel and kind by kind, and staff writing it down with its proof."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import (
    Basis,
    Channel,
    Contact,
    ContactFacts,
    Evidence,
    MessageClass,
    SuppressionReason,
    reason_of,
)
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid
from mia.platform.realtime import service as realtime

KINDS = (MessageClass.REMINDER, MessageClass.RECALL, MessageClass.PROMO)
"""Kinds of messages that one can agree to or refuse."""


@dataclass(frozen=True)
class Standing:
    """Whether a kind of message may go out on a channel, hours and limits aside. ``rule`` says by what not."""

    channel: Channel
    message_class: MessageClass
    rule: str | None

    @property
    def allowed(self) -> bool:
        return self.rule is None

    @property
    def reason(self) -> str | None:
        """The rule in words."""
        return reason_of(self.rule) if self.rule else None


def standings(session: ClinicSession, facts: ContactFacts) -> list[Standing]:
    """Every channel with every kind. A call by a person needs no consent to an AI's voice; one by Mia does."""
    return [
        Standing(channel, kind, _objection(session, facts, channel, kind)) for channel in Channel for kind in KINDS
    ]


async def agree(
    session: ClinicSession,
    patient_id: UUID,
    channel: Channel,
    kinds: Sequence[MessageClass],
    basis: Basis,
    evidence: Evidence,
) -> None:
    """Staff record what the patient agrees to. It does not undo an opt-out.

    :class:`Invalid` without an address for the channel, or for a number given only (that is what a patient
    does, not what staff says).
    """
    address = _address(await patients.get_patient(session, patient_id), channel)
    if basis is Basis.NUMBER_GIVEN:
        raise Invalid("Say whether it was said or signed", fields={"basis": "Express or written"})
    await consent.agree(session, address, channel, kinds, basis, evidence)
    await audit.record(session, "consent.grant", "patient", [patient_id])
    await realtime.publish(session, "patient.changed", patient_id)


async def refuse(
    session: ClinicSession, patient_id: UUID, channel: Channel, kinds: Sequence[MessageClass], evidence: Evidence
) -> None:
    """Staff record what the patient does not want; planned contacts are decided again before they are sent."""
    address = _address(await patients.get_patient(session, patient_id), channel)
    await consent.refuse(session, address, channel, kinds, evidence)
    await audit.record(session, "consent.refuse", "patient", [patient_id])
    await realtime.publish(session, "patient.changed", patient_id)


async def opt_in(session: ClinicSession, patient_id: UUID, evidence: Evidence) -> None:
    """Staff lift an opt-out that was told to staff; a texted STOP is only lifted by START.

    :class:`Conflict` when there is nothing to lift.
    """
    patient = await patients.get_patient(session, patient_id)
    addresses = [address for address in (patient.phone, patient.email) if address]
    if not addresses or not await consent.lift(session, *addresses, reasons=(SuppressionReason.STAFF,)):
        raise Conflict("There is no opt-out that staff recorded. Who texted STOP takes it back by texting START.")
    await consent.note_opt_in(session, addresses[0], evidence)
    await audit.record(session, "consent.lift", "patient", [patient_id])
    await realtime.publish(session, "patient.changed", patient_id)


def _address(patient: Patient, channel: Channel) -> str:
    address = patient.email if channel is Channel.EMAIL else patient.phone
    if address is None:
        what = "email address" if channel is Channel.EMAIL else "phone number"
        raise Invalid(f"There is no {what} on record", fields={"channel": f"No {what}"})
    return address


def _objection(session: ClinicSession, facts: ContactFacts, channel: Channel, kind: MessageClass) -> str | None:
    by_person = channel is Channel.CALL
    refusals = [one for one in facts.refusals if not (by_person and one.channel is Channel.AI_VOICE)]
    contact = Contact(kind, Channel.CALL if channel is Channel.AI_VOICE else channel)
    recipient = facts.recipient_by(contact.channel)
    rule = consent.objection(
        contact,
        replace(recipient, has_sender=recipient.has_sender or by_person),
        consents=facts.consents,
        suppressions=facts.suppressions,
        refusals=refusals,
        policy=facts.policy,
        now=session.now(),
    )
    return None if by_person and rule == "no_ai_voice_consent" else rule
