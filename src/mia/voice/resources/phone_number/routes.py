"""``/phone-number``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.voice.auth.guards import OrgSessionDep
from mia.voice.resources.phone_number import service
from mia.voice.resources.phone_number.schemas import CreatePhoneNumber
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/phone-number", tags=["phone number"])


@router.post("", status_code=201)
async def create_phone_number(body: CreatePhoneNumber, session: OrgSessionDep) -> Json:
    """Make a number known that calls are to leave from; the same one again is the same resource."""
    return await service.save_number(session, body.number, body.name)


@router.get("")
async def list_phone_numbers(query: Annotated[ListQuery, Query()], session: OrgSessionDep) -> list[Json]:
    return await service.list_numbers(session, query)


@router.get("/{id}")
async def read_phone_number(id: UUID, session: OrgSessionDep) -> Json:
    return await service.read_number(session, id)


@router.delete("/{id}")
async def delete_phone_number(id: UUID, session: OrgSessionDep) -> Json:
    return await service.drop_number(session, id)
