"""What a conversation has booked so far."""

from collections.abc import Sequence
from uuid import UUID

from mia.clinic.frontdesk import queries
from mia.clinic.frontdesk.tools.specs import BOOK_APPOINTMENT
from mia.clinic.inbox.service import Conversation
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import decode


def booked_in(runs: Sequence[queries.ToolRun]) -> list[UUID]:
    """The appointments that tools of a conversation booked, in order."""
    results = (run.result.get("result") or {} for run in runs if run.name == BOOK_APPOINTMENT)
    return [decode("apt", result["appointment_id"]) for result in results if result.get("status") == "booked"]


async def standing_bookings(session: ClinicSession, conversation: Conversation) -> dict[UUID, Appointment]:
    """What the conversation booked and neither moved nor canceled."""
    standing: dict[UUID, Appointment] = {}
    for appointment_id in booked_in(await queries.list_tool_runs(session, conversation.voice_id or "")):
        appointment = await schedule.get_appointment(session, appointment_id)
        if appointment.status is schedule.AppointmentStatus.BOOKED:
            standing[appointment.id] = appointment
    return standing
