"""The practice as one value."""

from datetime import timedelta

import pytest

from mia.clinic.practice import service as practices
from mia.clinic.practice.models import ClosureRow, FactRow
from mia.clinic.practice.queries import add_rows
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import NotFound
from tests.fakes.access import make_clinic, scope_of
from tests.fakes.practice import ZONE, make_practice, next_weekday


async def test_a_practice_comes_back_as_it_was_entered(database: Database) -> None:
    made = await make_practice(database, "as-entered")
    async with database.clinic(made.scope) as session:
        facts = [{"topic": "parking", "questions": ["where to park"], "answer": "Outside.", "position": 0}]
        await add_rows(session, FactRow, facts)
        practice = await practices.get_practice(session)
    assert practice.timezone == "America/New_York"
    assert [location.name for location in practice.locations] == ["Main Office", "Downtown Branch"]
    assert {(item.weekday, item.opens.hour, item.closes.hour) for item in practice.hours} == {
        (day, 9, 18) for day in range(5)
    }
    assert practice.facts == (practices.Fact("parking", ("where to park",), "Outside."),)
    assert practice.booking_lead == timedelta(hours=2)


async def test_a_clinic_without_a_practice_has_none(database: Database) -> None:
    clinic = await make_clinic(database, "without-practice")
    async with database.clinic(scope_of(clinic)) as session:
        with pytest.raises(NotFound):
            await practices.get_practice(session)


async def test_one_clinic_never_sees_the_practice_of_another(database: Database) -> None:
    one, other = await make_practice(database, "one"), await make_practice(database, "other")
    async with database.clinic(one.scope) as session:
        practice = await practices.get_practice(session)
    assert {location.id for location in practice.locations} == {one.main, one.branch}
    assert not {location.id for location in practice.locations} & {other.main, other.branch}


async def test_settings_can_be_saved_again(database: Database) -> None:
    made = await make_practice(database, "saved-again")
    settings = practices.PracticeSettings("+13055550170", "+13055550171", "Hello.", 3000, booking_horizon_days=30)
    async with database.clinic(made.scope) as session:
        await practices.save_settings(session, settings)
        assert (await practices.get_practice(session)).settings == settings


async def test_a_practice_knows_whether_it_is_open(database: Database, clock: MovableClock) -> None:
    made = await make_practice(database, "open-or-not")
    monday = next_weekday(clock.now(), 0, 9)
    closed = next_weekday(clock.now(), 1, 9)
    async with database.clinic(made.scope) as session:
        closure = {"location_id": None, "first_day": closed.date(), "last_day": closed.date(), "reason": "Storm"}
        await add_rows(session, ClosureRow, [closure])
        practice = await practices.get_practice(session)
    assert practice.zone == ZONE
    assert practice.is_open(monday)
    assert not practice.is_open(monday - timedelta(minutes=1))
    assert not practice.is_open(monday + timedelta(hours=9))
    assert not practice.is_open(closed)
