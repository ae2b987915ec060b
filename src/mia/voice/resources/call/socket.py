"""Calls over a plain WebSocket (hosted ``vapi.websocket``): made by ``POST /call``, joined at their address."""

from uuid import UUID

from fastapi import APIRouter, WebSocket
from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import JOIN_WINDOW, scope_of_row
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.resources.call import monitor, queries
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.service import WEBSOCKET_CALL, new_call, render_call
from mia.voice.services import Services
from mia.voice.wire import Json
from mia.voice.workers.registry import addresses_with_room

router = APIRouter(prefix="/call", tags=["call"])

_NOT_WITH_IT = ("customers", "customerId", "phoneNumberId", "phoneNumber", "schedulePlan")
_REFUSED = 1008
"""WebSocket close code: policy violation (RFC 6455 §7.4.1)."""


async def create_websocket_call(session: OrgSession, request: Json, api_url: str, models: LanguageModels) -> Json:
    """Make a call that a program will join; its address is in the answer."""
    for name in _NOT_WITH_IT:
        if request.get(name):
            raise BadRequest(f"{name} has no meaning for a call over a WebSocket.")
    row = await new_call(session, request, WEBSOCKET_CALL, api_url, models)
    row.name = request.get("name")
    return render_call(session, row, ())


@router.websocket("/{id}/websocket/{key}")
async def join_by_websocket(id: UUID, key: str, websocket: WebSocket) -> None:
    """The sound of a call, to and from the media worker that takes it."""
    from mia.voice.workers.relay import TRY_AGAIN_LATER, carry  # the WebSocket client is loaded where it is needed

    services: Services = websocket.app.state.services
    path = await _path_of(services, id, key)
    if path is None:
        await websocket.close(_REFUSED)
        return
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        addresses = await addresses_with_room(system, web=True)
    for address in addresses:
        if await carry(services.settings, address, path, websocket):
            return
    await websocket.accept()
    await websocket.close(TRY_AGAIN_LATER)


async def _path_of(services: Services, call_id: UUID, key: str) -> str | None:
    """Where a media worker takes the call in; ``None`` when this is not its address, or it was joined, has ended or
    has waited too long."""
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        org_id = await system.sql.scalar(select(CallRecordRow.org_id).where(CallRecordRow.id == call_id))
    if org_id is None:
        return None
    async with services.database.org(scope_of_row(org_id, f"voice-call:{call_id}")) as session:
        row = await queries.find_call(session, call_id)
        if row is None or row.type != WEBSOCKET_CALL or not monitor.fits(session, call_id, "websocket", key):
            return None
        if row.status != "queued" or row.created_at + JOIN_WINDOW < session.now():
            return None
        encoding = queries.request_of(session, row)["transport"]["audioFormat"]["format"]
    return f"/calls/{call_id}/websocket?org={org_id}&encoding={encoding}"
