"""Visits that staff place, move and end by hand: what keeps them out, and what an undo gives back."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import (
    AppointmentStatus,
    ChangedMeanwhile,
    Insistence,
    NotFree,
    ObstacleKind,
    Offered,
    Place,
    Taken,
    Wish,
)
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from tests.clinic.schedule.conftest import HOUR, THURSDAY, Desk, said
from tests.fakes.practice import SIGNER, make_patient

MIDNIGHT = datetime(2026, 3, 27, 4, tzinfo=UTC)
"""Of that day, in New York."""
DAY = timedelta(days=1)
_A_WRITE_WAITS = text("SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted)")
_A_DAY_IS_WAITED_FOR = text("SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)")


@pytest.mark.parametrize("outcome", [AppointmentStatus.COMPLETED, AppointmentStatus.NO_SHOW])
async def test_taking_back_a_reopening_gives_the_outcome_from_before_it(
    desk: Desk, outcome: AppointmentStatus
) -> None:
    visit, _ = await desk.place()
    desk.clock.set(THURSDAY + HOUR)
    await desk.end(visit, outcome)
    assert await desk.end(visit, outcome) is None
    reopened = await desk.end(visit, AppointmentStatus.BOOKED)
    assert reopened is not None
    assert (await desk.undo(reopened)).status is outcome
    assert (await desk.undo(reopened)).status is outcome


async def test_a_visit_moves_back_only_to_a_time_and_a_room_that_can_still_be_had(desk: Desk) -> None:
    visit, _ = await desk.place(room="A")
    moved = await desk.move(visit, THURSDAY + HOUR, "B")
    other, _ = await desk.place(who=await make_patient(desk.database, desk.practice, "Bo Lind", "(305) 555-0143"))
    with pytest.raises(Conflict, match="previous time is no longer available"):
        await desk.undo(moved)
    await desk.cancel(other)
    await desk.offer(Offered.ROOM, desk.rooms["A"], "retired")
    with pytest.raises(Conflict, match="former room is not in use"):
        await desk.undo(moved)
    await desk.offer(Offered.ROOM, desk.rooms["A"], "active")
    back = await desk.undo(moved)
    assert (back.starts_at, back.room_id) == (THURSDAY, desk.rooms["A"])


async def test_only_what_is_booked_is_moved_and_only_what_stands_has_an_outcome(desk: Desk) -> None:
    visit, _ = await desk.place()
    with pytest.raises(Conflict, match="is canceled"):
        await desk.end(visit, AppointmentStatus.CANCELLED)
    await desk.cancel(visit)
    with pytest.raises(Conflict, match="Only a booked appointment can be moved"):
        await desk.move(visit, THURSDAY + HOUR)
    with pytest.raises(Conflict, match="is canceled"):
        await desk.end(visit, AppointmentStatus.COMPLETED)


async def test_a_request_sent_twice_books_once_and_never_for_someone_else(desk: Desk) -> None:
    visit, change = await desk.place(key="one")
    assert await desk.place(key="one") == (visit, change)
    bo = await make_patient(desk.database, desk.practice, "Bo Lind", "(305) 555-0143")
    with pytest.raises(Conflict, match="for someone else"):
        await desk.place(key="one", who=bo)


async def test_without_a_free_room_there_is_no_visit_whoever_insists(desk: Desk) -> None:
    await desk.block(desk.rooms["A"])
    assert said(await desk.refused(room="A")) == [
        (ObstacleKind.ROOM_BLOCKED, "A is blocked from 2:00 PM to 3:00 PM: Repair")
    ]
    await desk.block(desk.rooms["B"])
    refusal = await desk.refused(insist=True)
    assert said(refusal) == [(ObstacleKind.NO_ROOM, "No room at Main Office is free then")]
    assert refusal.alternatives
    assert not any(one.slot.starts_at == THURSDAY for one in refusal.alternatives)


async def test_where_a_provider_does_not_work_staff_may_insist(desk: Desk) -> None:
    refusal = await desk.refused(room="C")
    words = "Dr. Reyes does not work at Downtown Branch from 2:00 PM to 2:30 PM"
    assert (said(refusal), refusal.waivable) == ([(ObstacleKind.OFF_SHIFT, words)], True)
    visit, _ = await desk.place(room="C", insist=True)
    assert visit.location_id == desk.practice.branch


async def test_offers_made_before_are_read_back_without_those_that_no_longer_stand(desk: Desk) -> None:
    botox, facial = Wish(desk.practice.botox), Wish(desk.practice.facial)
    async with desk.database.clinic(desk.practice.scope) as session:
        long = schedule.IN_MESSAGE
        short = await schedule.offer_slots(session, SIGNER, botox, 1)
        kept = await schedule.offer_slots(session, SIGNER, botox, 3, valid_for=long)
        dropped = await schedule.offer_slots(session, SIGNER, facial, 1, valid_for=long)
    desk.clock.move(HOUR)
    await desk.offer(Offered.SERVICE, desk.practice.facial, "removed")
    tokens = [offer.token for found in (dropped, short, kept) for offer in reversed(found.offers)]
    async with desk.database.clinic(desk.practice.scope) as session:
        assert await schedule.read_offers(session, SIGNER, tokens) == kept.offers


async def test_an_offer_whose_time_has_come_is_gone(desk: Desk) -> None:
    desk.clock.set(THURSDAY - 4 * HOUR)
    async with desk.database.clinic(desk.practice.scope) as session:
        wish = Wish(desk.practice.botox, near=THURSDAY)
        offers = await schedule.offer_slots(session, SIGNER, wish, 1, valid_for=schedule.IN_MESSAGE)
    desk.clock.set(THURSDAY)
    async with desk.database.clinic(desk.practice.scope) as session:
        token = offers.offers[0].token
        gone = await schedule.book(session, SIGNER, token, desk.ana, source="mia", idempotency_key="late")
    assert isinstance(gone, Taken)
    assert gone.offers
    assert all(offer.starts_at > THURSDAY for offer in gone.offers)


@pytest.mark.race
@pytest.mark.parametrize("moving", [False, True], ids=["booking", "moving"])
async def test_across_midnight_the_database_has_the_last_word(desk: Desk, moving: bool) -> None:
    """Two visits that begin on two days, of which each has only its own day locked."""
    bo = await make_patient(desk.database, desk.practice, "Bo Lind", "(305) 555-0143")
    visit, _ = await desk.place(room="B", who=bo)
    late = MIDNIGHT - timedelta(minutes=15)
    async with desk.database.clinic(desk.practice.scope) as first:
        place = Place(MIDNIGHT, desk.practice.dr_reyes, desk.rooms["A"])
        await schedule.place_visit(
            first, desk.ana, desk.practice.botox, place, idempotency_key="first", insist=Insistence(True)
        )
        rival = desk.move(visit, late, "B", insist=True) if moving else desk.place(late, "B", who=bo, insist=True)
        other = asyncio.ensure_future(rival)
        while not other.done() and not await first.sql.scalar(_A_WRITE_WAITS):
            pass
    with pytest.raises(NotFree, match="Someone just took this time"):
        await other


@pytest.mark.race
async def test_of_two_who_move_a_visit_at_one_time_the_second_looks_again(desk: Desk) -> None:
    visit, _ = await desk.place()
    async with desk.database.clinic(desk.practice.scope) as first:
        await schedule.move_visit(first, visit.id, Place(THURSDAY + DAY, desk.practice.dr_reyes))
        other = asyncio.ensure_future(desk.move(visit, THURSDAY + HOUR))
        while not other.done() and not await first.sql.scalar(_A_DAY_IS_WAITED_FOR):
            pass
    with pytest.raises(ChangedMeanwhile):
        await other
    async with desk.database.clinic(desk.practice.scope) as session:
        assert (await schedule.hold_visit(session, visit.id)).starts_at == THURSDAY + DAY


async def test_a_visit_starts_on_a_whole_minute_within_two_years(desk: Desk) -> None:
    for start in (THURSDAY + timedelta(seconds=30), THURSDAY + 800 * DAY):
        with pytest.raises(Invalid) as refusal:
            await desk.place(start)
        assert list(refusal.value.fields) == ["starts_at"]


async def test_only_the_practice_s_own_people_and_rooms_can_be_booked(desk: Desk) -> None:
    desk.rooms["gone"] = new_id()
    for place in (desk.place(room="gone"), desk.place(provider=new_id())):
        with pytest.raises(NotFound):
            await place


async def test_what_the_practice_never_had_is_not_found(desk: Desk) -> None:
    async with desk.database.clinic(desk.practice.scope) as session:
        for unknown in (
            schedule.set_outcome(session, new_id(), AppointmentStatus.COMPLETED),
            schedule.hold_visit(session, new_id()),
            schedule.take_back(session, new_id()),
            schedule.set_offered(session, Offered.ROOM, new_id(), "retired"),
        ):
            with pytest.raises(NotFound):
                await unknown
