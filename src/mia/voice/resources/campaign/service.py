"""Campaigns as the API's clients see them: made once, changed until they begin, ended."""

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.ids import new_id
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.resources.call.lifecycle import end_call
from mia.voice.resources.call.outbound import number_of, read_plan
from mia.voice.resources.call.queries import lock_key
from mia.voice.resources.campaign import queries
from mia.voice.resources.campaign.models import CampaignContact, CampaignRecord
from mia.voice.resources.campaign.queries import Contacted
from mia.voice.resources.campaign.schemas import Campaign, CampaignPageQuery
from mia.voice.resources.documents import Documents, fits
from mia.voice.resources.phone_number.service import find_number
from mia.voice.resources.who_answers import ANSWERERS, overrides_of, who_answers
from mia.voice.wire import Json, ListQuery, to_text, without_none

SUCCESS = "campaign.ended.success"
OUT_OF_TIME = "campaign.in-progress.ended-at-latest"
"""Its last moment came before everyone was called. The hosted service has no reason for that."""

_NOT_PLACED = "manually-canceled"
_LONGEST = timedelta(days=30)
"""How long a campaign without ``latestAt`` may go on."""
_FIXED = (*ANSWERERS, "phoneNumberId", "schedulePlan")
"""What no longer changes once a campaign has begun."""


def _shown(row: CampaignRecord) -> Json:
    return without_none({"status": row.status, "endedReason": row.ended_reason})


CAMPAIGNS = Documents(CampaignRecord, "Campaign", check=fits(Campaign), shown=_shown)
"""The campaigns of organizations, without their contacts."""


async def create_campaign(
    session: OrgSession, request: Json, key: str | None, api_url: str, models: LanguageModels
) -> Json:
    """Make a campaign; a number that stands in it twice is one contact, the first. :class:`BadRequest` when none of
    ``models`` is the assistant's.

    With an idempotency ``key`` the same request gives the same campaign, another one :class:`Conflict`.
    """
    digest = hashlib.sha256(to_text(request).encode()).digest()
    if key is not None:
        await lock_key(session, f"campaign:{key}")
        if (known := await queries.find_by_key(session, key)) is not None:
            if known.request_digest != digest:
                raise Conflict("This Idempotency-Key was used for another campaign.")
            return await _whole(session, known)
    customers = _by_number(request)
    await _require_parts(session, request, models)
    document = {name: value for name, value in request.items() if name != "customers"}
    made = {
        "api_url": api_url,
        "made_by": session.scope.actor,
        "idempotency_key": key,
        "request_digest": digest,
    } | _times(session, request)
    campaign = await CAMPAIGNS.create(session, document, **made)
    session.sql.add_all(
        CampaignContact(
            org_id=session.scope.org_id,
            id=new_id(),
            campaign_id=UUID(campaign["id"]),
            position=position,
            number_blind=session.blind(f"voice-campaign:{campaign['id']}:{number}"),
            customer_sealed=session.seal(to_text(customer)),
        )
        for position, (number, customer) in enumerate(customers.items())
    )
    return (await _with_contacts(session, [campaign]))[0]


async def read_campaign(session: OrgSession, campaign_id: UUID) -> Json:
    """One campaign; :class:`NotFound` when the organization has none of that id."""
    return await _whole(session, await CAMPAIGNS.require(session, campaign_id))


async def list_campaigns(session: OrgSession, query: ListQuery) -> list[Json]:
    """The newest campaigns."""
    return await _with_contacts(session, await CAMPAIGNS.list(session, query))


async def list_campaign_page(session: OrgSession, query: CampaignPageQuery) -> Json:
    """A page of campaigns."""
    only = [CampaignRecord.id == query.id] if query.id is not None else []
    only += [CampaignRecord.status == query.status] if query.status is not None else []
    page = await CAMPAIGNS.page(session, query, *only)
    return page | {"results": await _with_contacts(session, page["results"])}


async def update_campaign(session: OrgSession, campaign_id: UUID, patch: Json, models: LanguageModels) -> Json:
    """Change what ``patch`` names. ``status`` ends the campaign; calls in progress go on to their end."""
    row = await CAMPAIGNS.require(session, campaign_id, lock=True)
    changes = {name: value for name, value in patch.items() if name != "status"}
    if any(name in changes for name in _FIXED):
        if row.status != "scheduled":
            raise Conflict("Only the name of a campaign that has begun can be changed.")
        chosen = [name for name in ANSWERERS if changes.get(name)]
        changes |= {name: None for name in ANSWERERS if chosen and name not in chosen}
        merged = CAMPAIGNS.check(without_none(CAMPAIGNS.config(session, row) | changes))
        await _require_parts(session, merged, models)
        for name, value in _times(session, merged).items():
            setattr(row, name, value)
    if changes:
        await CAMPAIGNS.update(session, campaign_id, changes)
    if patch.get("status") == "ended" and row.status != "ended":
        await end_campaign(session, row, f"campaign.{row.status}.ended-by-user")
    return await _whole(session, row)


async def delete_campaign(session: OrgSession, campaign_id: UUID) -> Json:
    """End a campaign, remove it and return what it was. Its calls stay calls."""
    row = await CAMPAIGNS.require(session, campaign_id, lock=True)
    if row.status != "ended":
        await end_campaign(session, row, f"campaign.{row.status}.ended-by-user")
    told = await _whole(session, row)
    await session.sql.delete(row)
    return told


async def end_campaign(session: OrgSession, row: CampaignRecord, reason: str) -> None:
    """Nobody else is called, and calls that no media worker has taken are called off; ``row`` is locked."""
    for call_id in await queries.calls_not_placed(session, row.id):
        await end_call(session, call_id, _NOT_PLACED, session.now())
    row.status, row.ended_reason, row.updated_at = "ended", reason, session.now()


def _by_number(request: Json) -> dict[str, Json]:
    """Each number once, in order; :class:`BadRequest` names one that cannot be called."""
    found: dict[str, Json] = {}
    for index, customer in enumerate(request["customers"]):
        try:
            overrides_of(request, customer)
            found.setdefault(number_of({"customer": customer}), customer)
        except BadRequest as refused:
            raise BadRequest(refused.detail.replace("customer.", f"customers.{index}.", 1)) from None
    return found


async def _require_parts(session: OrgSession, request: Json, models: LanguageModels) -> None:
    """:class:`BadRequest` or :class:`~mia.platform.kernel.errors.NotFound` when who is to talk, their language
    model, or the number that calls leave from, is not there."""
    await who_answers(session, request, models)
    if await find_number(session, UUID(request["phoneNumberId"])) is None:
        raise BadRequest("phoneNumberId is no number of this organization.")


def _times(session: OrgSession, request: Json) -> dict[str, Any]:
    """The columns that follow from the plan."""
    now = session.now()
    earliest, latest = read_plan(request, now)
    begins = earliest or now
    status = "scheduled" if begins > now else "in-progress"
    return {"earliest_at": begins, "last_at": latest or max(begins, now) + _LONGEST, "status": status}


async def _whole(session: OrgSession, row: CampaignRecord) -> Json:
    return (await _with_contacts(session, [CAMPAIGNS.render(session, row)]))[0]


async def _with_contacts(session: OrgSession, campaigns: Sequence[Json]) -> list[Json]:
    contacts = await queries.contacts_of(session, [UUID(campaign["id"]) for campaign in campaigns])
    return [campaign | _told(contacts[UUID(campaign["id"])], campaign["status"]) for campaign in campaigns]


def _told(contacts: Sequence[Contacted], status: str) -> Json:
    """Whom a campaign calls, and how far it is, by the calls that were made."""
    calls = [contact for contact in contacts if contact.call_id is not None]
    waiting = sum(contact.call_id is None and contact.refused is None for contact in contacts)
    told: dict[str, Any] = {
        "customers": [contact.customer for contact in contacts],
        "calls": {
            str(call.call_id): without_none({"status": call.status, "endedReason": call.ended_reason})
            for call in calls
        },
        "callsCounterScheduled": waiting if status != "ended" else 0,
        "callsCounterQueued": sum(call.status == "queued" for call in calls),
        "callsCounterInProgress": sum(call.status in ("ringing", "in-progress") for call in calls),
        "callsCounterEndedVoicemail": sum(call.ended_reason == "voicemail" for call in calls),
        "callsCounterEnded": sum(call.status == "ended" for call in calls),
    }
    errors = [{"customer": each.customer, "error": each.refused} for each in contacts if each.refused is not None]
    return told | ({"errors": errors} if errors else {})
