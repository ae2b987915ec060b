"""A contact is decided before it is planned and again when it leaves, leaves once, and its line stays true."""

import asyncio
from datetime import timedelta

import pytest

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Outcome, Purpose, SuppressionReason
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.outreach.service import release_due
from mia.clinic.patients import service as patients
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.mail import service as mail
from tests.clinic.recalls.conftest import NUMBER, Center


async def test_a_message_waits_ten_seconds_and_goes_out(center: Center) -> None:
    outreach = await center.start(await center.patient())
    assert outreach.decision.allowed
    assert outreach.status is ActivityStatus.SCHEDULED
    assert outreach.undo_until is not None
    await center.work(within=timedelta(seconds=5))
    assert center.sms.taken == []
    await center.work()
    (text,) = center.sms.texts
    assert text.startswith("Harbor Aesthetics: Hi Ana, you're due for a visit.")
    assert "Botox" not in text and "STOP" in text and len(text) <= 160
    assert (await center.activity()).status is ActivityStatus.SENT


async def test_it_can_be_taken_back_until_it_leaves(center: Center) -> None:
    outreach = await center.start(await center.patient())
    async with center.database.clinic(center.practice.scope) as session:
        await recalls.cancel(session, outreach.activity_id)
        await recalls.cancel(session, outreach.activity_id)
    await center.work()
    assert center.sms.taken == []
    assert await center.activities() == []


async def test_what_has_left_cannot_be_taken_back(center: Center) -> None:
    outreach = await center.start(await center.patient())
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        with pytest.raises(Conflict):
            await recalls.cancel(session, outreach.activity_id)
        with pytest.raises(NotFound):
            await recalls.cancel(session, new_id())


@pytest.mark.race
async def test_a_double_click_is_one_contact(center: Center) -> None:
    patient_id = await center.patient()
    first, second = await asyncio.gather(*(center.start(patient_id, key="click") for _ in range(2)))
    assert first.activity_id == second.activity_id
    await center.work()
    assert len(center.sms.taken) == 1
    assert len(await center.activities()) == 1


async def test_a_key_is_not_used_for_somebody_else(center: Center) -> None:
    await center.start(await center.patient(), key="click")
    other = await center.patient("Leo Park", "+13055550143")
    with pytest.raises(Conflict):
        await center.start(other, key="click")


async def test_at_night_it_waits_for_the_morning(center: Center) -> None:
    patient_id = await center.patient()
    center.clock.move(timedelta(hours=10))
    outreach = await center.start(patient_id)
    assert outreach.decision.outcome is Outcome.DEFER and outreach.decision.rule == "quiet_hours"
    await center.work()
    assert center.sms.taken == []
    activity = await center.activity()
    assert activity.status is ActivityStatus.SCHEDULED
    assert activity.outcome.startswith("Waits until Wednesday, March 25th at 9:00 AM")
    center.clock.move(timedelta(hours=12))
    async with center.database.clinic(center.practice.scope) as session:
        await release_due(session)
    await center.work()
    assert len(center.sms.taken) == 1


async def test_without_consent_it_is_blocked_and_the_history_says_why(center: Center) -> None:
    given = ((Channel.SMS, Purpose.APPOINTMENT, Basis.NUMBER_GIVEN),)
    outreach = await center.start(await center.patient(consents=given))
    assert (outreach.decision.outcome, outreach.decision.rule) == (Outcome.BLOCK, "no_written_consent")
    assert outreach.undo_until is None
    await center.work()
    assert center.sms.taken == []
    activity = await center.activity()
    assert activity.status is ActivityStatus.FAILED
    assert activity.outcome.startswith("Not sent: No written consent")


async def test_who_may_not_be_texted_is_written_to_by_mail(center: Center) -> None:
    patient_id = await center.patient(email="ana@mail.example", consents=())
    outreach = await center.start(patient_id)
    assert outreach.channel is Channel.EMAIL
    await center.work()
    assert center.sms.taken == []
    activity = await center.activity()
    assert (activity.status, activity.channel.value) == (ActivityStatus.SENT, "email")
    async with center.database.clinic(center.practice.scope) as session:
        (email,) = await mail.list_for(session, "ana@mail.example")
        thread_id = await inbox.find_thread_of(session, "ana@mail.example")
    assert email.message is not None and email.message.unsubscribe and email.message.reply
    assert thread_id is not None, "an answer joins the thread of the email"


async def test_one_contact_a_day_whatever_the_channel(center: Center) -> None:
    patient_id = await center.patient()
    await center.start(patient_id)
    call = await center.start(patient_id, Kind.CALL)
    assert call.decision.rule == "daily_cap"
    await center.work()
    assert center.calls.placed == []


async def test_a_shared_number_is_not_rung_twice_either(center: Center) -> None:
    await center.start(await center.patient())
    child = await center.start(await center.patient("Eva Ruiz"))
    assert child.decision.rule == "daily_cap"


async def test_a_stop_that_comes_within_the_five_seconds_holds(center: Center) -> None:
    await center.start(await center.patient())
    async with center.database.clinic(center.practice.scope) as session:
        await consent.suppress(session, NUMBER, SuppressionReason.STOP)
    await center.work()
    assert center.sms.taken == []
    assert (await center.activity()).outcome == "Not sent: The patient asked not to be contacted"


async def test_who_has_a_visit_to_come_or_is_a_minor_is_left_alone(center: Center) -> None:
    booked = await center.patient()
    async with center.database.clinic(center.practice.scope) as session:
        await center.visit(session, booked, days_ago=-5)
        await recalls.refresh(session, [booked])
    assert (await center.start(booked)).decision.rule == "booked_already"
    child = await center.patient("Eva Ruiz", "+13055550143", tags=("Minor",))
    assert (await center.start(child)).decision.rule == "minor"


async def test_who_is_not_due_is_not_told_to_be(center: Center) -> None:
    await center.start(await center.patient(last_visit_days=20))
    await center.work()
    assert "would you like to plan your next visit?" in center.sms.texts[0]


async def test_every_decision_is_kept_with_its_rule(center: Center) -> None:
    outreach = await center.start(await center.patient())
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        decisions = await consent.list_decisions(session, outreach.id)
    assert [(outcome, rule) for _, outcome, rule in decisions] == [("allow", "allowed")] * 2


async def test_a_changed_number_is_not_written_to_by_an_old_intent(center: Center) -> None:
    patient_id = await center.patient()
    await center.start(patient_id)
    async with center.database.clinic(center.practice.scope) as session:
        await patients.anonymize_patient(session, patient_id)
    await center.work()
    assert center.sms.taken == []
    assert (await center.activity()).status is ActivityStatus.FAILED
