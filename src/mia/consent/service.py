"""The consent ledger: what a person agreed to when they gave us their number."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mia.consent import queries
from mia.db.session import ClinicSession
from mia.kernel.ids import new_id


class Channel(StrEnum):
    """How somebody may be contacted."""

    CALL = "call"
    SMS = "sms"


class Purpose(StrEnum):
    """What the number was given for; it may be used for that and nothing wider (FCC 2015 order)."""

    APPOINTMENT = "appointment"
    CALL_BACK = "call_back"


class Basis(StrEnum):
    """Why contact is allowed."""

    NUMBER_GIVEN = "number_given"


@dataclass(frozen=True)
class Consent:
    """One grant. ``proof`` is the id of the conversation or form in which it was given."""

    channel: Channel
    purpose: Purpose
    basis: Basis
    proof: str
    granted_at: datetime


async def record_number_given(session: ClinicSession, phone: str, purpose: Purpose, proof: str) -> None:
    """Note that a person gave ``phone`` (E.164) for ``purpose``: calls and texts about that are allowed.

    It is no consent to advertising, nor to a call by an artificial voice.
    """
    common = {
        "address_blind": session.blind(phone),
        "purpose": purpose.value,
        "basis": Basis.NUMBER_GIVEN.value,
        "proof": proof,
        "granted_at": session.now(),
    }
    rows = [{**common, "address_sealed": session.seal(phone), "channel": channel.value} for channel in Channel]
    await queries.add_consents(session, rows)


async def list_consents(session: ClinicSession, phone: str) -> list[Consent]:
    """What was granted for a number (E.164), oldest first."""
    return [
        Consent(Channel(row.channel), Purpose(row.purpose), Basis(row.basis), row.proof, row.granted_at)
        for row in await queries.list_consents(session, session.blind(phone))
    ]


async def forget_given_in(session: ClinicSession, proof: str) -> None:
    """Delete the grants of one conversation or form, with the numbers in them (visitors of the demo)."""
    await queries.drop_by_proof(session, proof)


async def suppress(session: ClinicSession, address: str) -> None:
    """Somebody wants no contact any more (phone as E.164, or e-mail): from now on and for good."""
    values = {
        "id": new_id(),
        "address_blind": session.blind(address),
        "reason": "privacy_request",
        "created_at": session.now(),
    }
    await queries.add_suppression(session, values)


async def forget_address(session: ClinicSession, address: str) -> int:
    """Remove an address from its grants, which keep its keyed hash as proof that past contacts were allowed.
    Returns how many grants there were."""
    return await queries.hide_address(session, session.blind(address), session.seal("removed"))


async def is_suppressed(session: ClinicSession, address: str) -> bool:
    """Whether an address (phone as E.164, or e-mail) must not be contacted by Mia of her own accord."""
    return await queries.find_suppression(session, session.blind(address)) is not None
