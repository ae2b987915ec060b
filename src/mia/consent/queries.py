"""Reads and writes of the consent ledger."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.consent.models import ConsentRow, SuppressionRow
from mia.db.session import ClinicSession


async def add_consents(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    clinic_id = session.scope.clinic_id
    await session.sql.execute(insert(ConsentRow), [{"clinic_id": clinic_id, **row} for row in rows])


async def list_consents(session: ClinicSession, address_blind: bytes) -> Sequence[ConsentRow]:
    query = select(ConsentRow).where(
        ConsentRow.clinic_id == session.scope.clinic_id, ConsentRow.address_blind == address_blind
    )
    return (await session.sql.scalars(query.order_by(ConsentRow.granted_at, ConsentRow.id))).all()


async def drop_by_proof(session: ClinicSession, proof: str) -> None:
    where = (ConsentRow.clinic_id == session.scope.clinic_id, ConsentRow.proof == proof)
    await session.sql.execute(delete(ConsentRow).where(*where))


async def hide_address(session: ClinicSession, address_blind: bytes, placeholder: bytes) -> int:
    """Replace the address in its grants; the keyed hash stays. Returns how many grants there are."""
    where = (ConsentRow.clinic_id == session.scope.clinic_id, ConsentRow.address_blind == address_blind)
    changed = update(ConsentRow).where(*where).values(address_sealed=placeholder).returning(ConsentRow.id)
    return len((await session.sql.execute(changed)).all())


async def add_suppression(session: ClinicSession, values: Mapping[str, Any]) -> None:
    """Suppress an address; once more changes nothing."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    await session.sql.execute(upsert(SuppressionRow).values(row).on_conflict_do_nothing())


async def find_suppression(session: ClinicSession, address_blind: bytes) -> SuppressionRow | None:
    query = select(SuppressionRow).where(
        SuppressionRow.clinic_id == session.scope.clinic_id, SuppressionRow.address_blind == address_blind
    )
    return await session.sql.scalar(query)
