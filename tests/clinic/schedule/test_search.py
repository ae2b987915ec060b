"""Wishes are met, or answered with a reason and what comes closest."""

from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from mia.clinic.practice.models import ClosureRow
from mia.clinic.practice.queries import add_rows
from mia.clinic.practice.service import Interval
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Booked, Found, PartOfDay, Reason, Wish
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from tests.fakes.practice import (
    SIGNER,
    ZONE,
    PracticeOfTests,
    make_patient,
    make_practice,
    make_service,
    next_weekday,
)


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest.fixture
def tuesday(clock: MovableClock) -> datetime:
    """Next Tuesday's midnight, local; the clock stands on a Wednesday noon before it."""
    clock.set(next_weekday(clock.now(), 2, 12))
    return next_weekday(clock.now(), 1)


async def find(database: Database, practice: PracticeOfTests, wish: Wish, limit: int = 3) -> Found:
    async with database.clinic(practice.scope) as session:
        return await schedule.find_slots(session, wish, limit)


def locals_of(found: Found) -> list[datetime]:
    return [slot.starts_at.astimezone(ZONE) for slot in found.slots]


async def close(database: Database, practice: PracticeOfTests, day: datetime) -> None:
    row = {"location_id": None, "first_day": day.date(), "last_day": day.date(), "reason": "Storm"}
    async with database.clinic(practice.scope) as session:
        await add_rows(session, ClosureRow, [row])


async def fill(database: Database, practice: PracticeOfTests, near: datetime) -> None:
    """Book everyone who does Botox at a time."""
    patient = await make_patient(database, practice)
    for provider_id in (practice.dr_reyes, practice.nurse_kim):
        async with database.clinic(practice.scope) as session:
            wish = Wish(practice.botox, near=near, provider_id=provider_id)
            (offer,) = (await schedule.offer_slots(session, SIGNER, wish, 1)).offers
            key = str(new_id())
            booked = await schedule.book(session, SIGNER, offer.token, patient, source="staff", idempotency_key=key)
        assert isinstance(booked, Booked) and booked.appointment.starts_at == near


async def test_without_wishes_the_next_days_are_offered(
    database: Database, practice: PracticeOfTests, tuesday: datetime, clock: MovableClock
) -> None:
    found = await find(database, practice, Wish(practice.botox))
    assert (found.exact, found.reason) == (True, None)
    today = clock.now().astimezone(ZONE).replace(minute=0, second=0, microsecond=0)
    assert locals_of(found) == [
        today.replace(hour=14, minute=15),  # it is past noon, and the practice needs two hours' notice
        today.replace(hour=12) + timedelta(days=1),
        today.replace(hour=9) + timedelta(days=2),
    ]


async def test_a_free_time_wished_for_is_offered_first(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    wish = tuesday.replace(hour=14, minute=30)
    found = await find(database, practice, Wish(practice.botox, near=wish))
    assert found.exact
    assert locals_of(found)[0] == wish
    assert {item.date() for item in locals_of(found)} == {wish.date()}


async def test_a_full_time_is_said_to_be_full_and_its_neighbours_are_offered(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    wish = tuesday.replace(hour=14, minute=30)
    await fill(database, practice, wish)
    found = await find(database, practice, Wish(practice.botox, near=wish))
    assert (found.exact, found.reason) == (False, Reason.FULL)
    # 30 minutes and 15 to clean up: the last start before is 13:45, the first after 15:15.
    neighbours = [(13, 45), (15, 15), (13, 15)]
    assert locals_of(found) == [wish.replace(hour=hour, minute=minute) for hour, minute in neighbours]


@pytest.mark.parametrize(("hour", "minute"), [(7, 0), (17, 45), (21, 0)])
async def test_a_time_outside_hours_is_closed(
    database: Database, practice: PracticeOfTests, tuesday: datetime, hour: int, minute: int
) -> None:
    wish = tuesday.replace(hour=hour, minute=minute)
    found = await find(database, practice, Wish(practice.botox, near=wish))
    assert (found.exact, found.reason) == (False, Reason.CLOSED)
    assert {item.date() for item in locals_of(found)} == {tuesday.date()}


async def test_a_closed_day_is_answered_with_the_days_after(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    await close(database, practice, tuesday)
    wish = Wish(practice.botox, earliest=tuesday, latest=tuesday + timedelta(days=1))
    found = await find(database, practice, wish)
    assert (found.exact, found.reason) == (False, Reason.CLOSED)
    days = [item.date() - tuesday.date() for item in locals_of(found)]
    assert days == [timedelta(days=1), timedelta(days=2), timedelta(days=3)]


async def test_a_past_wish_is_answered_with_the_next_slots(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    last_week = tuesday - timedelta(days=14)
    wish = Wish(practice.botox, earliest=last_week, latest=last_week + timedelta(days=1))
    found = await find(database, practice, wish)
    assert (found.exact, found.reason, len(found.slots)) == (False, Reason.PAST, 3)


async def test_less_notice_than_the_practice_needs_counts_as_past(
    database: Database, practice: PracticeOfTests, tuesday: datetime, clock: MovableClock
) -> None:
    found = await find(database, practice, Wish(practice.botox, near=clock.now() + timedelta(hours=1)))
    assert (found.exact, found.reason) == (False, Reason.PAST)
    assert all(slot.starts_at >= clock.now() + timedelta(hours=2) - timedelta(minutes=1) for slot in found.slots)


async def test_a_wish_beyond_the_horizon_is_too_far(
    database: Database, practice: PracticeOfTests, tuesday: datetime, clock: MovableClock
) -> None:
    found = await find(database, practice, Wish(practice.botox, near=clock.now() + timedelta(days=200)))
    assert (found.exact, found.reason) == (False, Reason.TOO_FAR)
    assert found.slots
    assert all(slot.starts_at <= clock.now() + timedelta(days=90) for slot in found.slots)


async def test_a_part_of_the_day_is_kept(database: Database, practice: PracticeOfTests, tuesday: datetime) -> None:
    wish = Wish(practice.botox, tuesday, tuesday + timedelta(days=1), part_of_day=PartOfDay.EVENING)
    found = await find(database, practice, wish)
    assert found.exact
    assert [(item.hour, item.minute) for item in locals_of(found)] == [(17, 0), (17, 15), (17, 30)]


async def test_provider_and_location_are_kept(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    at_branch = await find(database, practice, Wish(practice.facial, tuesday, location_id=practice.branch))
    assert {slot.provider_id for slot in at_branch.slots} == {practice.lee}
    with_kim = await find(database, practice, Wish(practice.facial, tuesday, provider_id=practice.nurse_kim))
    assert {slot.location_id for slot in with_kim.slots} == {practice.main}


async def test_a_provider_who_does_not_do_it_has_no_time(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    found = await find(database, practice, Wish(practice.botox, tuesday, provider_id=practice.lee))
    assert found == Found((), exact=False, reason=Reason.CLOSED)


async def test_a_service_without_a_provider_who_works_says_that_and_not_that_we_are_closed(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    async with database.clinic(practice.scope) as session:
        peel = make_service("Chemical Peel", 45)
        await schedule.set_up(session, services=[peel], providers=[], shifts=[], rooms=[])
    for wish in (Wish(peel.id), Wish(peel.id, near=tuesday.replace(hour=10))):
        found = await find(database, practice, wish)
        assert (found.slots, found.exact, found.reason) == ((), False, Reason.NO_PROVIDER)


async def test_a_service_of_another_clinic_is_not_found(database: Database, practice: PracticeOfTests) -> None:
    stranger = await make_practice(database, f"practice-{new_id().hex}")
    with pytest.raises(NotFound):
        await find(database, stranger, Wish(practice.botox))


async def test_a_calendar_of_a_past_week_is_empty(
    database: Database, practice: PracticeOfTests, tuesday: datetime, clock: MovableClock
) -> None:
    async def openings(day: datetime) -> list[datetime]:
        window = Interval(day.astimezone(UTC), (day + timedelta(days=1)).astimezone(UTC))
        async with database.clinic(practice.scope) as session:
            offers = await schedule.offer_openings(
                session, SIGNER, practice.botox, window, minutes=(0,), valid_for=schedule.IN_MESSAGE
            )
        return [offer.starts_at.astimezone(ZONE) for offer in offers]

    assert await openings(tuesday - timedelta(days=14)) == []
    assert await openings(tuesday) == [tuesday.replace(hour=hour) for hour in range(9, 18)]


async def test_offers_say_when_where_and_with_whom(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    wish = Wish(practice.facial, near=tuesday.replace(hour=9), location_id=practice.branch)
    async with database.clinic(practice.scope) as session:
        (offer,) = (await schedule.offer_slots(session, SIGNER, wish, 1)).offers
    assert (offer.provider, offer.location) == ("Lee", "Downtown Branch")
    assert offer.spoken.startswith("Tuesday, ") and offer.spoken.endswith(" at 9:00 AM")
    assert set(offer.token) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


@pytest.mark.parametrize(
    ("day", "ordinal"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (22, "22nd")]
)
def test_spoken_days_have_their_ending(day: int, ordinal: str) -> None:
    instant = datetime(2026, 12, day, 0, 5, tzinfo=ZONE)
    assert schedule.spoken_time(instant, ZONE) == f"{instant:%A}, December {ordinal} at 12:05 AM"
