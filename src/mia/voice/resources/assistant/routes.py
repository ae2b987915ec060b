"""``/assistant``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.platform.db.session import OrgSession
from mia.voice.auth.guards import OrgSessionDep
from mia.voice.resources.assistant.schemas import AssistantBody
from mia.voice.resources.assistant.service import ASSISTANTS, require_keys, require_tools
from mia.voice.services import Services, ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/assistant", tags=["assistant"])


async def _given(body: AssistantBody, session: OrgSession, services: Services) -> Json:
    """What the client wrote; the addresses in it are outside, its tools and its providers' keys are there."""
    assistant = services.given(body)
    await require_tools(session, assistant)
    await require_keys(session, assistant)
    return assistant


@router.post("", status_code=201)
async def create_assistant(body: AssistantBody, session: OrgSessionDep, services: ServicesDep) -> Json:
    return await ASSISTANTS.create(session, await _given(body, session, services))


@router.get("")
async def list_assistants(query: Annotated[ListQuery, Query()], session: OrgSessionDep) -> list[Json]:
    return await ASSISTANTS.list(session, query)


@router.get("/{id}")
async def read_assistant(id: UUID, session: OrgSessionDep) -> Json:
    return await ASSISTANTS.read(session, id)


@router.patch("/{id}")
async def update_assistant(id: UUID, body: AssistantBody, session: OrgSessionDep, services: ServicesDep) -> Json:
    return await ASSISTANTS.update(session, id, await _given(body, session, services))


@router.put("/{id}")
async def replace_assistant(id: UUID, body: AssistantBody, session: OrgSessionDep, services: ServicesDep) -> Json:
    return await ASSISTANTS.replace(session, id, await _given(body, session, services))


@router.delete("/{id}")
async def delete_assistant(id: UUID, session: OrgSessionDep) -> Json:
    return await ASSISTANTS.delete(session, id)
