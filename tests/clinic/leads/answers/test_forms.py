"""A lead from a web form: one general text, and nothing else until the number answers. Anyone can type any
number."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Consent, Grant, Proof, Purpose
from mia.clinic.inbox import service as inbox
from mia.clinic.leads.service import LeadStage
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.clinic.schedule import service as schedule
from mia.platform.kernel.ids import encode, new_id
from tests.clinic.leads.answers.conftest import NUMBER, Front

GENERAL = (
    "Harbor Aesthetics: Thanks for reaching out! This is Mia, our AI assistant. Was that you? "
    "Reply YES and I will help you find a time. Reply STOP to opt out."
)


async def fill_in(front: Front, name: str = "Noa Levin", **told: Any) -> UUID:
    """Someone sends a web form with every box ticked."""
    form_id = encode("frm", new_id())
    lead_id = await front.capture(name, source="web_form", agrees_to_texts=False, key=form_id, **told)
    async with front.database.clinic(front.practice.scope) as session:
        grants = [
            Grant(NUMBER, Consent(channel, Purpose.CALL_BACK, Basis.EXPRESS, form_id, session.now()))
            for channel in (Channel.SMS, Channel.CALL, Channel.AI_VOICE)
        ]
        await consent.hold_consents(session, grants)
    return lead_id


async def granted(front: Front) -> set[Channel]:
    async with front.database.clinic(front.practice.scope) as session:
        return {one.channel for one in await consent.list_consents(session, NUMBER)}


async def is_proven(front: Front, *proofs: Proof) -> bool:
    async with front.database.clinic(front.practice.scope) as session:
        return await consent.is_proven(session, NUMBER, frozenset(proofs or Proof))


async def test_the_first_text_says_nothing_of_what_stood_in_the_form(front: Front) -> None:
    lead_id = await fill_in(front, "You Won A Prize", interest="Botox", message="Call me about Botox")
    await front.work()
    assert front.sms.texts == [GENERAL]
    assert front.calls.placed == []
    assert await granted(front) == set()
    row = await front.follow_up(lead_id)
    assert row is not None and (row.state, row.offers) == ("sent", [])


async def test_a_reply_proves_the_number_and_only_then_times_are_talked_of(front: Front) -> None:
    lead_id = await fill_in(front)
    await front.work()
    await front.receive("Yes")
    await front.work()
    assert await is_proven(front, Proof.FORM_REPLY) and not await is_proven(front, *consent.KNOWN)
    assert await granted(front) == {Channel.SMS, Channel.CALL, Channel.AI_VOICE}
    known = front.voice.metadata["outreach"] if front.voice.metadata else {}
    assert (known["kind"], known["first_name"], known["offered"]) == ("lead", "Noa", [])
    async with front.database.clinic(front.practice.scope) as session:
        wish = schedule.Wish(front.practice.botox)
        token = (await schedule.offer_slots(session, front.desk.signer, wish)).offers[0].token
    assert (await front.tool("book_appointment", slot_token=token))["status"] == "booked"
    await front.work()
    lead = await front.lead(lead_id)
    assert lead.stage is LeadStage.CONSULT_BOOKED and lead.patient_id is not None
    async with front.database.clinic(front.practice.scope) as session:
        patient = await patients.get_patient(session, lead.patient_id)
    assert not patient.unverified, "nobody else has this number"


async def test_a_form_in_a_patients_name_books_nothing_on_the_record(front: Front) -> None:
    """Mallory fills in Noa's name and number, and forges Noa's reply."""
    async with front.database.clinic(front.practice.scope) as session:
        (noa,) = await patients.import_patients(session, [NewPatient("Noa Levin", NUMBER)])
        await patients.archive_patient(session, noa, archived=True)
    await fill_in(front)
    await front.work()
    await front.receive("Yes")
    await front.work()
    async with front.database.clinic(front.practice.scope) as session:
        wish = schedule.Wish(front.practice.botox)
        token = (await schedule.offer_slots(session, front.desk.signer, wish)).offers[0].token
    assert (await front.tool("book_appointment", slot_token=token))["status"] == "booked"
    async with front.database.clinic(front.practice.scope) as session:
        assert await schedule.list_of_patient(session, noa) == []
        assert (await patients.get_patient(session, noa)).archived_at is not None
        thread_id = await inbox.find_thread_of(session, NUMBER)
        assert thread_id and await inbox.patient_of_thread(session, thread_id) == noa


async def test_mia_never_calls_a_number_that_only_a_form_named(dialling: Front) -> None:
    async with dialling.database.clinic(dialling.practice.scope) as session:
        now = session.now()
        written = [
            Grant(NUMBER, Consent(channel, Purpose.MARKETING, Basis.WRITTEN, "paper", now))
            for channel in (Channel.CALL, Channel.AI_VOICE)
        ]
        await consent.import_consents(session, written)
    lead_id = await dialling.capture(source="web_form", agrees_to_texts=False)
    await dialling.work()
    assert dialling.voice.dialled == {} and dialling.sms.taken == []
    assert (await dialling.shown(lead_id)).state == "blocked"


async def test_whoever_sends_many_forms_has_a_number_texted_once(front: Front) -> None:
    await fill_in(front)
    await front.work()
    for nth in range(5):
        front.clock.move(timedelta(days=2))
        again = await fill_in(front, f"Somebody {'abcde'[nth]}")
        await front.work()
        assert (await front.shown(again)).reason == "This number was texted once and hasn't replied yet"
    assert front.sms.texts == [GENERAL]


@pytest.mark.parametrize("text", ["No", "not me", "I didn't ask for this", "No, that wasn't me"])
async def test_who_did_not_ask_is_let_be(front: Front, text: str) -> None:
    lead_id = await fill_in(front)
    await front.work()
    await front.receive(text)
    await front.work()
    assert front.sms.texts[1:] == ["Thanks for telling us. We will not text you about this again."]
    assert not await is_proven(front) and await granted(front) == set()
    assert "declined" in await front.events(lead_id)
    assert front.voice.states == {}


async def test_a_form_after_a_reply_is_answered_again_with_one_text(front: Front) -> None:
    await fill_in(front)
    await front.work()
    await front.receive("Yes")
    await front.work()
    front.clock.move(timedelta(days=8))
    await fill_in(front, "Somebody Else")
    await front.work()
    assert front.sms.texts.count(GENERAL) == 2
