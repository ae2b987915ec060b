"""Trying Mia in a call with a change that is not saved."""

from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from mia.clinic.frontdesk.service import Description, FrontDesk
from mia.clinic.tryout import calls
from mia.clinic.tryout.call_messages import handle_message
from mia.clinic.tryout.call_schemas import (
    TryoutAnswerOut,
    TryoutCallIn,
    TryoutCallOut,
    TryoutMessageIn,
    TryoutOfferIn,
    TryoutRoomOut,
)
from mia.clinic.tryout.drafts import Draft
from mia.identity import service as identity
from mia.identity.guards import CurrentScope, SettingsDep, client_of
from mia.identity.service import Limit
from mia.platform.kernel.errors import Unauthenticated
from mia.platform.kernel.ids import decode

router = APIRouter(tags=["settings"])
_CALLS = "/api/clinics/{slug}/mia-tryouts/calls"
CALLS = Limit(
    "mia-tryout-calls",
    timedelta(minutes=10),
    per_address=12,
    per_subject=30,
    detail="Too many calls. Please try again in a few minutes.",
)
"""Calls in which a practice tries Mia: as many as visitors may begin."""


async def _desk(request: Request) -> FrontDesk:
    desk: FrontDesk = request.app.state.front_desk
    return desk


DeskDep = Annotated[FrontDesk, Depends(_desk)]


@router.post(_CALLS, status_code=201)
async def start_tryout_call(
    body: TryoutCallIn, scope: CurrentScope, request: Request, desk: DeskDep, settings: SettingsDep
) -> TryoutCallOut:
    """Begin a call with Mia as she would be with the change at hand. Nothing of it is kept."""
    await identity.check(desk.database, CALLS.of(settings), client_of(request).address, str(scope.clinic_id))
    fact = (body.fact.item_id, body.fact.value) if body.fact else None
    return TryoutCallOut.of(await calls.start_call(desk, scope, Draft(body.mia, fact)), settings)


@router.post(_CALLS + "/{call_id}/offer")
async def join_tryout_call(
    call_id: str, offer: TryoutOfferIn, scope: CurrentScope, desk: DeskDep
) -> TryoutAnswerOut:
    """Exchange session descriptions; there is no trickling."""
    description = Description(offer.sdp, offer.type)
    return TryoutAnswerOut.of(await calls.answer_offer(desk, scope, decode("try", call_id), description))


@router.post(_CALLS + "/{call_id}/room")
async def enter_tryout_room(call_id: str, scope: CurrentScope, desk: DeskDep) -> TryoutRoomOut:
    """Join in a room of the media engine, where the call's ``rooms`` names one."""
    return TryoutRoomOut.of(await calls.enter_room(desk, scope, decode("try", call_id)))


@router.post(_CALLS + "/{call_id}/end", status_code=204)
async def end_tryout_call(call_id: str, scope: CurrentScope, desk: DeskDep) -> None:
    """Hang up."""
    await calls.end_call(desk, scope, decode("try", call_id))


@router.post(calls.MESSAGES_PATH, include_in_schema=False)
async def receive_tryout_message(body: TryoutMessageIn, request: Request, desk: DeskDep) -> dict[str, Any]:
    """A tool call or the end of a call, from the voice service."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secret:
        raise Unauthenticated
    return await handle_message(desk, secret.strip(), dict(body.message))
