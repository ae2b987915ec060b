"""The visits of one person."""

from uuid import UUID

from mia.db.session import ClinicSession
from mia.scheduling import queries
from mia.scheduling.booking import Appointment, AppointmentStatus, get_appointment


async def list_of_patient(session: ClinicSession, patient_id: UUID) -> list[Appointment]:
    """Every appointment of a patient, whatever became of it, by time."""
    return [await get_appointment(session, id_) for id_ in await queries.ids_of_patient(session, patient_id)]


async def list_upcoming(session: ClinicSession, patient_id: UUID) -> list[Appointment]:
    """The booked visits of a patient that are still to come, by time."""
    now = session.now()
    return [
        visit
        for visit in await list_of_patient(session, patient_id)
        if visit.status is AppointmentStatus.BOOKED and visit.starts_at > now
    ]
