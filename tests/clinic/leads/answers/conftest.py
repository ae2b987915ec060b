"""A practice that has Mia answer its leads, with everything that lets an answer leave."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest_asyncio
from sqlalchemy import select

from mia.clinic.frontdesk.service import FrontDesk, MiaCalls, register_texts
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Activity, ActivitySearch, InboundText
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import service as lead_answers
from mia.clinic.leads.answers.service import register_conversion
from mia.clinic.leads.service import Lead, NewLead
from mia.clinic.outreach.models import OutreachRow
from mia.clinic.outreach.service import Means, register_outreach
from mia.clinic.practice import service as practices
from mia.clinic.recalls.service import register_rebooking
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from tests.clinic.recalls.conftest import MemoryCalls
from tests.fakes.front_desk import MemoryVoice, make_desk
from tests.fakes.outbox import work_off
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import PracticeOfTests, make_practice

Json = dict[str, Any]

NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)
"""A Tuesday, noon in New York."""
NUMBER = "+13055550177"


@dataclass
class Front:
    """A practice whose leads Mia answers."""

    database: Database
    clock: MovableClock
    practice: PracticeOfTests
    desk: FrontDesk
    voice: MemoryVoice
    sms: MemorySms
    calls: MemoryCalls
    registry: Registry

    async def capture(self, name: str = "Noa Levin", **told: Any) -> UUID:
        """Staff enter someone who has agreed to be texted, unless told otherwise."""
        told = {"source": "staff", "phone": NUMBER, "agrees_to_texts": True, **told}
        async with self.database.clinic(self.practice.scope) as session:
            return await leads.add_lead(session, NewLead(name, **told))

    async def lead(self, lead_id: UUID) -> Lead:
        async with self.database.clinic(self.practice.scope) as session:
            return await leads.get_lead(session, lead_id)

    async def events(self, lead_id: UUID) -> list[str]:
        async with self.database.clinic(self.practice.scope) as session:
            return [event.kind for event in await leads.list_events(session, lead_id)]

    async def follow_up(self, lead_id: UUID) -> OutreachRow | None:
        async with self.database.clinic(self.practice.scope) as session:
            return await session.sql.scalar(select(OutreachRow).where(OutreachRow.lead_id == lead_id))

    async def shown(self, lead_id: UUID) -> lead_answers.FollowUp:
        async with self.database.clinic(self.practice.scope) as session:
            return (await lead_answers.list_follow_ups(session, [lead_id]))[lead_id]

    async def work(self, *, within: timedelta = timedelta(seconds=1)) -> list[str]:
        self.clock.move(within)
        return await work_off(self.database, self.registry, self.practice.scope.clinic_id, within=within)

    async def receive(self, text: str, sender: str = NUMBER) -> UUID:
        async with self.database.clinic(self.practice.scope) as session:
            return await inbox.receive_text(session, InboundText(new_id().hex, sender, text))

    async def tool(self, name: str, /, **arguments: object) -> Json:
        """Run a tool in the talk that is going on."""
        (voice_id,) = [one for one, state in self.voice.states.items() if not state.ended]
        listed = [{"id": new_id().hex, "function": {"name": name, "arguments": arguments}}]
        message = {"type": "tool-calls", "session": {"id": voice_id}, "toolCallList": listed}
        secret = self.desk.secrets.issue(self.practice.scope.clinic_id)
        (answer,) = (await self.desk.handle_server_message(secret, message))["results"]
        result: Json = answer.get("result", answer)
        return result

    async def book(self) -> Appointment:
        """The lead answers, and books the first time that was offered."""
        await self.receive("The first one works")
        await self.work()
        assert self.voice.metadata is not None
        token = self.voice.metadata["outreach"]["offered"][0]["token"]
        booked = await self.tool("book_appointment", slot_token=token)
        assert booked["status"] == "booked"
        await self.work()
        async with self.database.clinic(self.practice.scope) as session:
            (lead_id,) = list(await session.sql.scalars(select(OutreachRow.lead_id)))
            assert lead_id is not None
            lead = await leads.get_lead(session, lead_id)
            assert lead.appointment_id is not None
            return await schedule.get_appointment(session, lead.appointment_id)

    async def activity(self) -> Activity:
        async with self.database.clinic(self.practice.scope) as session:
            (activity,) = (await inbox.search_activities(session, ActivitySearch())).items
        return activity


@pytest_asyncio.fixture
async def front(database: Database, clock: MovableClock) -> Front:
    clock.set(NOON)
    practice = await make_practice(database, f"practice-{new_id().hex}")
    async with database.clinic(practice.scope) as session:
        settings = (await practices.get_practice(session)).settings
        await practices.save_settings(session, replace(settings, follows_up_leads=True))
    voice = MemoryVoice()
    desk = make_desk(database, voice)
    sms, calls, registry = MemorySms(), MemoryCalls(), Registry()
    inbox.register_texting(registry, sms)
    register_texts(registry, desk)
    register_outreach(registry, Means(calls, desk.signer, desk.settings.origin))
    register_rebooking(registry)
    register_conversion(registry)
    return Front(database, clock, practice, desk, voice, sms, calls, registry)


@pytest_asyncio.fixture
async def dialling(front: Front) -> Front:
    """The same, with calls that go to the voice service."""
    registry = Registry()
    inbox.register_texting(registry, front.sms)
    register_outreach(registry, Means(MiaCalls(front.desk), front.desk.signer, front.desk.settings.origin))
    register_conversion(registry)
    return replace(front, registry=registry)
