"""A planned contact is changed until it leaves, and the rules are asked again with every change."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import select

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Outcome, SuppressionReason
from mia.clinic.outreach.models import OutreachRow
from mia.clinic.outreach.service import Outreach, release_due
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.planned import Planned, find_planned, revise
from mia.clinic.recalls.service import Kind, Wish
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from tests.clinic.recalls.conftest import NOON, NUMBER, Center

THURSDAY, FRIDAY = NOON + timedelta(days=2), NOON + timedelta(days=3)
OWN = "Hi {first name}, we kept a quiet Friday for you."


async def plan(center: Center, patient_id: UUID, at: datetime = THURSDAY, kind: Kind = Kind.MESSAGE) -> Outreach:
    async with center.database.clinic(center.practice.scope) as session:
        return await recalls.start(session, patient_id, kind, new_id().hex, Wish("As it was.", at))


async def change(center: Center, activity_id: UUID, wish: Wish) -> Outreach:
    async with center.database.clinic(center.practice.scope) as session:
        return await revise(session, activity_id, wish)


async def shown(center: Center, patient_id: UUID) -> Planned | None:
    async with center.database.clinic(center.practice.scope) as session:
        return await find_planned(session, patient_id)


async def strike(center: Center, moment: datetime) -> None:
    """The clock strikes, and the worker sends what is due."""
    center.clock.set(moment + timedelta(seconds=1))
    async with center.database.clinic(center.practice.scope) as session:
        await release_due(session)
    await center.work()


async def test_new_words_leave_at_the_new_hour_and_nothing_at_the_old_one(center: Center) -> None:
    patient_id = await center.patient()
    planned = await plan(center, patient_id)
    changed = await change(center, planned.activity_id, Wish(OWN, FRIDAY))
    assert (changed.decision.outcome, changed.undo_until) == (Outcome.ALLOW, FRIDAY)
    assert (await center.activity()).outcome == "Scheduled for Friday, March 27th at 12:00 PM"
    now = await shown(center, patient_id)
    assert now is not None and (now.at, now.words) == (FRIDAY, "Hi Ana, we kept a quiet Friday for you.")
    await strike(center, THURSDAY)
    assert center.sms.texts == []
    await strike(center, FRIDAY)
    (text,) = center.sms.texts
    assert "Hi Ana, we kept a quiet Friday for you. Reply with a day" in text


async def test_without_words_and_hour_it_leaves_at_once_in_mias(center: Center) -> None:
    planned = await plan(center, await center.patient())
    await change(center, planned.activity_id, Wish())
    await center.work()
    (text,) = center.sms.texts
    assert "Hi Ana, you're due for a visit." in text


async def test_one_moved_into_the_night_waits_for_the_morning(center: Center) -> None:
    planned = await plan(center, await center.patient())
    changed = await change(center, planned.activity_id, Wish(at=NOON + timedelta(hours=12)))
    assert (changed.decision.rule, changed.undo_until) == ("quiet_hours", NOON + timedelta(hours=21))
    assert (await center.activity()).outcome.startswith("Waits until Wednesday, March 25th at 9:00 AM")


async def test_whoever_has_opted_out_is_not_planned_for_again_and_nothing_changes(center: Center) -> None:
    patient_id = await center.patient()
    planned = await plan(center, patient_id)
    async with center.database.clinic(center.practice.scope) as session:
        await consent.suppress(session, NUMBER, SuppressionReason.STOP)
    changed = await change(center, planned.activity_id, Wish(OWN, FRIDAY))
    assert (changed.decision.outcome, changed.decision.rule) == (Outcome.BLOCK, "opted_out")
    now = await shown(center, patient_id)
    assert now is not None and (now.at, now.words) == (THURSDAY, "As it was.")
    await strike(center, THURSDAY)
    assert center.sms.texts == []


async def test_what_has_left_says_so_and_stays_as_it_was(center: Center) -> None:
    planned = await plan(center, await center.patient())
    await strike(center, THURSDAY)
    with pytest.raises(Conflict, match="left meanwhile"):
        await change(center, planned.activity_id, Wish(OWN))
    async with center.database.clinic(center.practice.scope) as session:
        row = await session.sql.scalar(select(OutreachRow))
        assert row is not None and row.words_sealed is not None
        assert session.unseal(row.words_sealed) == "As it was."


async def test_a_planned_call_moves_and_has_no_words(center: Center) -> None:
    patient_id = await center.patient()
    planned = await plan(center, patient_id, kind=Kind.CALL)
    await change(center, planned.activity_id, Wish("Not said", FRIDAY))
    now = await shown(center, patient_id)
    assert now is not None and (now.at, now.words, now.usual) == (FRIDAY, None, None)


@pytest.mark.parametrize(
    "wish",
    [Wish(at=NOON), Wish(at=NOON + timedelta(days=61)), Wish("x" * 321), Wish("Hi {nickname}"), Wish("a\x00")],
)
async def test_words_and_hours_that_cannot_be_are_refused(center: Center, wish: Wish) -> None:
    patient_id = await center.patient()
    planned = await plan(center, patient_id)
    with pytest.raises(Invalid):
        await change(center, planned.activity_id, wish)
    now = await shown(center, patient_id)
    assert now is not None and now.at == THURSDAY


async def test_what_is_no_contact_is_not_found(center: Center) -> None:
    with pytest.raises(NotFound):
        await change(center, new_id(), Wish())
