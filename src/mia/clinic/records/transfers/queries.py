"""Reads and writes of imports."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.records.transfers.models import (
    BadRowsRow,
    FaultRow,
    ImportNameRow,
    ImportRow,
    MadeRow,
    PartRow,
    PieceRow,
    SeenRow,
)
from mia.platform.db.session import ClinicSession


async def add_import(session: ClinicSession, values: Mapping[str, Any]) -> None:
    await session.sql.execute(insert(ImportRow).values(clinic_id=session.scope.clinic_id, **values))


async def find_import(session: ClinicSession, import_id: UUID, *, lock: bool = False) -> ImportRow | None:
    query = select(ImportRow).where(ImportRow.id == import_id)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def list_imports(session: ClinicSession, limit: int) -> Sequence[ImportRow]:
    return (await session.sql.scalars(select(ImportRow).order_by(ImportRow.created_at.desc()).limit(limit))).all()


async def lock_clinic(session: ClinicSession) -> None:
    """One step of any import of the clinic at a time, so that two files never add one person twice."""
    key = f"patient-import:{session.scope.clinic_id}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


async def change_import(session: ClinicSession, import_id: UUID, values: Mapping[str, Any]) -> None:
    changed = update(ImportRow).where(ImportRow.id == import_id)
    await session.sql.execute(changed.values(changed_at=session.now(), **values))


async def drop_import(session: ClinicSession, import_id: UUID) -> None:
    await session.sql.execute(delete(ImportRow).where(ImportRow.id == import_id))


async def save_part(session: ClinicSession, import_id: UUID, number: int, content: bytes) -> None:
    key = {"clinic_id": session.scope.clinic_id, "import_id": import_id, "number": number}
    statement = upsert(PartRow).values(**key, content_sealed=content)
    await session.sql.execute(
        statement.on_conflict_do_update(index_elements=list(key), set_={"content_sealed": content})
    )


async def list_parts(session: ClinicSession, import_id: UUID) -> Sequence[tuple[int, bytes]]:
    """Numbers and sealed contents, in order."""
    query = select(PartRow.number, PartRow.content_sealed).where(PartRow.import_id == import_id)
    return [(row[0], row[1]) for row in await session.sql.execute(query.order_by(PartRow.number))]


async def count_parts(session: ClinicSession, import_id: UUID) -> int:
    query = select(func.count()).where(PartRow.import_id == import_id)
    return await session.sql.scalar(query) or 0


async def add_piece(session: ClinicSession, import_id: UUID, number: int, rows: bytes) -> None:
    values = {"clinic_id": session.scope.clinic_id, "import_id": import_id}
    await session.sql.execute(insert(PieceRow).values(**values, number=number, rows_sealed=rows))


async def find_piece(session: ClinicSession, import_id: UUID, number: int) -> bytes | None:
    query = select(PieceRow.rows_sealed).where(PieceRow.import_id == import_id, PieceRow.number == number)
    return await session.sql.scalar(query)


async def empty(
    session: ClinicSession,
    import_id: UUID,
    *tables: type[PartRow | PieceRow | SeenRow | FaultRow | BadRowsRow | ImportNameRow],
) -> None:
    """Delete what is in some tables of an import."""
    for table in tables:
        await session.sql.execute(delete(table).where(table.import_id == import_id))


async def add_seen(session: ClinicSession, import_id: UUID, people: Sequence[bytes]) -> int:
    """Note people, or their visits; returns how many of them were not noted before."""
    values = [
        {"clinic_id": session.scope.clinic_id, "import_id": import_id, "person_blind": blind}
        for blind in dict.fromkeys(people)
    ]
    if not values:
        return 0
    statement = upsert(SeenRow).values(values).on_conflict_do_nothing().returning(SeenRow.person_blind)
    return len((await session.sql.scalars(statement)).all())


async def seen_people(
    session: ClinicSession, import_id: UUID, keys: Sequence[bytes]
) -> dict[bytes, tuple[UUID, bool]]:
    """Whose record some people of the file are, and whether the file brought it."""
    row = SeenRow
    query = select(row.person_blind, row.whose, row.new).where(
        row.import_id == import_id, row.person_blind.in_(keys)
    )
    return {found[0]: (found[1], found[2]) for found in await session.sql.execute(query) if found[1] is not None}


async def seen_of(session: ClinicSession, import_id: UUID, keys: Sequence[bytes]) -> set[bytes]:
    """Which of some things were met in the file."""
    query = select(SeenRow.person_blind).where(SeenRow.import_id == import_id, SeenRow.person_blind.in_(keys))
    return set(await session.sql.scalars(query))


async def add_people(session: ClinicSession, import_id: UUID, people: Mapping[bytes, tuple[UUID, bool]]) -> None:
    """Note whose record people of the file are; those who were noted stay."""
    of_file = {"clinic_id": session.scope.clinic_id, "import_id": import_id}
    values = [{**of_file, "person_blind": key, "whose": whose, "new": new} for key, (whose, new) in people.items()]
    if values:
        await session.sql.execute(upsert(SeenRow).values(values).on_conflict_do_nothing())


async def add_faults(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        values = [{"clinic_id": session.scope.clinic_id, **row} for row in rows]
        await session.sql.execute(upsert(FaultRow).values(values).on_conflict_do_nothing())


async def list_faults(session: ClinicSession, import_id: UUID, after: int, limit: int) -> Sequence[FaultRow]:
    """What is wrong with the lines after one, in their order."""
    query = select(FaultRow).where(FaultRow.import_id == import_id, FaultRow.line > after)
    return (await session.sql.scalars(query.order_by(FaultRow.line, FaultRow.field).limit(limit))).all()


async def add_bad_rows(session: ClinicSession, import_id: UUID, number: int, rows: bytes) -> None:
    values = {"clinic_id": session.scope.clinic_id, "import_id": import_id}
    await session.sql.execute(insert(BadRowsRow).values(**values, number=number, rows_sealed=rows))


async def next_bad_rows(session: ClinicSession, import_id: UUID, after: int) -> tuple[int, bytes] | None:
    """The first piece after one that has bad rows: its number, and these sealed."""
    query = select(BadRowsRow.number, BadRowsRow.rows_sealed).where(
        BadRowsRow.import_id == import_id, BadRowsRow.number > after
    )
    row = (await session.sql.execute(query.order_by(BadRowsRow.number).limit(1))).first()
    return None if row is None else (row[0], row[1])


async def add_made(session: ClinicSession, import_id: UUID, kind: str, ids: Sequence[UUID]) -> None:
    values = {"clinic_id": session.scope.clinic_id, "import_id": import_id, "kind": kind}
    if ids:
        await session.sql.execute(insert(MadeRow), [{**values, "object_id": id_} for id_ in ids])


async def find_changes(session: ClinicSession, import_id: UUID, people: Sequence[UUID]) -> dict[UUID, bytes]:
    """What an import changed of some patients before, sealed."""
    query = select(MadeRow.object_id, MadeRow.change_sealed).where(
        MadeRow.import_id == import_id, MadeRow.kind == "change", MadeRow.object_id.in_(people)
    )
    return {row[0]: row[1] for row in await session.sql.execute(query) if row[1] is not None}


async def save_changes(session: ClinicSession, import_id: UUID, changes: Mapping[UUID, bytes]) -> None:
    """Note what an import changed of patients, sealed."""
    of_file = {"clinic_id": session.scope.clinic_id, "import_id": import_id, "kind": "change"}
    values = [{**of_file, "object_id": id_, "change_sealed": sealed} for id_, sealed in changes.items()]
    if values:
        statement = upsert(MadeRow).values(values)
        key = ["clinic_id", "import_id", "object_id"]
        sealed = {"change_sealed": statement.excluded.change_sealed}
        await session.sql.execute(statement.on_conflict_do_update(index_elements=key, set_=sealed))


async def take_changes(session: ClinicSession, import_id: UUID, limit: int) -> dict[UUID, bytes]:
    """Some of what an import changed, which is no longer noted as such."""
    here = (MadeRow.import_id == import_id, MadeRow.kind == "change")
    some = select(MadeRow.object_id).where(*here).order_by(MadeRow.object_id).limit(limit)
    statement = delete(MadeRow).where(*here, MadeRow.object_id.in_(some))
    taken = await session.sql.execute(statement.returning(MadeRow.object_id, MadeRow.change_sealed))
    return {row[0]: row[1] for row in taken if row[1] is not None}


async def take_made(session: ClinicSession, import_id: UUID, kind: str, limit: int) -> list[UUID]:
    """Some of what an import made, which is no longer noted as such."""
    here = (MadeRow.import_id == import_id, MadeRow.kind == kind)
    some = select(MadeRow.object_id).where(*here).order_by(MadeRow.object_id).limit(limit)
    statement = delete(MadeRow).where(*here, MadeRow.object_id.in_(some)).returning(MadeRow.object_id)
    return sorted((await session.sql.scalars(statement)).all())


async def list_stale(session: ClinicSession, before: datetime, states: Sequence[str]) -> list[UUID]:
    """Imports in some states that no one has touched since an instant."""
    query = select(ImportRow.id).where(ImportRow.state.in_(states), ImportRow.changed_at < before)
    return list((await session.sql.scalars(query)).all())
