"""Who fell due twice in a window is one person, judged by the last time; the same at a place and of a kind."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import text

from mia.clinic.insights.analytics_queries import Narrowing
from mia.clinic.insights.kinds import kind_of
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewTreatment, TreatmentStatus
from mia.clinic.recalls import service as recalls
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import new_id
from tests.clinic.insights.test_client_analytics import DAY, book, read
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice


async def treat(session: ClinicSession, practice: PracticeOfTests, patient_id: UUID, at: datetime) -> UUID:
    """A visit for Botox at the main office, due again after 84 days."""
    visit = await book(session, practice, patient_id, at - 5 * DAY, at)
    done = NewTreatment(patient_id, practice.botox, "Botox", "botox", TreatmentStatus.COMPLETED, at, 10_000, visit)
    await patients.add_treatments(session, [done])
    return visit


async def test_the_last_recall_counts(database: Database) -> None:
    practice = await make_practice(database, f"practice-{new_id().hex}")
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        now = session.now()
        await recalls.set_up_rules(session)
        await treat(session, practice, patient_id, now - 104 * DAY)  # due 20 days ago, and followed by the next
        last = await treat(session, practice, patient_id, now - 94 * DAY)  # due 10 days ago, and followed by none
        kind = kind_of(await schedule.get_service(session, practice.botox))
    for narrowing in (Narrowing(), Narrowing(practice.main), Narrowing(practice.main, kind)):
        found = (await read(database, practice, narrowing)).funnel
        assert (found.due, found.retained) == (1, 0)

    async with database.clinic(practice.scope) as session:
        elsewhere = {"branch": practice.branch, "id": last}
        await session.sql.execute(text("UPDATE appointments SET location_id = :branch WHERE id = :id"), elsewhere)
    counts = {}
    for place in (None, practice.main, practice.branch):
        found = (await read(database, practice, Narrowing(place))).funnel
        counts[place] = (found.due, found.retained)
    assert counts == {None: (1, 0), practice.main: (1, 1), practice.branch: (1, 0)}
