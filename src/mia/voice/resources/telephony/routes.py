"""What Twilio asks of the voice API, checked by signature and passed on to the worker that holds the call."""

from urllib.parse import parse_qsl
from uuid import UUID

import structlog
from fastapi import APIRouter, Request, Response, WebSocket
from sqlalchemy import select

from mia.platform.kernel.errors import Forbidden, MiaError
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.call.inbound import UNANSWERED, apology, find_incoming, turn_away
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.telephony.relay import holders, relay
from mia.voice.services import Services, ServicesDep
from mia.voice.telephony.line import HANG_UP_TWIML, PATH, SIGNATURE_HEADER, Line

log = structlog.get_logger()

_REFUSED = 1008
"""WebSocket close code: policy violation (RFC 6455 §7.4.1)."""
_ACTOR = "voice:telephony"


def telephony_router(line: Line) -> APIRouter:
    """The routes of a line."""
    router = APIRouter(prefix=PATH, tags=["telephony"])

    @router.post("/calls/{id}", status_code=204)
    async def told_of_call(id: UUID, request: Request, services: ServicesDep) -> None:
        """A status callback, or the result of answering machine detection."""
        fields = await _signed_fields(line, request, line.callback_url(id))
        await _pass_on(services, id, f"/calls/{id}/carrier", fields)

    @router.post("/calls/{id}/legs/{leg}", status_code=204)
    async def told_of_leg(id: UUID, leg: UUID, request: Request, services: ServicesDep) -> None:
        """The same of a second phone."""
        fields = await _signed_fields(line, request, line.callback_url(id, leg))
        await _pass_on(services, id, f"/calls/{id}/carrier?leg={leg}", fields)

    @router.post("/calls/{id}/after")
    async def stream_over(id: UUID, request: Request, services: ServicesDep) -> Response:
        """The stream of a call that came in has ended, or never began: what the carrier does next."""
        await _signed_fields(line, request, line.after_url(id))
        return Response(await _after_stream(services, id), media_type="text/xml")

    @router.websocket("/media/{id}")
    async def media(id: UUID, websocket: WebSocket) -> None:
        """A call's sound, to and from its media worker."""
        services: Services = websocket.app.state.services
        if not line.has_signed(websocket.headers.get(SIGNATURE_HEADER), line.stream_url(id)):
            await websocket.close(_REFUSED)
            return
        await relay(services, id, websocket)

    @router.websocket("/media/{id}/legs/{leg}")
    async def media_of_leg(id: UUID, leg: UUID, websocket: WebSocket) -> None:
        """The sound of a second phone."""
        services: Services = websocket.app.state.services
        if not line.has_signed(websocket.headers.get(SIGNATURE_HEADER), line.stream_url(id, leg)):
            await websocket.close(_REFUSED)
            return
        await relay(services, id, websocket, leg)

    return router


async def _pass_on(services: Services, call_id: UUID, path: str, fields: list[tuple[str, str]]) -> None:
    holder = next(iter(await holders(services, call_id)), None)
    if holder is None:
        return
    try:
        await services.media.tell(holder.address, path, dict(fields))
    except MiaError as error:  # its worker is gone: reconciliation ends the call
        log.info("carrier_news_lost", call_id=str(call_id), error=type(error).__name__)


async def _signed_fields(line: Line, request: Request, url: str) -> list[tuple[str, str]]:
    """The form that Twilio has posted to ``url``; :class:`Forbidden` when it has not."""
    fields = parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
    if not line.has_signed(request.headers.get(SIGNATURE_HEADER), url, fields):
        raise Forbidden("The signature is missing or wrong.")
    return fields


async def _after_stream(services: Services, call_id: UUID) -> str:
    """TwiML for a call that came in and whose stream is over: an apology when it was never answered or its worker
    is gone, else the end."""
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        org_id = await system.sql.scalar(select(CallRecordRow.org_id).where(CallRecordRow.id == call_id))
    if org_id is None:
        return HANG_UP_TWIML
    async with services.database.org(scope_of_row(org_id, _ACTOR)) as session:
        row = await find_incoming(session, call_id)
        if row is None or (row.status == "ended" and row.ended_reason not in UNANSWERED):
            return HANG_UP_TWIML
        holder = row.worker_address if row.started_at is not None and row.status != "ended" else None
        never_taken = row.worker_address is None and row.status != "ended"
        words = await turn_away(session, row) if never_taken else apology(session, row)
    services.deliver_soon()
    # A worker that lives has ended the call itself, and may still be writing it down.
    return HANG_UP_TWIML if holder is not None and await services.media.is_there(holder) else words
