"""``/call``, and joining a call: ``/call/{id}/offer`` and ``/call/{id}/end``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Header, Query, Request

from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import (
    JOIN_WINDOW,
    IsPrivate,
    JoinToken,
    MaySay,
    OnlyReads,
    OrgSessionDep,
    PrivateScope,
    PublicScope,
    joining_scope,
    sign_join_token,
)
from mia.voice.auth.spending import WithinCost
from mia.voice.auth.websites import LONGEST_ORIGIN
from mia.voice.http import api_url
from mia.voice.messages.client import IDEMPOTENCY_HEADER
from mia.voice.resources.call import service
from mia.voice.resources.call.inbound import receive_phone_call
from mia.voice.resources.call.lifecycle import end_call
from mia.voice.resources.call.monitor import without_addresses
from mia.voice.resources.call.outbound import create_phone_calls
from mia.voice.resources.call.rooms import in_room_at_daily, opened_at_daily
from mia.voice.resources.call.schemas import (
    CallListQuery,
    CreateCall,
    CreateWebCall,
    SessionDescription,
    UpdateCall,
)
from mia.voice.resources.call.socket import create_websocket_call
from mia.voice.services import ServicesDep
from mia.voice.telephony.sandbox import SandboxPhoneAction
from mia.voice.wire import Json

CUSTOMER_LEFT = "customer-ended-call"

KeyHeader = Annotated[str | None, Header(alias=IDEMPOTENCY_HEADER, min_length=1, max_length=255)]


async def _joining(id: UUID, request: Request, services: ServicesDep) -> OrgScope:
    return await joining_scope(request, services.database, services.settings, id, leaving=False)


async def _leaving(id: UUID, request: Request, services: ServicesDep) -> OrgScope:
    return await joining_scope(request, services.database, services.settings, id, leaving=True)


JoiningScope = Annotated[OrgScope, Depends(_joining)]
LeavingScope = Annotated[OrgScope, Depends(_leaving)]
"""Who holds the call's join token, or a private one; judged before the body is read."""


router = APIRouter(prefix="/call", tags=["call"])
sandbox_router = APIRouter(prefix="/call", tags=["call"])
"""Not in production."""


@router.post("/web", status_code=201, dependencies=[WithinCost])
async def create_web_call(
    body: CreateWebCall,
    request: Request,
    scope: PublicScope,
    is_private: IsPrivate,
    may_say: MaySay,
    database: DatabaseDep,
    services: ServicesDep,
) -> Json:
    given, here, models = services.given(body), api_url(request), services.language_models
    async with database.org(scope) as session:
        call_id, created_at, call = await service.create_web_call(session, given, here, models, may_say=may_say)
    origin = None if is_private else request.headers.get("origin", "")[:LONGEST_ORIGIN]
    if not is_private:
        call.pop("monitor", None)  # anyone who knows its addresses may speak for the assistant
    if in_room_at_daily(body.transport, services.settings):
        return call | await opened_at_daily(services, scope, call_id)
    join = JoinToken(scope.org_id, call_id, origin)
    token = sign_join_token(services.settings, join, created_at + JOIN_WINDOW)
    offer_url = f"{here}/call/{call_id}/offer"
    transport = {"provider": "mia.webrtc", "callUrl": offer_url, "callToken": token}
    # Clients of the hosted service join by the address alone. What follows the # is never sent.
    return call | {"webCallUrl": f"{offer_url}#{token}", "transport": transport}


@router.post("", status_code=201, dependencies=[WithinCost])
async def create_call(
    body: CreateCall,
    request: Request,
    scope: PrivateScope,
    database: DatabaseDep,
    services: ServicesDep,
    key: KeyHeader = None,
) -> Json:
    """Call a phone or several, now or later, or take a call in from one whose carrier asks what to do with it, or
    from a program that brings its sound by WebSocket.

    The same ``Idempotency-Key`` gives the same call, and never a second one.
    """
    here, models = api_url(request), services.language_models
    if body.phone_call_provider_bypass_enabled:
        room, line = await services.media.has_room(), request.app.state.line
        async with database.org(scope) as session:
            call = await receive_phone_call(session, services.given(body), line, here, models, room=room)
        services.deliver_soon()
        return call
    if body.transport is not None:
        request_given = services.given(body) | {"transport": body.transport.model_dump(mode="json", by_alias=True)}
        async with database.org(scope) as session:
            return await create_websocket_call(session, request_given, here, models)
    async with database.org(scope) as session:
        placed = await create_phone_calls(session, services.given(body), key, here, models)
    for call_id in placed.due:
        services.place_soon(scope.org_id, call_id)
    return placed.answer


router.add_api_route(
    "/phone", create_call, methods=["POST"], status_code=201, name="create_phone_call", dependencies=[WithinCost]
)


@router.get("")
async def list_calls(
    query: Annotated[CallListQuery, Query()], session: OrgSessionDep, only_reads: OnlyReads
) -> list[Json]:
    calls = await service.list_calls(session, query)
    return [without_addresses(call) for call in calls] if only_reads else calls


@router.get("/{id}")
async def read_call(id: UUID, session: OrgSessionDep, only_reads: OnlyReads) -> Json:
    call = await service.read_call(session, id)
    return without_addresses(call) if only_reads else call


@router.patch("/{id}")
async def update_call(id: UUID, body: UpdateCall, session: OrgSessionDep) -> Json:
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
async def join_call(id: UUID, body: SessionDescription, scope: JoiningScope, services: ServicesDep) -> Json:
    """Join a call: give an offer, get the answer of the media worker that will hold it."""
    return await services.media.offer(scope.org_id, id, body.given())


@router.post("/{id}/room")
async def join_room(id: UUID, scope: JoiningScope, services: ServicesDep) -> Json:
    """Join a call in a room of the distributed media engine: its address, and a token that lets the caller in."""
    return await services.media.room(scope.org_id, id)


@sandbox_router.post("/{id}/sandbox-phone")
async def use_sandbox_phone(
    id: UUID, body: SandboxPhoneAction, scope: PrivateScope, database: DatabaseDep, services: ServicesDep
) -> Json:
    """Pick up, decline, ring out or send to voicemail a call that the sandbox's phone receives.

    ``answer`` takes an SDP offer and returns the answer; the others return ``{}``.
    """
    async with database.org(scope) as session:
        row = await service.require_call(session, id)
        holder, status = row.worker_address, row.status
    if holder is None or status == "ended":
        raise Conflict("The call has ended." if status == "ended" else "The phone isn't ringing yet.")
    return await services.media.use_sandbox_phone(holder, id, body.given())


@router.post("/{id}/end", status_code=204)
async def leave_call(id: UUID, scope: LeavingScope, services: ServicesDep) -> None:
    """Hang up for the caller. Saying so twice is fine."""
    async with services.database.org(scope) as session:
        row = await service.require_call(session, id)
        holder, status = row.worker_address, row.status
        waiting = status in ("scheduled", "queued") and holder is None
        if waiting:
            await end_call(session, id, CUSTOMER_LEFT, session.now())
    if waiting:
        services.deliver_soon()
    elif status != "ended" and holder is not None:
        await services.media.end(holder, id, CUSTOMER_LEFT)
