"""Two people writing one note: the second sees what has changed."""

import pytest

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, NoteChanged
from mia.platform.db.session import Database
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from tests.fakes.access import make_clinic, scope_of


async def test_the_second_of_two_writers_is_told_what_stands_there(database: Database) -> None:
    clinic = await make_clinic(database, new_id().hex)
    async with database.clinic(scope_of(clinic)) as session:
        (patient_id,) = await patients.import_patients(session, [NewPatient("Ana Ruiz", note="Likes mornings.")])
        before = await patients.get_patient(session, patient_id)
        first = await patients.save_note(session, patient_id, " Prefers afternoons. ", before.note_version)
        with pytest.raises(NoteChanged) as refused:
            await patients.save_note(session, patient_id, "Bruises easily.", before.note_version)
        assert refused.value.current == first
        assert first.text == "Prefers afternoons."
        assert (await patients.get_patient(session, patient_id)).note == "Prefers afternoons."


async def test_an_empty_note_is_removed(database: Database) -> None:
    clinic = await make_clinic(database, new_id().hex)
    async with database.clinic(scope_of(clinic)) as session:
        (patient_id,) = await patients.import_patients(session, [NewPatient("Ana Ruiz", note="Likes mornings.")])
        await patients.save_note(session, patient_id, "  ", 0)
        assert (await patients.get_patient(session, patient_id)).note is None


async def test_a_note_on_nobody_is_refused(database: Database) -> None:
    clinic = await make_clinic(database, new_id().hex)
    async with database.clinic(scope_of(clinic)) as session:
        with pytest.raises(NotFound):
            await patients.save_note(session, new_id(), "Hello", 0)
