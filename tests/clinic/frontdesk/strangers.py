"""Conversations with people the practice cannot identify."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import func, select

from mia.clinic.frontdesk.service import FrontDesk, Widget, WidgetLimits
from mia.clinic.frontdesk.widget_limits import CALL_START
from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.schedule import service as schedule
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import decode, encode, new_id
from mia.platform.kernel.scope import SystemScope
from tests.clinic.frontdesk.calls import CallOfTests, Json
from tests.fakes.outbox import work_off
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import PracticeOfTests

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
        """Someone calls; ``number`` is what the carrier says."""
        return Stranger(CallOfTests(self.desk, self.practice), self, number)

    async def chat(self, address: str) -> "Stranger":
        """Someone writes with Mia on the practice's website, from a network address."""
        async with self.database.system(SystemScope.LOGIN) as system:
            clinic = await identity.find_clinic(system, self.practice.slug)
        assert clinic is not None
        limits = WidgetLimits(CALL_START, CALL_START, at_once=100)
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
    """One conversation of someone no one knows."""

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
        """Ask for a code, and read it on the phone."""
        assert (await self.tool("send_code", **to))["status"] == "sent"
        await self.doors.work()
        (code,) = re.findall(r"\b\d{6}\b", self.doors.sms.texts[-1])
        return str(code)
