"""Mia answers texts in order, once, and with only what she may know."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Consent, Grant, Purpose
from mia.clinic.frontdesk.service import MiaCalls
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.outreach.service import register_outreach
from mia.clinic.practice import service as practices
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import encode
from tests.clinic.frontdesk.texts.texting import NUMBER, Texting
from tests.fakes.outreach import means_of


async def test_mia_answers_and_says_at_first_what_she_is(texting: Texting) -> None:
    assert await texting.say("Hello") == "Mia, AI assistant at Harbor Aesthetics: You said Hello."
    assert await texting.say("Tuesday") == "You said Tuesday."
    assert texting.voice.metadata == {}


async def test_texts_are_answered_in_the_order_they_came(texting: Texting) -> None:
    thread_id = await texting.receive("one")
    await texting.receive("two")
    while await texting.work():
        pass
    answers = [text.text for text in await texting.texts(thread_id) if text.author == "mia"]
    assert answers == ["Mia, AI assistant at Harbor Aesthetics: You said one.", "You said two."]


async def test_an_answer_that_was_lost_on_the_way_is_not_asked_for_twice(
    texting: Texting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mia has answered, and the process died before it could write that down."""
    ask = texting.voice.send_chat

    async def die(session_id: str, text: str) -> object:
        await ask(session_id, text)
        raise Unavailable

    monkeypatch.setattr(texting.voice, "send_chat", die)
    await texting.receive("Hello")
    assert await texting.work() == [inbox.TEXT_RECEIVED]
    monkeypatch.setattr(texting.voice, "send_chat", ask)
    await texting.work()
    assert texting.sms.texts == ["Mia, AI assistant at Harbor Aesthetics: You said Hello."]
    (said,) = texting.voice.said.values()
    assert len(said) == 2


async def test_when_mia_cannot_answer_a_person_is_asked_to(texting: Texting) -> None:
    texting.voice.fault = Unavailable()
    thread_id = await texting.receive("Hello")
    for _ in range(8):
        await texting.work()
    async with texting.database.clinic(texting.practice.scope) as session:
        thread, _ = await inbox.get_thread(session, thread_id)
        tasks = await inbox.list_tasks(session)
    assert thread.waiting and [task.phone for task in tasks] == [NUMBER]


async def test_a_machine_that_answers_each_text_is_answered_no_more_and_staff_look_once(texting: Texting) -> None:
    for _ in range(3):
        for _ in range(20):
            thread_id = await texting.receive("Thanks for texting Bay Dental, this is Mia. How can I help?")
        await texting.work()
    assert len(texting.sms.taken) == 40
    async with texting.database.clinic(texting.practice.scope) as session:
        thread, _ = await inbox.get_thread(session, thread_id)
        (task,) = await inbox.list_tasks(session)
    assert thread.waiting
    assert (task.detail, task.phone) == (
        "One number is sending many texts. Mia has stopped replying; please check.", NUMBER,
    )  # fmt: skip
    assert await texting.say("I can't breathe") == "You said I can't breathe."
    assert "opted out" in await texting.say("STOP")


async def test_after_goodbye_the_next_text_begins_a_new_talk(texting: Texting) -> None:
    await texting.say("bye")
    assert await texting.say("One more thing") == "You said One more thing."
    assert len(texting.voice.states) == 2


async def test_where_staff_takes_over_mias_talk_ends(texting: Texting) -> None:
    thread_id = await texting.receive("Hello")
    await texting.work()
    async with texting.database.clinic(texting.practice.scope) as session:
        await inbox.take_over(session, thread_id)
    await texting.work()
    assert all(state.ended for state in texting.voice.states.values())
    assert await texting.say("Are you there?") == ""


async def test_a_talk_that_staff_ended_keeps_its_name(texting: Texting, ana: UUID) -> None:
    thread_id = await texting.receive("Hello")
    await texting.work()
    (voice_id,) = texting.voice.states
    async with texting.database.clinic(texting.practice.scope) as session:
        await inbox.take_over(session, thread_id)
    report = {
        "type": "end-of-call-report",
        "session": {"id": voice_id},
        "artifact": {"messages": [{"role": "user", "message": "Hello"}]},
    }
    secret = texting.desk.secrets.issue(texting.practice.scope.clinic_id)
    await texting.desk.handle_server_message(secret, report)
    activity = await texting.activity()
    assert (activity.patient_name, activity.status) == ("Ana Ruiz", ActivityStatus.ANSWERED)


async def test_a_reply_belongs_to_the_message_it_answers(texting: Texting, ana: UUID) -> None:
    """One line in the history: the message, then that it was answered, with what was said."""
    texting.clock.set(datetime(2026, 3, 24, 16, tzinfo=UTC))
    register_outreach(texting.registry, means_of(MiaCalls(texting.desk)))
    recalls.register_rebooking(texting.registry)
    async with texting.database.clinic(texting.practice.scope) as session:
        signed = Consent(Channel.SMS, Purpose.RECALL, Basis.WRITTEN, "form", session.now())
        await consent.import_consents(session, [Grant(NUMBER, signed)])
        await recalls.start(session, ana, Kind.MESSAGE, "click-0001")
    await texting.work()
    assert (await texting.activity()).status is ActivityStatus.SENT
    await texting.say("Yes, Tuesday would be good")
    activity = await texting.activity()
    assert (activity.status, activity.outcome) == (ActivityStatus.ANSWERED, "The patient has replied")
    found = await texting.tool("find_slots", service_id=encode("svc", texting.practice.botox))
    await texting.tool("book_appointment", slot_token=found["slots"][0]["token"])
    await texting.work()
    activity = await texting.activity()
    assert (activity.status, activity.value_cents) == (ActivityStatus.REBOOKED, 10_000)


async def test_a_practice_that_answers_texts_itself_gets_a_task_and_mia_keeps_silent(texting: Texting) -> None:
    async with texting.database.clinic(texting.practice.scope) as session:
        settings = await practices.get_settings(session)
        await practices.save_settings(session, replace(settings, answers_texts=False))
    assert await texting.say("Hello") == ""
    async with texting.database.clinic(texting.practice.scope) as session:
        (task,) = await inbox.list_tasks(session)
    assert "answers texts itself" in task.detail


async def test_what_staff_wrote_is_known_to_mia_when_she_is_handed_the_thread_back(texting: Texting) -> None:
    await texting.say("Do you have parking?")
    thread_id = await texting.receive("I need to speak to somebody")
    async with texting.database.clinic(texting.practice.scope) as session:
        await inbox.take_over(session, thread_id)
        await inbox.write_as_staff(session, thread_id, "Dr. Cole says Tuesday is fine.", "key-1")
    await texting.work()
    async with texting.database.clinic(texting.practice.scope) as session:
        await inbox.hand_back(session, thread_id)
    assert await texting.say("Great, so Tuesday then") == "You said Great, so Tuesday then."
    told = [(one.by_person, one.text) for one in texting.voice.earlier]
    assert (False, "Dr. Cole says Tuesday is fine.") in told
    assert (True, "I need to speak to somebody") in told
    assert (True, "Great, so Tuesday then") not in told, "what is to be answered is no past"


async def test_where_staff_never_wrote_nothing_is_handed_over(texting: Texting) -> None:
    await texting.say("Do you have parking?")
    await texting.say("bye")
    await texting.say("Are you open on Sunday?")
    assert texting.voice.earlier == []


async def test_danger_is_answered_before_a_wish_to_cancel_and_where_mia_answers_no_texts(
    texting: Texting, ana: UUID
) -> None:
    await texting.visit(ana)
    assert "You said" in await texting.say("I can't come to my appointment, I can't breathe")
    async with texting.database.clinic(texting.practice.scope) as session:
        settings = await practices.get_settings(session)
        await practices.save_settings(session, replace(settings, answers_texts=False))
    assert "You said" in await texting.say("my throat is closing up")
