"""``/tool``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.voice.auth.guards import OrgSessionDep
from mia.voice.resources.tool.schemas import Tool, UpdateTool
from mia.voice.resources.tool.service import TOOLS, require_parts
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/tool", tags=["tool"])


@router.post("", status_code=201)
async def create_tool(body: Tool, session: OrgSessionDep, services: ServicesDep) -> Json:
    given = services.given(body)
    await require_parts(session, given)
    return await TOOLS.create(session, given)


@router.get("")
async def list_tools(query: Annotated[ListQuery, Query()], session: OrgSessionDep) -> list[Json]:
    return await TOOLS.list(session, query)


@router.get("/{id}")
async def read_tool(id: UUID, session: OrgSessionDep) -> Json:
    return await TOOLS.read(session, id)


@router.patch("/{id}")
async def update_tool(id: UUID, body: UpdateTool, session: OrgSessionDep, services: ServicesDep) -> Json:
    given = services.given(body)
    await require_parts(session, given)
    return await TOOLS.update(session, id, given)


@router.delete("/{id}")
async def delete_tool(id: UUID, session: OrgSessionDep) -> Json:
    """Remove a tool. Calls and sessions that have begun keep their copy; from then on assistants go without it."""
    return await TOOLS.delete(session, id)
