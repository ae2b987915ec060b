"""Answers that have had their time, and those of people who are forgotten."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.leads.answers import queries
from mia.platform.db.session import ClinicSession


async def purge_follow_ups(session: ClinicSession, before: datetime) -> int:
    """Remove the addresses of answers begun before an instant; that there was one stays. Returns how many."""
    return await queries.empty_addresses(session, before)


async def erase_follow_ups(session: ClinicSession, lead_ids: Sequence[UUID]) -> None:
    """Take the lines of leads who are forgotten out of the history; the intents go with the leads."""
    for row in await queries.list_of_leads(session, lead_ids):
        await inbox.withdraw_outbound(session, row.activity_id)
