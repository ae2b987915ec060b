"""Nothing is sent twice and nothing is lost, whatever happens between the intent and its outcome."""

from datetime import timedelta

import pytest

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.ports import ReceiptStatus
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.outreach import service as outreach
from mia.clinic.recalls.service import Kind
from mia.platform.kernel.errors import Unavailable
from tests.clinic.recalls.conftest import Center
from tests.fakes.outreach import means_of
from tests.fakes.phones.sms import busy, landline, lost

MINUTE = timedelta(minutes=1)


async def tasks(center: Center) -> list[inbox.Task]:
    async with center.database.clinic(center.practice.scope) as session:
        return await inbox.list_tasks(session)


async def test_a_text_whose_sending_broke_off_is_found_and_not_sent_again(center: Center) -> None:
    center.sms.mishap, center.sms.swallows = lost, True
    await center.start(await center.patient())
    assert inbox.TEXT_QUEUED in await center.work()
    center.sms.mishap = None
    await center.work(within=MINUTE)
    assert len(center.sms.taken) == 1
    assert (await center.activity()).status is ActivityStatus.SENT


async def test_a_text_that_never_arrived_is_sent_again(center: Center) -> None:
    center.sms.mishap = lost
    await center.start(await center.patient())
    await center.work()
    center.sms.mishap = None
    await center.work(within=MINUTE)
    assert len(center.sms.taken) == 1


async def test_when_nobody_can_tell_a_person_is_asked(center: Center) -> None:
    center.sms.mishap, center.sms.swallows, center.sms.blind = lost, True, True
    await center.start(await center.patient())
    for _ in range(10):
        await center.work(within=MINUTE)
    assert len(center.sms.taken) == 1
    assert (await center.activity()).status is ActivityStatus.FAILED
    assert "may not have been sent" in (await tasks(center))[0].detail


async def test_a_busy_provider_is_asked_again_and_a_landline_is_not(center: Center) -> None:
    center.sms.mishap = busy
    await center.start(await center.patient())
    await center.work()
    center.sms.mishap = landline
    await center.work(within=MINUTE)
    assert center.sms.taken == []
    activity = await center.activity()
    assert (activity.status, activity.outcome) == (ActivityStatus.FAILED, "The text could not be delivered")


async def test_what_never_left_does_not_count_as_a_contact(center: Center) -> None:
    center.sms.mishap = landline
    patient_id = await center.patient()
    await center.start(patient_id)
    await center.work()
    assert (await center.start(patient_id, Kind.CALL)).decision.allowed


async def test_what_may_have_left_does(center: Center) -> None:
    center.sms.mishap, center.sms.blind = lost, True
    patient_id = await center.patient()
    await center.start(patient_id)
    for _ in range(10):
        await center.work(within=MINUTE)
    assert (await center.start(patient_id, Kind.CALL)).decision.rule == "daily_cap"


async def test_a_text_in_other_hands_is_left_alone(center: Center) -> None:
    """A second delivery of its event while the provider is being asked."""
    outreach = await center.start(await center.patient())
    scope = center.practice.scope
    second: list[str] = []

    class Slow:
        async def send(self, message: inbox.SmsMessage) -> inbox.SendReceipt:
            try:
                await inbox.deliver_text(center.database, scope, center.sms, text_id)
            except Unavailable:
                second.append("told to come back")
            return await center.sms.send(message)

        async def find(self, message: inbox.SmsMessage) -> inbox.SendReceipt | None:
            raise AssertionError("nothing is to be found out")

    async with center.database.clinic(scope) as session:
        thread_id = await inbox.ensure_thread(session, "+13055550142")
        text_id = await inbox.queue_text(
            session, thread_id, inbox.OutboundText("mia", "Hello", inbox.MessageClass.RECALL, "once")
        )
    await inbox.deliver_text(center.database, scope, Slow(), text_id)
    assert second == ["told to come back"]
    assert center.sms.texts == ["Hello"]
    assert outreach.decision.allowed


async def test_a_later_receipt_says_that_it_failed(center: Center) -> None:
    await center.start(await center.patient())
    await center.work()
    provider_id = f"SM{center.sms.taken[0].idempotency_key}"
    async with center.database.clinic(center.practice.scope) as session:
        await inbox.note_receipt(session, provider_id, ReceiptStatus.FAILED)
        await inbox.note_receipt(session, provider_id, ReceiptStatus.DELIVERED)
        await inbox.note_receipt(session, "unknown", ReceiptStatus.FAILED)
    await center.work()
    assert (await center.activity()).status is ActivityStatus.FAILED


async def test_a_call_that_was_placed_is_not_placed_again(center: Center) -> None:
    center.calls.mishap, center.calls.swallows = outreach.CallOutcomeUnknown(), True
    await center.start(await center.patient(), Kind.CALL)
    assert outreach.DUE in await center.work()
    center.calls.mishap = None
    await center.work(within=MINUTE)
    assert len(center.calls.placed) == 1


async def test_a_call_whose_process_died_is_looked_up_first(center: Center) -> None:
    """As if the worker had been killed after the intent was marked and before the answer came."""
    center.calls.mishap = RuntimeError("killed")
    begun = await center.start(await center.patient(), Kind.CALL)
    with pytest.raises(RuntimeError):
        await center.work()
    center.calls.mishap = None
    with pytest.raises(Unavailable):  # it may still be in someone's hands
        await outreach.dispatch(center.database, center.practice.scope, means_of(center.calls), begun.id)
    await center.work(within=MINUTE)
    assert len(center.calls.placed) == 1


async def test_a_call_that_nobody_can_tell_of_becomes_a_task(center: Center) -> None:
    center.calls.mishap, center.calls.blind = outreach.CallOutcomeUnknown(), True
    await center.start(await center.patient(), Kind.CALL)
    for _ in range(10):
        await center.work(within=MINUTE)
    assert center.calls.placed == []
    assert (await center.activity()).outcome == "It is not known whether the call was placed"
    assert len(await tasks(center)) == 1


async def test_an_intent_whose_event_was_lost_leaves_all_the_same(center: Center) -> None:
    begun = await center.start(await center.patient(), Kind.CALL)
    center.clock.move(timedelta(seconds=1))
    async with center.database.clinic(center.practice.scope) as session:
        assert await outreach.release_due(session) == 1
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        assert await outreach.release_due(session) == 0
    assert [call.key for call in center.calls.placed] == [begun.id]


async def test_news_that_were_lost_are_caught_up_with(center: Center) -> None:
    """The text has left; the event that tells of it is gone."""
    del center.registry.handlers[inbox.TEXT_SETTLED]
    await center.start(await center.patient())
    await center.work()
    assert (await center.activity()).status is ActivityStatus.SCHEDULED
    center.clock.move(timedelta(minutes=5))
    async with center.database.clinic(center.practice.scope) as session:
        assert await outreach.settle_stuck(session) == 1
        assert await outreach.settle_stuck(session) == 0
    assert (await center.activity()).status is ActivityStatus.SENT


async def test_a_booking_within_fourteen_days_is_credited_with_its_value(center: Center) -> None:
    patient_id = await center.patient()
    await center.start(patient_id)
    await center.work()
    appointment_id = await center.book(patient_id)
    await center.work()
    activity = await center.activity()
    assert activity.status is ActivityStatus.REBOOKED
    assert activity.value_cents == 10_000
    assert activity.outcome.startswith("Booked Botox with")
    await center.cancel(appointment_id)
    await center.work()
    activity = await center.activity()
    assert (activity.status, activity.value_cents) == (ActivityStatus.ANSWERED, None)


async def test_a_booking_after_that_is_not(center: Center) -> None:
    patient_id = await center.patient()
    await center.start(patient_id)
    await center.work()
    center.clock.move(timedelta(days=15))
    await center.book(patient_id)
    await center.work()
    assert (await center.activity()).status is ActivityStatus.SENT


async def test_a_booking_of_somebody_who_was_not_contacted_changes_nothing(center: Center) -> None:
    await center.start(await center.patient())
    await center.work()
    await center.book(await center.patient("Leo Park", "+13055550143"))
    await center.work()
    assert (await center.activity()).status is ActivityStatus.SENT
