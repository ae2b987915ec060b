"""``/call``, and joining a call: ``/call/{id}/offer`` and ``/call/{id}/end``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request

from mia.db.session import DatabaseDep
from mia.voice.auth import JOIN_WINDOW, JoinToken, PrivateScope, PublicScope, joining_scope, sign_join_token
from mia.voice.resources.call import service
from mia.voice.resources.call.lifecycle import end_call
from mia.voice.resources.call.schemas import CallListQuery, CreateWebCall, SessionDescription, UpdateCall
from mia.voice.services import ServicesDep
from mia.voice.wire import Json

CUSTOMER_LEFT = "customer-ended-call"

router = APIRouter(prefix="/call", tags=["call"])


@router.post("/web", status_code=201)
async def create_web_call(
    body: CreateWebCall, request: Request, scope: PublicScope, database: DatabaseDep, services: ServicesDep
) -> Json:
    async with database.org(scope) as session:
        call_id, created_at, call = await service.create_web_call(session, body.given())
    token = sign_join_token(services.settings, JoinToken(scope.org_id, call_id), created_at + JOIN_WINDOW)
    offer_url = f"{str(request.base_url).rstrip('/')}/call/{call_id}/offer"
    transport = call["transport"] | {"callUrl": offer_url, "callToken": token}
    return call | {"webCallUrl": offer_url, "transport": transport}


@router.get("")
async def list_calls(
    query: Annotated[CallListQuery, Query()], scope: PrivateScope, database: DatabaseDep
) -> list[Json]:
    async with database.org(scope) as session:
        return await service.list_calls(session, query)


@router.get("/{id}")
async def read_call(id: UUID, scope: PrivateScope, database: DatabaseDep) -> Json:
    async with database.org(scope) as session:
        return await service.read_call(session, id)


@router.patch("/{id}")
async def update_call(id: UUID, body: UpdateCall, scope: PrivateScope, database: DatabaseDep) -> Json:
    async with database.org(scope) as session:
        return await service.rename_call(session, id, body.given())


@router.delete("/{id}")
async def delete_call(id: UUID, scope: PrivateScope, database: DatabaseDep, services: ServicesDep) -> Json:
    """Erase a call and what was said in it; one that is still going on is hung up first."""
    async with database.org(scope) as session:
        row = await service.require_call(session, id)
        holder = row.worker_address if row.status != "ended" else None
    if holder is not None:
        await services.media.end(holder, id, "manually-canceled")
    async with database.org(scope) as session:
        return await service.delete_call(session, id)


@router.post("/{id}/offer")
async def join_call(id: UUID, body: SessionDescription, request: Request, services: ServicesDep) -> Json:
    """Join a call: give an offer, get the answer of the media worker that will hold it."""
    scope = await joining_scope(request, services.database, services.settings, id, leaving=False)
    return await services.media.offer(scope.org_id, id, body.given())


@router.post("/{id}/end", status_code=204)
async def leave_call(id: UUID, request: Request, services: ServicesDep) -> None:
    """Hang up for the caller. Saying so twice is fine."""
    scope = await joining_scope(request, services.database, services.settings, id, leaving=True)
    async with services.database.org(scope) as session:
        row = await service.require_call(session, id)
        holder, status = row.worker_address, row.status
        if status == "queued":
            await end_call(session, id, CUSTOMER_LEFT, session.now())
    if status == "queued":
        services.deliver_soon()
    elif status != "ended" and holder is not None:
        await services.media.end(holder, id, CUSTOMER_LEFT)
