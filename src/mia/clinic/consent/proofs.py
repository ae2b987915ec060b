"""Proven contacts, and consents that wait for proof.

Anyone can type someone else's number into a form or chat. Consent given there is held (:func:`hold_rows`) and only
enters the ledger once the contact is proven (:func:`release_consents`); each held consent names the conversation or
form it came from.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Select, delete, func, insert, select
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.consent import queries
from mia.clinic.consent.grants import Channel
from mia.clinic.consent.models import PendingConsentRow, ProvenContactRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


class Proof(StrEnum):
    """How a contact was proven.

    A text's sender can be forged, and so can a reply. ``REPLY`` (to a message that the practice began by itself,
    at a time a stranger does not choose) is enough to talk and to book; ``FORM_REPLY`` (to the text that a web form
    brought, which a stranger can cause) opens the conversation about that form and nothing of a record. Canceling
    and moving by text take ``CODE`` or ``STAFF``: what only the holder of the contact could have read, or a person
    at the practice who checked.
    """

    CODE = "code"
    STAFF = "staff"
    REPLY = "reply"
    FORM_REPLY = "form_reply"


HOLDS = timedelta(days=90)
"""How long a proof counts: a number that was given up may be someone else's after that (47 CFR
52.15(f)(1)(ii))."""
ANY = frozenset(Proof)
STRONG = frozenset({Proof.CODE, Proof.STAFF})
"""Proofs that cannot be forged by who can forge a sender."""
KNOWN = STRONG | {Proof.REPLY}
"""Proofs that let someone be taken for the patient whose number it is."""


async def prove_contact(session: ClinicSession, address: str, proof: Proof) -> None:
    """Record that the person who gave a phone (E.164) or email controls it, as of now."""
    await prove_contacts(session, [address], proof)


async def prove_contacts(session: ClinicSession, addresses: Collection[str], proof: Proof) -> None:
    """:func:`prove_contact` for many."""
    if not addresses:
        return
    fixed = {"clinic_id": session.scope.clinic_id, "how": proof.value, "proven_at": session.now()}
    statement = upsert(ProvenContactRow).values(
        [{**fixed, "address_blind": session.blind(address)} for address in sorted(set(addresses))]
    )
    await session.sql.execute(
        statement.on_conflict_do_update(
            index_elements=["clinic_id", "address_blind", "how"],
            set_={"proven_at": statement.excluded.proven_at},
        )
    )


async def is_proven(session: ClinicSession, address: str, proofs: Collection[Proof]) -> bool:
    """Whether a contact was proven in one of these ways within the last 90 days."""
    at = await proven_at(session, address, proofs)
    return at is not None and at > session.now() - HOLDS


async def proven_at(session: ClinicSession, address: str, proofs: Collection[Proof]) -> datetime | None:
    """When a contact was last proven in one of these ways; None for never."""
    query = select(func.max(ProvenContactRow.proven_at)).where(
        ProvenContactRow.address_blind == session.blind(address),
        ProvenContactRow.how.in_([proof.value for proof in proofs]),
    )
    return await session.sql.scalar(query)


async def hold_rows(session: ClinicSession, rows: Sequence[dict[str, object]]) -> None:
    """Keep rows of the ledger back until their contact is proven."""
    fixed = {"clinic_id": session.scope.clinic_id, "created_at": session.now()}
    await session.sql.execute(insert(PendingConsentRow).values([{**fixed, **row} for row in rows]))


async def release_consents(session: ClinicSession, address: str, source: str) -> int:
    """Write to the ledger what was agreed to for a contact that is proven now, in ``source``: the id of a
    conversation, or how the ids of its kind begin (``frm_``). What others gave for it elsewhere stays held. Returns
    how many consents."""
    query = _held(session, address).where(PendingConsentRow.proof.startswith(source, autoescape=True))
    rows = (await session.sql.scalars(query)).all()
    if rows:
        # With the instant of the proof: before it no one knew that it was theirs to give.
        await queries.add_consents(
            session,
            [
                {
                    "id": new_id(),
                    "address_sealed": row.address_sealed,
                    "address_blind": row.address_blind,
                    "channel": row.channel,
                    "purpose": row.purpose,
                    "basis": row.basis,
                    "proof": row.proof,
                    "granted_at": session.now(),
                    "text_id": row.text_id,
                }
                for row in rows
            ],
        )
        ids = [row.id for row in rows]
        await session.sql.execute(delete(PendingConsentRow).where(PendingConsentRow.id.in_(ids)))
    return len(rows)


async def is_text_awaited(session: ClinicSession, address: str) -> bool:
    """Whether someone agreed to be texted at a number that is not proven yet."""
    held = (await session.sql.scalars(_held(session, address))).all()
    return any(row.channel == Channel.SMS.value for row in held)


async def forget_held(session: ClinicSession, source: str) -> None:
    """Delete what is held of one conversation or form."""
    await session.sql.execute(delete(PendingConsentRow).where(PendingConsentRow.proof == source))


async def forget_contact(session: ClinicSession, address: str) -> None:
    """Delete proofs of an address, and what is held for it."""
    blind = session.blind(address)
    await session.sql.execute(delete(PendingConsentRow).where(PendingConsentRow.address_blind == blind))
    await session.sql.execute(delete(ProvenContactRow).where(ProvenContactRow.address_blind == blind))


async def purge_proofs(session: ClinicSession, held_before: datetime) -> int:
    """Delete held consents older than an instant and expired proofs; returns the count of each."""
    held = (
        delete(PendingConsentRow).where(PendingConsentRow.created_at < held_before).returning(PendingConsentRow.id)
    )
    old = delete(ProvenContactRow).where(ProvenContactRow.proven_at < session.now() - HOLDS)
    gone = (await session.sql.execute(held)).all()
    return len(gone) + len((await session.sql.execute(old.returning(ProvenContactRow.how))).all())


def _held(session: ClinicSession, address: str) -> Select[PendingConsentRow]:
    return select(PendingConsentRow).where(PendingConsentRow.address_blind == session.blind(address))
