"""Reads of campaigns: their contacts, each with the call that was made to them."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Select, and_, func, select

from mia.platform.db.session import OrgSession, SystemSession
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.campaign.models import CampaignContact, CampaignRecord
from mia.voice.wire import Json


@dataclass(frozen=True)
class Contacted:
    """A contact, and what became of the call to them. ``status`` is None without a call, and ``ended`` when the
    call was erased since."""

    customer: Json
    refused: str | None
    call_id: UUID | None
    status: str | None
    ended_reason: str | None


async def contacts_of(session: OrgSession, campaign_ids: Collection[UUID]) -> dict[UUID, list[Contacted]]:
    """The contacts of campaigns, in their order."""
    found: dict[UUID, list[Contacted]] = {id: [] for id in campaign_ids}
    contact = CampaignContact
    query = _with_calls(
        select(contact.campaign_id, contact.customer_sealed, contact.refused, contact.call_id,
               CallRecordRow.status, CallRecordRow.ended_reason)
    ).where(contact.org_id == session.scope.org_id, contact.campaign_id.in_(campaign_ids))  # fmt: skip
    for row in await session.sql.execute(query.order_by(contact.campaign_id, contact.position)):
        status = (row.status or "ended") if row.call_id else None
        customer = json.loads(session.unseal(row.customer_sealed))
        found[row.campaign_id].append(Contacted(customer, row.refused, row.call_id, status, row.ended_reason))
    return found


async def next_contact(session: OrgSession, campaign_id: UUID) -> CampaignContact | None:
    """The first contact to whom no call was made yet."""
    contact = CampaignContact
    waiting = (
        contact.org_id == session.scope.org_id,
        contact.campaign_id == campaign_id,
        contact.call_id.is_(None),
        contact.refused.is_(None),
    )
    return await session.sql.scalar(select(contact).where(*waiting).order_by(contact.position).limit(1))


async def calls_not_placed(session: OrgSession, campaign_id: UUID) -> Sequence[UUID]:
    """Calls of a campaign that no media worker has taken; none takes them before the transaction ends."""
    query = _with_calls(select(CallRecordRow.id)).where(
        CampaignContact.org_id == session.scope.org_id,
        CampaignContact.campaign_id == campaign_id,
        CallRecordRow.status == "queued",
        CallRecordRow.worker_id.is_(None),
    )
    return (await session.sql.scalars(query.with_for_update(of=CallRecordRow))).all()


async def has_open_calls(session: OrgSession, campaign_id: UUID) -> bool:
    """Whether a call of a campaign has not ended."""
    query = _with_calls(select(func.count())).where(
        CampaignContact.org_id == session.scope.org_id,
        CampaignContact.campaign_id == campaign_id,
        CallRecordRow.status != "ended",
    )
    return bool(await session.sql.scalar(query))


async def find_by_key(session: OrgSession, key: str) -> CampaignRecord | None:
    """The campaign that was made with an idempotency key."""
    mine = (CampaignRecord.org_id == session.scope.org_id, CampaignRecord.idempotency_key == key)
    return await session.sql.scalar(select(CampaignRecord).where(*mine))


async def due_campaigns(system: SystemSession) -> list[tuple[UUID, UUID]]:
    """Organization and id of campaigns whose time has come and that have not ended, the longest running first."""
    due = (CampaignRecord.status != "ended", CampaignRecord.earliest_at <= system.now())
    query = select(CampaignRecord.org_id, CampaignRecord.id).where(*due)
    rows = await system.sql.execute(query.order_by(CampaignRecord.earliest_at))
    return [(row.org_id, row.id) for row in rows]


async def count_open_calls(system: SystemSession) -> int:
    """Calls of all campaigns that have not ended."""
    query = _with_calls(select(func.count())).where(CallRecordRow.status != "ended")
    return await system.sql.scalar(query) or 0


def _with_calls(query: Select) -> Select:  # type: ignore[type-arg]
    same = and_(CallRecordRow.org_id == CampaignContact.org_id, CallRecordRow.id == CampaignContact.call_id)
    return query.select_from(CampaignContact).outerjoin(CallRecordRow, same)
