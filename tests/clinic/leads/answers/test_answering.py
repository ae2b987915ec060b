"""Mia answers a new lead within the minute, once, when and how it is permitted; what follows moves the lead."""

from dataclasses import replace
from datetime import timedelta

import pytest

from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.leads import service as leads
from mia.clinic.leads.service import LeadStage
from mia.clinic.outreach.service import release_due
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from tests.clinic.leads.answers.conftest import NUMBER, Front
from tests.fakes.phones.sms import landline


async def test_a_lead_is_written_to_at_once_with_free_times_and_how_to_stop(front: Front) -> None:
    lead_id = await front.capture()
    await front.work()
    (text,) = front.sms.texts
    assert text.startswith("Harbor Aesthetics: Hi Noa,") and text.endswith("Reply STOP to opt out.")
    assert "AI assistant" in text and "Tue, Mar 24 at" in text and "Botox" not in text
    lead = await front.lead(lead_id)
    assert lead.stage is LeadStage.CONTACTED
    assert lead.captured_at and lead.answered_at
    assert lead.answered_at - lead.captured_at < timedelta(minutes=1)
    assert await front.events(lead_id) == ["captured", "follow_up_planned", "texted", "stage"]
    activity = await front.activity()
    assert (activity.patient_name, activity.status) == ("Noa Levin", ActivityStatus.SENT)


async def test_the_decision_is_kept_with_the_intent(front: Front) -> None:
    lead_id = await front.capture()
    await front.work()
    row = await front.follow_up(lead_id)
    assert row is not None
    async with front.database.clinic(front.practice.scope) as session:
        decisions = await consent.list_decisions(session, row.id)
    assert [outcome for _, outcome, _ in decisions] == ["allow", "allow"]


async def test_a_practice_that_does_not_want_it_writes_nothing(front: Front) -> None:
    async with front.database.clinic(front.practice.scope) as session:
        settings = (await practices.get_practice(session)).settings
        await practices.save_settings(session, replace(settings, follows_up_leads=False))
    lead_id = await front.capture()
    await front.work()
    assert front.sms.taken == []
    assert await front.follow_up(lead_id) is None


async def test_without_consent_nothing_leaves_and_the_reason_is_shown(front: Front) -> None:
    lead_id = await front.capture(agrees_to_texts=False)
    await front.work()
    assert front.sms.taken == [] and front.calls.placed == []
    shown = await front.shown(lead_id)
    assert (shown.state, shown.reason) == ("blocked", "No consent to text or call")
    assert (await front.lead(lead_id)).stage is LeadStage.NEW
    assert "No consent to text or call" in (await front.activity()).outcome


async def test_without_a_number_there_is_nothing_to_write_to(front: Front) -> None:
    lead_id = await front.capture(phone=None)
    await front.work()
    assert (await front.shown(lead_id)).reason == "No number or address on file"


async def test_at_night_it_waits_until_the_morning(front: Front) -> None:
    front.clock.move(timedelta(hours=10))  # ten in the evening
    lead_id = await front.capture()
    await front.work()
    shown = await front.shown(lead_id)
    assert front.sms.taken == []
    assert (shown.state, shown.reason) == ("scheduled", "Outside the lead's contact hours")
    front.clock.set(shown.due_at)
    async with front.database.clinic(front.practice.scope) as session:
        assert await release_due(session) == 1
    await front.work()
    assert len(front.sms.taken) == 1
    assert (await front.lead(lead_id)).stage is LeadStage.CONTACTED


async def test_who_was_answered_by_staff_meanwhile_is_not_written_to(front: Front) -> None:
    front.clock.move(timedelta(hours=10))
    lead_id = await front.capture()
    await front.work()
    async with front.database.clinic(front.practice.scope) as session:
        await leads.move_lead(session, lead_id, LeadStage.CONTACTED, version=(await front.lead(lead_id)).version)
    front.clock.move(timedelta(hours=14))
    async with front.database.clinic(front.practice.scope) as session:
        await release_due(session)
    await front.work()
    assert front.sms.taken == []
    row = await front.follow_up(lead_id)
    assert row is not None and row.state == "cancelled"


async def test_the_same_form_and_the_same_person_are_one_lead_and_one_text(front: Front) -> None:
    first = await front.capture(key="form-1")
    assert await front.capture(key="form-1") == first
    assert await front.capture("noa levin", message="Do you have time on Friday?") == first
    await front.work()
    assert len(front.sms.taken) == 1
    assert (await front.lead(first)).learned.message == "Do you have time on Friday?"
    assert "asked_again" in await front.events(first)


async def test_a_text_that_cannot_be_delivered_is_a_task_for_staff(front: Front) -> None:
    front.sms.mishap = landline
    lead_id = await front.capture()
    await front.work()
    assert (await front.shown(lead_id)).state == "failed"
    assert (await front.lead(lead_id)).stage is LeadStage.NEW
    async with front.database.clinic(front.practice.scope) as session:
        (task,) = await inbox.list_tasks(session)
    assert (task.phone, task.lead_id) == (NUMBER, lead_id)


async def test_who_replies_is_known_and_books_without_saying_name_or_number_again(front: Front) -> None:
    lead_id = await front.capture(email="noa@example.example")
    await front.work()
    visit = await front.book()
    known = front.voice.metadata["outreach"] if front.voice.metadata else {}
    assert (known["kind"], known["first_name"], known["identified"]) == ("lead", "Noa", True)
    assert "Levin" not in str(front.voice.metadata)
    lead = await front.lead(lead_id)
    assert (lead.stage, lead.appointment_id, lead.patient_id) == (
        LeadStage.CONSULT_BOOKED, visit.id, visit.patient_id,
    )  # fmt: skip
    async with front.database.clinic(front.practice.scope) as session:
        patient = await patients.get_patient(session, visit.patient_id)
        thread_id = await inbox.find_thread_of(session, NUMBER)
        assert thread_id is not None
        assert await inbox.patient_of_thread(session, thread_id) == patient.id
    assert (patient.name, patient.phone) == ("Noa Levin", NUMBER)
    assert (await front.activity()).status is ActivityStatus.BOOKED


async def test_a_cancelled_consult_opens_the_lead_again_and_the_next_one_books_it(front: Front) -> None:
    lead_id = await front.capture()
    await front.work()
    visit = await front.book()
    async with front.database.clinic(front.practice.scope) as session:
        await schedule.cancel(session, visit.id)
    await front.work()
    assert (await front.lead(lead_id)).stage is LeadStage.CONTACTED
    async with front.database.clinic(front.practice.scope) as session:
        wish = schedule.Wish(front.practice.botox)
        offer = (await schedule.offer_slots(session, front.desk.signer, wish)).offers[0]
        booked = await schedule.book(
            session, front.desk.signer, offer.token, visit.patient_id, source="staff", idempotency_key="desk"
        )
    assert isinstance(booked, schedule.Booked)
    await front.work()
    lead = await front.lead(lead_id)
    assert (lead.stage, lead.appointment_id) == (LeadStage.CONSULT_BOOKED, booked.appointment.id)


async def test_a_visit_that_took_place_wins_the_lead(front: Front) -> None:
    lead_id = await front.capture()
    await front.work()
    visit = await front.book()
    front.clock.set(visit.ends_at + timedelta(minutes=1))
    async with front.database.clinic(front.practice.scope) as session:
        await schedule.set_outcome(session, visit.id, schedule.AppointmentStatus.COMPLETED)
    await front.work()
    assert (await front.lead(lead_id)).stage is LeadStage.WON


async def test_stop_holds_for_leads_too(front: Front) -> None:
    lead_id = await front.capture()
    await front.work()
    await front.receive("STOP")
    await front.work()
    assert "declined" in await front.events(lead_id)
    again = await front.capture("Somebody Else")
    await front.work()
    assert (await front.shown(again)).reason == "The lead asked not to be contacted"


async def test_an_answer_by_staff_counts_as_the_first(front: Front) -> None:
    lead_id = await front.capture(agrees_to_texts=False)
    async with front.database.clinic(front.practice.scope) as session:
        thread_id = await inbox.ensure_thread(session, NUMBER)
        text = inbox.OutboundText("staff", "Hello Noa", inbox.MessageClass.REPLY, "by-hand")
        await inbox.queue_text(session, thread_id, text)
    front.clock.move(timedelta(minutes=5))
    await front.work()
    lead = await front.lead(lead_id)
    assert lead.stage is LeadStage.CONTACTED and lead.answered_at is not None


@pytest.mark.parametrize("agrees", [True, False])
async def test_mia_calls_only_who_agreed_to_her_voice(dialling: Front, agrees: bool) -> None:
    lead_id = await dialling.capture(agrees_to_texts=False, agrees_to_ai_calls=agrees)
    await dialling.work()
    assert len(dialling.voice.dialled) == (1 if agrees else 0)
    assert dialling.sms.taken == []
    if agrees:
        (call,) = dialling.voice.dialled.values()
        assert call.number == NUMBER and call.overrides["metadata"]["outreach"]["kind"] == "lead"
        row = await dialling.follow_up(lead_id)
        assert row is not None and row.voice_id is not None


async def test_a_call_that_is_answered_contacts_the_lead_who_books_when_it_is_they(dialling: Front) -> None:
    lead_id = await dialling.capture(agrees_to_texts=False, agrees_to_ai_calls=True)
    await dialling.work()
    ((voice_id, call),) = dialling.voice.dialled.items()
    subject = {"id": voice_id, "type": "outboundPhoneCall", "metadata": call.overrides["metadata"]}
    secret = dialling.desk.secrets.issue(dialling.practice.scope.clinic_id)

    async def send(kind: str, **body: object) -> dict[str, object]:
        message = {"type": kind, "call": subject, **body}
        return await dialling.desk.handle_server_message(secret, message)

    async def tool(name: str, **arguments: object) -> dict[str, object]:
        listed = [{"id": name, "function": {"name": name, "arguments": arguments}}]
        results = (await send("tool-calls", toolCallList=listed))["results"]
        assert isinstance(results, list)
        answer = results[0]
        assert isinstance(answer, dict)
        return dict(answer.get("result") or answer)

    await send("status-update", status="in-progress")
    assert (await dialling.lead(lead_id)).stage is LeadStage.CONTACTED
    refused = await tool("find_slots", service_id=None)
    assert "error" in refused
    assert (await tool("confirm_identity", is_patient=True))["status"] == "confirmed"
    async with dialling.database.clinic(dialling.practice.scope) as session:
        wish = schedule.Wish(dialling.practice.botox)
        token = (await schedule.offer_slots(session, dialling.desk.signer, wish)).offers[0].token
    assert (await tool("book_appointment", slot_token=token))["status"] == "booked"
    await send("end-of-call-report", endedReason="assistant-ended-call", artifact={}, analysis={})
    assert (await dialling.lead(lead_id)).stage is LeadStage.CONSULT_BOOKED
    row = await dialling.follow_up(lead_id)
    assert row is not None and row.state == "booked"
