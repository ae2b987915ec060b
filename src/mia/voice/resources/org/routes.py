"""``/org``: what the operator of this installation may do, and how an organization leaves."""

from uuid import UUID

from fastapi import APIRouter

from mia.platform.db.session import DatabaseDep
from mia.voice.auth import OperatorDep, PrivateScope, key_generation, scope_of_row
from mia.voice.resources.org import erasing, service
from mia.voice.resources.org.schemas import CreateToken, OrgBody
from mia.voice.resources.token.service import issue_token
from mia.voice.services import ServicesDep
from mia.voice.wire import Json

router = APIRouter(prefix="/org", tags=["org"])

_ACTOR = "voice:operator"


@router.put("/{id}")
async def open_org(id: UUID, body: OrgBody, _operator: OperatorDep, database: DatabaseDep) -> Json:
    """Make the organization, which the operator names; no change when it is there."""
    async with database.org(scope_of_row(id, _ACTOR)) as session:
        return await service.open_org(session, body.name)


@router.post("/{id}/token", status_code=201)
async def create_token(id: UUID, body: CreateToken, operator: OperatorDep, database: DatabaseDep) -> Json:
    """Issue a token; its value is told here and never again."""
    async with database.org(scope_of_row(id, _ACTOR)) as session:
        await service.require_org(session)
        token_id, value = await issue_token(session, body.name, key_generation(operator), body.tag)
    return {"id": str(token_id), "orgId": str(id), "name": body.name, "tag": body.tag, "value": value}


@router.delete("/{id}")
async def erase_org(id: UUID, _operator: OperatorDep, database: DatabaseDep, services: ServicesDep) -> Json:
    """Remove an organization and everything in it; one that is gone, or never was, is no error."""
    return await erasing.erase_org(database, services.media, scope_of_row(id, _ACTOR))


@router.delete("")
async def erase_own_org(scope: PrivateScope, database: DatabaseDep, services: ServicesDep) -> Json:
    """Remove the organization of the token, which ends with it."""
    return await erasing.erase_org(database, services.media, scope)
