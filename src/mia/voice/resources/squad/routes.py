"""``/squad``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.voice.auth.guards import OrgSessionDep
from mia.voice.resources.squad.schemas import Squad, UpdateSquad
from mia.voice.resources.squad.service import SQUADS, require_members
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/squad", tags=["squad"])


@router.post("", status_code=201)
async def create_squad(body: Squad, session: OrgSessionDep, services: ServicesDep) -> Json:
    given = services.given(body)
    await require_members(session, given)
    return await SQUADS.create(session, given)


@router.get("")
async def list_squads(query: Annotated[ListQuery, Query()], session: OrgSessionDep) -> list[Json]:
    return await SQUADS.list(session, query)


@router.get("/{id}")
async def read_squad(id: UUID, session: OrgSessionDep) -> Json:
    return await SQUADS.read(session, id)


@router.patch("/{id}")
async def update_squad(id: UUID, body: UpdateSquad, session: OrgSessionDep, services: ServicesDep) -> Json:
    given = services.given(body)
    await require_members(session, given)
    return await SQUADS.update(session, id, given)


@router.delete("/{id}")
async def delete_squad(id: UUID, session: OrgSessionDep) -> Json:
    """Remove a squad; its assistants stay."""
    return await SQUADS.delete(session, id)
