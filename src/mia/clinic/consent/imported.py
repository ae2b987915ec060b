"""What many people agreed to and do not want, as a list from elsewhere says it. It undoes nothing on record."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from mia.clinic.consent import queries
from mia.clinic.consent.decision import MessageClass
from mia.clinic.consent.grants import Basis, Channel
from mia.clinic.consent.ledger import PURPOSES
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id

_SOURCE = "import"


@dataclass(frozen=True)
class Stated:
    """One kind of message on one channel to one contact (E.164, or email), and the words that say so."""

    address: str = field(repr=False)
    channel: Channel
    message_class: MessageClass
    wording: str = field(repr=False, compare=False, default="")


@dataclass(frozen=True)
class OnRecord:
    """What stands for some contacts: those opted out of everything, what is refused, and what is agreed to."""

    opted_out: frozenset[str] = field(repr=False)
    refused: frozenset[Stated]
    agreed: frozenset[Stated]


async def on_record(session: ClinicSession, addresses: Collection[str], basis: Basis) -> OnRecord:
    """What stands for contacts. What was agreed to counts where its basis is as good as ``basis``."""
    by_blind = {session.blind(address): address for address in set(addresses)}
    kinds = {purpose.value: kind for kind, purpose in PURPOSES.items()}
    enough = {Basis.WRITTEN.value} if basis is Basis.WRITTEN else {Basis.WRITTEN.value, Basis.EXPRESS.value}
    blinds = list(by_blind)
    return OnRecord(
        frozenset(by_blind[row.address_blind] for row in await queries.find_suppressions(session, blinds)),
        frozenset(
            Stated(by_blind[row.address_blind], Channel(row.channel), MessageClass(row.message_class))
            for row in await queries.list_refusals(session, blinds, standing=True)
        ),
        frozenset(
            Stated(by_blind[row.address_blind], Channel(row.channel), kinds[row.purpose])
            for row in await queries.list_consents(session, blinds)
            if row.basis in enough and row.purpose in kinds
        ),
    )


async def enter_stated(
    session: ClinicSession,
    agreed: Sequence[Stated],
    refused: Sequence[Stated],
    basis: Basis,
    *,
    proof: str,
    recorded_by: str,
) -> None:
    """Enter what a list says: ``proof`` is the list's id, ``recorded_by`` who brought it. No refusal ends by it."""
    now = session.now()

    def entry(said: Stated) -> dict[str, object]:
        return {
            "id": new_id(),
            "created_at": now,
            "address_blind": session.blind(said.address),
            "channel": said.channel.value,
            "source": _SOURCE,
            "wording_sealed": session.seal(said.wording) if said.wording else None,
            "recorded_by": recorded_by,
        }

    if agreed:
        grants = [
            {
                **entry(said),
                "address_sealed": session.seal(said.address),
                "purpose": PURPOSES[said.message_class].value,
                "basis": basis.value,
                "proof": proof,
                "granted_at": now,
            }
            for said in agreed
        ]
        await queries.add_consents(session, grants)
    if refused:
        rows = [{**entry(said), "message_class": said.message_class.value} for said in refused]
        await queries.add_refusals(session, rows)
