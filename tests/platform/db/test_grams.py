"""Who has which pieces of a text: the rarest first."""

from mia.clinic.patients import service as patients
from mia.clinic.patients.models import PatientGramRow
from mia.clinic.patients.service import NewPatient
from mia.platform.db.grams import GramIndex
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from tests.fakes.access import make_clinic, scope_of

INDEX = GramIndex(PatientGramRow, PatientGramRow.patient_id)


async def test_grams_are_told_apart_by_how_many_have_them(database: Database) -> None:
    scope = scope_of(await make_clinic(database, f"clinic-{new_id().hex}"))
    async with database.clinic(scope) as session:
        ids = await patients.import_patients(
            session, [NewPatient(name=name) for name in ("Anna", "Annika", "Berta")]
        )
        nowhere, one, two = session.key.grams(["zzz", "nik", "ann"])
        ranked = await INDEX.rarest_first(session, [two, one, nowhere])
        assert [(each.gram, each.rows) for each in ranked] == [(nowhere, 0), (one, 1), (two, 2)]
        assert list(await session.sql.scalars(INDEX.having_all([one, two]))) == [ids[1]]
        most = INDEX.having_most([one, two], least=1, all_of=[])
        assert list(await session.sql.scalars(most)) == [ids[1], ids[0]]
        assert list(await session.sql.scalars(INDEX.having_most([two], least=1, all_of=[one]))) == [ids[1]]
