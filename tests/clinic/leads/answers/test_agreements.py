"""What a lead agreed to can be entered later: with an edit, or when a temporary lead goes to the pipeline."""

from dataclasses import replace

from mia.clinic.leads import service as leads
from mia.clinic.leads.service import Agreement, LeadChange, LeadStage
from mia.clinic.leads.temporary import keeping
from mia.clinic.leads.temporary import service as temporary
from mia.clinic.leads.temporary.service import CaptureSource, LeadDetails
from mia.clinic.schedule import service as schedule
from tests.clinic.leads.answers.conftest import NUMBER, Front
from tests.fakes.practice import make_patient


async def test_consent_that_an_edit_records_lets_the_blocked_answer_leave(front: Front) -> None:
    lead_id = await front.capture(agrees_to_texts=False)
    await front.work()
    lead = await front.lead(lead_id)
    change = LeadChange("Noa Levin", NUMBER, None, None, None, None, None, Agreement(texts=True))
    async with front.database.clinic(front.practice.scope) as session:
        await leads.change_lead(session, lead_id, change, lead.version)
    assert front.sms.texts == []
    await front.work()
    assert len(front.sms.texts) == 1
    assert (await front.shown(lead_id)).state == "sent"
    lead = await front.lead(lead_id)
    async with front.database.clinic(front.practice.scope) as session:
        await leads.change_lead(session, lead_id, replace(change, interest="Botox"), lead.version)
    await front.work()
    assert len(front.sms.texts) == 1, "once"


async def test_who_agreed_at_the_desk_is_answered_from_the_pipeline(front: Front) -> None:
    async with front.database.clinic(front.practice.scope) as session:
        details = LeadDetails("Noa Levin", phone=NUMBER)
        captured = await temporary.capture(session, details, CaptureSource.QUICK_CAPTURE)
        assert captured is not None
        await keeping.keep_in_pipeline(session, captured.id, Agreement(texts=True))
    await front.work()
    assert len(front.sms.texts) == 1


async def test_a_temporary_lead_who_booked_counts_down_no_more(front: Front) -> None:
    lead_id = await front.capture()
    async with front.database.clinic(front.practice.scope) as session:
        details = LeadDetails("Noa Levin", phone=NUMBER)
        await temporary.capture(session, details, CaptureSource.WEB_FORM, lead_id=lead_id)
    await front.work()
    await front.book()
    async with front.database.clinic(front.practice.scope) as session:
        assert (await temporary.list_temporary(session)).items == []


async def test_a_visit_from_before_the_lead_does_not_take_the_place_of_a_canceled_consult(front: Front) -> None:
    patient_id = await make_patient(front.database, front.practice, "Noa Levin", NUMBER)

    async def booked(key: str) -> schedule.Appointment:
        async with front.database.clinic(front.practice.scope) as session:
            wish = schedule.Wish(front.practice.botox)
            offer = (await schedule.offer_slots(session, front.desk.signer, wish)).offers[0]
            made = await schedule.book(
                session, front.desk.signer, offer.token, patient_id, source="staff", idempotency_key=key
            )
        assert isinstance(made, schedule.Booked)
        return made.appointment

    await booked("long ago")
    await front.work()
    lead_id = await front.capture()
    await front.work()
    consult = await booked("consult")
    await front.work()
    assert (await front.lead(lead_id)).stage is LeadStage.CONSULT_BOOKED
    async with front.database.clinic(front.practice.scope) as session:
        await schedule.cancel(session, consult.id)
    await front.work()
    assert (await front.lead(lead_id)).stage is LeadStage.CONTACTED
