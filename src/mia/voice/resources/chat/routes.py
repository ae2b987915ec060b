"""``/chat``, in the hosted service's shape and in that of OpenAI's Responses; ``/chat/web`` with a public token."""

from functools import partial
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import OrgSessionDep, PrivateScope
from mia.voice.auth.spending import WithinCost
from mia.voice.auth.strangers import WritingScope
from mia.voice.resources.chat import service
from mia.voice.resources.chat.exchange import Tell
from mia.voice.resources.chat.responses import Responses
from mia.voice.resources.chat.schemas import (
    ChatListQuery,
    CreateChat,
    CreateResponse,
    CreateWebChat,
    CreateWebResponse,
)
from mia.voice.resources.chat.streaming import Form, Plain, Web, Work, answer
from mia.voice.resources.chat.web import create_web_chat
from mia.voice.services import Services, ServicesDep
from mia.voice.wire import Json

router = APIRouter(prefix="/chat", tags=["chat"])


@router.post("", status_code=201, response_model=None, dependencies=[WithinCost])
async def create_chat(body: CreateChat, scope: PrivateScope, services: ServicesDep) -> Json | StreamingResponse:
    """Answer what was written. With ``stream`` the answer comes as server-sent events, as it is being given."""
    return await _chat(body, scope, services, Plain())


@router.post("/responses", status_code=201, response_model=None, dependencies=[WithinCost])
async def create_response(
    body: CreateResponse, scope: PrivateScope, services: ServicesDep
) -> Json | StreamingResponse:
    """The same in the shape of OpenAI's Responses; streamed unless ``stream`` is false."""
    return await _chat(body, scope, services, Responses())


@router.post("/web", status_code=201, response_model=None, dependencies=[WithinCost])
async def create_chat_on_the_web(
    body: CreateWebChat, scope: WritingScope, services: ServicesDep
) -> Json | StreamingResponse:
    """Answer a stranger, who goes on with the ``sessionId`` of the answer."""
    return await _web_chat(body, scope, services, Web())


@router.post("/web/responses", status_code=201, response_model=None, dependencies=[WithinCost])
async def create_response_on_the_web(
    body: CreateWebResponse, scope: WritingScope, services: ServicesDep
) -> Json | StreamingResponse:
    """The same in the shape of OpenAI's Responses; streamed unless ``stream`` is false."""
    return await _web_chat(body, scope, services, Responses())


@router.get("")
async def list_chats(query: Annotated[ChatListQuery, Query()], session: OrgSessionDep) -> Json:
    return await service.list_chats(session, query)


@router.get("/{id}")
async def read_chat(id: UUID, session: OrgSessionDep) -> Json:
    return await service.read_chat(session, id)


@router.delete("/{id}")
async def delete_chat(id: UUID, session: OrgSessionDep) -> Json:
    return await service.delete_chat(session, id)


async def _chat(
    body: CreateChat | CreateResponse, scope: OrgScope, services: Services, form: Form
) -> Json | StreamingResponse:
    request = services.given(body)
    request.pop("stream", None)
    work = partial(_reporting, services, partial(_chats(services).create_chat, scope, request))
    return await answer(services, work, form, stream=body.stream)


async def _web_chat(
    body: CreateWebChat | CreateWebResponse, scope: OrgScope, services: Services, form: Form
) -> Json | StreamingResponse:
    request = services.given(body)
    chats, models = _chats(services), services.language_models
    make = partial(create_web_chat, chats, services.database, models, scope, request)
    work = partial(_reporting, services, make)
    return await answer(services, work, form, stream=body.stream)


def _chats(services: Services) -> service.ChatService:
    return service.ChatService(services.database, services.language_models, services.messages)


async def _reporting(services: Services, work: Work, tell: Tell | None) -> Json:
    """Take the turn; the report of a conversation that ends with it leaves at once."""
    chat = await work(tell)
    if chat.get("endedReason"):
        services.deliver_soon()
    return chat
