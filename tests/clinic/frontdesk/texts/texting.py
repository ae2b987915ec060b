"""Texts with Mia."""

import re
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Proof
from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Activity, ActivitySearch, Text
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from tests.clinic.frontdesk.calls import Json
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.outbox import work_off
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import PracticeOfTests

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
        """Have a code sent, and read it on the phone."""
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
