"""Mia answers emails as she answers texts; strangers, and who only claims to be a patient, learn nothing."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest_asyncio
from sqlalchemy import text

from mia.clinic.frontdesk.service import FrontDesk, register_texts
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import InboundText
from mia.clinic.patients import service as patients
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.mail import service as mail
from mia.platform.mail.service import Kept
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.outbox import work_off
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import PracticeOfTests

ADDRESS, STRANGER = "ana@mail.example", "leo@mail.example"


@dataclass
class Mailing:
    """Emails to Mia."""

    database: Database
    clock: MovableClock
    voice: MemoryVoice
    practice: PracticeOfTests
    registry: Registry
    patient_id: UUID

    async def write(self, text: str, sender: str = ADDRESS, *, verified: bool = True) -> list[Kept]:
        """Write to Mia; all emails that came back."""
        email = InboundText(new_id().hex, sender, text, subject="Your appointment", answers="<1@mail.example>")
        async with self.database.clinic(self.practice.scope) as session:
            await inbox.receive_mail(session, email, verified=verified)
        self.clock.move(timedelta(minutes=1))
        await work_off(self.database, self.registry, self.practice.scope.clinic_id, within=timedelta(minutes=10))
        async with self.database.clinic(self.practice.scope) as session:
            return await mail.list_for(session, sender)


@pytest_asyncio.fixture
async def mailing(
    database: Database, clock: MovableClock, desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests
) -> AsyncIterator[Mailing]:
    clock.set(datetime(2026, 3, 24, 16, tzinfo=UTC))
    registry = Registry()
    inbox.register_texting(registry, MemorySms())
    register_texts(registry, desk)
    async with database.clinic(practice.scope) as session:
        ana = patients.NewPatient("Ana Ruiz", "+13055550142", email=ADDRESS)
        (patient_id,) = await patients.import_patients(session, [ana])
        await inbox.ensure_thread(session, ADDRESS, patient_id=patient_id)
    yield Mailing(database, clock, voice, practice, registry, patient_id)


async def test_an_answer_comes_by_mail_in_the_same_exchange(mailing: Mailing) -> None:
    (email,) = await mailing.write("Do you have parking?")
    assert email.message is not None
    assert email.message.subject == "Re: Your appointment"
    assert email.message.answers == "<1@mail.example>"
    assert email.message.reply is not None
    assert "You said Do you have parking?." in email.message.text
    assert "AI assistant" in email.message.text
    assert "Reply STOP" in email.message.text
    assert mailing.voice.metadata is not None and mailing.voice.metadata["outreach"]["first_name"] == "Ana"


async def test_a_stranger_is_answered_and_told_nothing(mailing: Mailing) -> None:
    (email,) = await mailing.write("Hello, what is this?", STRANGER, verified=False)
    assert email.message is not None and "You said Hello, what is this?." in email.message.text
    assert mailing.voice.metadata == {}


async def test_who_only_claims_to_be_a_patient_is_not_answered_by_mia(mailing: Mailing) -> None:
    assert await mailing.write("When is my visit?", verified=False) == []
    assert mailing.voice.metadata is None


async def test_what_emails_said_and_were_about_has_its_time(mailing: Mailing) -> None:
    await mailing.write("Do you have parking?")
    async with mailing.database.clinic(mailing.practice.scope) as session:
        await inbox.purge_texts(session, session.now() + timedelta(days=31))
        (left,) = (await session.sql.execute(text("SELECT subject_sealed FROM threads"))).all()
        bodies = (await session.sql.scalars(text("SELECT text_sealed FROM texts"))).all()
    assert left.subject_sealed is None
    assert set(bodies) == {None}


async def test_nothing_leaves_after_stop_but_its_confirmation(mailing: Mailing) -> None:
    (confirmation,) = await mailing.write("STOP")
    assert confirmation.message is not None and "opted out" in confirmation.message.text
    assert len(await mailing.write("And now?")) == 1
