"""What stands against a visit at a chosen time, as staff reads it, and time that is blocked."""

from datetime import timedelta

import pytest

from mia.clinic.practice.service import Interval
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import NotFree, ObstacleKind, Wish
from mia.platform.kernel.errors import Invalid, NotFound
from mia.platform.kernel.ids import new_id
from tests.clinic.schedule.conftest import HOUR, NOON, THURSDAY, Desk, said
from tests.fakes.practice import make_patient

DAY = timedelta(days=1)


async def test_a_visit_in_the_way_is_named_by_whom_and_what_it_takes(desk: Desk) -> None:
    await desk.place(room="A")
    bo = await make_patient(desk.database, desk.practice, "Bo Lind", "(305) 555-0143")
    kim = desk.practice.nurse_kim
    person = "Dr. Reyes has another appointment from 2:00 PM to 2:45 PM, including cleanup"
    room = "A is in use from 2:00 PM to 2:45 PM, including cleanup"
    own = "The patient has another appointment from 2:00 PM to 2:30 PM"
    busy = (ObstacleKind.PROVIDER_BUSY, person), (ObstacleKind.ROOM_BUSY, room), (ObstacleKind.PATIENT_BUSY, own)
    assert said(await desk.refused(room="A")) == list(busy)
    assert said(await desk.refused(room="A", who=bo)) == list(busy[:2])
    assert said(await desk.refused(room="A", who=bo, provider=kim)) == [busy[1]]
    assert said(await desk.refused(room="B", provider=kim)) == [busy[2]]
    cleanup = THURSDAY + timedelta(minutes=30)  # the patient has left, the room is not ready yet
    assert said(await desk.refused(cleanup, "A", provider=kim)) == [busy[1]]
    assert (await desk.place(cleanup, "B", provider=kim))[0].starts_at == cleanup


async def test_a_day_that_is_over_and_a_provider_who_does_something_else_cannot_be_insisted_on(desk: Desk) -> None:
    yesterday, lee = NOON - DAY, desk.practice.lee
    refusal = await desk.refused(yesterday, "C", provider=lee, insist=True)
    assert said(refusal) == [
        (ObstacleKind.PAST, "Monday, March 23rd at 12:00 PM has passed"),
        (ObstacleKind.NOT_SKILLED, "Lee does not do Botox"),
    ]
    assert not refusal.waivable
    assert refusal.alternatives
    assert all(one.slot.starts_at > NOON for one in refusal.alternatives)


async def test_a_block_of_days_is_told_with_its_days(desk: Desk) -> None:
    await desk.block(desk.practice.dr_reyes, length=DAY, is_room=False)
    words = "Dr. Reyes is blocked from Thursday, March 26th at 2:00 PM to Friday, March 27th at 2:00 PM: Repair"
    assert said(await desk.refused()) == [(ObstacleKind.PROVIDER_BLOCKED, words)]


async def test_blocks_that_overlap_are_one_stretch_in_which_nothing_is_offered(desk: Desk) -> None:
    nine, reyes = THURSDAY - 5 * HOUR, desk.practice.dr_reyes
    await desk.block(reyes, nine, 6 * HOUR, is_room=False)
    await desk.block(reyes, nine + HOUR, HOUR, is_room=False)
    await desk.block(reyes, nine + 5 * HOUR, 2 * HOUR, is_room=False)
    wish = Wish(desk.practice.botox, nine, nine + 9 * HOUR, provider_id=reyes)
    async with desk.database.clinic(desk.practice.scope) as session:
        found = await schedule.find_slots(session, wish, 3)
    assert found.exact
    assert min(slot.starts_at for slot in found.slots) == nine + 7 * HOUR


async def test_time_is_blocked_for_whom_the_practice_has_and_not_over_visits(desk: Desk) -> None:
    await desk.place(room="A")
    with pytest.raises(NotFree, match="A has an appointment on Thursday, March 26th at 2:00 PM"):
        await desk.block(desk.rooms["A"])
    with pytest.raises(NotFound):
        await desk.block(new_id(), is_room=False)
    async with desk.database.clinic(desk.practice.scope) as session:
        with pytest.raises(NotFound):
            await schedule.unblock(session, new_id())


@pytest.mark.parametrize("hours", [0, -1, 24 * 63])
async def test_a_block_has_a_length_of_two_months_at_most(desk: Desk, hours: int) -> None:
    with pytest.raises(Invalid) as refusal:
        await desk.block(desk.rooms["A"], length=hours * HOUR)
    assert list(refusal.value.fields) == ["ends_at"]


async def test_a_block_is_of_one_provider_or_one_room(desk: Desk) -> None:
    hour = Interval(THURSDAY, THURSDAY + HOUR)
    async with desk.database.clinic(desk.practice.scope) as session:
        for provider_id, room_id in ((None, None), (desk.practice.dr_reyes, desk.rooms["A"])):
            with pytest.raises(Invalid, match="a provider or a room"):
                await schedule.block_time(
                    session, provider_id=provider_id, room_id=room_id, interval=hour, reason="Repair"
                )
        assert await schedule.list_blocks(session, hour) == []


async def test_time_given_free_again_can_be_booked(desk: Desk) -> None:
    await desk.block(desk.practice.dr_reyes, is_room=False)
    await desk.refused()
    async with desk.database.clinic(desk.practice.scope) as session:
        (block,) = await schedule.list_blocks(session, Interval(THURSDAY, THURSDAY + HOUR))
        await schedule.unblock(session, block.id)
    assert (await desk.place())[0].starts_at == THURSDAY
