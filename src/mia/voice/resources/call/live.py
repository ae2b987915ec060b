"""Acting on a running call and listening to it: ``/call/{id}/control/{key}`` and ``/call/{id}/listen/{key}``."""

from dataclasses import dataclass
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Request, WebSocket
from sqlalchemy import select
from starlette.requests import HTTPConnection

from mia.platform.audit import service as audit
from mia.platform.kernel.errors import Conflict, Unauthenticated
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import brings_private_token, scope_of_row
from mia.voice.http import BadRequest
from mia.voice.language_models import PROVIDED
from mia.voice.resources.assistant.brief import first_message
from mia.voice.resources.call import monitor, queries
from mia.voice.resources.call.control_schemas import AddMessage, Control, LiveControl, Transfer
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.tool.phones import CANNOT_FORWARD, not_by_phone
from mia.voice.services import Services, ServicesDep
from mia.voice.wire import Json

router = APIRouter(prefix="/call", tags=["call"])

Key = Annotated[str, Path(max_length=64)]

_REFUSED = 1008
"""WebSocket close code: policy violation (RFC 6455 §7.4.1)."""
_UNKNOWN = "Invalid monitor address."
_READS_NOTHING = "the embedded receptionist and announcements read no instructions"


@dataclass(frozen=True)
class _Running:
    """A call that a media worker holds, with its type and its assistant."""

    address: str
    type: str
    assistant: Json


async def _let_in(
    services: Services, connection: HTTPConnection, call_id: UUID, key: str, way: Literal["control", "listen"]
) -> _Running:
    """The call that an address belongs to, noted in the audit log.

    :class:`Unauthenticated` for an address that is not this call's or that its assistant does not allow,
    :class:`Conflict` when no one talks in it.
    """
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        org_id = await system.sql.scalar(select(CallRecordRow.org_id).where(CallRecordRow.id == call_id))
    if org_id is None:
        raise Unauthenticated(_UNKNOWN)
    async with services.database.org(scope_of_row(org_id, f"voice-monitor:{call_id}")) as session:
        row = await queries.find_call(session, call_id)
        if row is None or not monitor.fits(session, call_id, way, key):
            raise Unauthenticated(_UNKNOWN)
        plan = monitor.plan_of(session, row)
        if not monitor.is_allowed(plan, way):
            raise Unauthenticated(_UNKNOWN)
        settings = services.settings
        if monitor.asks_for_token(plan, way) and not await brings_private_token(
            connection, services.database, settings, org_id
        ):
            raise Unauthenticated("This needs a private token besides.")
        if row.status == "ended" or row.worker_address is None:
            raise Conflict("The call has ended." if row.status == "ended" else "No one is in the call yet.")
        await audit.record(session, f"voice_call.{way}", "voice_call", [call_id])
        return _Running(row.worker_address, row.type, queries.assistant_of(session, row))


async def _controlled(id: UUID, key: Key, request: Request, services: ServicesDep) -> _Running:
    return await _let_in(services, request, id, key, "control")


ControlledCall = Annotated[_Running, Depends(_controlled)]
"""FastAPI parameter type: the call whose control address was used; judged before the body is read."""


@router.post("/{id}/control/{key}", status_code=204)
async def control_call(id: UUID, body: LiveControl, running: ControlledCall, services: ServicesDep) -> None:
    """Say something in a running call, add to it, mute the assistant or end it; noted in the audit log."""
    command = body.model_dump(mode="json", by_alias=True)
    if isinstance(body.root, Control) and body.root.control == "say-first-message":
        greeting = first_message(running.assistant)
        if not greeting:
            raise BadRequest("The assistant has no first message.")
        command = {"type": "say", "content": greeting}
    if isinstance(body.root, AddMessage) and body.root.message.role == "system":
        _require_reader(running.assistant)
    if isinstance(body.root, Transfer):
        place = _known_place(running, body.root.destination.number)
        command = {"type": "put-through", "destination": place, "content": body.root.content or ""}
    await services.media.tell(running.address, f"/calls/{id}/control", command)


def _require_reader(assistant: Json) -> None:
    """:class:`BadRequest` unless someone in the call has a model that can be told something."""
    stages = (assistant.get("workflow") or {}).get("nodes") or ()
    players = (assistant, *(assistant.get("squad") or ()), *stages)
    if not any((each.get("model") or {}).get("provider") in PROVIDED for each in players):
        raise BadRequest(f"message.role must be user: {_READS_NOTHING}")


def _known_place(running: _Running, number: str) -> Json:
    """The destination of a number; :class:`BadRequest` unless a private token has written it into the assistant."""
    if complaint := not_by_phone(running.type, CANNOT_FORWARD):
        raise BadRequest(complaint)
    members = running.assistant.get("squad") or [running.assistant]
    tools = (tool for member in members for tool in (member.get("model") or {}).get("tools") or ())
    places = (place for tool in tools for place in tool.get("destinations") or ())
    found: Json | None = next((place for place in places if place.get("number") == number), None)
    if found is None:
        raise BadRequest("destination.number must be a destination of a transferCall tool of the assistant")
    return found


@router.websocket("/{id}/listen/{key}")
async def listen_to_call(id: UUID, key: str, websocket: WebSocket) -> None:
    """Both sides of a running call as they are heard. Leaves an entry in the audit log."""
    from mia.voice.workers.relay import TRY_AGAIN_LATER, carry  # the WebSocket client is loaded where it is needed

    services: Services = websocket.app.state.services
    try:
        running = await _let_in(services, websocket, id, key, "listen")
    except (Unauthenticated, Conflict):
        await websocket.close(_REFUSED)
        return
    if not await carry(services.settings, running.address, f"/calls/{id}/listen", websocket):
        await websocket.accept()
        await websocket.close(TRY_AGAIN_LATER)
