"""Reads and writes of the consent ledger, suppressions, the contact policy and decisions."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.consent.models import ConsentRow, ContactPolicyRow, RefusalRow, SendDecisionRow, SuppressionRow
from mia.platform.db.session import ClinicSession
from mia.platform.db.together import Insertion, Write

_CONSENT = Insertion(
    ConsentRow.__table__,
    *("clinic_id", "id", "address_sealed", "address_blind", "channel", "purpose", "basis", "proof", "text_id"),
    "granted_at",
)


def consent_write(session: ClinicSession, row: Mapping[str, Any]) -> Write:
    """A grant, to be written together with what it came with."""
    return _CONSENT.of({"clinic_id": session.scope.clinic_id, **row})


async def add_consents(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    clinic_id = session.scope.clinic_id
    await session.sql.execute(insert(ConsentRow), [{"clinic_id": clinic_id, **row} for row in rows])


async def list_consents(session: ClinicSession, address_blinds: Sequence[bytes]) -> Sequence[ConsentRow]:
    query = select(ConsentRow).where(ConsentRow.address_blind.in_(address_blinds))
    return (await session.sql.scalars(query.order_by(ConsentRow.granted_at, ConsentRow.id))).all()


async def drop_by_proof(session: ClinicSession, proof: str) -> None:
    await session.sql.execute(delete(ConsentRow).where(ConsentRow.proof == proof))


async def hide_address(session: ClinicSession, address_blind: bytes, placeholder: bytes) -> int:
    """Replace the address in its grants, and what was said; the keyed hash stays. Returns how many grants."""
    refusals = update(RefusalRow).where(RefusalRow.address_blind == address_blind)
    await session.sql.execute(refusals.values(wording_sealed=None))
    consents = update(ConsentRow).where(ConsentRow.address_blind == address_blind)
    hidden = consents.values(address_sealed=placeholder, wording_sealed=None)
    return len((await session.sql.execute(hidden.returning(ConsentRow.id))).all())


async def add_refusals(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    clinic_id = session.scope.clinic_id
    await session.sql.execute(insert(RefusalRow), [{"clinic_id": clinic_id, **row} for row in rows])


async def list_refusals(
    session: ClinicSession, address_blinds: Sequence[bytes], *, standing: bool
) -> Sequence[RefusalRow]:
    """Refusals of some addresses, oldest first; ``standing``: those not lifted."""
    query = select(RefusalRow).where(RefusalRow.address_blind.in_(address_blinds))
    if standing:
        query = query.where(RefusalRow.lifted_at.is_(None))
    return (await session.sql.scalars(query.order_by(RefusalRow.created_at, RefusalRow.id))).all()


async def lift_refusals(
    session: ClinicSession, address_blind: bytes, channel: str, message_classes: Sequence[str]
) -> None:
    statement = (
        update(RefusalRow)
        .where(RefusalRow.address_blind == address_blind)
        .where(RefusalRow.channel == channel, RefusalRow.message_class.in_(message_classes))
        .where(RefusalRow.lifted_at.is_(None))
        .values(lifted_at=session.now())
    )
    await session.sql.execute(statement)


async def lift_refusals_by_id(session: ClinicSession, ids: Sequence[UUID]) -> None:
    await session.sql.execute(update(RefusalRow).where(RefusalRow.id.in_(ids)).values(lifted_at=session.now()))


async def save_suppression(session: ClinicSession, values: Mapping[str, Any], *, keeps: Sequence[str]) -> None:
    """Suppress an address; one that stands for a reason of ``keeps`` stays as it is."""
    row = {"clinic_id": session.scope.clinic_id, "lifted_at": None, **values}
    statement = upsert(SuppressionRow).values(row)
    statement = statement.on_conflict_do_update(
        index_elements=["clinic_id", "address_blind"],
        set_={"reason": row["reason"], "lifted_at": None, "created_at": row["created_at"]},
        where=SuppressionRow.lifted_at.is_not(None) | SuppressionRow.reason.not_in(keeps),
    )
    await session.sql.execute(statement)


async def find_suppressions(session: ClinicSession, address_blinds: Sequence[bytes]) -> Sequence[SuppressionRow]:
    """Those that stand."""
    query = select(SuppressionRow).where(
        SuppressionRow.address_blind.in_(address_blinds), SuppressionRow.lifted_at.is_(None)
    )
    return (await session.sql.scalars(query)).all()


async def list_all_suppressions(
    session: ClinicSession, address_blinds: Sequence[bytes]
) -> Sequence[SuppressionRow]:
    """Those that stand, and those that were lifted."""
    query = select(SuppressionRow).where(SuppressionRow.address_blind.in_(address_blinds))
    return (await session.sql.scalars(query)).all()


async def lift_suppressions(
    session: ClinicSession, address_blinds: Sequence[bytes], reasons: Sequence[str], until: datetime
) -> Sequence[bytes]:
    """Lift those that stand for one of ``reasons`` and were said until an instant; returns their hashes."""
    statement = (
        update(SuppressionRow)
        .where(SuppressionRow.address_blind.in_(address_blinds), SuppressionRow.lifted_at.is_(None))
        .where(SuppressionRow.reason.in_(reasons), SuppressionRow.created_at <= until)
        .values(lifted_at=session.now())
        .returning(SuppressionRow.address_blind)
    )
    return (await session.sql.scalars(statement)).all()


async def find_policy(session: ClinicSession) -> ContactPolicyRow | None:
    return await session.sql.scalar(select(ContactPolicyRow))


async def save_policy(session: ClinicSession, values: Mapping[str, Any]) -> None:
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(ContactPolicyRow).values(row)
    await session.sql.execute(statement.on_conflict_do_update(index_elements=["clinic_id"], set_=dict(values)))


async def add_decision(session: ClinicSession, values: Mapping[str, Any]) -> None:
    await session.sql.execute(insert(SendDecisionRow).values(clinic_id=session.scope.clinic_id, **values))


async def list_decisions(session: ClinicSession, subject_id: UUID) -> Sequence[SendDecisionRow]:
    query = select(SendDecisionRow).where(SendDecisionRow.subject_id == subject_id)
    return (await session.sql.scalars(query.order_by(SendDecisionRow.created_at, SendDecisionRow.id))).all()
