"""Lists that come in and go out stand in the audit log, with who did it."""

from collections.abc import AsyncIterator

import httpx
import pytest_asyncio
from sqlalchemy import select

from mia.platform.audit.models import AuditEntryRow
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.fakes.access import browser, make_user, settings_of_tests
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice
from tests.fakes.whole_app import whole_app

CONTENT = b"Name\nAna Ruiz\n"


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest_asyncio.fixture
async def owner(database: Database, practice: PracticeOfTests) -> AsyncIterator[httpx.AsyncClient]:
    app = whole_app(settings_of_tests())
    app.state.database = database
    email = f"owner@{practice.slug}.example"
    await make_user(database, email, {practice.scope.clinic_id: Role.OWNER})
    async with browser(app, email) as client:
        yield client


async def done(database: Database, practice: PracticeOfTests) -> list[str]:
    """What people did with lists, oldest first."""
    async with database.clinic(practice.scope) as session:
        by_people = (AuditEntryRow.tenant_id == practice.scope.clinic_id, AuditEntryRow.user_id.is_not(None))
        rows = await session.sql.scalars(select(AuditEntryRow).where(*by_people).order_by(AuditEntryRow.id))
        return [row.action for row in rows if row.action.startswith(("patient_import.", "patient.export"))]


async def test_an_import_is_told_from_its_begin_to_its_end(
    owner: httpx.AsyncClient, database: Database, practice: PracticeOfTests
) -> None:
    imports = f"/api/clinics/{practice.slug}/patient-imports"
    made = await owner.post(imports, json={"file_name": "a.csv", "size": len(CONTENT)})
    assert made.status_code == 201
    assert (await owner.delete(f"{imports}/{made.json()['id']}")).status_code == 204
    assert await done(database, practice) == ["patient_import.begin", "patient_import.drop"]


async def test_an_export_is_told(owner: httpx.AsyncClient, database: Database, practice: PracticeOfTests) -> None:
    await make_patient(database, practice)
    assert (await owner.post(f"/api/clinics/{practice.slug}/patients/export", json={})).status_code == 200
    assert await done(database, practice) == ["patient.export"]
