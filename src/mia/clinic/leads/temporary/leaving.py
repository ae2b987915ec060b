"""A temporary lead whose person has booked has nothing left to be kept in time."""

from uuid import UUID

from mia.clinic.leads.temporary import queries
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.realtime import service as realtime


async def leave_temporary(session: ClinicSession, lead_id: UUID) -> None:
    """Take the temporary leads that Mia follows up as this lead out of the list."""
    for temporary_id in await queries.drop_of_lead(session, lead_id):
        await audit.record(session, "lead.keep", "temporary_lead", [temporary_id])
        await realtime.publish(session, "temporary_lead.changed", temporary_id)
