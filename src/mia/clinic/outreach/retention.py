"""Intents that have had their time: that there was one stays, to whom goes."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.outreach import queries
from mia.clinic.outreach.intents import take_back
from mia.platform.db.session import ClinicSession


async def purge_outreach(session: ClinicSession, before: datetime) -> int:
    """Remove addresses and words of intents begun before an instant; returns how many."""
    return await queries.empty_before(session, before)


async def erase_outreach(session: ClinicSession, patient_ids: Sequence[UUID], lead_ids: Sequence[UUID]) -> None:
    """The same for everything with some patients; what is planned for them does not leave, and leaves the
    history as the lines of leads do; their intents go with the leads."""
    for patient_id in patient_ids:
        for intent in await queries.list_intents(session, lock=True, patient_id=patient_id, state="scheduled"):
            await take_back(session, intent)
    await queries.empty_of(session, patient_ids)
    for intent in await queries.list_of_leads(session, lead_ids):
        await inbox.withdraw_outbound(session, intent.activity_id)
