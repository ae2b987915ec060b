"""Two who change one visit at once: they wait for each other in one order, so that neither waits forever."""

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import text

from mia.clinic.schedule import calendar_queries, queries
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus, Place
from tests.clinic.calendar.conftest import THURSDAY, Office
from tests.fakes.practice import make_patient

_SOMEBODY_WAITS = text(
    "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted)"
)


async def finish(office: Office, visit_id: UUID) -> None:
    async with office.database.clinic(office.practice.scope) as session:
        await schedule.set_outcome(session, visit_id, AppointmentStatus.COMPLETED)


async def undo(office: Office, change_id: UUID) -> None:
    async with office.database.clinic(office.practice.scope) as session:
        await schedule.take_back(session, change_id)


@pytest.mark.race
@pytest.mark.parametrize("undone", [False, True], ids=["outcome", "undo"])
async def test_whoever_changes_a_visit_waits_for_its_day_before_holding_it(office: Office, undone: bool) -> None:
    patient_id = await make_patient(office.database, office.practice)
    place = Place(THURSDAY, office.practice.dr_reyes)
    scope = office.practice.scope
    async with office.database.clinic(scope) as session:
        visit, change = await schedule.place_visit(
            session, patient_id, office.practice.botox, place, idempotency_key="one"
        )
    office.clock.move(timedelta(days=3))
    async with office.database.clinic(scope) as moving:
        await queries.lock_day(moving, THURSDAY.date())
        other = asyncio.create_task(undo(office, change.id) if undone else finish(office, visit.id))
        while not other.done() and not await moving.sql.scalar(_SOMEBODY_WAITS):
            pass
        await moving.sql.execute(text("SET LOCAL lock_timeout = '5s'"))
        assert await calendar_queries.lock_appointment(moving, visit.id) is not None
    await other
    async with office.database.clinic(scope) as session:
        status = (await schedule.get_appointment(session, visit.id)).status
    assert status is (AppointmentStatus.CANCELLED if undone else AppointmentStatus.COMPLETED)
