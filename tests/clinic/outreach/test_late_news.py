"""News of a contact comes late, twice, or of something else: what is known already stays as it is."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, update

from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.ports import ReceiptStatus
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.outreach import service as outreach
from mia.clinic.outreach import settlement
from mia.clinic.outreach.calls import CallIntents
from mia.clinic.recalls.service import Kind
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession
from mia.platform.jobs.service import Registry
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.mail import service as mail
from mia.platform.mail.models import MailRow
from tests.clinic.recalls.conftest import NUMBER, Center
from tests.fakes.access import make_clinic
from tests.fakes.outreach import means_of

EMAIL = "ana@patients.example"


async def status(center: Center) -> tuple[ActivityStatus, str]:
    activity = await center.activity()
    return activity.status, activity.outcome


async def test_a_call_that_stands_is_begun_once_and_does_not_fail_afterwards(center: Center) -> None:
    begun = await center.start(await center.patient(), Kind.CALL)
    await center.work()
    voice_id = f"call-{begun.id}"
    dialing = await status(center)
    async with center.database.clinic(center.practice.scope) as session:
        first = await outreach.find_called(session, voice_id)
        again = await outreach.begin_call(session, begun.id, voice_id)
        await CallIntents().ask_staff(session, begun.id, "It is not known whether the call was placed")
        await CallIntents().fail(session, begun.id, "It is not known whether the call was placed")
        assert await outreach.find_called(session, voice_id) == first
        assert await inbox.list_tasks(session) == []
        assert (await outreach.begin_call(session, begun.id, voice_id)).id == again.id
    assert await status(center) == dialing


async def test_how_a_call_came_out_is_said_once(center: Center) -> None:
    begun = await center.start(await center.patient(), Kind.CALL)
    await center.work()
    voice_id = f"call-{begun.id}"
    async with center.database.clinic(center.practice.scope) as session:
        await outreach.note_answered(session, voice_id)
    assert await status(center) == (ActivityStatus.IN_PROGRESS, "Mia is talking with the patient")
    async with center.database.clinic(center.practice.scope) as session:
        await outreach.note_call_result(session, voice_id, ActivityStatus.BOOKED)
        await outreach.note_call_result(session, voice_id, ActivityStatus.NO_ANSWER)
        await outreach.note_answered(session, voice_id)
        ended = await outreach.find_intent(session, id=begun.id)
    assert ended is not None and ended.state == "booked"


async def test_news_of_calls_that_mia_did_not_make_change_nothing(center: Center) -> None:
    begun = await center.start(await center.patient(), Kind.CALL)
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        before = await outreach.find_intent(session, id=begun.id)
        await outreach.note_answered(session, "another call")
        await outreach.note_call_result(session, "another call", ActivityStatus.NO_ANSWER)
        with pytest.raises(NotFound):
            await outreach.begin_call(session, new_id(), "another call")
        assert await outreach.find_called(session, "another call") is None
        assert await outreach.find_intent(session, id=begun.id) == before


async def test_an_event_that_comes_too_early_sends_nothing_and_is_asked_again(center: Center) -> None:
    begun = await center.start(await center.patient())
    for id_ in (begun.id, new_id()):
        await outreach.dispatch(center.database, center.practice.scope, means_of(center.calls), id_)
    assert center.sms.taken == []
    await center.work()
    assert len(center.sms.taken) == 1


async def test_what_waits_for_the_morning_is_left_to_the_clock(center: Center) -> None:
    center.clock.set(datetime(2026, 3, 25, 2, tzinfo=UTC))  # 10 PM in New York
    begun = await center.start(await center.patient())
    await outreach.dispatch(center.database, center.practice.scope, means_of(center.calls), begun.id)
    await center.work(within=timedelta(hours=1))
    assert center.sms.taken == []
    center.clock.set(datetime(2026, 3, 25, 13, 1, tzinfo=UTC))
    async with center.database.clinic(center.practice.scope) as session:
        assert await outreach.release_due(session) == 1
    await center.work()
    assert len(center.sms.taken) == 1


async def test_a_text_that_is_still_on_its_way_is_not_called_sent(center: Center) -> None:
    center.registry.handlers[inbox.TEXT_QUEUED] = []
    begun = await center.start(await center.patient())
    await center.work()
    on_its_way = await status(center)
    async with center.database.clinic(center.practice.scope) as session:
        intent = await outreach.find_intent(session, id=begun.id)
        assert intent is not None and intent.text_id is not None
        for text_id in (intent.text_id, new_id()):
            await settlement.settle_text(session, text_id)
        assert await outreach.find_intent(session, id=begun.id) == intent
    assert await status(center) == on_its_way == (ActivityStatus.SCHEDULED, "On its way")


@pytest.mark.parametrize("receipt", [ReceiptStatus.DELIVERED, ReceiptStatus.FAILED])
async def test_who_has_answered_stays_so_whatever_the_provider_says_later(
    center: Center, receipt: ReceiptStatus
) -> None:
    begun = await center.start(await center.patient())
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        thread_id = await inbox.ensure_thread(session, NUMBER)
        conversation = await inbox.start_conversation(session, inbox.Channel.SMS)
        await outreach.note_reply(session, thread_id, conversation)
        await outreach.note_reply(session, thread_id, await inbox.start_conversation(session, inbox.Channel.SMS))
        await inbox.note_receipt(session, f"SM{center.sms.taken[0].idempotency_key}", receipt)
        intent = await outreach.find_intent(session, id=begun.id)
        assert intent is not None and intent.text_id is not None
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        await settlement.settle_text(session, intent.text_id)
    assert await status(center) == (ActivityStatus.ANSWERED, "The patient has replied")


@pytest.mark.parametrize(
    ("became", "expected"),
    [
        ("queued", (ActivityStatus.SCHEDULED, "On its way")),
        ("sent", (ActivityStatus.SENT, "Follow-up sent; no reply yet")),
        ("refused", (ActivityStatus.FAILED, "The email could not be delivered")),
        ("given_up", (ActivityStatus.FAILED, "The email could not be delivered")),
        ("gone", (ActivityStatus.SCHEDULED, "On its way")),
    ],
)
async def test_what_became_of_an_email_is_found_out_when_nobody_told(
    center: Center, became: str, expected: tuple[ActivityStatus, str]
) -> None:
    center.registry.handlers[mail.QUEUED] = []
    await center.start(await center.patient(phone=None, email=EMAIL))
    await center.work()
    center.clock.move(timedelta(minutes=5))
    async with center.database.clinic(center.practice.scope) as session:
        mine = MailRow.clinic_id == session.scope.clinic_id
        change = delete(MailRow) if became == "gone" else update(MailRow).values(status=became)
        await session.sql.execute(change.where(mine))
        await settlement.settle_mail(session, new_id())
        await outreach.settle_stuck(session)
    assert await status(center) == expected


async def test_a_text_that_an_opt_out_keeps_back_says_so_and_counts_as_no_contact(center: Center) -> None:
    texting = center.registry.handlers.pop(inbox.TEXT_QUEUED)
    begun = await center.start(await center.patient())
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        await consent.suppress(session, NUMBER, consent.SuppressionReason.STOP)
    center.registry.handlers[inbox.TEXT_QUEUED] = texting
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        intent = await outreach.find_intent(session, id=begun.id)
    assert intent is not None and (intent.state, intent.touched_at) == ("blocked", None)
    assert await status(center) == (ActivityStatus.FAILED, "Not sent: The patient asked not to be contacted")
    assert center.sms.taken == []


async def test_an_email_of_another_room_is_no_outreach(center: Center) -> None:
    message = mail.Message(EMAIL, "Your form", "Thank you.")
    async with center.database.clinic(center.practice.scope) as session:
        mail_id = await mail.queue(session, message, key="form:1")
        assert mail_id is not None
        await settlement.settle_mail(session, mail_id)
    assert await center.activities() == []


async def test_one_clinic_s_failure_does_not_keep_the_others_waiting(center: Center) -> None:
    broken = await make_clinic(center.database, f"broken-{new_id().hex}")
    registry, done = Registry(), []

    async def work(session: ClinicSession) -> None:
        if session.scope.clinic_id == broken.id:
            raise RuntimeError("its rows are not what they were")
        done.append(session.scope.clinic_id)

    await identity.in_every_clinic(center.database, "mia", work)
    assert center.practice.scope.clinic_id in done and broken.id not in done
    outreach.register_outreach(registry, means_of(center.calls))
    begun = await center.start(await center.patient())
    center.clock.move(timedelta(minutes=1))
    (periodic,) = registry.periodic_tasks
    await periodic.task(center.database)
    await center.work()
    assert [text.to for text in center.sms.taken] == [NUMBER] and begun.decision.allowed
