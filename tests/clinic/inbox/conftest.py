"""A practice whose patients text, a provider in memory, and the worker by hand."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest_asyncio

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Purpose
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import InboundText, Task, Text, Thread
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from tests.fakes.outbox import work_off
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice

NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)
"""A Tuesday, noon in New York."""
NUMBER = "+13055550142"


@dataclass
class Texting:
    """Texts with a practice's patients."""

    database: Database
    clock: MovableClock
    practice: PracticeOfTests
    sms: MemorySms
    registry: Registry

    async def receive(self, text: str, sender: str = NUMBER, provider_id: str | None = None) -> UUID:
        """A text comes in; the worker does what it can."""
        async with self.database.clinic(self.practice.scope) as session:
            inbound = InboundText(provider_id or new_id().hex, sender, text)
            thread_id = await inbox.receive_text(session, inbound)
        await self.work()
        return thread_id

    async def work(self) -> None:
        self.clock.move(timedelta(seconds=1))
        await work_off(self.database, self.registry, self.practice.scope.clinic_id)

    async def thread(self, thread_id: UUID) -> Thread:
        async with self.database.clinic(self.practice.scope) as session:
            return (await inbox.get_thread(session, thread_id))[0]

    async def texts(self, thread_id: UUID) -> list[Text]:
        async with self.database.clinic(self.practice.scope) as session:
            return (await inbox.get_thread(session, thread_id))[1]

    async def tasks(self) -> list[Task]:
        async with self.database.clinic(self.practice.scope) as session:
            return await inbox.list_tasks(session)

    async def suppressed(self, address: str = NUMBER) -> bool:
        async with self.database.clinic(self.practice.scope) as session:
            return await consent.is_suppressed(session, address)

    async def patient(self, name: str = "Ana Ruiz", phone: str = NUMBER) -> UUID:
        patient_id = await make_patient(self.database, self.practice, name, phone)
        async with self.database.clinic(self.practice.scope) as session:
            await consent.record_number_given(session, phone, Purpose.APPOINTMENT, "form")
        return patient_id


@pytest_asyncio.fixture
async def texting(database: Database, clock: MovableClock) -> AsyncIterator[Texting]:
    clock.set(NOON)
    sms, registry = MemorySms(), Registry()
    inbox.register_texting(registry, sms)
    practice = await make_practice(database, f"practice-{new_id().hex}")
    yield Texting(database, clock, practice, sms, registry)
