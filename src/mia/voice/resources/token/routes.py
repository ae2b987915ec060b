"""``/token``: for the organization itself and its admins."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request

from mia.voice.auth.guards import AdminSessionDep, key_generation
from mia.voice.resources.token import service
from mia.voice.resources.token.schemas import CreateToken, UpdateToken
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/token", tags=["token"])


@router.post("", status_code=201)
async def create_token(body: CreateToken, request: Request, session: AdminSessionDep) -> Json:
    """Issue a token; its value is told here and never again."""
    return await service.create_token(session, body.given(), key_generation(request.app.state.settings))


@router.get("")
async def list_tokens(query: Annotated[ListQuery, Query()], session: AdminSessionDep) -> list[Json]:
    return await service.list_tokens(session, query)


@router.get("/{id}")
async def read_token(id: UUID, session: AdminSessionDep) -> Json:
    return await service.read_token(session, id)


@router.patch("/{id}")
async def update_token(id: UUID, body: UpdateToken, session: AdminSessionDep) -> Json:
    return await service.change_token(session, id, body.given())


@router.delete("/{id}")
async def delete_token(id: UUID, session: AdminSessionDep) -> Json:
    return await service.end_token(session, id)
