"""Records older than a column of later ones: filled a few at a time, as only the application has the keys."""

from sqlalchemy import select

from mia.clinic.patients import queries
from mia.clinic.patients.models import PatientRow
from mia.clinic.patients.people import name_blind
from mia.platform.db.session import ClinicSession

BATCH = 500


async def fill_name_blinds(session: ClinicSession) -> int:
    """Let records of before find each other by name, at most :data:`BATCH` of them. Returns how many."""
    query = select(PatientRow).where(PatientRow.name_blind.is_(None), PatientRow.source != "removed")
    rows = (await session.sql.scalars(query.limit(BATCH))).all()
    for row in rows:
        blind = name_blind(session, session.unseal(row.name_sealed))
        await queries.change_patient(session, row.id, {"name_blind": blind})
    return len(rows)
