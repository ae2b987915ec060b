"""A practice with patients who are due, and everything that lets a contact leave."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import pytest_asyncio

from mia.app.worker import register_mail
from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Consent, Grant, Purpose
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Activity, ActivitySearch, InboundText, Text
from mia.clinic.outreach.service import CallOutcomeUnknown, OutboundCall, Outreach, register_outreach
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, NewTreatment, TreatmentStatus
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.mail import service as mail
from tests.fakes.access import settings_of_tests
from tests.fakes.outbox import work_off
from tests.fakes.outreach import means_of
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import SIGNER, PracticeOfTests, make_practice

NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)
"""A Tuesday, noon in New York."""
NUMBER = "+13055550142"
EVERY_CONSENT = tuple((channel, Purpose.RECALL, Basis.WRITTEN) for channel in Channel)


@dataclass
class MemoryCalls:
    """A voice service that dials; ``mishap`` is raised when it is asked to, after taking it if ``swallows``."""

    placed: list[OutboundCall] = field(default_factory=list)
    mishap: Exception | None = None
    swallows: bool = False
    blind: bool = False

    async def place(self, call: OutboundCall) -> str:
        if self.mishap is not None:
            if self.swallows:
                self.placed.append(call)
            raise self.mishap
        self.placed.append(call)
        return f"call-{call.key}"

    async def find(self, call: OutboundCall) -> str | None:
        if self.blind:
            raise CallOutcomeUnknown
        return f"call-{call.key}" if call.key in [one.key for one in self.placed] else None


@dataclass
class Center:
    """The rebooking center of one practice, with its worker, provider and calls."""

    database: Database
    clock: MovableClock
    practice: PracticeOfTests
    sms: MemorySms
    calls: MemoryCalls
    registry: Registry

    async def patient(
        self,
        name: str = "Ana Ruiz",
        phone: str | None = NUMBER,
        *,
        email: str | None = None,
        consents: tuple[tuple[Channel, Purpose, Basis], ...] = EVERY_CONSENT,
        last_visit_days: int | None = 120,
        tags: tuple[str, ...] = (),
    ) -> UUID:
        """Someone who had Botox so many days ago (None: never)."""
        async with self.database.clinic(self.practice.scope) as session:
            person = NewPatient(name, phone, email, tags=tags)
            (patient_id,) = await patients.import_patients(session, [person])
            if last_visit_days is not None:
                await self.visit(session, patient_id, days_ago=last_visit_days)
            granted = [
                Grant(address, Consent(channel, purpose, basis, "form", session.now()))
                for address in (phone, email)
                if address
                for channel, purpose, basis in consents
            ]
            await consent.import_consents(session, granted)
            await recalls.refresh(session)
        return patient_id

    async def visit(
        self, session: ClinicSession, patient_id: UUID, *, days_ago: int, service: str = "Botox"
    ) -> None:
        """A treatment so many days ago; one to come for a negative number."""
        service_id = self.practice.botox if service == "Botox" else self.practice.facial
        done = TreatmentStatus.COMPLETED if days_ago >= 0 else TreatmentStatus.SCHEDULED
        at = session.now() - timedelta(days=days_ago)
        treatment = NewTreatment(patient_id, service_id, service, service.lower(), done, at, 47_500)
        await patients.add_treatments(session, [treatment])

    async def start(self, patient_id: UUID, kind: Kind = Kind.MESSAGE, key: str | None = None) -> Outreach:
        async with self.database.clinic(self.practice.scope) as session:
            return await recalls.start(session, patient_id, kind, key or new_id().hex)

    async def work(self, *, within: timedelta = timedelta(seconds=11)) -> list[str]:
        """Let the worker handle what is due within a few seconds; what it wants to try again."""
        self.clock.move(within)
        return await work_off(self.database, self.registry, self.practice.scope.clinic_id, within=within)

    async def receive(self, text: str, sender: str = NUMBER, provider_id: str | None = None) -> UUID:
        async with self.database.clinic(self.practice.scope) as session:
            return await inbox.receive_text(session, InboundText(provider_id or new_id().hex, sender, text))

    async def book(self, patient_id: UUID) -> UUID:
        """A visit that staff books at the desk."""
        async with self.database.clinic(self.practice.scope) as session:
            wish = schedule.Wish(self.practice.botox)
            offers = (await schedule.offer_slots(session, SIGNER, wish)).offers
            key = new_id().hex
            booked = await schedule.book(
                session, SIGNER, offers[0].token, patient_id, source="staff", idempotency_key=key
            )
        assert isinstance(booked, schedule.Booked)
        return booked.appointment.id

    async def cancel(self, appointment_id: UUID) -> None:
        async with self.database.clinic(self.practice.scope) as session:
            await schedule.cancel(session, appointment_id)

    async def activities(self) -> list[Activity]:
        async with self.database.clinic(self.practice.scope) as session:
            return list((await inbox.search_activities(session, ActivitySearch())).items)

    async def activity(self) -> Activity:
        (activity,) = await self.activities()
        return activity

    async def texts(self, thread_id: UUID) -> list[Text]:
        async with self.database.clinic(self.practice.scope) as session:
            return (await inbox.get_thread(session, thread_id))[1]


@pytest_asyncio.fixture
async def center(database: Database, clock: MovableClock) -> AsyncIterator[Center]:
    clock.set(NOON)
    practice = await make_practice(database, f"practice-{new_id().hex}")
    sms, calls, registry = MemorySms(), MemoryCalls(), Registry()
    inbox.register_texting(registry, sms)
    register_mail(registry, database, settings_of_tests())
    register_outreach(registry, means_of(calls))
    recalls.register_rebooking(registry)
    assert mail.QUEUED in registry.handlers
    yield Center(database, clock, practice, sms, calls, registry)


@pytest.fixture
def number() -> str:
    return NUMBER
