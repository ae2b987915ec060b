"""What Vonage asks of the voice API, checked by its signature and passed on to the worker that holds the call."""

import json
import re
from typing import Annotated, Any
from uuid import UUID

import structlog
from fastapi import APIRouter, Depends, Header, Request, Response, WebSocket
from fastapi.responses import JSONResponse

from mia.platform.kernel.errors import Forbidden, MiaError
from mia.voice.resources.telephony.incoming import Ring, after_stream, take_ring
from mia.voice.resources.telephony.lines import vonage_line_of_call, vonage_line_of_number
from mia.voice.resources.telephony.relay import holders, relay
from mia.voice.resources.telephony.texts import IncomingText, answer_text
from mia.voice.services import Services, ServicesDep
from mia.voice.telephony.ports import TextRefused
from mia.voice.telephony.vonage_line import PATH, VonageLine
from mia.voice.telephony.vonage_texts import send_text
from mia.voice.wire import Json

log = structlog.get_logger()
router = APIRouter(prefix=PATH, tags=["telephony"])

_REFUSED = 1008
"""WebSocket close code: policy violation (RFC 6455 §7.4.1)."""
_UNSIGNED = "The signature is missing or wrong."
_NUMBER = re.compile(r"[1-9][0-9]{6,14}")
_UUID = re.compile(r"[A-Za-z0-9-]{1,64}")
_MOST_WORDS = 10_000
_GONE = ("failed", "unanswered", "rejected", "timeout", "busy", "disconnected", "cancelled", "completed")
"""States in which the socket of a call that came in is there no more, or never was."""


async def _may_be_signed(authorization: Annotated[str, Header(max_length=10_000)] = "") -> str:
    """The token of a webhook; :class:`Forbidden` without any, before anything is looked up."""
    if not authorization.startswith("Bearer "):
        raise Forbidden(_UNSIGNED)
    return authorization


TokenDep = Annotated[str, Depends(_may_be_signed)]


@router.post("/numbers/{id}")
async def number_rings(id: UUID, request: Request, token: TokenDep, services: ServicesDep) -> Response:
    """A call comes in to a number of an organization: what Vonage does with it."""
    org_id, line = await vonage_line_of_number(services, id)
    line, event = await _signed(line, request, token)
    caller, name = str(event.get("from") or ""), str(event.get("uuid") or "")
    if not _UUID.fullmatch(name):
        raise Forbidden("The call has no name.")
    ring = Ring(org_id, id, "vonage", name, f"+{caller}" if _NUMBER.fullmatch(caller) else None)
    return JSONResponse(line.ncco(await take_ring(services, ring), name))


@router.post("/numbers/{id}/events", status_code=204)
async def number_event(id: UUID, request: Request, token: TokenDep, services: ServicesDep) -> None:
    """What becomes of calls that came in, which their sockets tell as well."""
    _, line = await vonage_line_of_number(services, id)
    await _signed(line, request, token)


@router.post("/numbers/{id}/texts", status_code=204)
async def text_comes_in(id: UUID, request: Request, token: TokenDep, services: ServicesDep) -> None:
    """Someone writes to a number of an organization. Vonage tells of it again until it is answered."""
    org_id, line = await vonage_line_of_number(services, id)
    line, event = await _signed(line, request, token)
    sender, name, words = (str(event.get(key) or "") for key in ("from", "message_uuid", "text"))
    if event.get("channel") != "sms" or not _NUMBER.fullmatch(sender) or not words.strip():
        return  # a picture, or a sender that cannot be answered
    if not _UUID.fullmatch(name):
        raise Forbidden("The text has no name.")
    text = IncomingText(org_id, id, "vonage", name, f"+{sender}", words[:_MOST_WORDS])
    reply = await answer_text(services, text)
    if reply is None:
        return
    try:
        await send_text(line.login, reply.number, text.sender, reply.words)
    except TextRefused as refusal:
        log.info("text_refused", number_id=str(id), reason=refusal.reason)


@router.post("/numbers/{id}/texts/events", status_code=204)
async def text_event(id: UUID, request: Request, token: TokenDep, services: ServicesDep) -> None:
    """What becomes of texts, which nobody waits for."""
    _, line = await vonage_line_of_number(services, id)
    await _signed(line, request, token)


@router.post("/calls/{id}", status_code=204)
async def told_of_call(id: UUID, request: Request, token: TokenDep, services: ServicesDep) -> None:
    """An event of a call that we placed."""
    await _pass_on(id, None, request, token, services)


@router.post("/calls/{id}/legs/{leg}", status_code=204)
async def told_of_leg(id: UUID, leg: UUID, request: Request, token: TokenDep, services: ServicesDep) -> None:
    """An event of a second phone of a call."""
    await _pass_on(id, leg, request, token, services)


async def _pass_on(id: UUID, leg: UUID | None, request: Request, token: str, services: Services) -> None:
    _, event = await _signed(await vonage_line_of_call(services, id), request, token)
    holder = next(iter(await holders(services, id)), None)
    if holder is None:
        return
    told = {name: event.get(name) for name in ("uuid", "status", "sub_state")}
    try:
        await services.media.tell(holder.address, f"/calls/{id}/vonage{f'?leg={leg}' if leg else ''}", told)
    except MiaError as error:  # its worker is gone: reconciliation ends the call
        log.info("carrier_news_lost", call_id=str(id), error=type(error).__name__)


@router.post("/calls/{id}/after")
async def stream_over(id: UUID, request: Request, token: TokenDep, services: ServicesDep) -> Response:
    """The socket of a call that came in changes its state: once it is gone, what Vonage does next."""
    line, event = await _signed(await vonage_line_of_call(services, id), request, token)
    instruction = await after_stream(services, id) if event.get("status") in _GONE else None
    return Response(status_code=204) if instruction is None else JSONResponse(line.ncco(instruction))


@router.websocket("/media/{id}")
async def media(id: UUID, websocket: WebSocket) -> None:
    """A call's sound, to and from its media worker."""
    await _carry(websocket, id)


@router.websocket("/media/{id}/legs/{leg}")
async def media_of_leg(id: UUID, leg: UUID, websocket: WebSocket) -> None:
    """The sound of a second phone."""
    await _carry(websocket, id, leg)


async def _carry(websocket: WebSocket, id: UUID, leg: UUID | None = None) -> None:
    services: Services = websocket.app.state.services
    shown = websocket.headers.get("authorization")
    line = await vonage_line_of_call(services, id) if shown else None
    if line is None or not line.may_connect(id, shown or "", leg):
        await websocket.close(_REFUSED)
        return
    await relay(services, id, websocket, leg, way="vonage-media")


async def _signed(line: VonageLine | None, request: Request, token: str) -> tuple[VonageLine, Json]:
    """The line, and what Vonage has posted; :class:`Forbidden` when it has not."""
    body = await request.body()
    if line is None or not line.has_signed(token, body):
        raise Forbidden(_UNSIGNED)
    try:
        event: Any = json.loads(body)
    except (ValueError, RecursionError):
        event = {}
    return line, event if isinstance(event, dict) else {}
