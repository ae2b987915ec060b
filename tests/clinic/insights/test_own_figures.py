"""The general dashboard's figures: over all clinics of a person and no other; the debug query is for owners."""

from datetime import timedelta
from uuid import UUID

import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Channel, PastContact
from mia.clinic.insights.own import ClinicShare, OwnOverview, summed
from mia.clinic.insights.routes import debug_router, router
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewTreatment, TreatmentStatus
from mia.identity.routes import router as access_router
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice, member


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(access_router, router, debug_router))


@pytest_asyncio.fixture
async def practices(database: Database) -> list[PracticeOfTests]:
    """Three practices, each with a patient who came once and is to come again, and with one call."""
    made = [await make_practice(database, f"practice-{new_id().hex}") for _ in range(3)]
    for practice in made:
        patient_id = await make_patient(database, practice)
        async with database.clinic(practice.scope) as session:
            await treat(session, practice, patient_id, TreatmentStatus.COMPLETED)
            await treat(session, practice, patient_id, TreatmentStatus.SCHEDULED)
            call = PastContact(
                session.now(), Channel.PHONE, "inbound", ActivityStatus.ANSWERED, "Ana Ruiz", "Asked"
            )
            await inbox.import_contacts(session, [call], sample=False)
    return made


async def treat(
    session: ClinicSession, practice: PracticeOfTests, patient_id: UUID, status: TreatmentStatus
) -> None:
    at = session.now() + timedelta(days=1 if status is TreatmentStatus.SCHEDULED else -1)
    await patients.add_treatments(
        session, [NewTreatment(patient_id, practice.botox, "Botox", "botox", status, at, 10_000)]
    )


def test_the_success_rate_is_the_whole_percent_of_completed_over_all() -> None:
    shares = [ClinicShare(2, 1, 2, 7), ClinicShare(1, 1, 1, 0)]
    assert summed(shares) == OwnOverview(3, 67, 3, 7)
    assert summed([ClinicShare(8, 1, 8, 0)]).success_rate == 13  # 12.5 rounds up
    assert summed([]) == OwnOverview(0, 0, 0, 0)


async def test_the_cards_span_the_users_clinics_and_no_other(
    app: FastAPI, database: Database, practices: list[PracticeOfTests]
) -> None:
    first, second, _foreign = practices
    async with browser(app, await member(database, Role.READ_ONLY, first, second)) as http:
        cards = (await http.get("/api/overview")).json()
    assert cards == {
        "total_rebookings": 4,
        "success_rate": 50,
        "active_patients": 2,
        "total_communications": 2,
    }


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/overview"), ("POST", "/api/sandbox/debug-query")])
async def test_nobody_reads_them_without_a_session(app: FastAPI, method: str, path: str) -> None:
    async with browser(app) as nobody:
        assert (await nobody.request(method, path)).status_code == 401


async def test_the_debug_query_dumps_what_one_owns_and_nothing_else(
    app: FastAPI, database: Database, practices: list[PracticeOfTests]
) -> None:
    first, second, _foreign = practices
    email = await member(database, Role.OWNER, first)
    async with browser(app, email) as http:
        dump = (await http.post("/api/sandbox/debug-query")).json()
    assert (dump["count"], len(dump["items"])) == (2, 2)
    assert {item["name"] for item in dump["items"]} == {"Botox"}
    async with browser(app, await member(database, Role.MANAGER, second)) as http:
        assert (await http.post("/api/sandbox/debug-query")).json() == {"count": 0, "items": []}
