"""What is entered as it is: visits of another system, and people who do not work yet."""

from dataclasses import replace
from datetime import datetime

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus, NewAppointment, Provider, Staffer, Wish
from mia.clinic.schedule.visits.writing import fits
from mia.platform.jobs.models import OutboxRow
from mia.platform.kernel.ids import new_id
from tests.clinic.schedule.conftest import HOUR, NOON, THURSDAY, Desk


async def visit(desk: Desk, starts_at: datetime, status: AppointmentStatus) -> NewAppointment:
    """Ana's Botox with Dr. Reyes in room A."""
    practice = desk.practice
    async with desk.database.clinic(practice.scope) as session:
        botox = await schedule.get_service(session, practice.botox)
    return NewAppointment(
        patient_id=desk.ana,
        service=botox,
        provider_id=practice.dr_reyes,
        location_id=practice.main,
        room_id=desk.rooms["A"],
        starts_at=starts_at,
        status=status,
        source="import",
        created_at=NOON,
    )


async def test_visits_of_another_system_come_in_as_they_stood_and_nobody_is_told(desk: Desk) -> None:
    came = await visit(desk, NOON - 2 * HOUR, AppointmentStatus.COMPLETED)
    canceled = await visit(desk, THURSDAY, AppointmentStatus.CANCELLED)
    async with desk.database.clinic(desk.practice.scope) as session:
        ids = await schedule.import_appointments(session, [came, canceled])
        kept = await schedule.list_of_patient(session, desk.ana)
        assert await session.sql.scalar(select(func.count()).select_from(OutboxRow)) == 0
    assert [(one.id, one.status) for one in kept] == list(zip(ids, (came.status, canceled.status), strict=True))
    assert (kept[0].source, kept[0].ends_at - kept[0].starts_at) == ("import", HOUR / 2)
    assert (await desk.place(THURSDAY, "A"))[0].starts_at == THURSDAY


async def test_two_visits_at_one_time_do_not_come_in(desk: Desk) -> None:
    booked = await visit(desk, THURSDAY, AppointmentStatus.BOOKED)
    with pytest.raises(IntegrityError):
        async with desk.database.clinic(desk.practice.scope) as session:
            await schedule.import_appointments(session, [booked, replace(booked, starts_at=THURSDAY + HOUR / 4)])
    async with desk.database.clinic(desk.practice.scope) as session:
        assert await schedule.list_of_patient(session, desk.ana) == []


async def test_only_a_taken_time_is_called_taken(desk: Desk) -> None:
    """A visit of someone who is not there would be free to book: the error stays one."""
    booked = await visit(desk, THURSDAY, AppointmentStatus.BOOKED)
    stranger = replace(booked, patient_id=new_id(), starts_at=THURSDAY + HOUR)
    async with desk.database.clinic(desk.practice.scope) as session:
        assert await fits(session, schedule.import_appointments(session, [booked]))
        assert not await fits(session, schedule.import_appointments(session, [booked]))
        with pytest.raises(IntegrityError):
            await fits(session, schedule.import_appointments(session, [stranger]))


async def test_who_has_no_hours_yet_is_on_the_staff_and_in_no_offer(desk: Desk) -> None:
    newcomer = Provider(new_id(), "Dr. Sato", "MD", ())
    async with desk.database.clinic(desk.practice.scope) as session:
        await schedule.put_staffer(session, Staffer(newcomer, ()))
        staff = [kept.value for kept in await schedule.keep_staff(session)]
        found = await schedule.find_slots(session, Wish(desk.practice.botox, provider_id=newcomer.id))
    assert staff[-1] == Staffer(newcomer, ())
    assert found.slots == ()
