"""The rebooking analytics: who is due, what that is worth, what contacts brought, and cohorts."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from mia.clinic.insights.recalls import Cohort, Expectation, Standing, read_rebooking, sum_up
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, NewTreatment, TreatmentStatus
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from tests.fakes.practice import PracticeOfTests, make_practice

NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)


@pytest_asyncio.fixture
async def practice(database: Database, clock: MovableClock) -> PracticeOfTests:
    clock.set(NOW)
    practice = await make_practice(database, new_id().hex)
    async with database.clinic(practice.scope) as session:
        await recalls.set_up_rules(session)
    return practice


async def treat(database: Database, practice: PracticeOfTests, name: str, *days_ago: int) -> UUID:
    """Someone who had Botox so many days ago."""
    async with database.clinic(practice.scope) as session:
        (patient_id,) = await patients.import_patients(session, [NewPatient(name, "(305) 555-0142")])
        done = TreatmentStatus.COMPLETED
        visits = [
            NewTreatment(patient_id, practice.botox, "Botox", "botox", done, NOW - timedelta(days=ago), 10_000)
            for ago in days_ago
        ]
        await patients.add_treatments(session, visits)
        await recalls.refresh(session, [patient_id])
    return patient_id


async def test_who_is_due_overdue_and_lapsed_counts_by_service_and_provider(
    database: Database, practice: PracticeOfTests
) -> None:
    async with database.clinic(practice.scope) as session:
        (rule,) = [rule for rule in await recalls.list_rules(session) if rule.family == "botox"]
    assert rule.lapsed_days is not None
    for name, ago in (("A", rule.due_days), ("B", rule.overdue_days), ("C", rule.lapsed_days), ("D", 5)):
        await treat(database, practice, name, ago)
    async with database.clinic(practice.scope) as session:
        found = await read_rebooking(session, 3)
    assert found.services == [Standing("Botox", 1, 1, 1, 20_000)]
    assert found.providers == [Standing(None, 1, 1, 1, 20_000)]
    assert found.expectation == Expectation(20_000, 0, 0)
    assert found.made_at == NOW or found.made_at - NOW < timedelta(minutes=1)


async def test_cohorts_are_full_months_since_the_last_visit(database: Database, practice: PracticeOfTests) -> None:
    for name, ago in (("A", 5), ("B", 40), ("C", 41), ("D", 3000)):
        await treat(database, practice, name, 400, ago)
    async with database.clinic(practice.scope) as session:
        cohorts = (await read_rebooking(session, 3)).cohorts
    assert cohorts == [Cohort(0, 1, 0), Cohort(1, 2, 0), Cohort(13, 1, 0)]


async def test_contacts_count_by_channel_and_message_once_they_left(
    database: Database, practice: PracticeOfTests
) -> None:
    due, not_due = await treat(database, practice, "A", 200), await treat(database, practice, "B", 5)
    async with database.clinic(practice.scope) as session:
        for patient_id in (due, not_due):
            await recalls.start(session, patient_id, Kind.MESSAGE, new_id().hex)
        await session.sql.execute(
            text("UPDATE outreach SET state = 'booked', touched_at = :now WHERE patient_id = :who"),
            {"now": NOW, "who": due},
        )
        await session.sql.execute(
            text("UPDATE outreach SET state = 'sent', touched_at = :then WHERE patient_id = :who"),
            {"then": NOW - timedelta(days=120), "who": not_due},
        )
    async with database.clinic(practice.scope) as session:
        await sum_up(session)
        recent, all_of_it = await read_rebooking(session, 1), await read_rebooking(session, 12)
    assert [(one.wording, one.contacted, one.booked) for one in recent.messages] == [("due", 1, 1)]
    assert sorted((one.wording or "", one.contacted, one.booked) for one in all_of_it.messages) == [
        ("due", 1, 1),
        ("plan", 1, 0),
    ]
    assert sum(one.contacted for one in all_of_it.channels) == 2
    assert recent.expectation.booked == 1


@given(st.integers(0, 10**9), st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_own_share_is_between_the_benchmark_and_what_was_seen(cents: int, contacted: int, booked: int) -> None:
    booked = min(booked, contacted)
    expectation = Expectation(cents, contacted, booked)
    seen = 100 * booked / contacted if contacted else 8.0
    assert min(8.0, seen) - 1e-9 <= expectation.percent() <= max(8.0, seen) + 1e-9
    assert 0 <= expectation.cents(5.0) <= expectation.cents() <= expectation.cents(15.0) <= cents + 1
