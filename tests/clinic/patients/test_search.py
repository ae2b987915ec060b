"""Patients are found by name and phone, misspelt too, and the database never holds what was searched."""

import pytest
from sqlalchemy import text

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import new_id
from tests.fakes.access import make_clinic, scope_of

PEOPLE = {
    "Ana Ruiz": "(305) 555-0142",
    "Zoë Núñez": "(786) 555-0107",
    "Maria Gonzalez": "(954) 555-0163",
    "Marianne O'Neill": "(305) 555-0199",
    "John Whitaker": "(407) 555-0120",
}


async def found(session: ClinicSession, query: str) -> list[str]:
    hits = await patients.search_patients(session, query)
    people = await patients.get_patients(session, [hit.id for hit in hits])
    return [people[hit.id].name for hit in hits]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("ana", ["Ana Ruiz"]),
        ("RUIZ ana", ["Ana Ruiz"]),
        ("zoe nunez", ["Zoë Núñez"]),
        ("marai gonzales", ["Maria Gonzalez"]),
        ("jon witaker", ["John Whitaker"]),
        ("whit", ["John Whitaker"]),
        ("oneil", ["Marianne O'Neill"]),
        ("555-0163", ["Maria Gonzalez"]),
        ("+1 305 555 0142", ["Ana Ruiz"]),
        ("0199", ["Marianne O'Neill"]),
        ("ana 0142", ["Ana Ruiz"]),
        ("ana 0199", []),
        ("xylophone", []),
        ("05", []),
        ("  ", []),
    ],
)
async def test_a_search_finds_who_was_meant(database: Database, query: str, names: list[str]) -> None:
    clinic = await make_clinic(database, new_id().hex)
    async with database.clinic(scope_of(clinic)) as session:
        await patients.import_patients(session, [NewPatient(name, phone) for name, phone in PEOPLE.items()])
        assert await found(session, query) == names


async def test_the_closest_name_stands_first(database: Database) -> None:
    clinic = await make_clinic(database, new_id().hex)
    async with database.clinic(scope_of(clinic)) as session:
        await patients.import_patients(session, [NewPatient(name) for name in ("Maria Lopez", "Marta Lopez")])
        assert await found(session, "marta") == ["Marta Lopez", "Maria Lopez"]


async def test_another_clinic_is_not_searched_and_has_other_hashes(database: Database) -> None:
    here, there = [await make_clinic(database, new_id().hex) for _ in range(2)]
    stored = []
    for clinic in (here, there):
        async with database.clinic(scope_of(clinic)) as session:
            await patients.import_patients(session, [NewPatient("Ana Ruiz")])
            stored.append(set((await session.sql.scalars(text("SELECT gram FROM patient_grams"))).all()))
    async with database.clinic(scope_of(here)) as session:
        assert len(await patients.search_patients(session, "ana")) == 1
    assert stored[0] and stored[1] and not stored[0] & stored[1]


async def test_who_was_removed_is_found_no_more(database: Database) -> None:
    clinic = await make_clinic(database, new_id().hex)
    async with database.clinic(scope_of(clinic)) as session:
        (patient_id,) = await patients.import_patients(session, [NewPatient("Ana Ruiz", "(305) 555-0142")])
        await patients.anonymize_patient(session, patient_id)
        assert await patients.search_patients(session, "ana") == []
        assert await patients.search_patients(session, "0142") == []
