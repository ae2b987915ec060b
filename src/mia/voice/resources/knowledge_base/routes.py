"""``/knowledge-base``."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.voice.auth.guards import OrgSessionDep
from mia.voice.resources.knowledge_base.schemas import KnowledgeBase, UpdateKnowledgeBase
from mia.voice.resources.knowledge_base.service import KNOWLEDGE_BASES, require_parts
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/knowledge-base", tags=["knowledge base"])


@router.post("", status_code=201)
async def create_knowledge_base(body: KnowledgeBase, session: OrgSessionDep, services: ServicesDep) -> Json:
    given = services.given(body)
    await require_parts(session, given)
    return await KNOWLEDGE_BASES.create(session, given)


@router.get("")
async def list_knowledge_bases(query: Annotated[ListQuery, Query()], session: OrgSessionDep) -> list[Json]:
    return await KNOWLEDGE_BASES.list(session, query)


@router.get("/{id}")
async def read_knowledge_base(id: UUID, session: OrgSessionDep) -> Json:
    return await KNOWLEDGE_BASES.read(session, id)


@router.patch("/{id}")
async def update_knowledge_base(
    id: UUID, body: UpdateKnowledgeBase, session: OrgSessionDep, services: ServicesDep
) -> Json:
    given = services.given(body)
    await require_parts(session, given)
    return await KNOWLEDGE_BASES.update(session, id, given)


@router.delete("/{id}")
async def delete_knowledge_base(id: UUID, session: OrgSessionDep) -> Json:
    """Remove a knowledge base; its files stay."""
    return await KNOWLEDGE_BASES.delete(session, id)
