"""One-time codes prove that a phone or mailbox is the caller's."""

import re
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import select

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import STRONG
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.models import TextRow
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.schedule import service as schedule
from mia.clinic.verification.models import ContactCodeRow
from mia.platform.mail import service as mail
from tests.clinic.frontdesk.strangers import ANA, EMAIL, NUMBER, Doors


async def test_a_code_links_the_visit_to_the_record_and_brings_it_back(doors: Doors, archived: UUID) -> None:
    stranger = doors.call()
    booked = await stranger.booked()
    answer = await stranger.tool("check_code", code=await stranger.code(phone=NUMBER))
    assert answer == {"status": "proven"}, "nothing of the record is told"
    assert (await doors.patient(archived)).archived_at is None
    assert (await doors.patient(booked.id)).merged_into == archived
    (visit,) = await doors.visits(archived)
    assert visit.status is schedule.AppointmentStatus.BOOKED
    async with doors.database.clinic(doors.practice.scope) as session:
        granted = await consent.list_consents(session, NUMBER)
        assert await consent.is_proven(session, NUMBER, STRONG)
    assert {one.purpose for one in granted} == {consent.Purpose.APPOINTMENT}


async def test_who_proves_the_number_first_books_on_their_record_and_it_is_a_rebooking(
    doors: Doors, archived: UUID
) -> None:
    stranger = doors.call()
    await stranger.tool("check_code", code=await stranger.code(phone=NUMBER))
    assert (await stranger.booked()).id == archived
    await stranger.call.end(outcome="booked")
    assert (await stranger.call.activity()).status is ActivityStatus.REBOOKED


async def test_a_code_of_somebody_new_makes_them_a_patient_like_any_other(doors: Doors) -> None:
    stranger = doors.call()
    booked = await stranger.booked("Leo Park", "+13055550143")
    await stranger.tool("check_code", code=await stranger.code())
    leo = await doors.patient(booked.id)
    assert not leo.unverified and leo.merged_into is None


async def test_another_name_under_a_proven_number_is_another_patient(doors: Doors, archived: UUID) -> None:
    stranger = doors.call()
    booked = await stranger.booked("Leo Ruiz", NUMBER)
    await stranger.tool("check_code", code=await stranger.code())
    assert (await doors.patient(booked.id)).merged_into is None
    assert (await doors.patient(archived)).archived_at is not None


async def test_a_proven_mailbox_does_not_say_whose_the_phone_is(doors: Doors) -> None:
    stranger = doors.call()
    booked = await stranger.booked(ANA, NUMBER, email=EMAIL)
    assert await stranger.tool("send_code", email=EMAIL.upper()) == {"status": "sent", "by": "email"}
    async with doors.database.clinic(doors.practice.scope) as session:
        (email,) = await mail.list_for(session, EMAIL)
    assert email.message is not None
    (code,) = re.findall(r"\b\d{6}\b", email.message.text)
    assert await stranger.tool("check_code", code=f"it's {code[:3]} {code[3:]}") == {"status": "proven"}
    assert (await doors.patient(booked.id)).unverified
    async with doors.database.clinic(doors.practice.scope) as session:
        assert await consent.list_consents(session, NUMBER) == []


async def test_a_code_cannot_be_guessed(doors: Doors, archived: UUID) -> None:
    stranger = doors.call()
    await stranger.booked()
    code = await stranger.code()
    wrong = [f"{(int(code) + step) % 1_000_000:06}" for step in range(1, 6)]
    answers = [await stranger.tool("check_code", code=guess) for guess in wrong]
    assert [answer["status"] for answer in answers] == ["wrong"] * 4 + ["expired"]
    assert await stranger.tool("check_code", code=code) == {"status": "expired"}, "even the right one, by now"
    assert (await doors.patient(archived)).archived_at is not None
    for _ in range(3):
        await stranger.code()
    assert await stranger.tool("send_code") == {"status": "too_many"}
    other = doors.call()
    assert await other.tool("send_code", phone=NUMBER) == {"status": "too_many"}, "the limit is the contact's"


async def test_a_code_is_good_once_in_its_conversation_for_ten_minutes(doors: Doors) -> None:
    stranger, other = doors.call(), doors.call()
    code = await stranger.code(phone=NUMBER)
    assert await other.tool("check_code", code=code) == {"status": "expired"}
    assert await stranger.tool("check_code", code=code) == {"status": "proven"}
    assert await stranger.tool("check_code", code=code) == {"status": "expired"}
    late = await stranger.code(phone=NUMBER)
    doors.clock.move(timedelta(minutes=10))
    assert await stranger.tool("check_code", code=late) == {"status": "expired"}


async def test_no_code_stands_anywhere_in_clear_nor_is_shown_to_staff(doors: Doors) -> None:
    code = await doors.call().code(phone=NUMBER)
    async with doors.database.clinic(doors.practice.scope) as session:
        (row,) = list(await session.sql.scalars(select(ContactCodeRow)))
        assert code.encode() not in b"".join(value for value in vars(row).values() if isinstance(value, bytes))
        text = await session.sql.scalar(select(TextRow).where(TextRow.secret))
        assert text is not None and text.text_sealed is None, "emptied when it had left"
        _, texts = await inbox.get_thread(session, text.thread_id)
    assert [one.text for one in texts] == ["One-time code (hidden)"]


@pytest.mark.parametrize("phone", ["+44 20 7183 8750", "+1 876 555 1234"])
async def test_no_code_is_texted_abroad(doors: Doors, phone: str) -> None:
    assert await doors.call().tool("send_code", phone=phone) == {"status": "not_possible"}
    assert await doors.count(ContactCodeRow) == 0


async def test_who_sent_stop_is_texted_no_code(doors: Doors) -> None:
    async with doors.database.clinic(doors.practice.scope) as session:
        await consent.suppress(session, NUMBER, consent.SuppressionReason.STOP)
    assert await doors.call().tool("send_code", phone=NUMBER) == {"status": "not_possible"}
