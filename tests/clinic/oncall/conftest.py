"""A practice with people on call, providers of texts and calls in memory, and the worker by hand."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest_asyncio
from sqlalchemy import text

from mia.clinic.frontdesk.service import FrontDesk, MiaCalls
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import InboundText, TaskKind
from mia.clinic.oncall import service as oncall
from mia.clinic.oncall.alerts import release_due
from mia.clinic.oncall.service import Alert, Contact, Way
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from mia.platform.mail import service as mail
from mia.platform.mail.service import Kept
from tests.clinic.inbox.conftest import NOON
from tests.fakes.front_desk import MemoryVoice, make_desk
from tests.fakes.outbox import work_off
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import PracticeOfTests, make_practice, member

ORIGIN = "http://127.0.0.1:8000"
MAYA, LEE, KIM = "+13055550161", "+13055550162", "+13055550163"


@dataclass
class OnCall:
    """The practice's alerts."""

    database: Database
    clock: MovableClock
    practice: PracticeOfTests
    desk: FrontDesk
    voice: MemoryVoice
    sms: MemorySms
    registry: Registry
    owner: str

    async def contacts(self, *contacts: Contact) -> list[Contact]:
        """Have these people on call, in this order."""
        async with self.database.clinic(self.practice.scope) as session:
            now = await oncall.list_contacts(session)
            await oncall.save_contacts(session, contacts, oncall.version_of(now))
            return await oncall.list_contacts(session)

    async def emergency(self) -> UUID:
        """An urgent task, and what the worker does at once."""
        async with self.database.clinic(self.practice.scope) as session:
            detail = "Ana Ruiz. Throat is swelling."
            task_id = await inbox.open_task(session, TaskKind.EMERGENCY, detail, phone="+13055550142")
        await self.work()
        return task_id

    async def work(self) -> list[str]:
        return await work_off(self.database, self.registry, self.practice.scope.clinic_id)

    async def later(self, minutes: float) -> None:
        """Time goes by, and the clock's task runs."""
        self.clock.move(timedelta(minutes=minutes))
        async with self.database.clinic(self.practice.scope) as session:
            await release_due(session)
        await self.work()

    async def text_in(self, sender: str, words: str, provider_id: str | None = None) -> None:
        async with self.database.clinic(self.practice.scope) as session:
            inbound = InboundText(provider_id or new_id().hex, sender, words, self.practice.number)
            await oncall.receive_text(session, inbound)
        await self.work()

    async def alert(self) -> Alert:
        """The one alert of the open tasks."""
        async with self.database.clinic(self.practice.scope) as session:
            (alert,) = await oncall.list_open_tasks_alerts(session)
        return alert

    async def emails(self, address: str) -> list[Kept]:
        async with self.database.clinic(self.practice.scope) as session:
            return await mail.list_for(session, address)

    async def rows(self, query: str) -> Sequence[Any]:
        async with self.database.clinic(self.practice.scope) as session:
            return (await session.sql.execute(text(query))).all()

    @property
    def texted(self) -> list[str]:
        """Whom texts went to, in order."""
        return [message.to for message in self.sms.taken]


def person(name: str, phone: str | None = None, *ways: Way, email: str | None = None) -> Contact:
    return oncall.new_contact(name, phone, email, ways or (Way.TEXT,))


@pytest_asyncio.fixture
async def oncalls(database: Database, clock: MovableClock) -> AsyncIterator[OnCall]:
    clock.set(NOON)
    sms, registry, voice = MemorySms(), Registry(), MemoryVoice()
    desk = make_desk(database, voice)
    practice = await make_practice(database, f"practice-{new_id().hex}")
    owner = await member(database, Role.OWNER, practice)
    inbox.register_texting(registry, sms)
    oncall.register_oncall(registry, sms, MiaCalls(desk), ORIGIN)
    yield OnCall(database, clock, practice, desk, voice, sms, registry, owner)
