"""A caller shows which patient they are: by a code that goes to the contact on record, else by nothing that a
stranger may know."""

import re
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest_asyncio
from sqlalchemy import select, update

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Proof
from mia.clinic.leads import service as leads
from mia.clinic.patients import service as patients
from mia.clinic.patients.models import PatientRow
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus
from mia.clinic.verification import service as verification
from mia.clinic.verification.codes import CONTACT_CODE
from mia.clinic.verification.models import ContactCodeRow
from mia.clinic.verification.service import CodeRules
from mia.platform.kernel.ids import encode
from mia.platform.mail import service as mail
from tests.clinic.frontdesk.strangers import ANA, EMAIL, NUMBER, Doors, Stranger
from tests.fakes.practice import make_patient

NOBODY = "+13055550199"
BORN = date(1984, 3, 9)


@pytest_asyncio.fixture
async def patient(doors: Doors) -> UUID:
    """Ana, with a visit to come; the worker sends codes."""
    verification.register_codes(doors.registry, CodeRules(CONTACT_CODE, ["US", "CA"]))
    async with doors.database.clinic(doors.practice.scope) as session:
        new = patients.NewPatient(ANA, NUMBER, EMAIL, birth_date=BORN)
        ana = await patients.add_patient(session, new)
    return ana.id


async def book_for(doors: Doors, patient_id: UUID) -> schedule.Appointment:
    slot = await doors.call().slot()
    async with doors.database.clinic(doors.practice.scope) as session:
        signer = doors.desk.signer
        booked = await schedule.book(session, signer, slot, patient_id, source="staff", idempotency_key=slot)
        assert isinstance(booked, schedule.Booked)
        return booked.appointment


async def identify(caller: Stranger, **claim: Any) -> str:
    """Ask for a code, and read what the patient's own phone got."""
    before = len(caller.doors.sms.texts)
    assert await caller.tool("identify_patient", **claim) == {"status": "sent"}
    await caller.doors.work()
    return "".join(re.findall(r"\b\d{6}\b", " ".join(caller.doors.sms.texts[before:])))


async def test_after_the_code_a_visit_is_told_moved_and_canceled(doors: Doors, patient: UUID) -> None:
    visit = await book_for(doors, patient)
    caller = doors.call()
    assert await caller.tool("list_visits") == {"status": "not_identified"}
    id_ = encode("apt", visit.id)
    assert await caller.tool("cancel_visit", appointment_id=id_) == {"status": "not_identified"}
    code = await identify(caller, name="ana ruiz", phone="305 555 0142")
    assert await caller.tool("list_visits") == {"status": "not_identified"}, "a code that was sent proves nothing"
    assert await caller.tool("check_code", code=code) == {"status": "proven"}
    (told,) = (await caller.tool("list_visits"))["visits"]
    assert (told["appointment_id"], told["service"]) == (id_, visit.service)
    moved = await caller.tool("book_appointment", slot_token=await caller.slot(3), replaces=id_)
    assert moved["status"] == "booked" and moved["moved"]
    old, new = sorted(await doors.visits(patient), key=lambda one: one.created_at)
    assert (old.status, new.status) == (AppointmentStatus.CANCELLED, AppointmentStatus.BOOKED)
    assert (await caller.tool("cancel_visit", appointment_id=encode("apt", new.id)))["status"] == "cancelled"
    assert (await caller.tool("list_visits"))["visits"] == []


async def test_people_who_are_unknown_are_answered_alike_and_sent_nothing(doors: Doors, patient: UUID) -> None:
    caller = doors.call()
    for claim in (
        {"name": "Leo Park", "phone": NOBODY},
        {"name": ANA, "phone": NOBODY},
        {"name": "Marcus Webb", "phone": NUMBER},
        {"name": ANA, "birth_date": "1984-03-10"},
    ):
        assert await identify(doors.call(), **claim) == "", claim
    assert await identify(caller, name="Leo Park", phone=NOBODY) == ""
    answers = [await caller.tool("check_code", code="123456") for _ in range(5)]
    known = doors.call()
    await identify(known, name=ANA, phone=NUMBER)
    assert answers == [await known.tool("check_code", code="000000") for _ in range(5)]
    async with doors.database.clinic(doors.practice.scope) as session:
        rows = list(await session.sql.scalars(select(ContactCodeRow)))
    assert all(row.claim_sealed is None for row in rows), "what was said is not kept"


async def test_a_code_goes_only_to_the_record_and_may_be_mailed(doors: Doors, patient: UUID) -> None:
    caller = doors.call()
    assert await identify(caller, name=ANA, birth_date=BORN.isoformat(), by="email") == ""
    async with doors.database.clinic(doors.practice.scope) as session:
        (email,) = await mail.list_for(session, EMAIL)
    assert email.message is not None
    (code,) = re.findall(r"\b\d{6}\b", email.message.text)
    assert await caller.tool("check_code", code=code) == {"status": "proven"}
    assert (await caller.tool("list_visits"))["visits"] == []


async def test_a_name_that_was_misheard_still_gets_the_code_on_the_phone_of_the_record(
    doors: Doors, patient: UUID
) -> None:
    assert await identify(doors.call(), name="Anna Ruis", phone=NUMBER)
    await make_patient(doors.database, doors.practice, "Ina Ruiz", NUMBER)
    assert await identify(doors.call(), name="Anna Ruis", phone=NUMBER) == "", "two people share the phone"


async def test_codes_are_limited_for_a_claim_a_conversation_and_the_patient(doors: Doors, patient: UUID) -> None:
    caller = doors.call()
    for _ in range(CONTACT_CODE.per_subject):
        assert await identify(caller, name=ANA, phone=NUMBER)
    assert await caller.tool("identify_patient", name=ANA, phone=NUMBER) == {"status": "too_many"}
    assert await caller.tool("identify_patient", name=ANA, email=EMAIL) == {"status": "too_many"}
    other = doors.call()
    assert await other.tool("identify_patient", name=ANA, phone=NUMBER) == {"status": "too_many"}
    assert await identify(other, name=ANA, birth_date=BORN.isoformat()) == "", "the patient got enough"


async def test_a_birth_date_counts_only_from_a_number_that_was_proven(doors: Doors, patient: UUID) -> None:
    claim = {"name": ANA, "birth_date": BORN.isoformat()}
    by_number = doors.call(NUMBER)
    assert await by_number.tool("identify_patient", **claim) == {"status": "sent"}, "no proof"
    async with doors.database.clinic(doors.practice.scope) as session:
        await consent.prove_contact(session, NUMBER, Proof.CODE)
    assert await doors.call(NOBODY).tool("identify_patient", **claim) == {"status": "sent"}
    wrong = {**claim, "birth_date": "1984-03-10"}
    assert await doors.call(NUMBER).tool("identify_patient", **wrong) == {"status": "sent"}
    caller = doors.call(NUMBER)
    assert await caller.tool("identify_patient", **claim) == {"status": "proven"}
    assert (await caller.tool("list_visits"))["visits"] == []
    assert await doors.call(NUMBER).tool("list_visits") == {"status": "not_identified"}, "only this conversation"
    doors.clock.move(consent.HOLDS + timedelta(days=1))
    late = doors.call(NUMBER)
    assert await late.tool("identify_patient", **claim) == {"status": "sent"}


async def test_the_last_visit_is_told_so_that_it_can_be_repeated(doors: Doors, patient: UUID) -> None:
    visit = await book_for(doors, patient)
    doors.clock.move(visit.ends_at - doors.clock.now() + timedelta(hours=1))
    async with doors.database.clinic(doors.practice.scope) as session:
        await schedule.set_outcome(session, visit.id, AppointmentStatus.COMPLETED)
    caller = doors.call()
    await caller.tool("check_code", code=await identify(caller, name=ANA, phone=NUMBER))
    told = await caller.tool("list_visits")
    assert told["visits"] == [] and told["last"]["service_id"] == encode("svc", visit.service_id)
    assert told["last"]["provider_id"] == encode("prv", visit.provider_id)


async def test_who_is_identified_books_for_a_friend_on_the_friends_record(doors: Doors, patient: UUID) -> None:
    caller = doors.call()
    await caller.tool("check_code", code=await identify(caller, name=ANA, phone=NUMBER))
    own = await caller.booked("", "")
    assert own.id == patient
    friend = await caller.booked("Leo Park", NOBODY)
    assert friend.id != patient and friend.unverified


async def test_a_number_left_for_a_call_back_is_the_one_that_was_said(doors: Doors, patient: UUID) -> None:
    caller = doors.call()
    await caller.tool("check_code", code=await identify(caller, name=ANA, phone=NUMBER))
    await caller.tool("request_person", reason="A question", urgency="routine", name=ANA, phone="305 555 0188")
    async with doors.database.clinic(doors.practice.scope) as session:
        conversation = (await session.sql.scalars(select(ContactCodeRow.conversation_id))).first()
        assert conversation is not None
        lead = await leads.find_lead(session, conversation)
    assert lead is not None and lead.learned.phone == "+13055550188"


async def test_a_visit_of_someone_else_stays_out_of_reach(doors: Doors, patient: UUID) -> None:
    other = await make_patient(doors.database, doors.practice, "Leo Park", NOBODY)
    visit = await book_for(doors, other)
    caller = doors.call()
    await caller.tool("check_code", code=await identify(caller, name=ANA, phone=NUMBER))
    id_ = encode("apt", visit.id)
    assert (await caller.tool("cancel_visit", appointment_id=id_))["status"] == "invalid"
    moved = await caller.tool("book_appointment", slot_token=await caller.slot(2), replaces=id_)
    assert moved["status"] == "invalid" and moved["field"] == "replaces"
    assert (await doors.visits(other))[0].status is AppointmentStatus.BOOKED


async def test_a_record_without_a_phone_gets_its_code_by_mail(doors: Doors, patient: UUID) -> None:
    async with doors.database.clinic(doors.practice.scope) as session:
        without = {"phone_sealed": None, "phone_blind": None}
        await session.sql.execute(update(PatientRow).where(PatientRow.id == patient).values(without))
    assert await identify(doors.call(), name=ANA, email=EMAIL) == ""
    async with doors.database.clinic(doors.practice.scope) as session:
        assert len(await mail.list_for(session, EMAIL)) == 1
