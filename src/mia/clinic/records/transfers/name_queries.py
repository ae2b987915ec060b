"""Reads and writes of treatments' names in files."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.records.transfers.models import ImportNameRow, TreatmentNameRow
from mia.platform.db.session import ClinicSession


async def remembered(session: ClinicSession, blinds: Sequence[bytes]) -> list[tuple[bytes, str, UUID | None]]:
    """What the practice said before of some names: keyed hash, choice, service."""
    row = TreatmentNameRow
    query = select(row.name_blind, row.choice, row.service_id).where(row.name_blind.in_(blinds))
    return [(found[0], found[1], found[2]) for found in await session.sql.execute(query)]


async def names_of(session: ClinicSession, import_id: UUID, blinds: Sequence[bytes]) -> Sequence[ImportNameRow]:
    """Those of some names that are noted for an import."""
    query = select(ImportNameRow).where(ImportNameRow.import_id == import_id, ImportNameRow.name_blind.in_(blinds))
    return (await session.sql.scalars(query)).all()


async def list_names(session: ClinicSession, import_id: UUID) -> Sequence[ImportNameRow]:
    """The names that stand in an import's file, the most frequent first."""
    query = select(ImportNameRow).where(ImportNameRow.import_id == import_id, ImportNameRow.rows > 0)
    return (await session.sql.scalars(query.order_by(ImportNameRow.rows.desc(), ImportNameRow.name_blind))).all()


async def count_names(
    session: ClinicSession, import_id: UUID, rows: Sequence[Mapping[str, Any]], *, most: int
) -> None:
    """Note names, or that they stand in more rows; no new ones beyond ``most``."""
    if not rows:
        return
    table = ImportNameRow
    noted = set(await session.sql.scalars(select(table.name_blind).where(table.import_id == import_id)))
    fresh = [row for row in rows if row["name_blind"] not in noted][: max(0, most - len(noted))]
    kept = [row for row in rows if row["name_blind"] in noted] + fresh
    if kept:
        statement = upsert(table).values([{**_of(session, import_id), **row} for row in kept])
        more = {"rows": table.rows + statement.excluded.rows}
        key = ["clinic_id", "import_id", "name_blind"]
        await session.sql.execute(statement.on_conflict_do_update(index_elements=key, set_=more))


async def choose_names(session: ClinicSession, import_id: UUID, rows: Sequence[Mapping[str, Any]]) -> None:
    """Note what staff chose, and forget how often names stood in the file and what was only guessed."""
    table = ImportNameRow
    guessed = delete(table).where(table.import_id == import_id, table.why.is_distinct_from("chosen"))
    await session.sql.execute(guessed)
    zero = (await session.sql.scalars(select(table).where(table.import_id == import_id))).all()
    for row in zero:
        row.rows = 0
    await session.sql.flush()
    if rows:
        statement = upsert(table).values([{**_of(session, import_id), **row} for row in rows])
        said = {name: getattr(statement.excluded, name) for name in ("choice", "service_id", "why")}
        key = ["clinic_id", "import_id", "name_blind"]
        await session.sql.execute(statement.on_conflict_do_update(index_elements=key, set_=said))


async def remember(session: ClinicSession, import_id: UUID) -> None:
    """What staff chose for an import is what the names mean in the next one."""
    here, memory = ImportNameRow, TreatmentNameRow
    chosen = select(here).where(here.import_id == import_id, here.why == "chosen", here.rows > 0)
    values = [
        {
            "clinic_id": session.scope.clinic_id,
            "name_blind": row.name_blind,
            "choice": row.choice,
            "service_id": row.service_id,
            "said_at": session.now(),
        }
        for row in await session.sql.scalars(chosen)
    ]
    if values:
        statement = upsert(memory).values(values)
        said = {name: getattr(statement.excluded, name) for name in ("choice", "service_id", "said_at")}
        key = ["clinic_id", "name_blind"]
        await session.sql.execute(statement.on_conflict_do_update(index_elements=key, set_=said))


def _of(session: ClinicSession, import_id: UUID) -> dict[str, Any]:
    return {"clinic_id": session.scope.clinic_id, "import_id": import_id}
