"""Threads: STOP holds at once and everywhere, staff take over and hand back, nothing is heard twice."""

from datetime import timedelta

import pytest

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Mode
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from tests.clinic.inbox.conftest import NUMBER, Texting
from tests.fakes.access import make_clinic, scope_of


async def test_a_stop_is_confirmed_once_and_holds_on_every_channel(texting: Texting) -> None:
    async with texting.database.clinic(texting.practice.scope) as session:
        person = NewPatient("Ana Ruiz", NUMBER, "ana@mail.example")
        await patients.import_patients(session, [person])
    thread_id = await texting.receive("Please stop texting me")
    assert await texting.suppressed(NUMBER)
    assert await texting.suppressed("ana@mail.example")
    await texting.receive("STOP")
    (confirmation,) = texting.sms.texts
    assert confirmation == (
        "Harbor Aesthetics: You are opted out and will get no more messages or calls. Reply START to undo."
    )
    thread = await texting.thread(thread_id)
    assert thread.opted_out and thread.name == "Ana Ruiz"


async def test_a_stop_reaches_everybody_at_a_shared_number(texting: Texting) -> None:
    async with texting.database.clinic(texting.practice.scope) as session:
        people = [
            NewPatient("Ana Ruiz", NUMBER, "ana@mail.example"),
            NewPatient("Leo Ruiz", NUMBER, "leo@mail.example"),
        ]
        await patients.import_patients(session, people)
    thread = await texting.thread(await texting.receive("STOP"))
    assert thread.patient_id is None
    assert await texting.suppressed("ana@mail.example") and await texting.suppressed("leo@mail.example")


async def test_what_was_queued_before_a_stop_does_not_leave_after_it(texting: Texting) -> None:
    await texting.patient()
    thread_id = await texting.receive("Hello")
    async with texting.database.clinic(texting.practice.scope) as session:
        outbound = inbox.OutboundText("mia", "Hi Ana", inbox.MessageClass.RECALL, "once")
        await inbox.queue_text(session, thread_id, outbound)
        await inbox.receive_text(session, inbox.InboundText(new_id().hex, NUMBER, "stop"))
    await texting.work()
    assert len(texting.sms.texts) == 1 and "opted out" in texting.sms.texts[0]
    assert [text.state for text in await texting.texts(thread_id)] == ["received", "blocked", "received", "sent"]


async def test_a_number_can_be_texted_by_the_rules_of_a_message_of_staff_and_else_says_why(
    texting: Texting,
) -> None:
    async with texting.database.clinic(texting.practice.scope) as session:
        unknown = await inbox.find_reach(session, NUMBER)
        assert unknown.thread_id is None and unknown.no_text
        assert await inbox.find_reach(session, None) == inbox.Reach()
    thread_id = await texting.receive("Hello")
    async with texting.database.clinic(texting.practice.scope) as session:
        assert await inbox.find_reach(session, NUMBER) == inbox.Reach(thread_id)
    await texting.receive("STOP")
    async with texting.database.clinic(texting.practice.scope) as session:
        stopped = await inbox.find_reach(session, NUMBER)
        assert stopped.thread_id == thread_id and "asked not to be contacted" in (stopped.no_text or "")


async def test_who_stopped_may_come_back(texting: Texting) -> None:
    await texting.receive("STOP")
    await texting.receive("START")
    assert not await texting.suppressed()
    assert texting.sms.texts[-1].startswith("Harbor Aesthetics: You are opted in again.")


async def test_a_start_does_not_undo_a_wrong_number(texting: Texting) -> None:
    await texting.patient()
    await texting.receive("Wrong number")
    await texting.receive("START")
    assert await texting.suppressed()
    assert len(texting.sms.texts) == 1
    (task,) = await texting.tasks()
    assert task.phone == NUMBER and "someone else" in task.detail


async def test_a_wrong_number_says_nothing_of_the_patients_mail(texting: Texting) -> None:
    async with texting.database.clinic(texting.practice.scope) as session:
        await patients.import_patients(session, [NewPatient("Ana Ruiz", NUMBER, "ana@mail.example")])
    await texting.receive("you have the wrong number")
    assert await texting.suppressed(NUMBER) and not await texting.suppressed("ana@mail.example")


async def test_help_says_who_writes_and_how_to_reach_a_person(texting: Texting) -> None:
    await texting.receive("HELP")
    (answer,) = texting.sms.texts
    assert "AI assistant" in answer and "(305) 555-0100" in answer and "STOP" in answer


async def test_a_text_is_heard_once(texting: Texting) -> None:
    await texting.receive("HELP", provider_id="SM1")
    thread_id = await texting.receive("HELP", provider_id="SM1")
    assert len(await texting.texts(thread_id)) == 2


async def test_who_opted_out_and_writes_again_is_answered_by_a_person(texting: Texting) -> None:
    await texting.receive("STOP")
    thread = await texting.thread(await texting.receive("Can I come on Tuesday after all?"))
    assert thread.waiting and thread.opted_out


async def test_staff_writes_and_mia_is_silent(texting: Texting) -> None:
    await texting.patient()
    thread_id = await texting.receive("Is Sofia in today?")
    async with texting.database.clinic(texting.practice.scope) as session:
        first = await inbox.write_as_staff(session, thread_id, " Yes, until six. ", "key-00000001")
        assert await inbox.write_as_staff(session, thread_id, "Yes, until six.", "key-00000001") == first
    await texting.work()
    assert texting.sms.texts == ["Yes, until six."]
    thread = await texting.thread(thread_id)
    assert thread.mode is Mode.STAFF and not thread.waiting
    await texting.receive("Thanks!")
    assert (await texting.thread(thread_id)).waiting
    async with texting.database.clinic(texting.practice.scope) as session:
        await inbox.hand_back(session, thread_id)
        await inbox.hand_back(session, thread_id)
    thread = await texting.thread(thread_id)
    assert thread.mode is Mode.MIA and not thread.waiting


async def test_staff_cannot_write_to_who_said_stop(texting: Texting) -> None:
    thread_id = await texting.receive("STOP")
    async with texting.database.clinic(texting.practice.scope) as session:
        with pytest.raises(Conflict, match="asked not to be contacted"):
            await inbox.write_as_staff(session, thread_id, "Are you sure?", "key-00000002")


async def test_a_day_after_the_last_text_staffs_own_follows_the_hours(texting: Texting) -> None:
    await texting.patient()
    thread_id = await texting.receive("Hello")
    texting.clock.move(timedelta(days=2, hours=10))
    async with texting.database.clinic(texting.practice.scope) as session:
        with pytest.raises(Conflict, match="Outside the patient"):
            await inbox.write_as_staff(session, thread_id, "Good evening", "key-00000003")
    texting.clock.move(timedelta(hours=14))
    async with texting.database.clinic(texting.practice.scope) as session:
        await inbox.write_as_staff(session, thread_id, "Good morning", "key-00000003")


async def test_an_empty_text_and_an_unknown_thread_are_refused(texting: Texting) -> None:
    thread_id = await texting.receive("Hello")
    async with texting.database.clinic(texting.practice.scope) as session:
        with pytest.raises(Invalid):
            await inbox.write_as_staff(session, thread_id, "  ", "key-00000004")
        with pytest.raises(NotFound):
            await inbox.write_as_staff(session, new_id(), "Hello", "key-00000004")


async def test_the_list_is_searched_by_name_and_paged(texting: Texting) -> None:
    await texting.patient()
    await texting.receive("Hello")
    await texting.receive("Hi", sender="+13055550177")
    async with texting.database.clinic(texting.practice.scope) as session:
        by_name = await inbox.search_threads(session, query="ruis")
        first = await inbox.search_threads(session, limit=1)
        second = await inbox.search_threads(session, limit=1, after=first.next_after)
    assert [thread.name for thread in by_name.items] == ["Ana Ruiz"]
    assert first.items[0].name is None and first.items[0].phone == "+13055550177"
    assert second.items[0].name == "Ana Ruiz" and second.next_after is None


async def test_another_clinic_sees_no_thread(texting: Texting, database: Database) -> None:
    thread_id = await texting.receive("Hello")
    other = await make_clinic(database, new_id().hex)
    async with database.clinic(scope_of(other)) as session:
        with pytest.raises(NotFound):
            await inbox.get_thread(session, thread_id)
        assert (await inbox.search_threads(session)).items == ()
