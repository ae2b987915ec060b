"""Appointments by text: patients known by their number book, move and cancel them."""

import re
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Proof
from mia.clinic.inbox import service as inbox
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.platform.kernel.ids import encode
from tests.clinic.frontdesk.texts.texting import NUMBER, Texting
from tests.fakes.practice import make_patient


async def test_whose_number_is_on_record_is_known_by_first_name_alone(texting: Texting, ana: UUID) -> None:
    await texting.say("Hello")
    assert texting.voice.metadata is not None
    known = texting.voice.metadata["outreach"]
    assert (known["first_name"], known["identified"]) == ("Ana", True)
    assert "Ruiz" not in str(texting.voice.metadata)
    assert (await texting.activity()).patient_name == "Ana Ruiz"


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
    assert await texting.tool("list_visits") == {"status": "not_identified"}
    assert await texting.tool("stop_contact") == {"status": "unknown_person"}
    assert await texting.tool("confirm_identity", is_patient=True) == {"status": "unknown_person"}


async def test_a_visit_is_cancelled_by_text_after_a_yes(texting: Texting, ana: UUID) -> None:
    visit = await texting.visit(ana)
    question = await texting.say("I need to cancel my appointment")
    assert question.startswith(f"Shall I cancel your appointment on {visit.spoken}?") and "Botox" not in question
    assert (await texting.say("Yes")).startswith(f"Your appointment on {visit.spoken} is canceled.")
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
    assert "wants to cancel an appointment" in task.detail
