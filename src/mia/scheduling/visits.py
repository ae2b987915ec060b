"""The visits of one person."""

from uuid import UUID

from mia.clinics import service as clinics
from mia.clinics.service import Interval
from mia.db.session import ClinicSession
from mia.scheduling import queries
from mia.scheduling.appointments import Appointment, AppointmentStatus, appointment_of


async def list_of_patient(session: ClinicSession, patient_id: UUID) -> list[Appointment]:
    """Every appointment of a patient, whatever became of it, by time."""
    places = await clinics.get_places(session)
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
    places = await clinics.get_places(session)
    found = await queries.list_of_provider(session, provider_id, window)
    return [appointment_of(one, places) for one in found if one.status in queries.ACTIVE]
