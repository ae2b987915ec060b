"""Changes to a practice's places, closed days and facts, and to its name and zone."""

from dataclasses import asdict, dataclass, replace
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.practice import queries
from mia.clinic.practice.hours import Closure, OpeningHours
from mia.clinic.practice.models import ClosureRow, FactRow, LocationRow, OpeningHoursRow
from mia.clinic.practice.places import Fact, Location, fact_of, location_of
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

CHANGED = "settings.changed"
"""The event that tells the job worker that Mia has to be made again."""


@dataclass(frozen=True)
class Place:
    """A location with its hours, as the practice keeps it; nothing is booked at a ``retired`` one."""

    location: Location
    hours: tuple[OpeningHours, ...]
    retired: bool = False


async def list_places(session: ClinicSession) -> list[Place]:
    """The locations that the practice sees, in its order."""
    hours = [
        OpeningHours(row.location_id, row.weekday, row.opens, row.closes)
        for row in await queries.list_hours(session)
    ]
    return [
        Place(
            location_of(row),
            tuple(item for item in hours if item.location_id == row.id),
            row.status == "retired",
        )
        for row in await queries.list_locations(session)
        if row.status != "removed"
    ]


async def put_place(session: ClinicSession, place: Place) -> None:
    """Enter a location, last in the order, or replace the one with its id; its hours with it."""
    await _put(session, LocationRow, asdict(place.location))
    await session.sql.execute(delete(OpeningHoursRow).where(OpeningHoursRow.location_id == place.location.id))
    hours = [asdict(replace(item, location_id=place.location.id)) for item in place.hours]
    await queries.add_rows(session, OpeningHoursRow, hours)


async def set_place_status(session: ClinicSession, location_id: UUID, status: str) -> None:
    """Make a location ``active``, ``retired`` or ``removed``; :class:`NotFound` for no such."""
    changed = await session.sql.scalar(
        update(LocationRow).where(LocationRow.id == location_id).values(status=status).returning(LocationRow.id)
    )
    if changed is None:
        raise NotFound


async def list_closed(session: ClinicSession) -> list[tuple[UUID, Closure]]:
    """The closed days with their ids, the first first."""
    rows = await queries.list_closures(session)
    return [(row.id, Closure(row.location_id, row.first_day, row.last_day, row.reason)) for row in rows]


async def put_closure(session: ClinicSession, closure_id: UUID, closure: Closure) -> None:
    """Enter closed days, or replace those with this id."""
    values = {"id": closure_id, **asdict(closure)}
    statement = upsert(ClosureRow).values(clinic_id=session.scope.clinic_id, **values)
    await session.sql.execute(
        statement.on_conflict_do_update(index_elements=["clinic_id", "id"], set_=asdict(closure))
    )


async def list_answers(session: ClinicSession) -> list[tuple[UUID, Fact]]:
    """The facts with their ids, in the practice's order."""
    rows = await queries.list_facts(session)
    return [(row.id, fact_of(row)) for row in rows]


async def put_fact(session: ClinicSession, fact_id: UUID, fact: Fact) -> None:
    """Enter a fact, last in the order, or replace the one with this id."""
    await _put(session, FactRow, {"id": fact_id, **asdict(fact), "questions": list(fact.questions)})


async def drop_closure(session: ClinicSession, closure_id: UUID) -> None:
    """Open again; :class:`NotFound` for no such."""
    await _drop(session, ClosureRow, closure_id)


async def drop_fact(session: ClinicSession, fact_id: UUID) -> None:
    """Forget a fact; :class:`NotFound` for no such."""
    await _drop(session, FactRow, fact_id)


async def _drop(session: ClinicSession, table: type[ClosureRow] | type[FactRow], row_id: UUID) -> None:
    gone = delete(table).where(table.id == row_id)
    if await session.sql.scalar(gone.returning(table.id)) is None:
        raise NotFound


async def _put(session: ClinicSession, table: type[LocationRow] | type[FactRow], values: dict[str, Any]) -> None:
    clinic_id = session.scope.clinic_id
    last = select(func.coalesce(func.max(table.position) + 1, 0)).where(table.clinic_id == clinic_id)
    statement = upsert(table).values(clinic_id=clinic_id, position=last.scalar_subquery(), **values)
    changed = {name: value for name, value in values.items() if name != "id"}
    await session.sql.execute(statement.on_conflict_do_update(index_elements=["clinic_id", "id"], set_=changed))
