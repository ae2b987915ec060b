"""``/chat``."""

from collections.abc import AsyncIterator
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from mia.voice.auth import OrgSessionDep, PrivateScope
from mia.voice.resources.chat import service
from mia.voice.resources.chat.schemas import ChatListQuery, CreateChat
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, to_text

router = APIRouter(prefix="/chat", tags=["chat"])


@router.post("", status_code=201, response_model=None)
async def create_chat(body: CreateChat, scope: PrivateScope, services: ServicesDep) -> Json | StreamingResponse:
    """Answer what was written. With ``stream`` the answer comes as server-sent events, an event each
    for what the assistant says in one go."""
    request = services.given(body)
    stream = request.pop("stream", False)
    chat = await services.chats.create_chat(scope, request)
    if chat.get("endedReason"):
        services.deliver_soon()
    if stream:
        return StreamingResponse(_events(chat), media_type="text/event-stream")
    return chat


@router.get("")
async def list_chats(query: Annotated[ChatListQuery, Query()], session: OrgSessionDep) -> Json:
    return await service.list_chats(session, query)


@router.get("/{id}")
async def read_chat(id: UUID, session: OrgSessionDep) -> Json:
    return await service.read_chat(session, id)


@router.delete("/{id}")
async def delete_chat(id: UUID, session: OrgSessionDep) -> Json:
    return await service.delete_chat(session, id)


async def _events(chat: Json) -> AsyncIterator[str]:
    said: list[dict[str, Any]] = chat["output"]
    for number, message in enumerate(said):
        event = {"id": chat["id"], "path": f"chat.output[{number}].content", "delta": message["content"]}
        yield f"data: {to_text(event)}\n\n"
