"""Reads and writes of a practice's rows."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.practice.models import ClinicSettingsRow, ClosureRow, FactRow, LocationRow, OpeningHoursRow
from mia.platform.db.session import ClinicSession


async def find_settings(session: ClinicSession) -> ClinicSettingsRow | None:
    return await session.sql.scalar(select(ClinicSettingsRow))


async def list_locations(session: ClinicSession) -> Sequence[LocationRow]:
    return (await session.sql.scalars(select(LocationRow).order_by(LocationRow.position))).all()


async def list_hours(session: ClinicSession) -> Sequence[OpeningHoursRow]:
    query = select(OpeningHoursRow).order_by(OpeningHoursRow.weekday, OpeningHoursRow.opens)
    return (await session.sql.scalars(query)).all()


async def list_closures(session: ClinicSession) -> Sequence[ClosureRow]:
    return (await session.sql.scalars(select(ClosureRow).order_by(ClosureRow.first_day))).all()


async def list_facts(session: ClinicSession) -> Sequence[FactRow]:
    return (await session.sql.scalars(select(FactRow).order_by(FactRow.position))).all()


async def save_settings(session: ClinicSession, values: Mapping[str, Any]) -> None:
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(ClinicSettingsRow).values(row)
    await session.sql.execute(statement.on_conflict_do_update(index_elements=["clinic_id"], set_=dict(values)))


async def add_rows(
    session: ClinicSession,
    table: type[LocationRow] | type[OpeningHoursRow] | type[ClosureRow] | type[FactRow],
    rows: Sequence[Mapping[str, Any]],
) -> None:
    """Insert many rows of one table for the session's clinic."""
    if rows:
        clinic_id = session.scope.clinic_id
        await session.sql.execute(insert(table), [{"clinic_id": clinic_id, **row} for row in rows])
