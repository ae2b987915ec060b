"""The visits of one person."""

from uuid import UUID

from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval
from mia.clinic.schedule import queries
from mia.clinic.schedule.appointments import Appointment, AppointmentStatus, appointment_of
from mia.platform.db.session import ClinicSession


async def list_of_patient(session: ClinicSession, patient_id: UUID) -> list[Appointment]:
    """Every appointment of a patient, whatever became of it, by time."""
    places = await practices.get_places(session)
    return [appointment_of(one, places) for one in await queries.list_of_patient(session, patient_id)]


async def list_upcoming(session: ClinicSession, patient_id: UUID) -> list[Appointment]:
    """The booked visits of a patient that are still to come, by time."""
    now = session.now()
    return [
        visit
        for visit in await list_of_patient(session, patient_id)
        if visit.status is AppointmentStatus.BOOKED and visit.starts_at > now
    ]


async def list_of_provider(session: ClinicSession, provider_id: UUID, window: Interval) -> list[Appointment]:
    """A provider's booked and completed visits that start within a window, by time."""
    places = await practices.get_places(session)
    found = await queries.list_of_provider(session, provider_id, window)
    return [appointment_of(one, places) for one in found if one.status in queries.ACTIVE]
