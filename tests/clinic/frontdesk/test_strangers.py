"""Strangers: what they book is theirs alone until they show who they are, and how much of it there can be."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import func, select

from mia.clinic.consent import service as consent
from mia.clinic.consent.models import ConsentRow
from mia.clinic.consent.service import STRONG, Proof
from mia.clinic.frontdesk.service import FrontDesk, Widget, WidgetLimits
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.models import ConversationRow, TextRow
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.patients import service as patients
from mia.clinic.patients.models import PatientRow
from mia.clinic.schedule import service as schedule
from mia.clinic.verification import service as verification
from mia.clinic.verification.models import ContactCodeRow
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import decode, encode, new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.mail import service as mail
from tests.clinic.frontdesk.conftest import CallOfTests, Json
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.outbox import work_off
from tests.fakes.practice import PracticeOfTests, make_patient
from tests.fakes.sms import MemorySms

ANA, NUMBER, EMAIL = "Ana Ruiz", "+13055550142", "ana@ruiz.example"


@dataclass
class Doors:
    """A practice, and conversations that strangers begin with it."""

    database: Database
    clock: MovableClock
    desk: FrontDesk
    practice: PracticeOfTests
    sms: MemorySms
    registry: Registry

    def call(self, number: str = "") -> "Stranger":
        """Somebody calls; ``number`` is what the carrier says."""
        return Stranger(CallOfTests(self.desk, self.practice), self, number)

    async def chat(self, address: str) -> "Stranger":
        """Somebody writes with Mia on the practice's website, from a network address."""
        async with self.database.system(SystemScope.LOGIN) as system:
            clinic = await identity.find_clinic(system, self.practice.slug)
        assert clinic is not None
        limits = WidgetLimits(identity.CALL_START, identity.CALL_START, at_once=100)
        begun = await Widget(self.desk, limits).start_chat(address, clinic)
        async with self.database.clinic(self.practice.scope) as session:
            conversation = await inbox.get_conversation(session, begun.conversation_id)
        assert conversation.voice_id is not None
        return Stranger(CallOfTests(self.desk, self.practice, conversation.voice_id), self, chat=True)

    async def work(self) -> None:
        self.clock.move(timedelta(seconds=1))
        await work_off(self.database, self.registry, self.practice.scope.clinic_id, within=timedelta(minutes=1))

    async def patient(self, patient_id: UUID) -> patients.Patient:
        async with self.database.clinic(self.practice.scope) as session:
            return await patients.get_patient(session, patient_id)

    async def count(self, table: type[Any]) -> int:
        async with self.database.clinic(self.practice.scope) as session:
            mine = table.clinic_id == self.practice.scope.clinic_id
            return await session.sql.scalar(select(func.count()).where(mine)) or 0

    async def visits(self, patient_id: UUID) -> list[schedule.Appointment]:
        async with self.database.clinic(self.practice.scope) as session:
            return await schedule.list_of_patient(session, patient_id)


@dataclass
class Stranger:
    """One conversation of somebody nobody knows."""

    call: CallOfTests
    doors: Doors
    number: str = ""
    chat: bool = False

    async def tool(self, tool: str, **arguments: Any) -> Json:
        listed = [{"id": new_id().hex, "function": {"name": tool, "arguments": arguments}}]
        spoken: Json = {"id": self.call.id, "type": "inboundPhoneCall", "customer": {"number": self.number}}
        subject: Json = {"session": {"id": self.call.id}} if self.chat else {"call": spoken}
        secret = self.doors.desk.secrets.issue(self.doors.practice.scope.clinic_id)
        message = {"type": "tool-calls", "toolCallList": listed, **subject}
        (answer,) = (await self.doors.desk.handle_server_message(secret, message))["results"]
        result: Json = answer.get("result", answer)
        return result

    async def slot(self, place: int = 0) -> str:
        found = await self.tool("find_slots", service_id=encode("svc", self.doors.practice.botox), limit=10)
        token: str = found["slots"][place]["token"]
        return token

    async def book(self, name: str = ANA, phone: str = NUMBER, **more: Any) -> Json:
        return await self.tool("book_appointment", slot_token=await self.slot(), name=name, phone=phone, **more)

    async def booked(self, name: str = ANA, phone: str = NUMBER, **more: Any) -> patients.Patient:
        """Book, and see for whom."""
        answer = await self.book(name, phone, **more)
        assert answer["status"] == "booked", answer
        async with self.doors.database.clinic(self.doors.practice.scope) as session:
            visit = await schedule.get_appointment(session, decode("apt", answer["appointment_id"]))
            return await patients.get_patient(session, visit.patient_id)

    async def code(self, **to: Any) -> str:
        """Ask for a code, and read it on the telephone."""
        assert (await self.tool("send_code", **to))["status"] == "sent"
        await self.doors.work()
        (code,) = re.findall(r"\b\d{6}\b", self.doors.sms.texts[-1])
        return str(code)


@pytest_asyncio.fixture
async def doors(
    database: Database, clock: MovableClock, desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests
) -> AsyncIterator[Doors]:
    sms, registry = MemorySms(), Registry()
    inbox.register_texting(registry, sms)
    yield Doors(database, clock, desk, practice, sms, registry)


@pytest_asyncio.fixture
async def archived(doors: Doors) -> UUID:
    """Ana, a patient of years ago whose record is in the archive."""
    patient_id = await make_patient(doors.database, doors.practice, ANA, NUMBER)
    async with doors.database.clinic(doors.practice.scope) as session:
        await patients.archive_patient(session, patient_id, archived=True)
    return patient_id


@pytest.mark.parametrize("door", ["call", "chat"])
async def test_who_guesses_a_name_and_number_leaves_the_record_untouched(
    doors: Doors, archived: UUID, door: str
) -> None:
    before = await doors.patient(archived)
    stranger = doors.call(NUMBER) if door == "call" else await doors.chat("198.51.100.7")
    await stranger.tool("remember_caller", name=ANA, phone=NUMBER)
    booked = await stranger.booked("ana ruiz", "305 555 0142")
    assert booked.id != archived and booked.unverified
    assert await doors.patient(archived) == before and before.archived_at is not None
    assert await doors.visits(archived) == []
    assert await doors.count(ConsentRow) == 0
    async with doors.database.clinic(doors.practice.scope) as session:
        (match,) = await patients.find_lookalikes(session, booked)
    assert match.patient.id == archived, "staff see who it may be"


async def test_the_answers_tell_nobody_who_is_a_patient(doors: Doors, archived: UUID) -> None:
    known = await doors.call().book(ANA, NUMBER)
    unknown = await doors.call().book("Leo Park", "+13055550143")
    assert known.keys() == unknown.keys()
    for phone in (NUMBER, "+13055550143"):
        assert await doors.call().tool("send_code", phone=phone) == {"status": "sent", "by": "text"}


async def test_a_strangers_record_does_not_stand_between_a_patient_and_their_number(doors: Doors) -> None:
    ana = await make_patient(doors.database, doors.practice, ANA, NUMBER)
    await doors.call().booked("Mallory Stone", NUMBER, email=EMAIL)
    async with doors.database.clinic(doors.practice.scope) as session:
        thread_id = await inbox.ensure_thread(session, NUMBER)
        assert await inbox.patient_of_thread(session, thread_id) == ana
        await inbox.opt_out(session, NUMBER, consent.SuppressionReason.STOP)
        assert not await consent.is_suppressed(session, EMAIL), "what a stranger typed is nobody's address"


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
        (letter,) = await mail.list_for(session, EMAIL)
    assert letter.message is not None
    (code,) = re.findall(r"\b\d{6}\b", letter.message.text)
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


async def test_one_contact_books_three_times_a_day_and_then_shows_who_it_is(doors: Doors) -> None:
    for _ in range(3):
        assert (await doors.call().book())["status"] == "booked"
    stranger = doors.call()
    assert await stranger.book() == {"status": "code_required"}
    assert (await doors.call().book("Leo Park", "+13055550143"))["status"] == "booked", "others go on"
    assert (await stranger.tool("check_code", code=await stranger.code(phone=NUMBER)))["status"] == "proven"
    assert (await stranger.book())["status"] == "booked"
    doors.clock.move(timedelta(days=1))
    assert (await doors.call().book("Eva Lin", "+13055550144"))["status"] == "booked"


async def test_one_caller_id_books_three_times_a_day_whatever_it_calls_itself(doors: Doors) -> None:
    limits = replace(
        doors.desk.tools.bookings, each=identity.UNVERIFIED_BOOKING
    )  # as where others reach the product
    doors.desk.tools = replace(doors.desk.tools, bookings=limits)
    for line in range(3):
        assert (await doors.call("+13055550199").book(f"Caller {'ABC'[line]}", f"305555011{line}"))[
            "status"
        ] == "booked"
    assert await doors.call("+13055550199").book("Caller D", "3055550114") == {"status": "code_required"}
    assert (await doors.call("+13055550198").book("Caller D", "3055550114"))["status"] == "booked"


async def test_sixty_chats_from_everywhere_meet_the_limit_and_whoever_shows_a_code_books_all_the_same(
    doors: Doors,
) -> None:
    """Sixty conversations, each from another network, each another person: thirty visits, then codes."""
    answers = []
    for nth in range(60):
        stranger = await doors.chat(f"198.51.100.{nth + 1}")
        answers.append(
            await stranger.book(f"Person {chr(65 + nth % 26)}{chr(97 + nth // 26)}", f"+1305555{1000 + nth}")
        )
    assert [answer["status"] for answer in answers] == ["booked"] * 30 + ["code_required"] * 30
    stands = await doors.count(PatientRow)
    assert stands == 30, "what was not booked leaves no record"
    honest = await doors.chat("203.0.113.9")
    assert await honest.book("Leo Park", "+13055550143") == {"status": "code_required"}
    assert (await honest.tool("check_code", code=await honest.code(phone="+13055550143")))["status"] == "proven"
    booked = await honest.booked("Leo Park", "+13055550143")
    assert not booked.unverified


async def test_only_a_keyed_hash_of_the_network_is_kept(doors: Doors) -> None:
    await doors.chat("198.51.100.7")
    await doors.chat("2001:db8:1:2:aaaa::1")
    await doors.chat("2001:db8:1:2:bbbb::2")
    async with doors.database.clinic(doors.practice.scope) as session:
        rows = list(await session.sql.scalars(select(ConversationRow).order_by(ConversationRow.id)))
    assert b"198.51" not in b"".join(row.origin_blind or b"" for row in rows)
    assert rows[1].origin_blind == rows[2].origin_blind != rows[0].origin_blind, "a household has a /64"


async def test_staff_say_whose_a_visit_is(doors: Doors, archived: UUID) -> None:
    first = await doors.call().booked()
    second = await doors.call().booked("Leo Park", "+13055550143")
    async with doors.database.clinic(doors.practice.scope) as session:
        assert await verification.confirm_by_staff(session, first.id, archived) == archived
        assert await verification.confirm_by_staff(session, second.id, None) == second.id
        assert await consent.is_proven(session, NUMBER, frozenset({Proof.STAFF}))
        assert await consent.list_consents(session, "+13055550143")
    assert (await doors.patient(archived)).archived_at is None
    assert not (await doors.patient(second.id)).unverified
    (visit,) = await doors.visits(archived)
    assert visit.starts_at > datetime.now(visit.starts_at.tzinfo) - timedelta(days=1)


async def test_what_another_typed_is_agreed_to_by_nobody_when_the_number_is_proven(doors: Doors) -> None:
    """Mallory ticks a form with Ana's number; Ana proves her number in a call of her own: she has agreed to
    hers."""
    async with doors.database.clinic(doors.practice.scope) as session:
        await consent.hold_number_given(session, NUMBER, consent.Purpose.MARKETING, "frm_of-mallory")
    stranger = doors.call()
    await stranger.booked()
    await stranger.tool("check_code", code=await stranger.code())
    async with doors.database.clinic(doors.practice.scope) as session:
        granted = await consent.list_consents(session, NUMBER)
    assert {one.purpose for one in granted} == {consent.Purpose.APPOINTMENT}
