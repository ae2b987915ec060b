"""Periodic work that goes from clinic to clinic."""

from uuid import UUID

from structlog.testing import capture_logs

from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.scope import ClinicScope
from tests.identity.two_clinics import Two


async def test_a_clinic_that_fails_does_not_keep_the_others_waiting(database: Database, two: Two) -> None:
    async def name(session: ClinicSession) -> str:
        clinic = await identity.get_clinic(session)
        if clinic.id == two.first.id:
            raise ValueError
        return clinic.slug

    with capture_logs() as logs:
        slugs = await identity.in_every_clinic(database, "upkeep", name)
    assert two.second.slug in slugs and two.first.slug not in slugs
    (failed,) = [line for line in logs if line["event"] == "clinic_duty_failed"]
    assert failed["clinic_id"] == str(two.first.id) and failed["error"] == "ValueError"
    assert failed["work"].endswith("name") and failed["actor"] == "upkeep"


async def test_work_may_open_its_own_transactions(database: Database, two: Two) -> None:
    async def clinic_of(scope: ClinicScope) -> UUID:
        async with database.clinic(scope) as session:
            return session.scope.clinic_id

    found = await identity.for_every_clinic(database, "upkeep", clinic_of)
    assert {two.first.id, two.second.id} <= set(found)
