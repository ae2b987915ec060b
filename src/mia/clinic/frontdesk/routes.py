"""Server messages of the voice service, and the public widget."""

from typing import Any

from fastapi import APIRouter, Request

from mia.clinic.frontdesk.desk import SERVER_MESSAGES_PATH
from mia.clinic.frontdesk.parameters import BearerDep, DeskDep, WidgetDep
from mia.clinic.frontdesk.ports import Description
from mia.clinic.frontdesk.schemas import (
    CallOut,
    ChatMessageIn,
    ChatOut,
    ChatReplyOut,
    DescriptionIn,
    DescriptionOut,
    FarewellIn,
    MediaRoomOut,
    NothingIn,
    RatingIn,
    ServerMessageIn,
)
from mia.identity.guards import SettingsDep, client_of
from mia.platform.kernel.ids import decode

router = APIRouter(tags=["front desk"])


@router.post(SERVER_MESSAGES_PATH, include_in_schema=False)
async def receive_server_message(body: ServerMessageIn, secret: BearerDep, desk: DeskDep) -> dict[str, Any]:
    """A tool call, a change of status or the report of a call, from the voice service."""
    return await desk.handle_server_message(secret, body.message)


@router.post("/api/widget/calls", status_code=201)
async def start_call(_body: NothingIn, request: Request, widget: WidgetDep, settings: SettingsDep) -> CallOut:
    """Begin a call with Mia."""
    return CallOut.of(await widget.start_call(client_of(request).address), settings)


@router.post("/api/widget/calls/{call_id}/offer")
async def join_call(call_id: str, offer: DescriptionIn, token: BearerDep, widget: WidgetDep) -> DescriptionOut:
    """Exchange session descriptions; there is no trickling."""
    description = Description(offer.sdp, offer.type)
    answer = await widget.answer_offer(decode("cnv", call_id), token, description)
    return DescriptionOut(sdp=answer.sdp, type="answer")


@router.post("/api/widget/calls/{call_id}/room")
async def enter_room(call_id: str, token: BearerDep, widget: WidgetDep) -> MediaRoomOut:
    """Join in a room of the media engine, where the call's ``rooms`` names one."""
    return MediaRoomOut.of(await widget.enter_room(decode("cnv", call_id), token))


@router.post("/api/widget/calls/{call_id}/end", status_code=204)
async def end_call(call_id: str, body: FarewellIn, widget: WidgetDep) -> None:
    """Hang up."""
    await widget.end_call(decode("cnv", call_id), body.token)


@router.post("/api/widget/chats", status_code=201)
async def start_chat(_body: NothingIn, request: Request, widget: WidgetDep) -> ChatOut:
    """Begin a conversation in writing."""
    return ChatOut.of(await widget.start_chat(client_of(request).address))


@router.post("/api/widget/chats/{chat_id}/messages")
async def send_message(
    chat_id: str, message: ChatMessageIn, request: Request, token: BearerDep, widget: WidgetDep
) -> ChatReplyOut:
    """Write to Mia and wait for her answer."""
    address = client_of(request).address
    return ChatReplyOut.of(await widget.send_message(address, decode("cnv", chat_id), token, message.text))


@router.post("/api/widget/chats/{chat_id}/rating", status_code=204)
async def rate_chat(chat_id: str, rating: RatingIn, token: BearerDep, widget: WidgetDep) -> None:
    """Say what the conversation was like, once."""
    await widget.rate_chat(decode("cnv", chat_id), token, rating.score)


@router.post("/api/widget/chats/{chat_id}/end", status_code=204)
async def end_chat(chat_id: str, body: FarewellIn, widget: WidgetDep) -> None:
    """Leave."""
    await widget.end_chat(decode("cnv", chat_id), body.token)
