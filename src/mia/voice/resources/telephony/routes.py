"""What Twilio asks of the voice API, checked by signature and passed on to the worker that holds the call."""

import re
from collections.abc import Callable
from urllib.parse import parse_qsl
from uuid import UUID

import structlog
from fastapi import APIRouter, Depends, Request, Response, WebSocket

from mia.platform.kernel.errors import Forbidden, MiaError
from mia.voice.resources.telephony.incoming import Ring, after_stream, take_ring
from mia.voice.resources.telephony.lines import line_of_call, line_of_number
from mia.voice.resources.telephony.relay import holders, relay
from mia.voice.services import Services, ServicesDep
from mia.voice.telephony.line import HANG_UP_TWIML, PATH, SIGNATURE_HEADER, Line

log = structlog.get_logger()

_REFUSED = 1008
"""WebSocket close code: policy violation (RFC 6455 §7.4.1)."""
_UNSIGNED = "The signature is missing or wrong."
_E164 = re.compile(r"\+[1-9][0-9]{6,14}")
_SID = re.compile(r"[A-Za-z0-9]{2,64}")


def telephony_router(own: Line | None) -> APIRouter:
    """The routes of all lines: the installation's ``own``, and those of accounts of organizations."""
    router = APIRouter(prefix=PATH, tags=["telephony"])
    signed = [Depends(_may_be_signed)]

    @router.post("/numbers/{id}", dependencies=signed)
    async def number_rings(id: UUID, request: Request, services: ServicesDep) -> Response:
        """A call comes in to a number of an organization: what the carrier does with it."""
        org_id, line = await line_of_number(services, own, id)
        form = dict(await _signed_fields(line, request, lambda line: line.number_url(id)))
        caller, sid = form.get("From", ""), form.get("CallSid", "")
        if not _SID.fullmatch(sid):
            raise Forbidden("The call has no name.")
        ring = Ring(org_id, id, "twilio", sid, caller if _E164.fullmatch(caller) else None)
        assert line is not None
        return Response(line.twiml(await take_ring(services, ring)), media_type="text/xml")

    @router.post("/calls/{id}", status_code=204, dependencies=signed)
    async def told_of_call(id: UUID, request: Request, services: ServicesDep) -> None:
        """A status callback, or the result of answering machine detection."""
        line = await line_of_call(services, own, id)
        fields = await _signed_fields(line, request, lambda line: line.callback_url(id))
        await _pass_on(services, id, f"/calls/{id}/carrier", fields)

    @router.post("/calls/{id}/legs/{leg}", status_code=204, dependencies=signed)
    async def told_of_leg(id: UUID, leg: UUID, request: Request, services: ServicesDep) -> None:
        """The same of a second phone."""
        line = await line_of_call(services, own, id)
        fields = await _signed_fields(line, request, lambda line: line.callback_url(id, leg))
        await _pass_on(services, id, f"/calls/{id}/carrier?leg={leg}", fields)

    @router.post("/calls/{id}/after", dependencies=signed)
    async def stream_over(id: UUID, request: Request, services: ServicesDep) -> Response:
        """The stream of a call that came in has ended, or never began: what the carrier does next."""
        line = await line_of_call(services, own, id)
        await _signed_fields(line, request, lambda line: line.after_url(id))
        assert line is not None
        instruction = await after_stream(services, id)
        return Response(line.twiml(instruction) if instruction else HANG_UP_TWIML, media_type="text/xml")

    @router.websocket("/media/{id}")
    async def media(id: UUID, websocket: WebSocket) -> None:
        """A call's sound, to and from its media worker."""
        await _carry(own, websocket, id)

    @router.websocket("/media/{id}/legs/{leg}")
    async def media_of_leg(id: UUID, leg: UUID, websocket: WebSocket) -> None:
        """The sound of a second phone."""
        await _carry(own, websocket, id, leg)

    return router


async def _carry(own: Line | None, websocket: WebSocket, call_id: UUID, leg: UUID | None = None) -> None:
    """Pass sound on that the carrier of a call has signed."""
    services: Services = websocket.app.state.services
    signature = websocket.headers.get(SIGNATURE_HEADER)
    line = await line_of_call(services, own, call_id) if signature else None
    if line is None or not line.has_signed(signature, line.stream_url(call_id, leg)):
        await websocket.close(_REFUSED)
        return
    await relay(services, call_id, websocket, leg)


async def _pass_on(services: Services, call_id: UUID, path: str, fields: list[tuple[str, str]]) -> None:
    holder = next(iter(await holders(services, call_id)), None)
    if holder is None:
        return
    try:
        await services.media.tell(holder.address, path, dict(fields))
    except MiaError as error:  # its worker is gone: reconciliation ends the call
        log.info("carrier_news_lost", call_id=str(call_id), error=type(error).__name__)


async def _may_be_signed(request: Request) -> None:
    """:class:`Forbidden` without any signature, before anything is looked up."""
    if not request.headers.get(SIGNATURE_HEADER):
        raise Forbidden(_UNSIGNED)


async def _signed_fields(
    line: Line | None, request: Request, url_of: Callable[[Line], str]
) -> list[tuple[str, str]]:
    """The form that Twilio has posted to an address of a line; :class:`Forbidden` when it has not."""
    fields = parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
    if line is None or not line.has_signed(request.headers.get(SIGNATURE_HEADER), url_of(line), fields):
        raise Forbidden(_UNSIGNED)
    return fields
