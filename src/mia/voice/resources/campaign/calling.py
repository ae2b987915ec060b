"""How a campaign calls: one contact after the other, as lines are free.

A contact's call is made in one transaction with the note that it was made, before a media worker may take it; a
media worker takes it before it dials. A process that is killed anywhere leaves a contact who was not called, or one
whose call is there and is never made again.
"""

import json
from collections import deque
from uuid import UUID

import structlog
from sqlalchemy import func, select

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import MiaError
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.auth.spending import affords
from mia.voice.resources.call.outbound import create_phone_calls
from mia.voice.resources.call.service import require_call
from mia.voice.resources.campaign import queries
from mia.voice.resources.campaign.models import CampaignContact, CampaignRecord
from mia.voice.resources.campaign.service import CAMPAIGNS, OUT_OF_TIME, SUCCESS, end_campaign
from mia.voice.resources.who_answers import ANSWERERS
from mia.voice.wire import instant
from mia.voice.workers.registry import count_lines

log = structlog.get_logger()

_ONE_AT_A_TIME = 0x6D69615F63616D70
"""Of the advisory lock: two processes together would use more lines than campaigns may."""


async def advance_campaigns(database: Database) -> int:
    """End what is over, and make calls as far as there are lines; returns how many calls were made.

    All campaigns together use half of the lines of the media workers, at least one, so that people who call are
    answered; each campaign has a call in turn.
    """
    made = 0
    async with database.system(SystemScope.CRON) as system:
        alone = select(func.pg_try_advisory_xact_lock(_ONE_AT_A_TIME))
        if not await system.sql.scalar(alone):
            return 0
        due = await queries.due_campaigns(system)
        going_on = deque([campaign for campaign in due if await _goes_on(database, *campaign)])
        room = _share(await count_lines(system)) - await queries.count_open_calls(system) if going_on else 0
        while going_on and made < room:
            campaign = going_on.popleft()
            if await _call_next(database, *campaign):
                made += 1
                going_on.append(campaign)
    return made


def _share(lines: int) -> int:
    """How many of all lines campaigns may use."""
    return max(1, lines // 2) if lines else 0


async def _goes_on(database: Database, org_id: UUID, campaign_id: UUID) -> bool:
    """Whether a campaign has someone to call still; one that is over is ended."""
    async with database.org(scope_of_row(org_id, "voice:campaign")) as session:
        row = await CAMPAIGNS.find(session, campaign_id, lock=True)
        if row is None or row.status == "ended":
            return False
        row.status = "in-progress"
        if row.last_at <= session.now():
            await end_campaign(session, row, OUT_OF_TIME)
            return False
        if await queries.next_contact(session, campaign_id) is not None:
            return await affords(session, row.made_by)
        if not await queries.has_open_calls(session, campaign_id):
            await end_campaign(session, row, SUCCESS)
        return False


async def _call_next(database: Database, org_id: UUID, campaign_id: UUID) -> bool:
    """Make the call to the next contact who can be called; whether there is one."""
    async with database.org(scope_of_row(org_id, "voice:campaign")) as session:
        row = await CAMPAIGNS.find(session, campaign_id, lock=True)
        if row is None or row.status == "ended":
            return False
        while (contact := await queries.next_contact(session, campaign_id)) is not None:
            try:
                contact.call_id = await _make_call(session, row, contact)
            except MiaError as refused:
                contact.refused = refused.detail
                log.warning("campaign_contact_refused", campaign_id=str(campaign_id), contact_id=str(contact.id))
            else:
                return True
        return False


async def _make_call(session: OrgSession, row: CampaignRecord, contact: CampaignContact) -> UUID:
    """The call to a contact, which waits for a line until the campaign ends; :class:`MiaError` when there can be
    none."""
    campaign, customer = CAMPAIGNS.config(session, row), json.loads(session.unseal(contact.customer_sealed))
    request = {name: campaign[name] for name in (*ANSWERERS, "phoneNumberId") if campaign.get(name)}
    request |= {"campaignId": str(row.id), "customer": customer}
    request |= {"schedulePlan": {"earliestAt": instant(row.earliest_at), "latestAt": instant(row.last_at)}}
    placed = await create_phone_calls(session, request, f"campaign:{contact.id}", row.api_url)
    call = await require_call(session, UUID(placed.answer["id"]))
    call.made_by = row.made_by
    return call.id
