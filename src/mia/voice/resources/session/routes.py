"""``/session``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.platform.db.session import DatabaseDep
from mia.voice.auth.guards import OrgSessionDep, PrivateScope
from mia.voice.resources.session import service
from mia.voice.resources.session.ending import CUSTOMER_LEFT, complete_session
from mia.voice.resources.session.schemas import CreateSession, SessionListQuery, UpdateSession
from mia.voice.services import ServicesDep
from mia.voice.wire import Json

router = APIRouter(prefix="/session", tags=["session"])


@router.post("", status_code=201)
async def create_session(body: CreateSession, session: OrgSessionDep, services: ServicesDep) -> Json:
    return await service.create_session(session, services.given(body), services.language_models)


@router.get("")
async def list_sessions(query: Annotated[SessionListQuery, Query()], session: OrgSessionDep) -> Json:
    return await service.list_sessions(session, query)


@router.get("/{id}")
async def read_session(id: UUID, session: OrgSessionDep) -> Json:
    return await service.read_session(session, id)


@router.patch("/{id}")
async def update_session(
    id: UUID, body: UpdateSession, scope: PrivateScope, database: DatabaseDep, services: ServicesDep
) -> Json:
    patch = body.given()
    async with database.org(scope) as session:
        await service.update_session(session, id, patch)
    ended = patch.get("status") == "completed"
    if ended and await complete_session(database, services.language_models, scope, id, CUSTOMER_LEFT):
        services.deliver_soon()
    async with database.org(scope) as session:
        return await service.read_session(session, id)


@router.delete("/{id}")
async def delete_session(id: UUID, session: OrgSessionDep) -> Json:
    return await service.delete_session(session, id)
