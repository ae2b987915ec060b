"""Reads and writes of the consent ledger."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, insert, select

from mia.consent.models import ConsentRow
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
