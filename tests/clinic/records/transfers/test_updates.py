"""A file that says more of someone on record, or otherwise: what changes, what never does, and back again."""

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest
import pytest_asyncio
from fastapi import FastAPI

from mia.clinic.consent import service as consent
from mia.clinic.patients import service as patients
from mia.clinic.patients.changes import Identity
from mia.clinic.patients.service import NewPatient, Patient
from mia.clinic.records.transfers import service
from mia.clinic.records.transfers.fields import Field
from mia.clinic.records.transfers.service import PatientImport
from mia.platform.db.session import Database
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope, Role
from tests.clinic.records.transfers.files import go, look, work
from tests.fakes.access import browser, make_user
from tests.fakes.practice import PracticeOfTests, make_practice

HEADER = "Name,Phone,Email,Born,Tags,Note\n"
MAPPING = dict(enumerate((Field.NAME, Field.PHONE, Field.EMAIL, Field.BIRTH_DATE, Field.TAGS, Field.NOTE)))
ANA = NewPatient("Ána Ruiz", "(305) 555-0142", "ana@old.example", note="Likes mornings.", tags=("VIP",))


@pytest_asyncio.fixture
async def ana(database: Database, practice: PracticeOfTests) -> UUID:
    async with database.clinic(practice.scope) as session:
        return (await patients.add_patient(session, ANA)).id


async def record(database: Database, scope: ClinicScope, patient_id: UUID) -> Patient:
    async with database.clinic(scope) as session:
        return await patients.get_patient(session, patient_id)


async def bring(database: Database, scope: ClinicScope, rows: str) -> PatientImport:
    """Look and import, which agree."""
    looked = await look(database, scope, HEADER + rows, MAPPING)
    done = await go(database, scope, looked.id)
    assert dict(done.counts) == dict(looked.counts)
    return done


async def take_back(database: Database, scope: ClinicScope, import_id: UUID) -> dict[str, int]:
    async with database.clinic(scope) as session:
        await service.undo(session, import_id)
    return dict((await work(database, scope, import_id)).counts)


async def test_what_is_empty_or_differs_is_updated_and_restored(
    database: Database, practice: PracticeOfTests, ana: UUID
) -> None:
    before = await record(database, practice.scope, ana)
    row = "ANA RUIZ,(305) 555-0142,ana@new.example,7/21/1980,Regular; vip,Moved in 2025\n"
    done = await bring(database, practice.scope, row)
    assert (done.counts["new"], done.counts["matched"], done.counts["updated"]) == (0, 1, 1)
    after = await record(database, practice.scope, ana)
    assert (after.name, after.email, after.birth_date) == ("Ána Ruiz", "ana@new.example", date(1980, 7, 21))
    assert (after.tags, after.note) == (("VIP", "Regular"), "Likes mornings.")
    assert after.version == before.version + 1
    assert await take_back(database, practice.scope, done.id) == {"restored": 1, "kept": 0}
    back = await record(database, practice.scope, ana)
    assert replace(back, version=before.version) == before


async def test_blanks_change_nothing(database: Database, practice: PracticeOfTests, ana: UUID) -> None:
    before = await record(database, practice.scope, ana)
    done = await bring(database, practice.scope, "Ana Ruiz,(305) 555-0142,,,,\n")
    assert (done.counts["matched"], done.counts["updated"]) == (1, 0)
    assert await record(database, practice.scope, ana) == before


async def test_what_was_edited_since_stays(database: Database, practice: PracticeOfTests, ana: UUID) -> None:
    done = await bring(database, practice.scope, "Ana Ruiz,(305) 555-0142,ana@new.example,7/21/1980,,\n")
    async with database.clinic(practice.scope) as session:
        now = await patients.get_patient(session, ana)
        new = Identity(now.name, now.phone, "ana@own.example", now.birth_date, now.tags)
        await patients.change_patient(session, ana, new, now.version)
    assert await take_back(database, practice.scope, done.id) == {"restored": 1, "kept": 0}
    back = await record(database, practice.scope, ana)
    assert (back.email, back.birth_date) == ("ana@own.example", None)


async def test_several_rows_of_one_person_are_one_person_and_one_undo(
    database: Database, practice: PracticeOfTests, ana: UUID
) -> None:
    rows = (
        "Ana Ruiz,(305) 555-0199,ana@old.example,,,\n"
        "Ana Ruiz,(305) 555-0142,,1/2/1980,,\n"
        "Ana Ruiz,(305) 555-0199,ana@new.example,,,\n"
        "Bo Lind,(305) 555-0143,bo@people.example,,,\n"
        "Bo Lind,,bo@people.example,2/3/1990,,\n"
    )
    far = "".join(f"Person {number},(305) 556-{number:04d},,,,\n" for number in range(300))
    last = "Bo Lind,(305) 555-0143,,,VIP,\nAna Ruiz,,ana@new.example,,,\n"
    done = await bring(database, practice.scope, rows + far + last)
    counts = {kind: done.counts[kind] for kind in ("new", "repeated", "known", "matched", "updated")}
    assert counts == {"new": 301, "repeated": 2, "known": 4, "matched": 1, "updated": 1}
    after = await record(database, practice.scope, ana)
    assert (after.phone, after.email, after.birth_date) == ("+13055550199", "ana@new.example", date(1980, 1, 2))
    async with database.clinic(practice.scope) as session:
        (bo,) = await patients.find_by_phone(session, "(305) 555-0143")
    assert (bo.birth_date, bo.tags) == (date(1990, 2, 3), ("VIP",))
    assert await take_back(database, practice.scope, done.id) == {"restored": 1, "removed": 301, "kept": 0}
    back = await record(database, practice.scope, ana)
    assert (back.phone, back.email, back.birth_date) == ("+13055550142", "ana@old.example", None)


async def test_who_opted_out_is_not_contacted_at_a_new_number(
    database: Database, practice: PracticeOfTests, ana: UUID
) -> None:
    async with database.clinic(practice.scope) as session:
        await consent.suppress(session, "+13055550142", consent.SuppressionReason.STOP)
    await bring(database, practice.scope, "Ana Ruiz,(305) 555-0199,ana@old.example,,,\n")
    async with database.clinic(practice.scope) as session:
        assert await consent.is_suppressed(session, "+13055550199")


async def test_the_preview_shows_what_would_change_until_it_has(
    app: FastAPI, database: Database, practice: PracticeOfTests, ana: UUID
) -> None:
    looked = await look(
        database, practice.scope, HEADER + "Ana Ruiz,(305) 555-0199,ana@old.example,,Regular,\n", MAPPING
    )
    path = f"patient-imports/{encode('imp', looked.id)}/changes"
    email = f"owner@{practice.slug}.example"
    await make_user(database, email, {practice.scope.clinic_id: Role.OWNER})
    async with browser(app, email, at=practice.slug) as owner:
        (shown,) = (await owner.get(path)).json()["items"]
        assert (shown["patient_id"], shown["name"]) == (encode("pat", ana), "Ána Ruiz")
        assert shown["changes"] == [
            {"field": "phone", "before": "(305) 555-0142", "after": "(305) 555-0199"},
            {"field": "tags", "before": "VIP", "after": "VIP; Regular"},
        ]
        await go(database, practice.scope, looked.id)
        assert (await owner.get(path)).json() == {"items": []}


@pytest.mark.parametrize("role", [None, Role.FRONT_DESK, Role.PROVIDER, Role.READ_ONLY])
async def test_who_may_not_import_sees_no_changes(
    app: FastAPI, database: Database, practice: PracticeOfTests, ana: UUID, role: Role | None
) -> None:
    looked = await look(database, practice.scope, HEADER + "Ana Ruiz,(305) 555-0142,,,Regular,\n", MAPPING)
    path = f"patient-imports/{encode('imp', looked.id)}/changes"
    email = f"{role.value}@{practice.slug}.example" if role else None
    if role and email:
        await make_user(database, email, {practice.scope.clinic_id: role})
    async with browser(app, email, at=practice.slug) as client:
        assert (await client.get(path)).status_code == (403 if role else 401)


async def test_a_strangers_changes_are_not_found(
    app: FastAPI, database: Database, practice: PracticeOfTests, ana: UUID
) -> None:
    looked = await look(database, practice.scope, HEADER + "Ana Ruiz,(305) 555-0142,,,Regular,\n", MAPPING)
    other = await make_practice(database, new_id().hex)
    email = f"owner@{other.slug}.example"
    await make_user(database, email, {other.scope.clinic_id: Role.OWNER})
    async with browser(app, email) as stranger:
        for slug in (practice.slug, other.slug):
            path = f"/api/clinics/{slug}/patient-imports/{encode('imp', looked.id)}/changes"
            assert (await stranger.get(path)).status_code == 404
