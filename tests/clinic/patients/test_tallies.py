"""Counts of treatments that no one counts: right whatever is added, changed or taken away, by several at once."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import delete, func, select, update

from mia.clinic.patients import service as patients
from mia.clinic.patients.models import TreatmentRow
from mia.clinic.patients.service import NewPatient, NewTreatment, TreatmentStatus
from mia.clinic.patients.tally_models import TreatmentTallyRow
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from tests.fakes.access import make_clinic, scope_of


@pytest_asyncio.fixture
async def scope(database: Database) -> ClinicScope:
    return scope_of(await make_clinic(database, f"clinic-{new_id().hex}"))


async def enter(session: ClinicSession, count: int) -> list[UUID]:
    return await patients.import_patients(session, [NewPatient(name=f"Person {n}") for n in range(count)])


async def visit(
    session: ClinicSession, people: Sequence[UUID], status: TreatmentStatus = TreatmentStatus.COMPLETED
) -> None:
    await patients.add_treatments(
        session,
        [
            NewTreatment(
                person, new_id(), "Botox", "neurotoxin", status, session.now(), 47_500, appointment_id=person
            )
            for person in people
        ],
    )


async def figures(database: Database, scope: ClinicScope) -> tuple[int, int, int]:
    """What the tallies say, which must be what counting says."""
    async with database.clinic(scope) as session:
        totals = await patients.treatment_totals(session)
        row, mine = TreatmentRow, TreatmentRow.clinic_id == scope.clinic_id
        counted = select(func.count(), func.count().filter(row.status == "completed"))
        counted = counted.add_columns(func.count(func.distinct(row.patient_id))).where(mine)
        assert (totals.treatments, totals.completed, totals.patients) == tuple(
            (await session.sql.execute(counted)).one()
        )
        return totals.treatments, totals.completed, totals.patients


async def test_a_clinic_without_treatments_has_none(database: Database, scope: ClinicScope) -> None:
    assert await figures(database, scope) == (0, 0, 0)


async def test_what_is_added_changed_and_removed_counts(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        ana, leo = await enter(session, 2)
        await visit(session, [ana, ana, leo])
        await visit(session, [leo], TreatmentStatus.SCHEDULED)
    assert await figures(database, scope) == (4, 3, 2)
    async with database.clinic(scope) as session:
        await session.sql.execute(
            update(TreatmentRow).where(TreatmentRow.patient_id == leo).values(status="completed")
        )
    assert await figures(database, scope) == (4, 4, 2)
    async with database.clinic(scope) as session:
        await session.sql.execute(update(TreatmentRow).where(TreatmentRow.patient_id == leo).values(patient_id=ana))
    assert await figures(database, scope) == (4, 4, 1)
    async with database.clinic(scope) as session:
        await session.sql.execute(delete(TreatmentRow))
    assert await figures(database, scope) == (0, 0, 0)


async def test_work_that_is_taken_back_counts_nothing(database: Database, scope: ClinicScope) -> None:
    class Mishap(Exception):
        pass

    try:
        async with database.clinic(scope) as session:
            await visit(session, await enter(session, 2))
            raise Mishap
    except Mishap:
        pass
    assert await figures(database, scope) == (0, 0, 0)


@pytest.mark.race
async def test_many_at_once_count_each_once(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        people = await enter(session, 3)

    async def add() -> None:
        async with database.clinic(scope) as session:
            await visit(session, people)

    async def settle() -> None:
        async with database.clinic(scope) as session:
            await patients.settle_treatment_tallies(session)

    await asyncio.gather(*(add() for _ in range(4)), settle(), settle(), *(add() for _ in range(2)))
    assert await figures(database, scope) == (18, 18, 3)


@pytest.mark.race
async def test_the_last_treatment_removed_while_another_is_added(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        (ana,) = await enter(session, 1)
        await visit(session, [ana])
    removed = asyncio.Event()

    async def remove() -> None:
        async with database.clinic(scope) as session:
            await session.sql.execute(delete(TreatmentRow).where(TreatmentRow.patient_id == ana))
            removed.set()

    async def add() -> None:
        await removed.wait()
        async with database.clinic(scope) as session:
            await visit(session, [ana])

    await asyncio.gather(remove(), add())
    assert await figures(database, scope) == (1, 1, 1)


async def test_settling_leaves_one_row_of_each_and_the_same_sums(database: Database, scope: ClinicScope) -> None:
    for _ in range(3):
        async with database.clinic(scope) as session:
            await visit(session, await enter(session, 1))
    before = await figures(database, scope)
    async with database.clinic(scope) as session:
        await patients.settle_treatment_tallies(session)
        rows = select(func.count()).where(TreatmentTallyRow.clinic_id == scope.clinic_id)
        assert await session.sql.scalar(rows) == len(("completed", "patients"))
    assert await figures(database, scope) == before


async def test_no_clinic_sees_the_counts_of_another(database: Database, scope: ClinicScope) -> None:
    other = scope_of(await make_clinic(database, f"clinic-{new_id().hex}"))
    async with database.clinic(scope) as session:
        await visit(session, await enter(session, 1))
    assert await figures(database, other) == (0, 0, 0)
