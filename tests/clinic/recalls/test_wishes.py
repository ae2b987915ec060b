"""Staff sees the words before they leave, may write others and plan the hour; the rules are asked again then."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from mia.clinic.consent import service as consent
from mia.clinic.consent.rules import REASONS, REMEDIES
from mia.clinic.consent.service import Outcome, SuppressionReason
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.outreach import service as outreach
from mia.clinic.outreach.models import OutreachRow
from mia.clinic.outreach.service import release_due
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.detail import PatientDetail, read_patient
from mia.clinic.recalls.service import Kind, Wish
from mia.clinic.recalls.standing import read_standings
from mia.clinic.schedule import service as schedule
from mia.platform.kernel.errors import Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.mail import service as mail
from tests.clinic.recalls.conftest import NOON, NUMBER, Center

OWN = "Hi Ana, we have a quiet Thursday and thought of you."


async def wished(center: Center, patient_id: Any, wish: Wish, kind: Kind = Kind.MESSAGE) -> outreach.Outreach:
    async with center.database.clinic(center.practice.scope) as session:
        return await recalls.start(session, patient_id, kind, new_id().hex, wish)


async def detail(center: Center, patient_id: Any) -> PatientDetail:
    async with center.database.clinic(center.practice.scope) as session:
        return await read_patient(session, patient_id)


async def at_its_hour(center: Center, moment: datetime) -> None:
    """The clock strikes, and the worker sends what is due."""
    center.clock.set(moment + timedelta(seconds=1))
    async with center.database.clinic(center.practice.scope) as session:
        await release_due(session)
    await center.work()


async def test_what_is_shown_is_what_leaves(center: Center) -> None:
    patient_id = await center.patient()
    shown = (await detail(center, patient_id)).message
    await center.start(patient_id)
    await center.work()
    assert center.sms.texts == [shown.text]
    assert shown.body == "Hi Ana, you're due for a visit."


async def test_staffs_words_leave_between_who_writes_and_how_to_stop_and_lie_sealed(center: Center) -> None:
    patient_id = await center.patient()
    await wished(center, patient_id, Wish(OWN))
    await center.work()
    (text,) = center.sms.texts
    assert text.startswith(f"Harbor Aesthetics: {OWN}") and "AI assistant" in text and text.endswith("opt out.")
    center.clock.move(timedelta(days=31))
    async with center.database.clinic(center.practice.scope) as session:
        row = await session.sql.scalar(select(OutreachRow))
        assert row is not None and row.words_sealed is not None and b"Thursday" not in row.words_sealed
        assert await outreach.purge_outreach(session, session.now() - timedelta(days=30)) == 1
        await session.sql.refresh(row)
        assert row.words_sealed is None


async def test_an_email_with_staffs_words_keeps_its_address_and_the_way_to_stop(center: Center) -> None:
    patient_id = await center.patient(email="ana@mail.example", consents=())
    assert (await detail(center, patient_id)).message.subject == "Your next visit at Harbor Aesthetics"
    await wished(center, patient_id, Wish("Hi Ana,\n\nWe miss you."))
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        (email,) = await mail.list_for(session, "ana@mail.example")
    assert email.message is not None
    assert email.message.text.startswith("Hi Ana,\n\nWe miss you. Call or text us at")
    assert "To stop these emails" in email.message.text


async def test_a_planned_message_waits_is_shown_and_can_be_taken_back(center: Center) -> None:
    patient_id, thursday = await center.patient(), NOON + timedelta(days=2)
    planned = await wished(center, patient_id, Wish(OWN, thursday))
    assert (planned.decision.outcome, planned.undo_until) == (Outcome.ALLOW, thursday)
    assert (await center.activity()).outcome == "Scheduled for Thursday, March 26th at 12:00 PM"
    await center.work()
    shown = (await detail(center, patient_id)).planned
    assert shown is not None and (shown.at, shown.words) == (thursday, OWN)
    async with center.database.clinic(center.practice.scope) as session:
        await recalls.cancel(session, planned.activity_id)
    await at_its_hour(center, thursday)
    assert center.sms.taken == [] and (await detail(center, patient_id)).planned is None


async def test_a_planned_message_leaves_at_its_hour(center: Center) -> None:
    thursday = NOON + timedelta(days=2)
    await wished(center, await center.patient(), Wish(at=thursday))
    await at_its_hour(center, thursday)
    assert len(center.sms.taken) == 1
    assert (await center.activity()).status is ActivityStatus.SENT


async def test_one_planned_for_the_night_waits_for_the_morning_after(center: Center) -> None:
    midnight = NOON + timedelta(hours=12)
    planned = await wished(center, await center.patient(), Wish(at=midnight))
    assert (planned.decision.outcome, planned.decision.rule) == (Outcome.DEFER, "quiet_hours")
    assert planned.undo_until == NOON + timedelta(hours=21)


async def test_consent_is_asked_about_again_when_a_planned_message_would_leave(center: Center) -> None:
    thursday = NOON + timedelta(days=2)
    await wished(center, await center.patient(), Wish(at=thursday))
    async with center.database.clinic(center.practice.scope) as session:
        await consent.suppress(session, NUMBER, SuppressionReason.STOP)
    await at_its_hour(center, thursday)
    assert center.sms.taken == []
    assert (await center.activity()).outcome == "Not sent: The patient asked not to be contacted"


@pytest.mark.parametrize(
    "wish", [Wish(at=NOON), Wish(at=NOON + timedelta(days=61)), Wish("x" * 321), Wish("a\x00b")]
)
async def test_words_and_hours_that_cannot_be_are_refused(center: Center, wish: Wish) -> None:
    patient_id = await center.patient()
    with pytest.raises(Invalid):
        await wished(center, patient_id, wish)
    assert await center.activities() == []


async def test_a_standing_says_since_when_for_how_much_and_when_they_may_be_contacted_again(center: Center) -> None:
    due = await center.patient(last_visit_days=100)
    silent = await center.patient("Leo Park", "+13055550143", consents=(), last_visit_days=10)
    await center.start(due)
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        first, second = await read_standings(session, [due, silent])
        prices = {one.id: one.price_cents for one in await schedule.list_services(session)}
    assert first.due_since is not None and first.due_since.date() == (NOON - timedelta(days=100 - 84)).date()
    assert first.value_cents == prices[center.practice.botox] and first.last_contact_at is not None
    assert first.can_message.rule == "daily_cap" and first.can_message.until is not None
    assert (second.due_since, second.value_cents, second.last_contact_at) == (None, 0, None)
    assert second.can_message.outcome is Outcome.BLOCK and second.can_message.remedy is not None


async def test_nobody_elses_patient_has_a_standing(center: Center) -> None:
    async with center.database.clinic(center.practice.scope) as session:
        with pytest.raises(NotFound):
            await read_standings(session, [new_id()])


def test_each_rule_that_blocks_says_what_has_to_happen_first_or_is_final() -> None:
    timed = {"quiet_hours", "daily_cap", "weekly_cap", "subject_cap"}
    final = {"allowed", "deceased", "too_late", "reply_too_late"}
    assert set(REASONS) - timed - final == set(REMEDIES)
