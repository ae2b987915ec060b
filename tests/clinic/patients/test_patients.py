"""Patients: sealed, found by what they gave, never mixed up."""

import asyncio
import re
from datetime import date, datetime, timedelta
from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import select, text

from mia.clinic.consent import service as consent
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, NewTreatment, TreatmentStatus
from mia.platform.audit.models import AuditEntryRow
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from tests.fakes.access import make_clinic, scope_of

ANA = NewPatient(
    name="Ana Ruiz",
    phone="(305) 555-0142",
    email="Ana.Ruiz@mail.example",
    birth_date=date(1988, 5, 17),
    note="Prefers mornings.",
    tags=("VIP",),
)


@pytest_asyncio.fixture
async def scope(database: Database) -> ClinicScope:
    return scope_of(await make_clinic(database, f"clinic-{new_id().hex}"))


async def give(database: Database, scope: ClinicScope, name: str, phone: str) -> patients.Patient:
    async with database.clinic(scope) as session:
        return await patients.find_or_create_by_phone(session, name, phone, source="mia")


async def test_a_patient_comes_back_as_entered(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        (patient_id,) = await patients.import_patients(session, [ANA])
        patient = await patients.get_patient(session, patient_id)
    assert (patient.name, patient.phone, patient.email) == ("Ana Ruiz", "+13055550142", "ana.ruiz@mail.example")
    assert (patient.birth_date, patient.note, patient.tags) == (date(1988, 5, 17), "Prefers mornings.", ("VIP",))


async def test_nothing_that_names_a_patient_is_stored_in_clear(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        await patients.import_patients(session, [ANA])
        (row,) = (await session.sql.execute(text("SELECT patients::text FROM patients"))).scalars().all()
    # Sealed columns are compared as bytes: their hexadecimal digits contain any short number by chance.
    stored = re.sub(rb"\\\\x([0-9a-f]+)", lambda sealed: bytes.fromhex(sealed[1].decode()), row.encode())
    assert len(stored) < len(row)
    for secret in ("Ana Ruiz", "5550142", "ana.ruiz", "1988-05-17", "Prefers"):
        assert secret.encode() not in stored


def test_a_patient_in_a_traceback_shows_no_name() -> None:
    assert "Ana" not in repr(ANA) and "555" not in repr(ANA)


async def test_patients_are_found_by_phone_and_email_in_any_notation(
    database: Database, scope: ClinicScope
) -> None:
    async with database.clinic(scope) as session:
        (patient_id,) = await patients.import_patients(session, [ANA])
        by_phone = await patients.find_by_phone(session, "305.555.0142")
        by_email = await patients.find_by_email(session, "ANA.RUIZ@mail.example")
        assert [item.id for item in by_phone] == [item.id for item in by_email] == [patient_id]
        assert await patients.find_by_phone(session, "(305) 555-0143") == []


async def test_another_clinic_finds_nobody(database: Database, scope: ClinicScope) -> None:
    other = scope_of(await make_clinic(database, f"clinic-{new_id().hex}"))
    async with database.clinic(scope) as session:
        (patient_id,) = await patients.import_patients(session, [ANA])
    async with database.clinic(other) as session:
        assert await patients.find_by_phone(session, "(305) 555-0142") == []
        with pytest.raises(NotFound):
            await patients.get_patient(session, patient_id)


async def test_the_same_name_and_number_is_the_same_patient(database: Database, scope: ClinicScope) -> None:
    first = await give(database, scope, "Ana Ruiz", "(305) 555-0142")
    assert (await give(database, scope, "ana  ruiz", "1 305 555 0142")).id == first.id


async def test_another_name_under_a_known_number_is_another_patient(database: Database, scope: ClinicScope) -> None:
    ana = await give(database, scope, "Ana Ruiz", "(305) 555-0142")
    eva = await give(database, scope, "Eva Ruiz", "(305) 555-0142")
    assert eva.id != ana.id
    async with database.clinic(scope) as session:
        assert (await patients.get_patient(session, ana.id)).name == "Ana Ruiz"


@pytest.mark.race
async def test_parallel_first_contacts_make_one_patient(database: Database, scope: ClinicScope) -> None:
    found = await asyncio.gather(*[give(database, scope, "Ana Ruiz", "(305) 555-0142") for _ in range(8)])
    assert len({patient.id for patient in found}) == 1


async def test_a_strangers_record_is_their_own_and_nobody_is_found_by_it(
    database: Database, scope: ClinicScope
) -> None:
    ana = await give(database, scope, "Ana Ruiz", "(305) 555-0142")
    async with database.clinic(scope) as session:
        await patients.archive_patient(session, ana.id, archived=True)
        strangers = [
            await patients.unverified_patient(session, name, "3055550142", source="mia")
            for name in ("Ana Ruiz", "ana ruiz")
        ]
        (found,) = await patients.find_by_phone(session, "3055550142")
        consents = await consent.list_consents(session, "+13055550142")
    assert len({one.id for one in strangers}) == 1 and strangers[0].unverified
    assert (found.id, found.archived_at is not None) == (ana.id, True)
    assert consents == []


@pytest.mark.parametrize(
    ("name", "phone", "email", "field"),
    [("", "3055550142", None, "name"), ("Ana", "555", None, "phone"), ("Ana", "3055550142", "ana", "email")],
)
async def test_unusable_details_are_refused_and_leave_nothing(
    database: Database, scope: ClinicScope, name: str, phone: str, email: str | None, field: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        async with database.clinic(scope) as session:
            await patients.find_or_create_by_phone(session, name, phone, email=email, source="mia")
    assert list(refusal.value.fields) == [field]
    async with database.clinic(scope) as session:
        assert await consent.list_consents(session, "+13055550142") == []


async def test_reads_and_writes_of_patients_are_audited(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        (patient_id,) = await patients.import_patients(session, [ANA])
        await patients.get_patient(session, patient_id)
    async with database.clinic(scope) as session:
        entries = (await session.sql.scalars(select(AuditEntryRow).order_by(AuditEntryRow.id))).all()
    assert [(entry.action, entry.object_ids) for entry in entries] == [
        ("patient.create", [patient_id]),
        ("patient.read", [patient_id]),
    ]


async def _treat(
    session: ClinicSession, patient_id: UUID, service_id: UUID, at: datetime, status: TreatmentStatus, family: str
) -> None:
    treatment = NewTreatment(patient_id, service_id, "Botox", family, status, at, 47_500, created_at=at)
    await patients.add_treatments(session, [treatment])


async def test_recent_treatments_are_those_entered_last(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        now = session.now()
        (patient_id,) = await patients.import_patients(session, [ANA])
        for days in range(7):
            at = now - timedelta(days=days)
            await _treat(session, patient_id, new_id(), at, TreatmentStatus.COMPLETED, "neurotoxin")
        recent = await patients.recent_treatments(session, 5)
        totals = await patients.treatment_totals(session)
    assert [item.performed_at for item in recent] == [now - timedelta(days=days) for days in range(5)]
    assert {item.patient_name for item in recent} == {"Ana Ruiz"}
    assert (totals.treatments, totals.completed, totals.patients) == (7, 7, 1)


async def test_an_anonymized_patient_keeps_the_record_and_nothing_that_names_them(
    database: Database, scope: ClinicScope
) -> None:
    async with database.clinic(scope) as session:
        patient_id, other_id = await patients.import_patients(session, [ANA, ANA])
        await patients.anonymize_patient(session, patient_id)
        assert [item.id for item in await patients.find_by_phone(session, "3055550142")] == [other_id]
    async with database.clinic(scope) as session:
        nobody = await patients.get_patient(session, patient_id)
    assert nobody.name == "Removed visitor"
    assert (nobody.phone, nobody.email, nobody.birth_date, nobody.note, nobody.tags) == (None, None, None, None, ())
