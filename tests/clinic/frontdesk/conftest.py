"""A practice with a receptionist, and a call that is going on."""

from collections.abc import AsyncIterator
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import delete

from mia.clinic.consent.service import Proof
from mia.clinic.frontdesk.models import AssistantRow
from mia.clinic.frontdesk.parameters import _widget
from mia.clinic.frontdesk.routes import router
from mia.clinic.frontdesk.service import FrontDesk, Widget, register_texts
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.models import ConversationRow
from mia.clinic.patients import service as patients
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope, SystemScope
from tests.clinic.frontdesk.calls import CallOfTests
from tests.clinic.frontdesk.strangers import ANA, NUMBER, Doors
from tests.clinic.frontdesk.texts.texting import Texting
from tests.clinic.frontdesk.website.widget_steps import LIMITS, SITE_PRACTICE
from tests.fakes.access import app_of_tests, browser, forget_attempts
from tests.fakes.front_desk import MemoryVoice, make_desk
from tests.fakes.phones.sms import MemorySms
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice


@pytest.fixture
def voice() -> MemoryVoice:
    return MemoryVoice()


@pytest.fixture
def desk(database: Database, voice: MemoryVoice) -> FrontDesk:
    return make_desk(database, voice)


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest.fixture
def call(desk: FrontDesk, practice: PracticeOfTests) -> CallOfTests:
    return CallOfTests(desk, practice)


@pytest_asyncio.fixture
async def texting(
    database: Database, clock: MovableClock, desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests
) -> AsyncIterator[Texting]:
    sms, registry = MemorySms(), Registry()
    inbox.register_texting(registry, sms)
    register_texts(registry, desk)
    yield Texting(database, clock, desk, voice, practice, sms, registry)


@pytest_asyncio.fixture
async def ana(texting: Texting) -> UUID:
    """A patient whose number writes, of which staff have checked that it is hers."""
    await texting.prove(Proof.STAFF)
    return await make_patient(texting.database, texting.practice, "Ana Ruiz", NUMBER)


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


@pytest_asyncio.fixture
async def scope(database: Database) -> ClinicScope:
    """The demo practice, entered once per module, without what an earlier test left."""
    await forget_attempts(database)
    async with database.system(SystemScope.LOGIN) as session:
        clinic = await identity.find_clinic(session, SITE_PRACTICE)
    if clinic is None:
        return (await make_practice(database, SITE_PRACTICE)).scope
    scope = identity.service_scope(clinic.id, "test")
    async with database.clinic(scope) as session:
        for table in (ConversationRow, AssistantRow):
            await session.sql.execute(delete(table))
    return scope


@pytest_asyncio.fixture
async def http(database: Database, desk: FrontDesk, scope: ClinicScope) -> AsyncIterator[httpx.AsyncClient]:
    app = app_of_tests(database, routers=(router,))
    app.state.front_desk = desk
    app.dependency_overrides[_widget] = lambda: Widget(desk, LIMITS)
    async with browser(app) as client:
        yield client
