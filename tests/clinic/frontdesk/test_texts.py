"""Mia answers texts: in order, once, with what she may know; people known by their number book and cancel."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import pytest_asyncio

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Consent, Grant, Proof, Purpose
from mia.clinic.frontdesk.service import FrontDesk, MiaCalls, register_texts
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Activity, ActivitySearch, ActivityStatus, Text
from mia.clinic.practice import service as practices
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import encode, new_id
from tests.clinic.frontdesk.conftest import Json
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.outbox import work_off
from tests.fakes.practice import PracticeOfTests, make_patient
from tests.fakes.sms import MemorySms

NUMBER = "+13055550142"


@dataclass
class Texting:
    """Texts with Mia."""

    database: Database
    clock: MovableClock
    desk: FrontDesk
    voice: MemoryVoice
    practice: PracticeOfTests
    sms: MemorySms
    registry: Registry

    async def receive(self, text: str, sender: str = NUMBER) -> UUID:
        async with self.database.clinic(self.practice.scope) as session:
            return await inbox.receive_text(session, inbox.InboundText(new_id().hex, sender, text))

    async def say(self, text: str) -> str:
        """Text Mia and read what she answers."""
        await self.receive(text)
        before = len(self.sms.taken)
        await self.work()
        return " ".join(self.sms.texts[before:])

    async def prove(self, proof: Proof) -> None:
        async with self.database.clinic(self.practice.scope) as session:
            await consent.prove_contact(session, NUMBER, proof)

    async def code(self) -> str:
        """Have a code sent, and read it on the telephone."""
        assert await self.tool("send_code", phone="+13055550199") == {"status": "sent", "by": "text"}
        await self.work()
        assert self.sms.taken[-1].to == NUMBER, "to whom writes, whatever a model asks for"
        (code,) = re.findall(r"\b\d{6}\b", self.sms.texts[-1])
        return str(code)

    async def upcoming(self, patient_id: UUID) -> list[schedule.Appointment]:
        async with self.database.clinic(self.practice.scope) as session:
            return await schedule.list_upcoming(session, patient_id)

    async def work(self) -> list[str]:
        self.clock.move(timedelta(minutes=1))
        return await work_off(
            self.database, self.registry, self.practice.scope.clinic_id, within=timedelta(minutes=10)
        )

    async def texts(self, thread_id: UUID) -> list[Text]:
        async with self.database.clinic(self.practice.scope) as session:
            return (await inbox.get_thread(session, thread_id))[1]

    async def activity(self) -> Activity:
        async with self.database.clinic(self.practice.scope) as session:
            (activity,) = (await inbox.search_activities(session, ActivitySearch())).items
        return activity

    async def tool(self, name: str, /, **arguments: object) -> Json:
        """Run a tool in the talk that is going on."""
        (voice_id,) = [one for one, state in self.voice.states.items() if not state.ended]
        listed = [{"id": new_id().hex, "function": {"name": name, "arguments": arguments}}]
        message = {"type": "tool-calls", "session": {"id": voice_id}, "toolCallList": listed}
        secret = self.desk.secrets.issue(self.practice.scope.clinic_id)
        (answer,) = (await self.desk.handle_server_message(secret, message))["results"]
        result: Json = answer.get("result", answer)
        return result

    async def visit(self, patient_id: UUID) -> schedule.Appointment:
        async with self.database.clinic(self.practice.scope) as session:
            wish = schedule.Wish(self.practice.botox)
            offer = (await schedule.offer_slots(session, self.desk.signer, wish)).offers[0]
            key = new_id().hex
            booked = await schedule.book(
                session, self.desk.signer, offer.token, patient_id, source="staff", idempotency_key=key
            )
        assert isinstance(booked, schedule.Booked)
        return booked.appointment


@pytest_asyncio.fixture
async def texting(
    database: Database, clock: MovableClock, desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests
) -> AsyncIterator[Texting]:
    sms, registry = MemorySms(), Registry()
    inbox.register_texting(registry, sms)
    register_texts(registry, desk)
    yield Texting(database, clock, desk, voice, practice, sms, registry)


@pytest_asyncio.fixture
async def ana(texting: Texting) -> UUID:
    """A patient whose number writes, of which staff have checked that it is hers."""
    await texting.prove(Proof.STAFF)
    return await make_patient(texting.database, texting.practice, "Ana Ruiz", NUMBER)


async def test_mia_answers_and_says_at_first_what_she_is(texting: Texting) -> None:
    assert await texting.say("Hello") == "Mia, AI assistant at Harbor Aesthetics: You said Hello."
    assert await texting.say("Tuesday") == "You said Tuesday."
    assert texting.voice.metadata == {}


async def test_whose_number_is_on_record_is_known_by_first_name_alone(texting: Texting, ana: UUID) -> None:
    await texting.say("Hello")
    assert texting.voice.metadata is not None
    known = texting.voice.metadata["outreach"]
    assert (known["first_name"], known["identified"]) == ("Ana", True)
    assert "Ruiz" not in str(texting.voice.metadata)
    assert (await texting.activity()).patient_name == "Ana Ruiz"


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


async def test_known_by_the_number_one_books_without_saying_a_name(texting: Texting, ana: UUID) -> None:
    await texting.say("I would like to come")
    found = await texting.tool("find_slots", service_id=encode("svc", texting.practice.botox))
    booked = await texting.tool("book_appointment", slot_token=found["slots"][0]["token"], name="Somebody Else")
    assert booked["status"] == "booked"
    async with texting.database.clinic(texting.practice.scope) as session:
        (visit,) = await schedule.list_upcoming(session, ana)
    assert visit.spoken == booked["spoken"]


async def test_visits_are_shown_and_cancelled_for_their_owner_alone(texting: Texting, ana: UUID) -> None:
    await texting.say("Hello")
    own = await texting.visit(ana)
    other = await texting.visit(await make_patient(texting.database, texting.practice, "Leo Park", "+13055550143"))
    listed = await texting.tool("list_visits")
    assert [visit["appointment_id"] for visit in listed["visits"]] == [encode("apt", own.id)]
    refused = await texting.tool("cancel_visit", appointment_id=encode("apt", other.id))
    assert refused["status"] == "invalid"
    assert (await texting.tool("cancel_visit", appointment_id=encode("apt", own.id)))["status"] == "cancelled"


async def test_strangers_are_told_nothing_of_visits(texting: Texting) -> None:
    await texting.say("Hello")
    for tool in ("list_visits", "stop_contact"):
        assert await texting.tool(tool) == {"status": "unknown_person"}
    assert await texting.tool("confirm_identity", is_patient=True) == {"status": "unknown_person"}


async def test_a_visit_is_cancelled_by_text_after_a_yes(texting: Texting, ana: UUID) -> None:
    visit = await texting.visit(ana)
    question = await texting.say("I need to cancel my appointment")
    assert question.startswith(f"Shall I cancel your visit on {visit.spoken}?") and "Botox" not in question
    assert (await texting.say("Yes")).startswith(f"Your visit on {visit.spoken} is cancelled.")
    async with texting.database.clinic(texting.practice.scope) as session:
        assert await schedule.list_upcoming(session, ana) == []


async def test_a_visit_is_moved_when_that_was_asked_for(texting: Texting, ana: UUID) -> None:
    before = await texting.visit(ana)
    await texting.say("Can I move my visit to another day?")
    found = await texting.tool("find_slots", service_id=encode("svc", texting.practice.botox))
    booked = await texting.tool("book_appointment", slot_token=found["slots"][-1]["token"])
    assert (booked["status"], booked["moved"]) == ("booked", True)
    async with texting.database.clinic(texting.practice.scope) as session:
        (visit,) = await schedule.list_upcoming(session, ana)
    assert visit.id != before.id


async def test_a_second_visit_leaves_the_first_where_nobody_asked_to_move_it(texting: Texting, ana: UUID) -> None:
    await texting.visit(ana)
    await texting.say("I would like another one")
    found = await texting.tool("find_slots", service_id=encode("svc", texting.practice.botox))
    booked = await texting.tool("book_appointment", slot_token=found["slots"][-1]["token"])
    assert (booked["status"], booked["moved"]) == ("booked", False)
    async with texting.database.clinic(texting.practice.scope) as session:
        assert len(await schedule.list_upcoming(session, ana)) == 2


@pytest.mark.parametrize(
    "text",
    ["I need to cancel my appointment", "Can I move my visit to another day?", "Please reschedule it to Friday"],
)
@pytest.mark.parametrize("proof", [None, Proof.REPLY, Proof.FORM_REPLY])
async def test_a_number_that_was_not_proven_changes_nothing_by_text_and_gets_the_visits_own_link(
    texting: Texting, text: str, proof: Proof | None
) -> None:
    """The sender of a text is easily forged; what is answered reaches the real number alone."""
    leo = await make_patient(texting.database, texting.practice, "Ana Ruiz", NUMBER)
    if proof is not None:
        await texting.prove(proof)
    visit = await texting.visit(leo)
    answer = await texting.say(text)
    (link,) = re.findall(r"http://127\.0\.0\.1:8000(/v/\S+)", answer)
    assert visit.spoken in answer and "Botox" not in answer
    await texting.say("YES")
    assert [one.id for one in await texting.upcoming(leo)] == [visit.id]
    async with texting.database.clinic(texting.practice.scope) as session:
        opened = await schedule.check_visit_link(session, schedule.read_visit_link(link.removeprefix("/v/")))
    assert opened.id == visit.id


async def test_a_proof_counts_for_ninety_days(texting: Texting, ana: UUID) -> None:
    visit = await texting.visit(ana)
    texting.clock.set(visit.starts_at - timedelta(hours=1))
    await texting.prove(Proof.CODE)
    texting.clock.move(timedelta(days=-90))
    assert "Reply YES" in await texting.say("Please cancel my visit")
    async with texting.database.clinic(texting.practice.scope) as session:
        assert await consent.is_proven(session, NUMBER, consent.STRONG)
        texting.clock.move(timedelta(days=181))
        assert not await consent.is_proven(session, NUMBER, consent.STRONG)


async def test_a_question_asked_while_the_number_was_proven_is_not_answered_for_it_later(
    texting: Texting, ana: UUID
) -> None:
    visit = await texting.visit(ana)
    await texting.say("Please cancel my visit")
    async with texting.database.clinic(texting.practice.scope) as session:
        await consent.forget_contact(session, NUMBER)
    assert "/v/" in await texting.say("Yes")
    assert [one.id for one in await texting.upcoming(ana)] == [visit.id]


async def test_the_tools_of_a_talk_by_text_cancel_nothing_for_a_number_that_was_not_proven(
    texting: Texting,
) -> None:
    leo = await make_patient(texting.database, texting.practice, "Ana Ruiz", NUMBER)
    visit = await texting.visit(leo)
    await texting.say("Hello")
    refused = await texting.tool("cancel_visit", appointment_id=encode("apt", visit.id))
    assert (refused["status"], "/v/" in refused["link"]) == ("proof_needed", True)
    code = await texting.code()
    assert await texting.tool("check_code", code=code) == {"status": "proven"}
    assert (await texting.tool("cancel_visit", appointment_id=encode("apt", visit.id)))["status"] == "cancelled"


async def test_a_visit_booked_by_text_goes_to_the_record_when_the_number_answers_a_code(texting: Texting) -> None:
    leo = await make_patient(texting.database, texting.practice, "Ana Ruiz", NUMBER)
    await texting.say("I would like to come")
    found = await texting.tool("find_slots", service_id=encode("svc", texting.practice.botox))
    booked = await texting.tool("book_appointment", slot_token=found["slots"][0]["token"])
    assert booked["status"] == "booked"
    assert await texting.upcoming(leo) == [], "anybody can forge a sender"
    assert await texting.tool("check_code", code=await texting.code()) == {"status": "proven"}
    assert [visit.spoken for visit in await texting.upcoming(leo)] == [booked["spoken"]]


async def test_whoever_answers_what_the_practice_wrote_first_books_on_their_record(texting: Texting) -> None:
    leo = await make_patient(texting.database, texting.practice, "Ana Ruiz", NUMBER)
    async with texting.database.clinic(texting.practice.scope) as session:
        thread_id = await inbox.ensure_thread(session, NUMBER)
        words = inbox.OutboundText("mia", "You're due for a visit.", inbox.MessageClass.RECALL, "recall")
        await inbox.queue_text(session, thread_id, words)
    await texting.work()
    await texting.say("I would like to come")
    found = await texting.tool("find_slots", service_id=encode("svc", texting.practice.botox))
    await texting.tool("book_appointment", slot_token=found["slots"][0]["token"])
    assert len(await texting.upcoming(leo)) == 1


async def test_a_yes_to_something_else_cancels_nothing(texting: Texting, ana: UUID) -> None:
    await texting.visit(ana)
    await texting.say("Please cancel my visit")
    await texting.say("Wait, what time was it?")
    await texting.say("Yes")
    async with texting.database.clinic(texting.practice.scope) as session:
        assert len(await schedule.list_upcoming(session, ana)) == 1


async def test_a_reply_belongs_to_the_message_it_answers(texting: Texting, ana: UUID) -> None:
    """One line in the history: the message, then that it was answered, with what was said."""
    texting.clock.set(datetime(2026, 3, 24, 16, tzinfo=UTC))
    recalls.register_rebooking(texting.registry, MiaCalls(texting.desk))
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


async def test_a_wish_to_cancel_goes_to_the_team_where_mia_may_not(texting: Texting, ana: UUID) -> None:
    visit = await texting.visit(ana)
    async with texting.database.clinic(texting.practice.scope) as session:
        settings = await practices.get_settings(session)
        await practices.save_settings(session, replace(settings, cancels_visits=False))
    assert "I've told our team" in await texting.say("Please cancel my appointment")
    async with texting.database.clinic(texting.practice.scope) as session:
        stands = await schedule.get_appointment(session, visit.id)
        (task,) = await inbox.list_tasks(session)
    assert stands.status is schedule.AppointmentStatus.BOOKED
    assert "wants to cancel a visit" in task.detail


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
