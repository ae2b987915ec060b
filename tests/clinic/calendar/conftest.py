"""A practice with a calendar, someone of each role, and a worker with a provider of texts."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest_asyncio
from fastapi import FastAPI

from mia.app.worker import register_mail
from mia.clinic.calendar.feed_routes import public_router
from mia.clinic.calendar.routes import router
from mia.clinic.calendar.visit_routes import router as visit_pages
from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Activity, ActivitySearch, Task
from mia.clinic.outreach.service import register_outreach
from mia.clinic.patients import service as patients
from mia.clinic.schedule import service as schedule
from mia.identity.routes import router as access_router
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.recalls.conftest import MemoryCalls
from tests.fakes.access import ORIGIN, PASSWORD, app_of_tests, browser, make_user, settings_of_tests
from tests.fakes.outbox import work_off
from tests.fakes.outreach import means_of
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import PracticeOfTests, make_practice

NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)
"""A Tuesday, noon in New York."""
THURSDAY = datetime(2026, 3, 26, 18, tzinfo=UTC)
"""2 PM in New York, two days later."""
NUMBER = "+13055550142"
Json = dict[str, Any]


@dataclass
class Office:
    """The calendar of one practice, with its worker and provider of texts."""

    database: Database
    clock: MovableClock
    practice: PracticeOfTests
    app: FastAPI
    sms: MemorySms
    registry: Registry
    rooms: dict[str, UUID]

    @property
    def path(self) -> str:
        return f"/api/clinics/{self.practice.slug}"

    def email(self, who: str) -> str:
        return f"{who}@{self.practice.slug}.example"

    async def patient(
        self, name: str = "Ana Ruiz", phone: str | None = NUMBER, *, email: str | None = None, agreed: bool = True
    ) -> str:
        """Someone who gave their number for appointments, or did not."""
        async with self.database.clinic(self.practice.scope) as session:
            (patient_id,) = await patients.import_patients(session, [patients.NewPatient(name, phone, email)])
            if phone and agreed:
                await consent.record_number_given(session, phone, consent.Purpose.APPOINTMENT, "desk")
        return encode("pat", patient_id)

    def visit(self, patient: str, **changes: Any) -> Json:
        """The body of a booking: Botox with Dr. Reyes on Thursday at two, unless told otherwise."""
        body = {
            "patient_id": patient,
            "service_id": encode("svc", self.practice.botox),
            "provider_id": encode("prv", self.practice.dr_reyes),
            "starts_at": THURSDAY.isoformat(),
            "idempotency_key": new_id().hex,
        }
        return body | changes

    def place(self, at: datetime, provider: UUID | None = None, **changes: Any) -> Json:
        provider_id = encode("prv", provider or self.practice.dr_reyes)
        return {"starts_at": at.isoformat(), "provider_id": provider_id, **changes}

    async def work(self, within: timedelta = timedelta(seconds=11)) -> None:
        """Let the worker handle what is due within a few seconds."""
        self.clock.move(within)
        await work_off(self.database, self.registry, self.practice.scope.clinic_id, within=within)

    async def turn_to(self, instant: datetime, desk: httpx.AsyncClient) -> None:
        """Another time, at which the front desk has signed in again."""
        self.clock.set(instant)
        credentials = {"email": self.email("front_desk"), "password": PASSWORD}
        answer = await desk.post(f"{ORIGIN}/api/session", json=credentials)
        assert answer.status_code == 200, answer.text

    async def activities(self) -> list[Activity]:
        async with self.database.clinic(self.practice.scope) as session:
            return list((await inbox.search_activities(session, ActivitySearch())).items)

    async def tasks(self) -> list[Task]:
        async with self.database.clinic(self.practice.scope) as session:
            return list(await inbox.list_tasks(session))


@pytest_asyncio.fixture
async def office(database: Database, clock: MovableClock) -> Office:
    clock.set(NOON)
    practice = await make_practice(database, f"practice-{new_id().hex}")
    sms, registry = MemorySms(), Registry()
    inbox.register_texting(registry, sms)
    register_mail(registry, database, settings_of_tests())
    register_outreach(registry, means_of(MemoryCalls()))
    app = app_of_tests(database, routers=(access_router, router, public_router, visit_pages))
    async with database.clinic(practice.scope) as session:
        board = await schedule.read_board(session, None, 1)
    rooms = {room.name: room.id for room in board.rooms}
    office = Office(database, clock, practice, app, sms, registry, rooms)
    for role in Role:
        await make_user(database, office.email(role.value), {practice.scope.clinic_id: role})
    stranger = await make_practice(database, f"practice-{new_id().hex}")
    await make_user(database, office.email("stranger"), {stranger.scope.clinic_id: Role.OWNER})
    return office


@pytest_asyncio.fixture
async def desk(office: Office) -> AsyncIterator[httpx.AsyncClient]:
    """The front desk's browser."""
    async with browser(office.app, office.email("front_desk")) as client:
        client.base_url = client.base_url.join(office.path + "/")
        yield client
