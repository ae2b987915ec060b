"""Records older than the index of names are found by name once the worker has passed."""

from sqlalchemy import update

from mia.clinic.patients import service as patients
from mia.clinic.patients.models import PatientRow
from mia.clinic.patients.service import NewPatient
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from tests.fakes.access import make_clinic


async def test_a_record_of_before_is_found_by_its_name(database: Database) -> None:
    clinic = await make_clinic(database, new_id().hex)
    async with database.clinic(identity.service_scope(clinic.id, "test")) as session:
        person = NewPatient("Zoë Müller", "+13055550142")
        (known,) = await patients.import_patients(session, [person])
        await session.sql.execute(update(PatientRow).values(name_blind=None))
        assert await patients.find_same(session, [person]) == [None]
        assert await patients.fill_name_blinds(session) == 1
        assert await patients.find_same(session, [person]) == [known]
        assert await patients.fill_name_blinds(session) == 0
