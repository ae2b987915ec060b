"""The archive: records off the lists, found here alone."""

from uuid import UUID

from mia.clinic.patients import service as patients
from mia.platform.db.session import ClinicSession


async def archived_page(
    session: ClinicSession, query: str, *, offset: int, limit: int
) -> tuple[list[patients.Patient], int]:
    """Archived patients, those archived last first (hits of a search by likeness), and how many there are."""
    wanted: list[UUID] | None = None
    if query.strip():
        wanted = [hit.id for hit in await patients.search_patients(session, query)]
    ids = await patients.list_archived(session, wanted)
    people = await patients.get_patients(session, ids[offset : offset + limit])
    return [people[id_] for id_ in ids[offset : offset + limit]], len(ids)
