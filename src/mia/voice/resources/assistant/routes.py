"""``/assistant``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.voice.auth import OrgSessionDep
from mia.voice.resources.assistant import service
from mia.voice.resources.assistant.schemas import AssistantBody
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/assistant", tags=["assistant"])


@router.post("", status_code=201)
async def create_assistant(body: AssistantBody, session: OrgSessionDep, services: ServicesDep) -> Json:
    return await service.create_assistant(session, services.given(body))


@router.get("")
async def list_assistants(query: Annotated[ListQuery, Query()], session: OrgSessionDep) -> list[Json]:
    return await service.list_assistants(session, query)


@router.get("/{id}")
async def read_assistant(id: UUID, session: OrgSessionDep) -> Json:
    return await service.read_assistant(session, id)


@router.patch("/{id}")
async def update_assistant(id: UUID, body: AssistantBody, session: OrgSessionDep, services: ServicesDep) -> Json:
    return await service.update_assistant(session, id, services.given(body))


@router.put("/{id}")
async def replace_assistant(id: UUID, body: AssistantBody, session: OrgSessionDep, services: ServicesDep) -> Json:
    return await service.replace_assistant(session, id, services.given(body))


@router.delete("/{id}")
async def delete_assistant(id: UUID, session: OrgSessionDep) -> Json:
    return await service.delete_assistant(session, id)
