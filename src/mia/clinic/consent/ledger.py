"""What was agreed to and refused, with its proof, and staff writing such a thing down."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from mia.clinic.consent import queries
from mia.clinic.consent.decision import MessageClass, Refusal
from mia.clinic.consent.grants import Basis, Channel, Evidence, Purpose
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id

PURPOSES = {
    MessageClass.REMINDER: Purpose.APPOINTMENT,
    MessageClass.RECALL: Purpose.RECALL,
    MessageClass.PROMO: Purpose.MARKETING,
}
"""What a consent is given for, by the kind of message. Answers need none, and cannot be refused but by a STOP."""

_BY_STAFF = "staff"
_LASTING = ("privacy_request", "stop", "staff")
"""Suppressions that are the person's word, and so hold at a new number too; a wrong number's does not."""


@dataclass(frozen=True)
class LedgerEntry:
    """One entry. ``agreed`` has ``purpose`` and ``basis``, ``refused`` has ``message_class``, ``stopped`` (every
    channel) has ``reason``; ``ended_at`` is when a refusal or stop was undone. ``recorded_by`` is an actor;
    what was agreed to without staff names the conversation or form in ``proof``."""

    id: UUID
    what: Literal["agreed", "refused", "stopped"]
    at: datetime
    channel: Channel | None = None
    purpose: Purpose | None = None
    basis: Basis | None = None
    message_class: MessageClass | None = None
    reason: str | None = None
    source: str | None = None
    wording: str | None = field(default=None, repr=False)
    proof: str | None = None
    recorded_by: str | None = None
    ended_at: datetime | None = None


async def read_ledger(session: ClinicSession, *addresses: str) -> list[LedgerEntry]:
    """Everything on record for addresses (E.164, or email), the newest first."""
    blinds = [session.blind(address) for address in addresses]
    found = [
        LedgerEntry(
            id=row.id,
            what="agreed",
            at=row.granted_at,
            channel=Channel(row.channel),
            purpose=Purpose(row.purpose),
            basis=Basis(row.basis),
            source=row.source,
            wording=session.unseal(row.wording_sealed) if row.wording_sealed else None,
            proof=row.proof,
            recorded_by=row.recorded_by,
        )
        for row in await queries.list_consents(session, blinds)
    ]
    found += [
        LedgerEntry(
            id=row.id,
            what="refused",
            at=row.created_at,
            channel=Channel(row.channel),
            message_class=MessageClass(row.message_class),
            source=row.source,
            wording=session.unseal(row.wording_sealed) if row.wording_sealed else None,
            recorded_by=row.recorded_by,
            ended_at=row.lifted_at,
        )
        for row in await queries.list_refusals(session, blinds, standing=False)
    ]
    found += [
        LedgerEntry(row.id, "stopped", row.created_at, reason=row.reason, ended_at=row.lifted_at)
        for row in await queries.list_all_suppressions(session, blinds)
    ]
    return sorted(found, key=lambda entry: (entry.at, entry.id), reverse=True)


async def list_refusals(session: ClinicSession, *addresses: str) -> list[Refusal]:
    """What the people at addresses do not want."""
    rows = await queries.list_refusals(session, [session.blind(one) for one in addresses], standing=True)
    return [Refusal(Channel(row.channel), MessageClass(row.message_class)) for row in rows]


async def agree(
    session: ClinicSession,
    address: str,
    channel: Channel,
    message_classes: Sequence[MessageClass],
    basis: Basis,
    evidence: Evidence,
) -> None:
    """Staff record consent to kinds of messages; earlier refusals of these end."""
    now = session.now()
    rows = [
        {
            "id": new_id(),
            "created_at": now,
            "address_sealed": session.seal(address),
            "address_blind": session.blind(address),
            "channel": channel.value,
            "purpose": PURPOSES[message_class].value,
            "basis": basis.value,
            "proof": _BY_STAFF,
            "granted_at": now,
            **_evidence(session, evidence),
        }
        for message_class in message_classes
    ]
    await queries.add_consents(session, rows)
    kinds = [message_class.value for message_class in message_classes]
    await queries.lift_refusals(session, session.blind(address), channel.value, kinds)


async def note_opt_in(session: ClinicSession, address: str, evidence: Evidence) -> None:
    """Staff record that someone may be contacted again about booked visits, and how they said so."""
    channel = Channel.EMAIL if "@" in address else Channel.SMS
    await agree(session, address, channel, [MessageClass.REMINDER], Basis.EXPRESS, evidence)


async def refuse(
    session: ClinicSession,
    address: str,
    channel: Channel,
    message_classes: Sequence[MessageClass],
    evidence: Evidence,
) -> None:
    """Staff record what someone does not want; it applies from this transaction on."""
    standing = await queries.list_refusals(session, [session.blind(address)], standing=True)
    known = {row.message_class for row in standing if row.channel == channel.value}
    fresh = [kind for kind in message_classes if kind.value not in known]
    if fresh:
        of_them = {"address_blind": session.blind(address), "channel": channel.value}
        rows = [_refusal(session, {**of_them, "message_class": kind.value}, evidence) for kind in fresh]
        await queries.add_refusals(session, rows)


async def carry_over(session: ClinicSession, old: str, new: str) -> list[UUID]:
    """What the person at ``old`` asked for holds at ``new`` as well; returns the refusals that were added.

    Consent does not go over: it was given for the old number.
    """
    blind = session.blind(new)
    for row in await queries.find_suppressions(session, [session.blind(old)]):
        if row.reason in _LASTING:
            values = {"id": new_id(), "address_blind": blind, "reason": row.reason, "created_at": session.now()}
            await queries.save_suppression(session, values, keeps=["privacy_request", "wrong_number"])
    known = {
        (row.channel, row.message_class) for row in await queries.list_refusals(session, [blind], standing=True)
    }
    copies: list[dict[str, Any]] = [
        {
            "id": new_id(),
            "created_at": session.now(),
            "address_blind": blind,
            "channel": row.channel,
            "message_class": row.message_class,
            "source": row.source,
            "wording_sealed": row.wording_sealed,
            "recorded_by": row.recorded_by,
        }
        for row in await queries.list_refusals(session, [session.blind(old)], standing=True)
        if (row.channel, row.message_class) not in known
    ]
    if copies:
        await queries.add_refusals(session, copies)
    return [row["id"] for row in copies]


async def take_back(session: ClinicSession, refusal_ids: Sequence[UUID]) -> None:
    """Refusals that :func:`carry_over` added no longer stand."""
    await queries.lift_refusals_by_id(session, refusal_ids)


def _refusal(session: ClinicSession, values: dict[str, Any], evidence: Evidence) -> dict[str, Any]:
    return {"id": new_id(), "created_at": session.now(), **values, **_evidence(session, evidence)}


def _evidence(session: ClinicSession, evidence: Evidence) -> dict[str, Any]:
    return {
        "source": evidence.source.value,
        "wording_sealed": session.seal(evidence.wording) if evidence.wording else None,
        "recorded_by": session.scope.actor,
    }
