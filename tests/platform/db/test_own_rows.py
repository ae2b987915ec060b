"""Two walls between clinics, each of which holds alone: the session's condition and row-level security."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import Executable, Select, delete, exists, func, insert, literal, select, true, union_all, update
from sqlalchemy.dialects.postgresql import dialect
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.orm import aliased

import migrations.models
from mia.clinic.inbox.models import ConversationRow
from mia.clinic.patients.adding import import_patients
from mia.clinic.patients.models import PatientGramRow, PatientRow
from mia.clinic.patients.people import NewPatient
from mia.platform.db.arrays import insert_of
from mia.platform.db.base import Base
from mia.platform.db.own_rows import CLINIC, ForeignRow, condition_of
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from tests.confinement import Unconfined, unconfined
from tests.conftest import MASTER_KEY

OTHER = aliased(PatientRow)
READS: dict[str, Select[*tuple[Any, ...]]] = {
    "rows": select(PatientRow.clinic_id),
    "an alias": select(OTHER.clinic_id),
    "a join": select(OTHER.clinic_id).join(PatientRow, PatientRow.source == OTHER.source),
    "a count": select(PatientRow.clinic_id, func.count()).group_by(PatientRow.clinic_id),
    "a part": select(select(PatientRow.clinic_id).subquery().c.clinic_id),
    "with": select(select(PatientRow.clinic_id).cte().c.clinic_id),
    "a function": select(func.unnest(func.array_agg(PatientRow.clinic_id))),
    "a join to a part": select(OTHER.clinic_id).join(select(PatientRow.source).subquery(), true()),
}
_STAFF = PatientRow.source == "staff"
_ALIKE = OTHER.source == PatientRow.source
COUNTS: dict[str, Select[*tuple[Any, ...]]] = {
    "a table in the condition alone": select(func.count()).where(_STAFF),
    "an alias in the condition alone": select(literal(1)).where(OTHER.source == "staff"),
    "two in the condition alone": select(func.count()).where(_ALIKE),
    "where to look": select(func.count()).select_from(PatientRow).join(OTHER, _ALIKE),
    "an outer join": select(func.count(OTHER.id)).select_from(PatientRow).outerjoin(OTHER, _ALIKE),
    "a count for each": select(select(func.count()).where(_ALIKE).correlate(PatientRow).scalar_subquery()).where(
        _STAFF
    ),
    "a part's count": select(func.count()).select_from(union_all(select(PatientRow.id)).subquery()),
}
"""What each clinic has one of, while there are two."""
UNSEEN: dict[str, Executable] = {
    "an expression over two tables": select(func.coalesce(PatientRow.source, PatientGramRow.gram)),
    "a filtered count without a condition": select(func.count().filter(_STAFF)),
    "a window without a condition": select(func.row_number().over(order_by=PatientRow.id)),
    "the table itself": select(PatientRow.__table__.c.source),
    "a further table of a change": update(OTHER).values(source="import").where(_ALIKE),
}
"""What the session puts no condition on, or not on all of it."""
WALLS = ("the session alone", "row-level security alone")


def scope() -> ClinicScope:
    return ClinicScope(clinic_id=new_id(), actor="test")


@pytest.fixture(params=WALLS)
def wall(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Clinic:
    """A clinic behind one of the walls only; another has patients too."""

    def __init__(self, database: Database, owner_url: str, wall: str) -> None:
        self.scope, self.wall = scope(), wall
        self._app = database
        self._owner = Database.connect(owner_url, MASTER_KEY, SystemClock(), pool_size=1)

    @asynccontextmanager
    async def session(self) -> AsyncIterator[ClinicSession]:
        """The owner's role passes row-level security; the app's, without the condition, does not."""
        alone = self.wall == WALLS[0]
        async with (self._owner if alone else self._app).clinic(self.scope) as session:
            if not alone:
                session.sql.sync_session.info.pop(CLINIC)
            yield session

    async def close(self) -> None:
        await self._owner.close()


@pytest.fixture
async def clinic(database: Database, database_url: str, wall: str) -> AsyncIterator[Clinic]:
    clinic = Clinic(database, database_url, wall)
    for each in (clinic.scope, scope()):
        async with database.clinic(each) as session:
            await import_patients(session, [NewPatient("Ana Ruiz", "+13055550142")])
    yield clinic
    await clinic.close()


@pytest.mark.parametrize("read", READS)
async def test_a_read_that_names_no_clinic_finds_ones_own_rows_only(clinic: Clinic, read: str) -> None:
    async with clinic.session() as session:
        assert set(await session.sql.scalars(READS[read])) == {clinic.scope.clinic_id}


async def test_rows_of_other_clinics_stand_behind_no_condition(clinic: Clinic) -> None:
    theirs = select(PatientGramRow.gram).where(PatientGramRow.patient_id != PatientRow.id)
    async with clinic.session() as session:
        assert (await session.sql.scalars(select(PatientRow.id).where(theirs.exists()))).all() == []
        both = union_all(select(PatientRow.clinic_id), select(OTHER.clinic_id))
        assert set(await session.sql.scalars(both)) == {clinic.scope.clinic_id}


@pytest.mark.parametrize("count", COUNTS)
async def test_rows_of_other_clinics_do_not_count(clinic: Clinic, count: str) -> None:
    async with clinic.session() as session:
        assert (await session.sql.scalars(COUNTS[count])).all() == [1]


@pytest.mark.filterwarnings("ignore:SELECT statement has a cartesian product")
@pytest.mark.parametrize("form", UNSEEN)
async def test_a_statement_that_the_session_does_not_confine_fails_the_test_that_sends_it(
    database: Database, form: str
) -> None:
    with pytest.raises(Unconfined, match="patient"):
        async with database.clinic(scope()) as session:
            await session.sql.execute(UNSEEN[form])


@pytest.mark.parametrize("query", [*READS.values(), *COUNTS.values()], ids=[*READS, *COUNTS])
def test_a_statement_that_it_confines_does_not(query: Select[*tuple[Any, ...]]) -> None:
    sql = str(query.options(condition_of(new_id())).compile(dialect=dialect()))  # type: ignore[no-untyped-call]
    assert not unconfined(sql)
    assert unconfined(sql.replace("clinic_id = ", "clinic_id <> "))


async def test_a_row_of_another_clinic_is_not_there(clinic: Clinic, database: Database) -> None:
    other = scope()
    async with database.clinic(other) as session:
        (theirs,) = await import_patients(session, [NewPatient("Ben Cole", "+13055550143")])
    async with clinic.session() as session:
        assert await session.sql.get(PatientRow, (other.clinic_id, theirs)) is None
        assert not await session.sql.scalar(select(exists().where(PatientRow.id == theirs)))
        known = select(OTHER.id).where(OTHER.id == theirs)
        await session.sql.execute(update(PatientRow).where(known.exists()).values(source="import"))
        await session.sql.execute(delete(PatientGramRow).where(literal(theirs).in_(known)))
    async with clinic.session() as session:
        assert (await session.sql.scalars(select(PatientRow.source))).all() == ["staff"]
        assert await session.sql.scalar(select(func.count()).select_from(PatientGramRow))


async def test_changes_and_deletions_leave_other_clinics_alone(clinic: Clinic, database: Database) -> None:
    other = scope()
    async with database.clinic(other) as session:
        (patient_id,) = await import_patients(session, [NewPatient("Ben Cole", "+13055550143")])
    async with clinic.session() as session:
        await session.sql.execute(update(PatientRow).values(source="import"))
        await session.sql.execute(delete(PatientGramRow))
        await session.sql.execute(delete(PatientRow).where(PatientRow.id == patient_id))
    async with database.clinic(other) as session:
        assert (await session.sql.scalars(select(PatientRow.source))).all() == ["staff"]
        assert await session.sql.scalar(select(func.count()).select_from(PatientGramRow))


@pytest.mark.parametrize("form", ["parameters", "values", "many values", "an object"])
async def test_no_row_is_entered_for_another_clinic(clinic: Clinic, form: str) -> None:
    row = {"clinic_id": new_id(), "id": new_id(), "name_sealed": b"x", "tags": [], "source": "staff"}
    with pytest.raises((ForeignRow, ProgrammingError)):
        async with clinic.session() as session:
            if form == "an object":
                session.sql.add(PatientRow(**row))
            elif form == "parameters":
                await session.sql.execute(insert(PatientRow), [row])
            else:
                await session.sql.execute(insert(PatientRow).values(row if form == "values" else [row]))


async def test_many_rows_of_one_statement_are_the_sessions_clinics_alone(database: Database) -> None:
    clinic, other = scope(), scope()
    row = {"channel": "phone", "status": "closed", "started_at": SystemClock().now(), "patient_id": None}
    async with database.clinic(clinic) as session:
        rows = [{"id": new_id(), **row} for _ in range(3)]
        await session.sql.execute(insert_of(ConversationRow, clinic.clinic_id, rows))
        assert set(await session.sql.scalars(select(ConversationRow.id))) == {each["id"] for each in rows}
    with pytest.raises(ProgrammingError):
        async with database.clinic(clinic) as session:
            await session.sql.execute(insert_of(ConversationRow, other.clinic_id, [{"id": new_id(), **row}]))


async def test_an_object_without_a_clinic_becomes_the_sessions(database: Database) -> None:
    clinic = scope()
    async with database.clinic(clinic) as session:
        session.sql.add(PatientRow(name_sealed=b"x", tags=[], source="staff"))
    async with database.clinic(clinic) as session:
        assert (await session.sql.scalars(select(PatientRow.clinic_id))).all() == [clinic.clinic_id]


assert migrations.models.db  # which gathers the tables of all rooms
TABLES = sorted(
    (mapper.class_ for mapper in Base.registry.mappers if hasattr(mapper.class_, "clinic_id")),
    key=lambda row: row.__tablename__,
)


@pytest.mark.parametrize("row", TABLES)
def test_the_condition_stands_on_every_table_of_clinics(row: Any) -> None:
    read = str(select(row).options(condition_of(new_id())).compile(dialect=dialect()))  # type: ignore[no-untyped-call]
    assert f"WHERE {row.__tablename__}.clinic_id = " in read
