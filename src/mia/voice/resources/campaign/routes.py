"""``/campaign``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request

from mia.platform.db.session import DatabaseDep
from mia.voice.auth.guards import OrgSessionDep, PrivateScope
from mia.voice.auth.spending import WithinCost
from mia.voice.http import api_url
from mia.voice.resources.call.routes import KeyHeader
from mia.voice.resources.campaign import service
from mia.voice.resources.campaign.schemas import CampaignPageQuery, CreateCampaign, UpdateCampaign
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/campaign", tags=["campaign"])


@router.post("", status_code=201, dependencies=[WithinCost])
async def create_campaign(
    body: CreateCampaign, request: Request, session: OrgSessionDep, services: ServicesDep, key: KeyHeader = None
) -> Json:
    """Call many people, each once. The same ``Idempotency-Key`` gives the same campaign, and never a second one."""
    return await service.create_campaign(
        session, services.given(body), key, api_url(request), services.language_models
    )


@router.get("")
async def list_campaigns(query: Annotated[ListQuery, Query()], session: OrgSessionDep) -> list[Json]:
    return await service.list_campaigns(session, query)


@router.get("/paginated")
async def list_campaign_page(query: Annotated[CampaignPageQuery, Query()], session: OrgSessionDep) -> Json:
    return await service.list_campaign_page(session, query)


@router.get("/{id}")
async def read_campaign(id: UUID, session: OrgSessionDep) -> Json:
    return await service.read_campaign(session, id)


@router.patch("/{id}")
async def update_campaign(
    id: UUID, body: UpdateCampaign, scope: PrivateScope, database: DatabaseDep, services: ServicesDep
) -> Json:
    async with database.org(scope) as session:
        campaign = await service.update_campaign(session, id, body.given(), services.language_models)
    services.deliver_soon()
    return campaign


@router.delete("/{id}")
async def delete_campaign(id: UUID, scope: PrivateScope, database: DatabaseDep, services: ServicesDep) -> Json:
    """Remove a campaign; nobody else is called, and its calls stay calls."""
    async with database.org(scope) as session:
        campaign = await service.delete_campaign(session, id)
    services.deliver_soon()
    return campaign
