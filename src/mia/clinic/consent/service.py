"""The consent ledger: what a person agreed to when they gave us their number, what they took back, and the
decisions made by it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from mia.clinic.consent import queries
from mia.clinic.consent.decision import (
    Contact,
    Decision,
    MessageClass,
    Outcome,
    Policy,
    Recipient,
    Refusal,
    Suppression,
    Touch,
    decide,
    objection,
)
from mia.clinic.consent.facts import (
    Assessment,
    ContactFacts,
    channels_without_number,
    first_permitted,
    gather_facts,
    get_policy,
    list_consents,
    list_suppressions,
)
from mia.clinic.consent.grants import Basis, Channel, Consent, Evidence, Purpose, Source
from mia.clinic.consent.imported import Stated, enter_stated, on_record
from mia.clinic.consent.ledger import (
    LedgerEntry,
    agree,
    carry_over,
    list_refusals,
    note_opt_in,
    read_ledger,
    refuse,
    take_back,
)
from mia.clinic.consent.places import states_of_number, zones_of_number
from mia.clinic.consent.proofs import (
    ANY,
    HOLDS,
    KNOWN,
    STRONG,
    Proof,
    forget_contact,
    forget_held,
    hold_rows,
    is_proven,
    is_text_awaited,
    prove_contact,
    prove_contacts,
    proven_at,
    purge_proofs,
    release_consents,
)
from mia.clinic.consent.rules import RULES, reason_of
from mia.clinic.consent.texts import ConsentText, TextKind, current_text, get_text, list_texts, revise_text
from mia.platform.db.session import ClinicSession
from mia.platform.db.together import Write
from mia.platform.kernel.ids import new_id


class SuppressionReason(StrEnum):
    """Why an address is not contacted. The person can lift ``STOP`` and ``STAFF`` (told to staff) by texting
    START."""

    PRIVACY_REQUEST = "privacy_request"
    STOP = "stop"
    WRONG_NUMBER = "wrong_number"
    STAFF = "staff"


@dataclass(frozen=True)
class Grant:
    """A consent to enter for an address (E.164, or email in lower case)."""

    address: str = field(repr=False)
    consent: Consent


async def record_number_given(session: ClinicSession, phone: str, purpose: Purpose, proof: str) -> None:
    """Note that a person gave ``phone`` (E.164) for ``purpose``: calls and texts about that are allowed.

    It is no consent to advertising, nor to a call by an artificial voice. Of someone who has not shown that the
    number is theirs, use :func:`hold_number_given`.
    """
    await import_consents(session, _number_given(session, phone, purpose, proof))


def number_given(session: ClinicSession, phone: str, purpose: Purpose, proof: str) -> list[Write]:
    """What :func:`record_number_given` notes, to be written together with whose number it is."""
    grants = _number_given(session, phone, purpose, proof)
    return [
        queries.consent_write(session, {**_columns(session, grant), "granted_at": grant.consent.granted_at})
        for grant in grants
    ]


async def hold_number_given(session: ClinicSession, phone: str, purpose: Purpose, proof: str) -> None:
    """:func:`record_number_given` once the number is proven by the person who gave it in ``proof``."""
    await hold_consents(session, _number_given(session, phone, purpose, proof))


async def import_consents(session: ClinicSession, grants: Sequence[Grant]) -> None:
    """Enter grants as they are."""
    rows = [{**_columns(session, grant), "granted_at": grant.consent.granted_at} for grant in grants]
    if rows:
        await queries.add_consents(session, rows)


async def hold_consents(session: ClinicSession, grants: Sequence[Grant]) -> None:
    """Keep grants back until their contact is proven (:func:`release_consents`)."""
    await hold_rows(session, [_columns(session, grant) for grant in grants])


def _number_given(session: ClinicSession, phone: str, purpose: Purpose, proof: str) -> list[Grant]:
    now = session.now()
    return [
        Grant(phone, Consent(channel, purpose, Basis.NUMBER_GIVEN, proof, now))
        for channel in (Channel.CALL, Channel.SMS)
    ]


def _columns(session: ClinicSession, grant: Grant) -> dict[str, object]:
    """The columns that a grant has in the ledger and while it is held."""
    return {
        "id": new_id(),
        "address_sealed": session.seal(grant.address),
        "address_blind": session.blind(grant.address),
        "channel": grant.consent.channel.value,
        "purpose": grant.consent.purpose.value,
        "basis": grant.consent.basis.value,
        "proof": grant.consent.proof,
        "text_id": grant.consent.text_id,
    }


async def forget_given_in(session: ClinicSession, proof: str) -> None:
    """Delete the grants of one conversation or form, held ones too (visitors of the demo)."""
    await queries.drop_by_proof(session, proof)
    await forget_held(session, proof)


async def suppress(
    session: ClinicSession, address: str, reason: SuppressionReason = SuppressionReason.PRIVACY_REQUEST
) -> None:
    """A person opts out (phone as E.164, or email): effective immediately, on every channel.

    An opt-out that START can't lift (privacy request, wrong number) outlives a later STOP.
    """
    await suppress_blind(session, session.blind(address), reason)


async def suppress_blind(session: ClinicSession, address_blind: bytes, reason: SuppressionReason) -> None:
    """:func:`suppress` for an address of which only the keyed hash is known."""
    values = {
        "id": new_id(),
        "address_blind": address_blind,
        "reason": reason.value,
        "created_at": session.now(),
    }
    lasting = (SuppressionReason.PRIVACY_REQUEST, SuppressionReason.WRONG_NUMBER)
    keeps = [] if reason in lasting else [one.value for one in lasting]
    await queries.save_suppression(session, values, keeps=keeps)


THEIRS = (SuppressionReason.STOP, SuppressionReason.STAFF)
"""Opt-outs that the person made, to us or to staff, and can lift by text."""


async def lift(
    session: ClinicSession,
    *addresses: str,
    reasons: Sequence[SuppressionReason] = THEIRS,
    until: datetime | None = None,
) -> bool:
    """The person opts back in: earlier opt-outs (``until`` an instant) no longer apply. Returns whether there were
    any."""
    blinds = [session.blind(address) for address in addresses]
    words = [reason.value for reason in reasons]
    return bool(await queries.lift_suppressions(session, blinds, words, until or session.now()))


async def forget_address(session: ClinicSession, address: str) -> int:
    """Remove an address from its grants, which keep its keyed hash as proof that past contacts were allowed, and
    forget that it was proven. Returns how many grants there were."""
    await forget_contact(session, address)
    return await queries.hide_address(session, session.blind(address), session.seal("removed"))


async def find_suppressed(session: ClinicSession, address_blinds: Sequence[bytes]) -> set[bytes]:
    """Those of some addresses' keyed hashes that must not be contacted, for lists."""
    return {row.address_blind for row in await queries.find_suppressions(session, address_blinds)}


async def is_suppressed(session: ClinicSession, address: str) -> bool:
    """Whether an address (phone as E.164, or email) must not be contacted by Mia of her own accord."""
    return bool(await list_suppressions(session, address))


async def save_policy(session: ClinicSession, policy: Policy) -> None:
    """Replace the clinic's contact settings."""
    await queries.save_policy(session, {**asdict(policy), "recall_basis": policy.recall_basis.value})


async def record_decision(
    session: ClinicSession, subject_id: UUID, contact: Contact, decision: Decision, *, patient_id: UUID | None
) -> None:
    """Keep a decision with what it was about (an intent, a text)."""
    await queries.add_decision(
        session,
        {
            "id": new_id(),
            "created_at": session.now(),
            "subject_id": subject_id,
            "patient_id": patient_id,
            "message_class": contact.message_class.value,
            "channel": contact.channel.value,
            "outcome": decision.outcome.value,
            "rule": decision.rule,
            "not_before": decision.until,
        },
    )


async def last_decision(session: ClinicSession, subject_id: UUID) -> Decision:
    """The newest decision about something that was decided."""
    row = (await queries.list_decisions(session, subject_id))[-1]
    return Decision(Outcome(row.outcome), row.rule, reason_of(row.rule), row.not_before)


async def list_decisions(session: ClinicSession, subject_id: UUID) -> list[tuple[datetime, str, str]]:
    """The decisions about something, oldest first: when, outcome, rule."""
    return [(row.created_at, row.outcome, row.rule) for row in await queries.list_decisions(session, subject_id)]
